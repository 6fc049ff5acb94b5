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
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import io.offheapmap.error.ReentrantAccessException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each method does at its edges. */
@Tag("portable")
class ApiTest {

    @TempDir
    Path folder;

    private OffHeapMap<String, byte[]> open(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        return TestMaps.open(kind, OffHeapMap.of(String.class, byte[].class), folder.resolve("api.map"));
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void nullIsRefusedEverywhere() throws IOException {
        try (OffHeapMap<String, byte[]> map = open(TestMaps.Kind.MEMORY_PORTABLE)) {
            map.put("a", bytes(1));
            List<Executable> calls = List.of(
                () -> map.get(null),
                () -> map.getUsing(null, bytes(1)),
                () -> map.containsKey(null),
                () -> map.put(null, bytes(1)),
                () -> map.put("a", null),
                () -> map.put("absent", null),
                () -> map.set(null, bytes(1)),
                () -> map.set("a", null),
                () -> map.putIfAbsent(null, bytes(1)),
                () -> map.putIfAbsent("a", null),
                () -> map.putIfAbsent("absent", null),
                () -> map.remove(null),
                () -> map.delete(null),
                () -> map.update(null, new Resize(1)),
                () -> map.update("a", null),
                () -> map.update("absent", null),
                () -> map.read(null, Bytes::length),
                () -> map.read("a", null),
                () -> map.read("absent", null),
                () -> map.forEach(null));
            for (int i = 0; i < calls.size(); i++) {
                assertThrows(NullPointerException.class, calls.get(i), "call " + i);
            }
            assertEquals(1, map.size());
            assertArrayEquals(bytes(1), map.getUsing("a", null));
        }
        OffHeapMapBuilder<String, byte[]> builder = OffHeapMap.of(String.class, byte[].class);
        List<Executable> settings = List.of(
            () -> OffHeapMap.of(null, byte[].class),
            () -> OffHeapMap.of(String.class, null),
            () -> builder.keyCodec(null),
            () -> builder.valueCodec(null),
            () -> builder.mapping(null),
            () -> builder.idleStrategy(null),
            () -> builder.createPersistedTo((Path) null),
            () -> builder.createPersistedTo((java.io.File) null));
        for (int i = 0; i < settings.size(); i++) {
            assertThrows(NullPointerException.class, settings.get(i), "setting " + i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsReturned(TestMaps.Kind kind) throws IOException {
        try (OffHeapMap<String, byte[]> map = open(kind)) {
            assertTrue(map.isEmpty());
            assertNull(map.put("a", bytes(1)));
            assertArrayEquals(bytes(1), map.put("a", bytes(2, 2)));
            assertArrayEquals(bytes(2, 2), map.putIfAbsent("a", bytes(3)));
            assertNull(map.putIfAbsent("b", bytes(4)));
            map.set("c", bytes());
            assertEquals(3, map.size());
            assertEquals(3, map.mappingCount());
            assertFalse(map.isEmpty());
            assertTrue(map.update("c", new Resize(5)));
            assertFalse(map.update("absent", new Resize(5)));
            assertArrayEquals(bytes(5, 5, 5, 5, 5), map.get("c"));
            assertEquals(2, map.<Long>read("a", Bytes::length));
            assertNull(map.read("absent", Bytes::length));
            assertNull(map.read("a", value -> null));
            assertArrayEquals(bytes(2, 2), map.remove("a"));
            assertNull(map.remove("a"));
            assertTrue(map.delete("b"));
            assertFalse(map.delete("b"));
            assertFalse(map.containsKey("b"));
            MapStats stats = map.stats();
            assertEquals(1, stats.entries());
            assertEquals(1 + 5, stats.payloadBytes());
            assertTrue(stats.usedBytes() > 0 && stats.usedBytes() <= stats.fileBytes(), stats::toString);
            map.clear();
            assertTrue(map.isEmpty());
            assertNull(map.get("c"));
            assertEquals(0, map.stats().payloadBytes());
        }
    }

    @ParameterizedTest
    @EnumSource
    void emptyKeyAndEmptyValueAreOrdinary(TestMaps.Kind kind) throws IOException {
        OffHeapMap<String, byte[]> map = open(kind);
        map.put("", bytes());
        map.put("other", bytes(1));
        assertArrayEquals(bytes(), map.get(""));
        assertTrue(map.containsKey(""));
        assertEquals(0, map.<Long>read("", Bytes::length));
        if (kind.isPersisted()) {
            map.close();
            map = open(kind);
        }
        assertArrayEquals(bytes(), map.put("", bytes(7)));
        assertArrayEquals(bytes(7), map.remove(""));
        assertFalse(map.containsKey(""));
        map.close();
    }

    @Test
    void whatIsReused() throws IOException {
        try (OffHeapMap<String, byte[]> map = open(TestMaps.Kind.FILE_PORTABLE)) {
            map.set("a", bytes(1, 2, 3));
            byte[] right = new byte[3];
            assertSame(right, map.getUsing("a", right));
            assertArrayEquals(bytes(1, 2, 3), right);
            byte[] tooLong = new byte[4];
            assertNotSame(tooLong, map.getUsing("a", tooLong));
            assertArrayEquals(bytes(1, 2, 3), map.getUsing("a", tooLong));
            assertArrayEquals(bytes(1, 2, 3), map.getUsing("a", new byte[2]));
            assertArrayEquals(bytes(1, 2, 3), map.getUsing("a", null));
            assertNull(map.getUsing("absent", right));
        }
        try (OffHeapMap<CharSequence, CharSequence> map =
            OffHeapMap.of(CharSequence.class, CharSequence.class).mapping(Mapping.PORTABLE).create()) {
            map.set("a", "text");
            StringBuilder builder = new StringBuilder("what was there before");
            assertSame(builder, map.getUsing(new StringBuilder("a"), builder));
            assertEquals("text", builder.toString());
            assertEquals("text", map.getUsing("a", "a String can't be reused").toString());
            assertEquals("text", map.get("a"));
        }
        try (OffHeapMap<String, ByteBuffer> map = OffHeapMap.of(String.class, ByteBuffer.class)
            .mapping(Mapping.PORTABLE).create()) {
            map.set("a", ByteBuffer.wrap(bytes(9, 1, 2, 9), 1, 2));
            buffers(map, ByteBuffer.allocate(5));
            buffers(map, ByteBuffer.allocateDirect(5).position(3));
            ByteBuffer readOnly = ByteBuffer.allocate(5).asReadOnlyBuffer();
            assertNotSame(readOnly, map.getUsing("a", readOnly));
            assertEquals(ByteBuffer.wrap(bytes(1, 2)), map.getUsing("a", ByteBuffer.allocate(1)));
        }
    }

    private static void buffers(OffHeapMap<String, ByteBuffer> map, ByteBuffer using) {
        assertSame(using, map.getUsing("a", using));
        assertEquals(ByteBuffer.wrap(bytes(1, 2)), using);
        assertEquals(0, using.position());
        assertEquals(2, using.limit());
    }

    @Test
    void updaterThatFailsChangesNothing() throws IOException {
        try (OffHeapMap<String, byte[]> map = open(TestMaps.Kind.FILE_PORTABLE)) {
            map.set("a", bytes(1, 2, 3));
            ArithmeticException thrown = new ArithmeticException("by the updater");
            assertSame(thrown, assertThrows(ArithmeticException.class,
                () -> map.update("a", new Failing(thrown, null))));
            assertSame(thrown, assertThrows(ArithmeticException.class,
                () -> map.update("a", new Failing(null, thrown))));
            assertThrows(StackOverflowError.class,
                () -> map.update("a", new Failing(null, new StackOverflowError())));
            assertThrows(IndexOutOfBoundsException.class, () -> map.update("a", new Overflow()));
            assertEquals("value has an impossible length: length=-1; return 0 to 2147483647 from newLength",
                assertThrows(IllegalArgumentException.class,
                    () -> map.update("a", new Resize(-1))).getMessage());
            assertThrows(IllegalArgumentException.class, () -> map.update("a", new Resize(1L << 31)));
            assertArrayEquals(bytes(1, 2, 3), map.get("a"));
            assertSame(thrown, assertThrows(ArithmeticException.class, () -> map.read("a", value -> {
                throw thrown;
            })));
            assertThrows(IndexOutOfBoundsException.class, () -> map.read("a", value -> value.getByte(3)));
            map.set("a", bytes(4));
            assertArrayEquals(bytes(4), map.get("a"));
        }
    }

    @Test
    void windowsAreClosedAfterTheCallback() throws IOException {
        try (OffHeapMap<String, byte[]> map = open(TestMaps.Kind.FILE_PORTABLE)) {
            map.set("a", bytes(1, 2, 3));
            Bytes[] kept = new Bytes[1];
            map.read("a", value -> kept[0] = value);
            assertEquals("the bytes were used outside of their callback; copy what is needed later",
                assertThrows(IllegalStateException.class, () -> kept[0].getByte(0)).getMessage());
        }
    }

    @Test
    void callbacksMayReadButNotLock() throws IOException {
        try (OffHeapMap<String, byte[]> map = TestMaps.openPlain(TestMaps.Kind.FILE_PORTABLE,
            OffHeapMap.of(String.class, byte[].class), folder.resolve("api.map"))) {
            map.set("a", bytes(1));
            map.set("b", bytes(2));
            List<Consumer<OffHeapMap<String, byte[]>>> locking = List.of(
                inner -> inner.put("b", bytes(3)),
                inner -> inner.set("a", bytes(3)),
                inner -> inner.remove("b"),
                inner -> inner.delete("absent"),
                inner -> inner.putIfAbsent("absent", bytes(3)),
                inner -> inner.update("b", new Resize(3)),
                OffHeapMap::clear,
                OffHeapMap::close);
            for (Consumer<OffHeapMap<String, byte[]>> call : locking) {
                assertThrows(ReentrantAccessException.class,
                    () -> map.update("a", new Inside(() -> call.accept(map))));
                assertThrows(ReentrantAccessException.class, () -> map.read("a", value -> {
                    call.accept(map);
                    return "";
                }));
            }
            assertTrue(map.update("a", new Inside(() -> {
                assertArrayEquals(bytes(1), map.get("a"));
                assertArrayEquals(bytes(2), map.get("b"));
                assertTrue(map.containsKey("b"));
                assertEquals(2, map.size());
                assertEquals(1, map.<Long>read("b", Bytes::length));
                Cursor<String, byte[]> cursor = map.cursor();
                assertTrue(cursor.next() && cursor.next() && !cursor.next());
            })));
            assertArrayEquals(bytes(5), map.get("a"));
            assertArrayEquals(bytes(2), map.get("b"));
            assertEquals(2, map.size());
            TestMaps.verify(map);
        }
    }

    static Stream<IdleStrategy> strategies() {
        return Stream.of(BusySpinIdleStrategy.INSTANCE, NoOpIdleStrategy.INSTANCE, new YieldingIdleStrategy(),
            new SleepingMillisIdleStrategy(1));
    }

    @Test
    void everyIdleStrategyServes() throws Exception {
        for (IdleStrategy strategy : strategies().toList()) {
            try (OffHeapMap<Integer, Long> map = OffHeapMap.of(Integer.class, Long.class).segments(1)
                .idleStrategy(() -> strategy).create()) {
                map.set(0, 0L);
                Runnable work = () -> {
                    for (int i = 0; i < 300; i++) {
                        map.update(0, new Increment());
                    }
                };
                List<Thread> threads = List.of(
                    Thread.ofPlatform().start(work), Thread.ofPlatform().start(work),
                    Thread.ofVirtual().start(work), Thread.ofVirtual().start(work));
                for (Thread thread : threads) {
                    thread.join();
                }
                assertEquals(1_200, map.get(0), strategy.alias());
            }
        }
    }

    /** Fills a value of another length with its length. */
    private record Resize(long length) implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return length;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            for (long i = 0; i < next.length(); i++) {
                next.putByte(i, (byte) length);
            }
        }
    }

    /** Does something inside, then stores one byte, 5. */
    private record Inside(Runnable action) implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return 1;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            action.run();
            next.putByte(0, (byte) 5);
        }
    }

    /** Throws in one of its methods. */
    private record Failing(Throwable first, Throwable second) implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            raise(first);
            return present.length() + 1_000;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            next.copyFrom(0, present, 0, present.length());
            raise(second);
        }

        private static void raise(Throwable thrown) {
            switch (thrown) {
                case null -> { }
                case Error error -> throw error;
                default -> throw (RuntimeException) thrown;
            }
        }
    }

    /** Writes one byte too many. */
    private record Overflow() implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return 8;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            next.putLong(0, -1);
            next.putByte(8, (byte) 1);
        }
    }

    /** Counts. */
    private record Increment() implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return present.length();
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            next.putLong(0, present.getLong(0) + 1);
        }
    }
}
