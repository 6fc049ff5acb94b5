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

# Functions for the scripts of the benchmarks. Expects ROOT and bin/lib/java.sh.

benchmarks_jar() {
    local jar
    for jar in "$ROOT"/benchmarks/target/benchmarks-*.jar; do
        case $jar in
            *-tests.jar | *-sources.jar | *-javadoc.jar) ;;
            *) [ -f "$jar" ] && echo "$jar" && return ;;
        esac
    done
}

# Tells whether the archives are there and not older than any source.
benchmarks_are_built() {
    local jar
    jar=$(benchmarks_jar)
    [ -n "$jar" ] && [ -d "$ROOT/benchmarks/target/lib" ] || return 1
    [ -z "$(find "$ROOT/pom.xml" "$ROOT/map-core/pom.xml" "$ROOT/benchmarks/pom.xml" \
        "$ROOT/map-core/src/main" "$ROOT/benchmarks/src/main" -type f -newer "$jar" -print -quit)" ]
}

# Builds what is missing and sets CLASS_PATH. Maven's output is shown when it fails.
build_benchmarks() {
    if ! benchmarks_are_built; then
        command -v mvn > /dev/null || fail "Maven was not found: install the package maven, 3.8 or later"
        echo "building (once)..." >&2
        local log=$ROOT/benchmarks/target/build.log
        mkdir -p "$ROOT/benchmarks/target"
        if ! (cd "$ROOT" && mvn -B -Dmaven.test.skip=true -pl map-core,benchmarks -am package) \
            > "$log" 2>&1 < /dev/null; then
            grep -E '^\[ERROR\]' "$log" | head -20 >&2 || tail -20 "$log" >&2
            fail "the build failed: see $log"
        fi
        touch "$(benchmarks_jar)"
    fi
    CLASS_PATH=$(benchmarks_jar):$ROOT/benchmarks/target/lib/*
}
