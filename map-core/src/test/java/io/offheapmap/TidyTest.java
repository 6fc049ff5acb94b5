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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Holds all sources against {@link TidyRules}, and each rule against sources that break it. */
class TidyTest {

    private static final List<TidySource> ALL = TidySource.all();
    private static final String CORE = "map-core/src/main/java/io/offheapmap/";

    private static void assertClean(Function<TidySource, List<String>> rule) {
        assertTrue(ALL.size() > 50, "sources not found, only " + ALL.size());
        List<String> found = ALL.stream().flatMap(source -> rule.apply(source).stream()).toList();
        assertEquals("", String.join("\n", found));
    }

    private static TidySource in(String room, String code) {
        String name = room.isEmpty() ? "" : "." + room.replace('/', '.');
        return TidySource.of(CORE + room + "/X.java", "package io.offheapmap" + name + ";\n" + code);
    }

    private static TidySource outside(String code) {
        return TidySource.of("benchmarks/src/main/java/X.java", code);
    }

    private static void assertFinds(List<String> found, String... ends) {
        assertEquals(ends.length, found.size(), () -> String.join("\n", found));
        for (int i = 0; i < ends.length; i++) {
            assertTrue(found.get(i).endsWith(ends[i]), found.get(i));
        }
    }

    @Test
    void license() {
        assertClean(TidyRules::license);
        assertFinds(TidyRules.license(outside("package x;\n")), "does not start with the license");
    }

    @Test
    void columns() {
        assertClean(TidyRules::columns);
        String before = "\n".repeat(20);
        assertFinds(TidyRules.columns(outside(before + "x".repeat(110) + "\n")));
        assertFinds(TidyRules.columns(outside(before + "x".repeat(111) + "\n")), ":21: has 111 columns");
        assertFinds(TidyRules.columns(outside("a\tb\nc \n")), "ends with a space", "ends with a space");
    }

    @Test
    void fileLength() {
        assertClean(TidyRules::fileLength);
        String lines = "int x;\n// no code\n\n/*\n no code */\n";
        assertFinds(TidyRules.fileLength(outside(lines.repeat(300))));
        assertFinds(TidyRules.fileLength(outside(lines.repeat(301))), "has 301 lines of code, more than 300");
        String test = "map-core/src/test/java/X.java";
        assertFinds(TidyRules.fileLength(TidySource.of(test, lines.repeat(450))));
        assertFinds(TidyRules.fileLength(TidySource.of(test, lines.repeat(451))), "code, more than 450");
    }

    @Test
    void functionLength() {
        assertClean(TidyRules::functionLength);
        assertFinds(TidyRules.functionLength(outside(type("void f() {\n" + "a();\n".repeat(58) + "}"))));
        assertFinds(TidyRules.functionLength(outside(type("void f() {\n" + "a();\n".repeat(59) + "}"))),
            "X.java:3: function has 61 lines");
        String nested = "void f() {\nif (a) {\n" + "a(\"}\", '}'); // }\n".repeat(57) + "}\n}";
        assertFinds(TidyRules.functionLength(outside(type(nested))), "X.java:3: function has 61 lines");
        String thrower = "X(int a)\nthrows B {\n" + "a();\n".repeat(59) + "}";
        assertFinds(TidyRules.functionLength(outside(type(thrower))), "X.java:4: function has 61 lines");
        String annotated = "@A(b = 1)\nvoid f() {\n" + "a();\n".repeat(59) + "}";
        assertFinds(TidyRules.functionLength(outside(type(annotated))), "X.java:4: function has 61 lines");
        String inner = "static class Y {\n" + "int a;\n".repeat(70) + "}\n";
        assertFinds(TidyRules.functionLength(outside(type(inner + "int[] b = {\n" + "1,\n".repeat(70)
            + "};"))));
        String compact = "record Y(int a) {\nY {\n" + "a();\n".repeat(59) + "}\n}";
        assertFinds(TidyRules.functionLength(outside(type(compact))), "X.java:4: function has 61 lines");
    }

    private static String type(String body) {
        return "package x;\nfinal class X<T extends Comparable<T>> {\n" + body + "\n}\n";
    }

    @Test
    void floors() {
        assertClean(TidyRules::floors);
        String memory = "import io.offheapmap.internal.memory.Memory;\n";
        String codec = "import io.offheapmap.internal.codec.Scratch;\n";
        assertFinds(TidyRules.floors(in("internal/layout", memory)));
        assertFinds(TidyRules.floors(in("internal/codec", memory)));
        assertFinds(TidyRules.floors(in("codec", memory)));
        assertFinds(TidyRules.floors(in("internal/segment", codec + memory)));
        assertFinds(TidyRules.floors(in("", codec + "import io.offheapmap.internal.recovery.MapFile;\n")));
        assertFinds(TidyRules.floors(in("internal/memory", codec)), ":2: memory may not use codec");
        assertFinds(TidyRules.floors(in("error", memory)), ":2: error may not use memory");
        String layout = "import static io.offheapmap.internal.layout.Slot.EMPTY;\n";
        assertFinds(TidyRules.floors(in("internal/memory", layout)), ":2: memory may not use layout");
        assertFinds(TidyRules.floors(in("internal/index", "import io.offheapmap.internal.alloc.*;\n")),
            ":2: index may not use alloc");
        String api = "\nObject o = io.offheapmap.OffHeapMap.of(a, b);\n";
        assertFinds(TidyRules.floors(in("internal/segment", api)), ":3: segment may not use api");
        assertFinds(TidyRules.floors(in("internal/cellar", "")), "no floor: io.offheapmap.internal.cellar");
        assertFinds(TidyRules.floors(in("internal/memory", "/** {@link io.offheapmap.OffHeapMap} */\n")));
    }

    @Test
    void order() {
        assertClean(TidyRules::order);
        String fence = "import java.lang.invoke.VarHandle;\n";
        assertFinds(TidyRules.order(in("internal/memory", fence)));
        assertFinds(TidyRules.order(in("internal/segment", fence)), ":2: has VarHandle");
        assertFinds(TidyRules.order(in("internal/segment", "// VarHandle\nString s = \"VarHandle\";\n")));
    }

    @Test
    void tokens() {
        assertClean(TidyRules::tokens);
        assertFinds(TidyRules.tokens(in("internal/memory", "m.asSlice(1);\n")));
        assertFinds(TidyRules.tokens(in("internal/segment", "m.asSlice(1);\n")), ":2: has asSlice(");
        assertFinds(TidyRules.tokens(in("", "\nOptional<String> o; System.out.println();\n")),
            ":3: has Optional", ":3: has System.out");
        assertFinds(TidyRules.tokens(in("", "// an Optional, \"System.out\"\n")));
        assertFinds(TidyRules.tokens(in("", "// TODO later\n")), ":2: has TODO");
        assertFinds(TidyRules.tokens(outside("// FIXME\nSystem.out.println();\n")), ":1: has FIXME");
    }

    @Test
    void packages() {
        assertEquals(List.of(), TidyRules.packages(ALL));
        TidySource info = TidySource.of(CORE + "codec/package-info.java", "package io.offheapmap.codec;\n");
        assertEquals(List.of(), TidyRules.packages(List.of(info, in("codec", ""))));
        assertEquals(List.of(CORE + "error/package-info.java: is missing"),
            TidyRules.packages(List.of(info, in("error", ""))));
    }

    @Test
    void stringsAndCommentsAreBlankedOut() {
        assertEquals("a(\"    \", ' ');     \nb", TidySource.of("X", "a(\"//\\\"\", '\"'); // c\nb").code());
        assertEquals("a     \n     b", TidySource.of("X", "a /* '\n\" */ b").code());
        assertEquals("\"\"\"\n \n\"\"\";", TidySource.of("X", "\"\"\"\n\"\n\"\"\";").code());
    }
}
