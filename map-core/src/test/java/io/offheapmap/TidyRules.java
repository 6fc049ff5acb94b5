/*
 * Copyright 2026 The OffHeapMap authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and limitations under the License.
 */
package io.offheapmap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of the house that a machine can check. Each gives what is wrong with a source, a line each. */
final class TidyRules {

    static final int MAX_COLUMNS = 110;
    static final int MAX_FUNCTION_LINES = 60;
    static final int MAX_FILE_LINES = 300;
    /** A test class is a list of cases, not a structure that has to be kept in mind. */
    static final int MAX_TEST_FILE_LINES = 450;

    /** Ground floor first; a room may import from rows above its own, and from itself. */
    private static final List<Set<String>> FLOORS = List.of(Set.of("memory"), Set.of("layout"),
        Set.of("index", "alloc", "lock", "metrics"), Set.of("segment"), Set.of("recovery"), Set.of("api"));
    /** Side rooms: all may use them, except those that they themselves need. */
    private static final Map<String, Set<String>> SIDE_ROOMS = Map.of(
        "error", Set.of("error"),
        "codec", Set.of("codec", "error", "memory"));

    private static final String LICENSE = """
/*
 * Copyright 2026 The OffHeapMap authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and limitations under the License.
 */
""";

    private static final Pattern OURS = Pattern.compile("\\bio\\.offheapmap((?:\\.[a-z]\\w*)*)\\.[A-Z*]");
    private static final Pattern ORDER = Pattern.compile("\\b(VarHandle|MethodHandles)\\b");
    private static final Pattern BANNED = Pattern.compile("\\b(Optional|System\\.out|sun\\.misc)\\b");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(FIXME|TODO|XXX)\\b");

    private TidyRules() {
    }

    static List<String> license(TidySource source) {
        return source.text().startsWith(LICENSE) ? List.of()
            : List.of(source.name() + ": does not start with the license");
    }

    static List<String> columns(TidySource source) {
        List<String> found = new ArrayList<>();
        List<String> lines = source.lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.length() > MAX_COLUMNS && i >= LICENSE.lines().count()) {
                found.add(at(source, i) + "has " + line.length() + " columns");
            }
            if (line.indexOf('\t') >= 0 || line.endsWith(" ")) {
                found.add(at(source, i) + "has a tab or ends with a space");
            }
        }
        return found;
    }

    static List<String> fileLength(TidySource source) {
        long count = source.code().lines().filter(line -> !line.isBlank()).count();
        int limit = source.isMain() ? MAX_FILE_LINES : MAX_TEST_FILE_LINES;
        return count <= limit ? List.of()
            : List.of(source.name() + ": has " + count + " lines of code, more than " + limit);
    }

    static List<String> functionLength(TidySource source) {
        List<String> found = new ArrayList<>();
        for (TidyFunctions.Function function : TidyFunctions.of(source.code())) {
            if (function.lines() > MAX_FUNCTION_LINES) {
                found.add(at(source, function.firstLine()) + "function has " + function.lines() + " lines");
            }
        }
        return found;
    }

    static List<String> floors(TidySource source) {
        String room = room(source.packageName());
        if (!source.isCore()) {
            return List.of();
        }
        if (room == null) {
            return List.of(source.name() + ": package has no floor: " + source.packageName());
        }
        List<String> found = new ArrayList<>();
        List<String> lines = source.code().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = OURS.matcher(lines.get(i));
            while (matcher.find()) {
                String used = room("io.offheapmap" + matcher.group(1));
                if (used == null || !mayUse(room, used)) {
                    found.add(at(source, i) + room + " may not use " + used);
                }
            }
        }
        return found;
    }

    /** The room of a package; null if it has none. */
    private static String room(String packageName) {
        String room = switch (packageName) {
            case "io.offheapmap" -> "api";
            case "io.offheapmap.codec", "io.offheapmap.internal.codec" -> "codec";
            case "io.offheapmap.error" -> "error";
            default -> packageName.replaceFirst("^io\\.offheapmap\\.internal\\.", "");
        };
        return SIDE_ROOMS.containsKey(room) || floor(room) >= 0 ? room : null;
    }

    private static int floor(String room) {
        for (int i = 0; i < FLOORS.size(); i++) {
            if (FLOORS.get(i).contains(room)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean mayUse(String room, String used) {
        if (room.equals(used)) {
            return true;
        }
        if (SIDE_ROOMS.containsKey(room)) {
            return SIDE_ROOMS.get(room).contains(used);
        }
        if (SIDE_ROOMS.containsKey(used)) {
            return !SIDE_ROOMS.get(used).contains(room);
        }
        return floor(used) < floor(room);
    }

    /** Only floor 0 deals with the order of loads and stores. */
    static List<String> order(TidySource source) {
        return source.isCore() && !source.packageName().equals("io.offheapmap.internal.memory")
            ? find(source, source.code(), ORDER) : List.of();
    }

    static List<String> tokens(TidySource source) {
        List<String> found = new ArrayList<>();
        if (source.isMain()) {
            found.addAll(find(source, source.text(), UNFINISHED));
        }
        if (source.isCore()) {
            found.addAll(find(source, source.code(), BANNED));
            if (!Set.of("memory", "codec").contains(String.valueOf(room(source.packageName())))) {
                found.addAll(find(source, source.code(), Pattern.compile("\\basSlice\\(")));
            }
        }
        return found;
    }

    /** Each package of the main sources says what it is. */
    static List<String> packages(List<TidySource> sources) {
        Set<String> missing = new TreeSet<>();
        for (TidySource source : sources) {
            if (source.isMain() && !source.name().endsWith("/module-info.java")) {
                missing.add(directory(source) + "/package-info.java");
            }
        }
        sources.forEach(source -> missing.remove(source.name()));
        return missing.stream().map(name -> name + ": is missing").toList();
    }

    private static String directory(TidySource source) {
        return source.name().substring(0, source.name().lastIndexOf('/'));
    }

    private static List<String> find(TidySource source, String text, Pattern pattern) {
        List<String> found = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = pattern.matcher(lines.get(i));
            while (matcher.find()) {
                found.add(at(source, i) + "has " + matcher.group());
            }
        }
        return found;
    }

    private static String at(TidySource source, int line) {
        return source.name() + ":" + (line + 1) + ": ";
    }
}
