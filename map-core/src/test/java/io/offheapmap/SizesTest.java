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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.layout.BlockDescriptor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys and values of every length that changes something: units, bitmaps, extents, large values, limits. */
class SizesTest {

    private static final long SEED = Long.getLong("offheapmap.seed", 6_000);
    private static final int KEY_LIMIT = BlockDescriptor.MAX_KEY_LENGTH;

    @TempDir
    Path folder;

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Both sides of each power of two up to 4 MiB, with and without the header, for any geometry. */
    private static TreeSet<Integer> lengths() {
        TreeSet<Integer> lengths = new TreeSet<>();
        for (int power = 0; power <= 22; power++) {
            for (int around : new int[] {0, -(int) BlockDescriptor.KEY, -8 - (int) BlockDescriptor.KEY}) {
                for (int beside = -1; beside <= 1; beside++) {
                    lengths.add(Math.max(0, (1 << power) + around + beside));
                }
            }
        }
        for (int length = 0; length < 100; length++) {
            lengths.add(length);
        }
        return lengths;
    }

    @ParameterizedTest
    @EnumSource
    void valuesOfEveryBoundary(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        Path file = folder.resolve("values.map");
        OffHeapMap<Integer, byte[]> map = TestMaps.open(kind, values(), file);
        for (int length : lengths()) {
            byte[] value = random(new Random(SEED + length), length);
            map.set(0, value);
            assertArrayEquals(value, map.get(0));
            if (length < 300_000 || length % 3 == 0) {
                map.set(length + 1, value);
            }
        }
        if (kind.isPersisted()) {
            map.close();
            map = TestMaps.open(kind, values(), file);
        }
        for (int length : lengths()) {
            byte[] present = map.remove(length + 1);
            if (length < 300_000 || length % 3 == 0) {
                assertArrayEquals(random(new Random(SEED + length), length), present);
            } else {
                assertNull(present);
            }
        }
        assertEquals(1, map.size());
        map.close();
    }

    private static OffHeapMapBuilder<Integer, byte[]> values() {
        return OffHeapMap.of(Integer.class, byte[].class).entries(300);
    }

    @ParameterizedTest
    @EnumSource
    void keysOfEveryBoundary(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        Path file = folder.resolve("keys.map");
        OffHeapMap<byte[], Integer> map = TestMaps.open(kind, OffHeapMap.of(byte[].class, Integer.class),
            file);
        int count = 0;
        for (int length : lengths()) {
            byte[] key = random(new Random(SEED + length), length);
            if (length <= KEY_LIMIT) {
                assertNull(map.put(key, length));
                count++;
            } else {
                String fault = "key is too long: type=byte[], length=" + length
                    + ", longest=65536; use a shorter key, or a hash of it";
                assertEquals(fault,
                    assertThrows(IllegalArgumentException.class, () -> set(map, key)).getMessage());
                assertThrows(IllegalArgumentException.class, () -> map.get(key));
            }
            assertEquals(count, map.size());
        }
        for (int length : lengths()) {
            if (length <= KEY_LIMIT) {
                assertEquals(length, map.get(random(new Random(SEED + length), length)));
            }
        }
        Cursor<byte[], Integer> cursor = map.cursor();
        while (cursor.next()) {
            byte[] key = cursor.key(null);
            assertArrayEquals(random(new Random(SEED + key.length), key.length), key);
            count--;
        }
        assertEquals(0, count);
        map.close();
    }

    private static void set(OffHeapMap<byte[], Integer> map, byte[] key) {
        map.set(key, 1);
    }

    @Test
    void largestTextKey() throws IOException {
        try (OffHeapMap<String, String> map = TestMaps.open(TestMaps.Kind.MEMORY_PORTABLE,
            OffHeapMap.of(String.class, String.class), null)) {
            String longest = "\u20ac".repeat(KEY_LIMIT / 3) + "x";
            map.set(longest, longest);
            assertEquals(longest, map.get(longest));
            assertThrows(IllegalArgumentException.class, () -> map.set(longest + "x", "lost"));
            assertThrows(IllegalArgumentException.class, () -> map.set("\u20ac".repeat(KEY_LIMIT), "x"));
            assertEquals("text holds half a surrogate pair, which has no UTF-8: index=1, char=0xd800; "
                + "repair the text, or store it as byte[]", assertThrows(IllegalArgumentException.class,
                    () -> map.set("a\ud800b", "lost")).getMessage());
            assertThrows(IllegalArgumentException.class, () -> map.set("a", "\udc00"));
            assertEquals(1, map.size());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_NATIVE", "MEMORY_NATIVE"})
    void hundredsOfMegabytes(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        large(kind, 300_000_001);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void longestValue(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        large(kind, Integer.MAX_VALUE);
    }

    private void large(TestMaps.Kind kind, long length) throws IOException {
        Assumptions.assumeTrue(folder.toFile().getUsableSpace() > 3 * length, "needs room on the device");
        Path file = folder.resolve("large.map");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(length);
            for (long i = 0; i + Long.BYTES <= length; i += 4_096) {
                value.set(ValueLayout.JAVA_LONG, i, i * 31);
            }
            value.set(ValueLayout.JAVA_BYTE, length - 1, (byte) 77);
            OffHeapMap<String, MemorySegment> map = TestMaps.open(kind, large(), file);
            map.set("large", value);
            map.set("small", MemorySegment.ofArray(new byte[] {1}));
            MemorySegment copy = arena.allocate(length);
            assertTrue(copy == map.getUsing("large", copy));
            assertEquals(-1, value.mismatch(copy));
            assertEquals(length, map.<Long>read("large", bytes -> bytes.length()));
            assertTrue(map.delete("large"));
            map.close();
        }
    }

    private static OffHeapMapBuilder<String, MemorySegment> large() {
        return OffHeapMap.of(String.class, MemorySegment.class).entries(10);
    }

    @Test
    void tooLongIsRefused() throws IOException {
        Path sparse = folder.resolve("sparse");
        try (Arena arena = Arena.ofShared(); FileChannel channel = FileChannel.open(sparse,
            StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            OffHeapMap<String, MemorySegment> map = TestMaps.open(TestMaps.Kind.FILE_PORTABLE, large(),
                folder.resolve("large.map"))) {
            MemorySegment tooLong = channel.map(FileChannel.MapMode.READ_WRITE, 0, 1L << 31, arena);
            assertEquals("value is too long: length=2147483648, longest=2147483647; split it",
                assertThrows(IllegalArgumentException.class, () -> map.set("a", tooLong)).getMessage());
            assertTrue(map.isEmpty());
        }
    }

    @Test
    void longestArray() throws IOException {
        try (OffHeapMap<String, byte[]> map = TestMaps.open(TestMaps.Kind.MEMORY_PORTABLE,
            OffHeapMap.of(String.class, byte[].class).maxFileBytes(64 << 20), null)) {
            byte[] value = random(new Random(SEED), 20_000_000);
            map.set("a", value);
            assertTrue(Arrays.equals(value, map.get("a")));
            map.set("a", new byte[0]);
            map.set("b", value);
            assertTrue(Arrays.equals(value, map.get("b")));
        }
    }
}
