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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import io.offheapmap.error.MapClosedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing, whatever else goes on: the others get an exception, and never anything worse. */
@Tag("portable")
@Timeout(300)
class CloseTest {

    private static final int THREADS = 8;
    private static final int ROUNDS = Integer.getInteger("offheapmap.close.rounds", 250);
    private static final int PATIENCE_S = 60;
    private static final long SEED = Long.getLong("offheapmap.seed", 8_000);

    @TempDir
    Path folder;

    private static OffHeapMapBuilder<Integer, byte[]> builder() {
        return OffHeapMap.of(Integer.class, byte[].class).entries(10).segments(4);
    }

    @ParameterizedTest
    @EnumSource
    void useAfterClose(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        OffHeapMap<Integer, byte[]> map = TestMaps.open(kind, builder(), folder.resolve("closed.map"));
        byte[] value = {1};
        map.set(1, value);
        map.set(2, value);
        Cursor<Integer, byte[]> fresh = map.cursor();
        Cursor<Integer, byte[]> inside = map.cursor();
        assertTrue(inside.next());
        map.close();
        map.close();
        List<Executable> calls = List.of(
            () -> map.get(1),
            () -> map.getUsing(1, value),
            () -> map.containsKey(1),
            () -> map.put(1, value),
            () -> map.set(1, value),
            () -> map.putIfAbsent(1, value),
            () -> map.remove(1),
            () -> map.delete(1),
            () -> map.update(1, new Grow()),
            () -> map.read(1, Bytes::length),
            map::size,
            map::mappingCount,
            map::isEmpty,
            map::clear,
            () -> map.forEach((k, v) -> { }),
            map::cursor,
            map::sync,
            map::stats,
            fresh::next,
            inside::next,
            () -> inside.key(null),
            () -> inside.value(null));
        String name = kind.isPersisted() ? folder.toRealPath().resolve("closed.map").toString() : "(memory)";
        for (int i = 0; i < calls.size(); i++) {
            assertEquals("the map is closed: map=" + name + "; open it again",
                assertThrows(MapClosedException.class, calls.get(i), "call " + i).getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource
    void closeWhileOthersWork(TestMaps.Kind kind) throws Exception {
        kind.assumeAvailable();
        System.err.println("CloseTest seed=" + SEED + ", kind=" + kind + ", rounds=" + ROUNDS);
        Path quick = TestDisk.quickFolder(folder);
        Path file = quick.resolve("busy.map");
        Random random = new Random(SEED);
        Workers workers = new Workers();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                OffHeapMap<Integer, byte[]> map = TestMaps.openPlain(kind, builder(), file);
                workers.begin(map);
                LockSupport.parkNanos(random.nextInt(1 << random.nextInt(21)));
                map.close();
                workers.end();
                if (round % 10 == 9) {
                    check(kind, file);
                }
            }
            workers.stop();
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(quick.resolve("busy.map.lock"));
            Files.delete(quick);
        }
    }

    /** What was closed under eight threads is sound and whole; then start with an empty one. */
    private static void check(TestMaps.Kind kind, Path file) throws IOException {
        if (kind.isPersisted()) {
            try (OffHeapMap<Integer, byte[]> map = TestMaps.open(kind, builder(), file)) {
                map.forEach((key, value) -> {
                    for (byte each : value) {
                        assertEquals((byte) value.length, each);
                    }
                });
            }
            Files.delete(file);
        }
    }

    /** Threads that use one map after the other until it is closed. */
    private static final class Workers {

        private final CyclicBarrier barrier = new CyclicBarrier(THREADS + 1);
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final List<Thread> threads = new ArrayList<>();
        private volatile OffHeapMap<Integer, byte[]> map;

        Workers() {
            for (int i = 0; i < THREADS; i++) {
                long seed = SEED + i;
                threads.add(i == 0 ? Thread.ofVirtual().start(() -> run(seed))
                    : Thread.ofPlatform().daemon().start(() -> run(seed)));
            }
        }

        void begin(OffHeapMap<Integer, byte[]> next) throws Exception {
            map = next;
            barrier.await(PATIENCE_S, TimeUnit.SECONDS);
        }

        void end() throws Exception {
            barrier.await(PATIENCE_S, TimeUnit.SECONDS);
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
        }

        private void run(long seed) {
            Random random = new Random(seed);
            try {
                while (true) {
                    barrier.await();
                    OffHeapMap<Integer, byte[]> present = map;
                    if (present == null) {
                        return;
                    }
                    try {
                        use(present, random);
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                    barrier.await();
                }
            } catch (Exception broken) {
                failure.compareAndSet(null, broken);
            }
        }

        private static void use(OffHeapMap<Integer, byte[]> map, Random random) {
            try {
                while (true) {
                    operate(map, random);
                }
            } catch (MapClosedException expected) {
                assertThrows(MapClosedException.class, map::size);
            }
        }

        private static void operate(OffHeapMap<Integer, byte[]> map, Random random) {
            int key = random.nextInt(200);
            byte[] value = new byte[random.nextInt(300) == 0 ? 65_536 : random.nextInt(100)];
            java.util.Arrays.fill(value, (byte) value.length);
            switch (random.nextInt(13)) {
                case 0, 1 -> map.set(key, value);
                case 2 -> map.put(key, value);
                case 3 -> map.putIfAbsent(key, value);
                case 4 -> map.delete(key);
                case 5 -> map.remove(key);
                case 6 -> map.update(key, new Grow());
                case 7 -> map.read(key, Bytes::length);
                case 8 -> map.containsKey(key);
                case 9 -> rarely(map, random);
                default -> map.get(key);
            }
        }

        private static void rarely(OffHeapMap<Integer, byte[]> map, Random random) {
            switch (random.nextInt(20)) {
                case 0 -> map.forEach((key, value) -> { });
                case 1 -> map.clear();
                case 2 -> map.stats();
                case 3 -> map.sync();
                case 4 -> map.close();
                default -> map.size();
            }
        }

        void stop() throws Exception {
            map = null;
            barrier.await(PATIENCE_S, TimeUnit.SECONDS);
        }
    }

    /** One more byte, each as large as the length. */
    private record Grow() implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return (present.length() + 1) % 200;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            for (long i = 0; i < next.length(); i++) {
                next.putByte(i, (byte) next.length());
            }
        }
    }

    /** Stops inside of the segment's lock. */
    private record Wait(CountDownLatch inside, CountDownLatch goOn) implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return 1;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            inside.countDown();
            try {
                assertTrue(goOn.await(PATIENCE_S, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            next.putByte(0, (byte) 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void closeWhileOthersWaitForALock(TestMaps.Kind kind) throws Exception {
        kind.assumeAvailable();
        Path file = folder.resolve("waiting.map");
        OffHeapMap<Integer, byte[]> map = TestMaps.openPlain(kind, builder().segments(1), file);
        map.set(1, new byte[] {0});
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        List<Throwable> thrown = new ArrayList<>();
        Thread holder = start(thrown, () -> assertTrue(map.update(1, new Wait(inside, goOn))));
        assertTrue(inside.await(PATIENCE_S, TimeUnit.SECONDS));
        Thread waiter = start(thrown, () -> map.set(2, new byte[] {2}));
        Thread reader = start(thrown, () -> assertEquals(0, map.get(1)[0]));
        reader.join(PATIENCE_S * 1_000L);
        assertFalse(reader.isAlive(), "a reader does not wait");
        Thread.sleep(50);
        Thread first = start(thrown, map::close);
        Thread.sleep(50);
        Thread second = start(thrown, map::close);
        Thread late = start(thrown,
            () -> assertThrows(MapClosedException.class, () -> map.set(3, new byte[3])));
        second.join(PATIENCE_S * 1_000L);
        assertFalse(second.isAlive(), "a second close does nothing");
        assertTrue(first.isAlive() && waiter.isAlive() && holder.isAlive(), "close waits for who is inside");
        goOn.countDown();
        for (Thread thread : List.of(holder, waiter, first, late)) {
            thread.join(PATIENCE_S * 1_000L);
            assertFalse(thread.isAlive());
        }
        synchronized (thrown) {
            assertEquals(List.of(), thrown);
        }
        if (kind.isPersisted()) {
            try (OffHeapMap<Integer, byte[]> again = TestMaps.open(kind, builder().segments(1), file)) {
                assertEquals(1, again.get(1)[0]);
                assertEquals(2, again.get(2)[0]);
                assertEquals(2, again.size());
            }
        }
    }

    private static Thread start(List<Throwable> thrown, Executable work) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                work.execute();
            } catch (Throwable e) {
                synchronized (thrown) {
                    thrown.add(e);
                }
            }
        });
    }

    @Test
    void threadsEndWithTheLastMap() throws Exception {
        OffHeapMap<Integer, byte[]> map = builder().create();
        map.close();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().startsWith("offheapmap"))) {
            assertTrue(System.nanoTime() < until, "a thread of the library lives on");
            Thread.sleep(10);
        }
    }
}
