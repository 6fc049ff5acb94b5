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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.Codec;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.LockWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What codecs and callbacks throw reaches the caller; the map is unchanged, sound (each is verified when it
 * is closed), and goes on.
 */
@Tag("portable")
class FailingCallbacksTest {

    private static final List<Supplier<Throwable>> THROWABLES = List.of(
        () -> new IllegalStateException("a bug"), StackOverflowError::new, () -> new OutOfMemoryError("test"),
        () -> new AssertionError("a bug"));

    @TempDir
    Path folder;

    private Throwable next;
    private String where = "";

    private void fail(String here) {
        if (where.equals(here)) {
            FailingCallbacksTest.<RuntimeException>sneak(next);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable e) throws T {
        throw (T) e;
    }

    /** Texts, and failures where it is told. */
    private final class FailingCodec implements Codec<String> {
        private final String name;
        private long wrongBy;

        FailingCodec(String name) {
            this.name = name;
        }

        @Override
        public int id() {
            return Codec.FIRST_USER_ID;
        }

        @Override
        public long size(String text) {
            fail(name + ".size");
            long wrong = wrongBy;
            wrongBy = 0;
            return text.getBytes(StandardCharsets.UTF_8).length + wrong;
        }

        @Override
        public void write(String text, MemorySegment target) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, 0, bytes.length / 2);
            fail(name + ".write");
            MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, 0, bytes.length);
        }

        @Override
        public String read(MemorySegment source, String using) {
            fail(name + ".read");
            return new String(source.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        }
    }

    private final FailingCodec keyCodec = new FailingCodec("key");
    private final FailingCodec valueCodec = new FailingCodec("value");

    private OffHeapMap<String, String> open() throws IOException {
        return TestMaps.open(TestMaps.Kind.FILE_PORTABLE, OffHeapMap.of(String.class, String.class)
            .keyCodec(keyCodec).valueCodec(valueCodec).entries(1).segments(1), folder.resolve("failing.map"));
    }

    private interface Call {
        void run();
    }

    private void assertFails(OffHeapMap<String, String> map, String here, Call call) {
        for (Supplier<Throwable> throwable : THROWABLES) {
            where = here;
            next = throwable.get();
            assertSame(next, assertThrows(Throwable.class, call::run), here);
            where = "";
            assertEquals("one", map.get("1"), here);
            assertEquals(1, map.size(), here);
            TestMaps.verify(map);
            map.set("2", "two");
            assertTrue(map.delete("2"), here);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"key.size", "key.write", "value.size", "value.write"})
    void codecThatFailsToWrite(String here) throws IOException {
        try (OffHeapMap<String, String> map = open()) {
            map.set("1", "one");
            assertFails(map, here, () -> map.set("new", "value"));
            assertFails(map, here, () -> map.put("1", "value".repeat(40_000)));
            assertFails(map, here, () -> map.set("1", "value".repeat(200)));
            assertFails(map, here, () -> map.putIfAbsent("new", "value"));
        }
    }

    @Test
    void codecThatFailsToRead() throws IOException {
        try (OffHeapMap<String, String> map = open()) {
            map.set("1", "one");
            assertFails(map, "value.read", () -> map.get("1"));
            assertFails(map, "value.read", () -> map.put("1", "other"));
            assertFails(map, "value.read", () -> map.putIfAbsent("1", "other"));
            assertFails(map, "value.read", () -> map.remove("1"));
            assertFails(map, "value.read", () -> map.forEach((key, value) -> { }));
            assertFails(map, "key.read", () -> map.forEach((key, value) -> { }));
        }
    }

    @Test
    void codecWithWrongSizes() throws IOException {
        try (OffHeapMap<String, String> map = open()) {
            map.set("1", "one");
            for (int wrong : new int[] {-2, -1, 1, 1_000, -1_000}) {
                valueCodec.wrongBy = wrong;
                assertThrows(RuntimeException.class, () -> map.set("1", "three"));
                keyCodec.wrongBy = wrong;
                assertThrows(RuntimeException.class, () -> map.set("x", "three"));
                assertEquals("one", map.get("1"));
                assertEquals(1, map.size());
                TestMaps.verify(map);
            }
        }
    }

    /** An updater that fails where it is told. */
    private final class FailingUpdater implements ValueUpdater {
        private final long length;

        FailingUpdater(long length) {
            this.length = length;
        }

        @Override
        public long newLength(Bytes present) {
            fail("newLength");
            return length;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            next.putByte(0, (byte) 'x');
            fail("write");
        }
    }

    @Test
    void updaterThatFails() throws IOException {
        try (OffHeapMap<String, String> map = open()) {
            map.set("1", "one");
            for (String here : List.of("newLength", "write")) {
                for (long length : new long[] {1, 100, 5_000, 300_000}) {
                    assertFails(map, here, () -> map.update("1", new FailingUpdater(length)));
                }
            }
            for (long length : new long[] {-1, 1L << 31, Long.MIN_VALUE, Long.MAX_VALUE}) {
                assertThrows(IllegalArgumentException.class,
                    () -> map.update("1", new FailingUpdater(length)));
                assertEquals("one", map.get("1"));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> map.update("1", new FailingUpdater(0)));
            assertEquals("one", map.get("1"));
        }
    }

    @Test
    void readerThatFails() throws IOException {
        try (OffHeapMap<String, String> map = open()) {
            map.set("1", "one");
            assertFails(map, "read", () -> map.read("1", bytes -> {
                fail("read");
                return bytes;
            }));
            Bytes[] kept = new Bytes[1];
            map.read("1", bytes -> kept[0] = bytes);
            assertThrows(IllegalStateException.class, () -> kept[0].getByte(0));
        }
    }

    /**
     * A lock that was left with its work undone makes the file unclean, so that the next opening repairs
     * it.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fileWithWorkUndoneIsRepairedWhenOpened(boolean global) throws IOException {
        Path file = folder.resolve("undone.map");
        long lock = global ? GlobalsDescriptor.LOCK : Geometry.SEGMENTS_OFFSET + SegmentDescriptor.LOCK;
        OffHeapMapBuilder<String, byte[]> builder = OffHeapMap.of(String.class, byte[].class).segments(1);
        for (long word : new long[] {LockWord.abandoned(1), LockWord.held(1)}) {
            try (OffHeapMap<String, byte[]> map = builder.createPersistedTo(file)) {
                assertNull(map.put("1" + word, new byte[3]));
                Memory memory = TestMaps.parts(map).memory;
                assertEquals(LockWord.FREE, memory.loadLong(lock));
                memory.storeLong(lock, word);
            }
            try (OffHeapMap<String, byte[]> map = TestMaps.open(TestMaps.Kind.FILE_PORTABLE, builder, file)) {
                assertArrayEquals(new byte[3], map.get("1" + word));
                assertEquals(LockWord.FREE, TestMaps.parts(map).memory.loadLong(lock));
                map.set("2", new byte[300_000]);
            }
        }
    }
}
