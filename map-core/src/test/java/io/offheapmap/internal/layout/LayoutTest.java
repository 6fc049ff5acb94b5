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
package io.offheapmap.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each byte of the file is described once, in a descriptor; {@code doc/format.md} shows the same as tables.
 * With {@code -Dformat.write=true} the tables are written anew instead of being compared.
 */
class LayoutTest {

    private static final Path DOC = Path.of("doc", "format.md");
    private static final String END = "<!-- end -->";

    /** All descriptors of the room: what has a layout. */
    private static Map<String, StructLayout> descriptors() throws IOException, ReflectiveOperationException {
        Map<String, StructLayout> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(classes())) {
            for (Path file : files.filter(file -> file.toString().endsWith(".class")).toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                StructLayout layout = layoutOf(Class.forName(LayoutTest.class.getPackageName() + "." + name));
                if (layout != null) {
                    found.put(name, layout);
                }
            }
        }
        return found;
    }

    private static Path classes() {
        try {
            URI root = Slot.class.getProtectionDomain().getCodeSource().getLocation().toURI();
            return Path.of(root).resolve(Slot.class.getPackageName().replace('.', '/'));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static StructLayout layoutOf(Class<?> type) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            if (field.getName().equals("LAYOUT") && Modifier.isStatic(field.getModifiers())) {
                return (StructLayout) field.get(null);
            }
        }
        return null;
    }

    /** The table of a descriptor, as the document has it. */
    static String table(StructLayout layout) {
        StringBuilder table = new StringBuilder("\n| field | offset | length |\n|---|---|---|\n");
        long offset = 0;
        for (MemoryLayout member : layout.memberLayouts()) {
            table.append("| ").append(member.name().orElse("(zero)")).append(" | ").append(offset)
                .append(" | ")
                .append(length(member)).append(" |\n");
            offset += member.byteSize();
        }
        return table.append("| **all** | | ").append(offset).append(" |\n").toString();
    }

    private static String length(MemoryLayout member) {
        return member instanceof SequenceLayout row
            ? row.elementCount() + " × " + row.elementLayout().byteSize() : Long.toString(member.byteSize());
    }

    @Test
    void documentShowsEveryLayout() throws IOException, ReflectiveOperationException {
        Path doc = Files.exists(DOC) ? DOC : Path.of("map-core").resolve(DOC);
        String text = Files.readString(doc);
        String expected = text;
        for (Map.Entry<String, StructLayout> descriptor : descriptors().entrySet()) {
            expected = withTable(expected, descriptor.getKey(), table(descriptor.getValue()));
        }
        if (Boolean.getBoolean("format.write")) {
            Files.writeString(doc, expected);
        } else {
            assertEquals(expected, text, "format.md differs; run this test with -Dformat.write=true");
        }
    }

    /** The text with this table between its marks. */
    static String withTable(String text, String name, String table) {
        String begin = "<!-- layout:" + name + " -->\n";
        int start = text.indexOf(begin);
        assertTrue(start >= 0, "format.md has no place for " + name + ": add the line " + begin);
        int end = text.indexOf(END, start);
        assertTrue(end >= 0, "format.md has no " + END + " behind " + begin);
        return text.substring(0, start + begin.length()) + table + "\n" + text.substring(end);
    }

    @Test
    void everyDescriptorIsFound() throws IOException, ReflectiveOperationException {
        assertTrue(descriptors().keySet()
            .containsAll(java.util.List.of("AllocatorDescriptor", "BlockDescriptor",
            "BucketDescriptor", "ExtentDescriptor", "FileHeaderDescriptor", "GlobalsDescriptor",
            "SegmentDescriptor")), () -> "only these: " + classes());
    }

    @Test
    void tablesTellLayoutsApart() {
        StructLayout layout = MemoryLayout.structLayout(ValueLayout.JAVA_LONG.withName("first"),
            MemoryLayout.sequenceLayout(3, ValueLayout.JAVA_INT).withName("row"),
            MemoryLayout.paddingLayout(4));
        assertEquals("""

            | field | offset | length |
            |---|---|---|
            | first | 0 | 8 |
            | row | 8 | 3 × 4 |
            | (zero) | 20 | 4 |
            | **all** | | 24 |
            """, table(layout));
        String doc = "a\n<!-- layout:X -->\nold\n<!-- end -->\nb\n";
        assertEquals("a\n<!-- layout:X -->\nnew\n<!-- end -->\nb\n", withTable(doc, "X", "new"));
    }

    /** What readers load is not on a cache line that writers store to, and no header word crosses one. */
    @Test
    void cacheLines() {
        assertEquals(64, BucketDescriptor.LENGTH);
        assertEquals(32, BlockDescriptor.LAYOUT.byteSize());
        assertEquals(BlockDescriptor.UNIT_BYTES, BlockDescriptor.LAYOUT.byteSize());
        assertEquals(0, SegmentDescriptor.LOCK % 64);
        assertEquals(0, SegmentDescriptor.LENGTH % 64);
        assertTrue(SegmentDescriptor.BUCKET_BLOCK
            + 8L * SegmentDescriptor.BUCKET_BLOCKS <= SegmentDescriptor.LOCK);
        assertEquals(64 * 8, AllocatorDescriptor.LENGTH);
        assertTrue(FileHeaderDescriptor.LENGTH <= 512);
    }
}
