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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import io.offheapmap.error.MapClosedException;
import io.offheapmap.error.ReentrantAccessException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A callback that enters the map again: reads work, whatever locks is refused, never a deadlock. */
@Tag("portable")
class ReentrantAccessTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final byte[] ONE = {1};
    private static final byte[] TWO = {2, 2};

    private OffHeapMap<String, byte[]> map;

    @BeforeEach
    void open() throws IOException {
        map = TestMaps.openPlain(TestMaps.Kind.MEMORY_PORTABLE,
            OffHeapMap.of(String.class, byte[].class).segments(16), Path.of(""));
        map.set("1", ONE);
        for (int i = 0; i < 40; i++) {
            map.set("other" + i, TWO);
        }
    }

    @AfterEach
    void close() {
        assertArrayEquals(ONE, map.get("1"));
        assertEquals(41, map.size());
        TestMaps.verify(map);
        map.close();
    }

    /** Does something to the map from inside of both methods, then fails. */
    private record Reentry(OffHeapMap<String, byte[]> map, Consumer<OffHeapMap<String, byte[]>> call,
        boolean early) implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            if (early) {
                call.accept(map);
            }
            return 3;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            call.accept(map);
        }
    }

    private void assertRefused(Consumer<OffHeapMap<String, byte[]>> call) {
        assertTimeoutPreemptively(LIMIT, () -> {
            for (boolean early : new boolean[] {true, false}) {
                assertThrows(ReentrantAccessException.class,
                    () -> map.update("1", new Reentry(map, call, early)));
            }
            assertThrows(ReentrantAccessException.class, () -> map.read("1", bytes -> {
                call.accept(map);
                return bytes;
            }));
        });
    }

    @Test
    void whateverLocksIsRefused() {
        // the same segment and others
        for (String key : List.of("1", "other1", "other2", "other3", "other4", "none")) {
            assertRefused(again -> again.put(key, TWO));
            assertRefused(again -> again.set(key, TWO));
            assertRefused(again -> again.remove(key));
            assertRefused(again -> again.delete(key));
            assertRefused(again -> again.update(key, new Reentry(again, nothing -> { }, false)));
        }
        assertRefused(again -> again.putIfAbsent("none", TWO));
        assertRefused(OffHeapMap::clear);
        assertRefused(OffHeapMap::close);
    }

    @Test
    void messageTellsWhatToDo() {
        String message = assertThrows(ReentrantAccessException.class, () -> map.read("1", bytes ->
            map.put("1", TWO))).getMessage();
        assertTrue(message.matches("a callback calls the map in a way that locks: segment=\\d+;"
            + " read there, and write after the operation"), message);
        assertEquals("a callback closes the map that it was called by: map=(memory);"
            + " close it after the operation",
            assertThrows(ReentrantAccessException.class, () -> map.read("1", bytes -> {
                map.close();
                return bytes;
            })).getMessage());
    }

    private static int count(OffHeapMap<String, byte[]> map) {
        int count = 0;
        for (Cursor<String, byte[]> cursor = map.cursor(); cursor.next();) {
            assertTrue(cursor.key(null).equals("1") || cursor.value(null).length == 2);
            count++;
        }
        return count;
    }

    private static void readEverything(OffHeapMap<String, byte[]> map) {
        assertArrayEquals(ONE, map.get("1"));
        assertArrayEquals(ONE, map.getUsing("1", new byte[1]));
        assertArrayEquals(TWO, map.get("other7"));
        assertArrayEquals(TWO, map.putIfAbsent("other7", ONE));
        assertNull(map.get("none"));
        assertTrue(map.containsKey("1"));
        assertFalse(map.containsKey("none"));
        Long length = map.read("1", bytes -> bytes.length());
        assertEquals(1, length);
        assertEquals(41, map.size());
        assertEquals(41, count(map));
    }

    @Test
    void readsWorkInside() {
        assertTimeoutPreemptively(LIMIT, () -> {
            assertTrue(map.update("1", new ValueUpdater() {
                @Override
                public long newLength(Bytes present) {
                    readEverything(map);
                    return 1;
                }

                @Override
                public void write(Bytes present, MutableBytes next) {
                    readEverything(map);
                    next.putByte(0, (byte) 1);
                    readEverything(map);
                    assertEquals(1, present.getByte(0), "the outer window is still open");
                }
            }));
            assertEquals("read", map.read("1", bytes -> {
                readEverything(map);
                return map.read("other1", more -> "read");
            }));
        });
    }

    @Test
    void forEachMayWrite() {
        map.forEach((key, value) -> map.set(key, key.equals("1") ? ONE : TWO));
        map.forEach((key, value) -> {
            map.delete("none");
            map.set(key, value);
        });
    }

    @Test
    void callbackKeepsAnotherThreadFromClosing() throws Exception {
        OffHeapMap<String, byte[]> closing = TestMaps.openPlain(TestMaps.Kind.MEMORY_PORTABLE,
            OffHeapMap.of(String.class, byte[].class), Path.of(""));
        closing.set("1", ONE);
        Thread closer = new Thread(closing::close);
        int read = closing.read("1", bytes -> {
            closer.start();
            sleep();
            return (int) bytes.getByte(0);
        });
        assertEquals(1, read);
        closer.join(LIMIT);
        assertFalse(closer.isAlive());
        assertThrows(MapClosedException.class, () -> closing.get("1"));
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
