#!/usr/bin/env bash
#
# Copyright 2026 The OffHeapMap authors
#
# Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
# compliance with the License. You may obtain a copy of the License at
#
#     https://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software distributed under the License is
# distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and limitations under the License.

# Functions for the scripts in bin: find a JDK, build what is missing, name the class path. Expects ROOT, the
# repository's directory.

NEEDED_JAVA=25

fail() {
    echo "$1" >&2
    exit "${2:-1}"
}

# Prints the feature release of a java command, or nothing if it does not work: 25 for "25.0.1".
java_release() {
    "$1" -XshowSettings:properties -version 2>&1 |
        sed -n 's/^ *java\.specification\.version = \([0-9]*\).*$/\1/p'
}

is_new_enough() {
    [ -x "$1" ] || return 1
    local release
    release=$(java_release "$1")
    [ -n "$release" ] && [ "$release" -ge "$NEEDED_JAVA" ]
}

# Sets JAVA to a command of a JDK that is new enough: JAVA_HOME's, the path's, or one in a usual place.
find_java() {
    local candidate
    if [ -n "${JAVA_HOME:-}" ] && is_new_enough "$JAVA_HOME/bin/java"; then
        JAVA=$JAVA_HOME/bin/java
        return
    fi
    candidate=$(command -v java || true)
    if [ -n "$candidate" ] && is_new_enough "$candidate"; then
        JAVA=$candidate
        return
    fi
    for candidate in /usr/lib/jvm/*/bin/java /usr/java/*/bin/java /opt/*/bin/java \
        "${HOME:-/root}"/.sdkman/candidates/java/*/bin/java "${HOME:-/root}"/.jdks/*/bin/java \
        "${HOME:-/root}"/.asdf/installs/java/*/bin/java /opt/homebrew/opt/openjdk*/bin/java \
        /Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java; do
        if is_new_enough "$candidate"; then
            JAVA=$candidate
            return
        fi
    done
    fail "no JDK $NEEDED_JAVA or later was found: JAVA_HOME=${JAVA_HOME:-}, java=$(command -v java ||
        echo none); install one (a package such as temurin-$NEEDED_JAVA-jdk or openjdk-$NEEDED_JAVA-jdk),\
 or set JAVA_HOME to it"
}

# Prints the binding's archive if it is there.
binding_jar() {
    local jar
    for jar in "$ROOT"/map-ycsb-binding/target/map-ycsb-binding-*.jar; do
        case $jar in
            *-tests.jar | *-sources.jar | *-javadoc.jar) ;;
            *) [ -f "$jar" ] && echo "$jar" && return ;;
        esac
    done
}

# Tells whether the archives are there and not older than any source.
is_built() {
    local jar
    jar=$(binding_jar)
    [ -n "$jar" ] && [ -d "$ROOT/map-ycsb-binding/target/lib" ] || return 1
    [ -z "$(find "$ROOT/pom.xml" "$ROOT/map-core/pom.xml" "$ROOT/map-ycsb-binding/pom.xml" \
        "$ROOT/map-core/src/main" "$ROOT/map-ycsb-binding/src/main" -type f -newer "$jar" -print -quit)" ]
}

# Builds what the client needs, unless it is there. Maven's output is shown when it fails.
build() {
    is_built && return
    command -v mvn > /dev/null || fail "Maven was not found: install the package maven, 3.8 or later"
    echo "building (once)..." >&2
    local log=$ROOT/map-ycsb-binding/target/build.log
    mkdir -p "$ROOT/map-ycsb-binding/target"
    if ! (cd "$ROOT" && mvn -B -Dmaven.test.skip=true -pl map-core,map-ycsb-binding -am package) \
        > "$log" 2>&1 < /dev/null; then
        grep -E '^\[ERROR\]' "$log" | head -20 >&2 || tail -20 "$log" >&2
        fail "the build failed: see $log"
    fi
    touch "$(binding_jar)"
}

# Sets CLASS_PATH.
set_class_path() {
    CLASS_PATH=$(binding_jar):$ROOT/map-ycsb-binding/target/lib/*
}
