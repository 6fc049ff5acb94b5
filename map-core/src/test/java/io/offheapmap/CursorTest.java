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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Walks over maps that change under them. */
@Tag("portable")
class CursorTest {

    private static final int COUNT = 3_000;
    private static final long SEED = Long.getLong("offheapmap.seed", 5);

    @TempDir
    Path folder;

    private static OffHeapMapBuilder<Integer, Integer> builder() {
        return OffHeapMap.of(Integer.class, Integer.class).entries(50).segments(2);
    }

    private OffHeapMap<Integer, Integer> filled(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        OffHeapMap<Integer, Integer> map = TestMaps.open(kind, builder(), folder.resolve("walked.map"));
        for (int i = 0; i < COUNT; i++) {
            map.set(i, -i);
        }
        return map;
    }

    @Test
    void overNothing() throws IOException {
        try (OffHeapMap<Integer, Integer> map = TestMaps.open(TestMaps.Kind.MEMORY_PORTABLE, builder(),
            null)) {
            Cursor<Integer, Integer> cursor = map.cursor();
            String fault = "the cursor is at no entry; call next() until it returns false";
            assertEquals(fault,
                assertThrows(IllegalStateException.class, () -> cursor.key(null)).getMessage());
            assertFalse(cursor.next());
            assertFalse(cursor.next());
            assertEquals(fault,
                assertThrows(IllegalStateException.class, () -> cursor.value(1)).getMessage());
            map.set(1, 1);
            assertFalse(cursor.next(), "it was at the end");
            map.forEach((key, value) -> assertEquals(1, key));
        }
    }

    @ParameterizedTest
    @EnumSource
    void everythingOnce(TestMaps.Kind kind) throws IOException {
        try (OffHeapMap<Integer, Integer> map = filled(kind)) {
            Set<Integer> seen = new HashSet<>();
            Cursor<Integer, Integer> cursor = map.cursor();
            while (cursor.next()) {
                assertTrue(seen.add(cursor.key(null)));
                assertEquals(-cursor.key(null), cursor.value(null));
            }
            assertEquals(COUNT, seen.size());
        }
    }

    /** The action writes so much that buckets are split, overflow and merge while the walk is on its way. */
    @ParameterizedTest
    @EnumSource
    void actionPuts(TestMaps.Kind kind) throws IOException {
        try (OffHeapMap<Integer, Integer> map = filled(kind)) {
            Set<Integer> seen = new HashSet<>();
            map.forEach((key, value) -> {
                assertTrue(seen.add(key), "seen twice: " + key);
                if (key < COUNT) {
                    for (int i = 1; i < 10; i++) {
                        map.set(key + COUNT * i, value);
                    }
                    map.set(key, value);
                }
            });
            for (int i = 0; i < COUNT; i++) {
                assertTrue(seen.contains(i), "missed: " + i);
            }
            assertEquals(10 * COUNT, map.size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void actionRemoves(TestMaps.Kind kind) throws IOException {
        try (OffHeapMap<Integer, Integer> map = filled(kind)) {
            Set<Integer> removed = new HashSet<>();
            Set<Integer> seen = new HashSet<>();
            map.forEach((key, value) -> {
                assertTrue(seen.add(key), "seen twice: " + key);
                assertFalse(removed.contains(key), "seen though removed: " + key);
                int other = (key + COUNT / 2) % COUNT;
                if (!seen.contains(other)) {
                    assertTrue(map.delete(other));
                    removed.add(other);
                }
            });
            assertEquals(COUNT, seen.size() + removed.size());
            assertEquals(COUNT / 2, map.size());
        }
    }

    @Test
    void entryThatIsRemovedUnderTheCursor() throws IOException {
        try (OffHeapMap<Integer, Integer> map = filled(TestMaps.Kind.FILE_PORTABLE)) {
            Cursor<Integer, Integer> cursor = map.cursor();
            int count = 0;
            while (cursor.next()) {
                Integer key = cursor.key(null);
                map.set(key, 77);
                assertEquals(77, cursor.value(null));
                map.remove(key);
                assertNull(cursor.value(null));
                assertEquals(key, cursor.key(null));
                count++;
            }
            assertEquals(COUNT, count);
            assertTrue(map.isEmpty());
        }
    }

    @Test
    void actionClears() throws IOException {
        try (OffHeapMap<Integer, Integer> map = filled(TestMaps.Kind.FILE_PORTABLE)) {
            int[] count = new int[1];
            map.forEach((key, value) -> {
                map.clear();
                count[0]++;
            });
            assertEquals(1, count[0]);
        }
    }

    @Test
    void actionThrows() throws IOException {
        try (OffHeapMap<Integer, Integer> map = filled(TestMaps.Kind.FILE_PORTABLE)) {
            ArithmeticException thrown = new ArithmeticException();
            assertSame(thrown, assertThrows(ArithmeticException.class, () -> map.forEach((key, value) -> {
                throw thrown;
            })));
            map.set(1, 2);
        }
    }

    @Test
    void objectsAreReused() throws IOException {
        try (OffHeapMap<CharSequence, byte[]> map = TestMaps.open(TestMaps.Kind.FILE_PORTABLE,
            OffHeapMap.of(CharSequence.class, byte[].class), folder.resolve("reused.map"))) {
            for (int i = 0; i < 100; i++) {
                map.set("key" + i, new byte[] {(byte) i, 0});
            }
            StringBuilder key = new StringBuilder();
            byte[] value = new byte[2];
            Cursor<CharSequence, byte[]> cursor = map.cursor();
            Set<String> seen = new HashSet<>();
            while (cursor.next()) {
                assertSame(key, cursor.key(key));
                assertSame(value, cursor.value(value));
                assertEquals("key" + value[0], key.toString());
                assertTrue(seen.add(key.toString()));
            }
            assertEquals(100, seen.size());
        }
    }

    /** What is there throughout is seen exactly once, whatever another thread does to the rest. */
    @ParameterizedTest
    @EnumSource
    void others(TestMaps.Kind kind) throws Exception {
        System.err.println("CursorTest seed=" + SEED + ", kind=" + kind);
        try (OffHeapMap<Integer, Integer> map = filled(kind)) {
            AtomicBoolean stop = new AtomicBoolean();
            Thread writer = Thread.ofPlatform().start(() -> {
                Random random = new Random(SEED);
                while (!stop.get()) {
                    int key = COUNT + random.nextInt(20 * COUNT);
                    if (random.nextBoolean()) {
                        map.set(key, -key);
                    } else {
                        map.delete(key);
                    }
                    int kept = random.nextInt(COUNT);
                    map.set(kept, -kept);
                }
            });
            try {
                for (int round = 0; round < 20; round++) {
                    walk(map);
                }
            } finally {
                stop.set(true);
                writer.join();
            }
        }
    }

    private static void walk(OffHeapMap<Integer, Integer> map) {
        Set<Integer> seen = new HashSet<>();
        int kept = 0;
        Cursor<Integer, Integer> cursor = map.cursor();
        while (cursor.next()) {
            Integer key = cursor.key(null);
            assertTrue(key >= COUNT || seen.add(key), "seen twice: " + key);
            kept += key < COUNT ? 1 : 0;
            Integer value = cursor.value(null);
            assertTrue(value == null ? key >= COUNT : value == -key, "key=" + key + ", value=" + value);
        }
        assertEquals(COUNT, kept);
    }
}
