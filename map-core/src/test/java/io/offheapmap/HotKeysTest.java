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

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Eight threads on one segment: writers and readers on a few hot keys, a thread that makes it grow and
 * shrink, and a cursor. Longer with {@code -Doffheapmap.stress.seconds=60 -Dgroups=long}.
 */
class HotKeysTest {

    private static final double SECONDS = Double.parseDouble(System.getProperty("offheapmap.stress.seconds",
        "1"));
    private static final double LONG_SECONDS = Math.max(SECONDS, 30);
    private static final double ROUND_SECONDS = 2;
    /** Always there. Each is written by one thread, with versions that go up. */
    private static final int PERMANENT = 6;
    /** Written, removed and put back by all writers. */
    private static final int HOT = 6;
    private static final int WRITERS = 3;
    private static final int READERS = 3;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void neverTornNeverForeignNeverLost(TestMaps.Kind kind) throws Exception {
        run(kind, SECONDS, false);
    }

    @ParameterizedTest
    @EnumSource
    void neverTornNeverForeignWhileCleared(TestMaps.Kind kind) throws Exception {
        run(kind, SECONDS / 2, true);
    }

    /** A new map each time: one that has grown splits no more. */
    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void neverTornForLong(TestMaps.Kind kind) throws Exception {
        for (double left = LONG_SECONDS; left > 0; left -= ROUND_SECONDS) {
            run(kind, Math.min(left, ROUND_SECONDS), left % (3 * ROUND_SECONDS) < ROUND_SECONDS);
        }
    }

    private void run(TestMaps.Kind kind, double seconds, boolean clearing) throws Exception {
        kind.assumeAvailable();
        long seed = Long.getLong("offheapmap.seed", System.nanoTime());
        System.err.println("HotKeysTest seed=" + seed + ", kind=" + kind + ", clearing=" + clearing);
        OffHeapMapBuilder<String, byte[]> builder = OffHeapMap.of(String.class,
            byte[].class).entries(1).segments(1)
            .verifyReads(clearing);
        Path file = folder.resolve("hot.map");
        try (OffHeapMap<String, byte[]> map = TestMaps.open(kind, builder, file)) {
            Load load = new Load(map, seed, clearing);
            load.run(seconds);
            load.check();
        }
        Files.deleteIfExists(file);
    }

    /** What the threads do. */
    private static final class Load {
        private final OffHeapMap<String, byte[]> map;
        private final boolean clearing;
        private final long seed;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final AtomicIntegerArray started = new AtomicIntegerArray(PERMANENT);
        private final AtomicIntegerArray completed = new AtomicIntegerArray(PERMANENT);
        private final AtomicInteger versions = new AtomicInteger();
        private final AtomicInteger reads = new AtomicInteger();
        private final AtomicInteger writes = new AtomicInteger();
        private final AtomicInteger passes = new AtomicInteger();
        private volatile boolean done;

        Load(OffHeapMap<String, byte[]> map, long seed, boolean clearing) {
            this.map = map;
            this.seed = seed;
            this.clearing = clearing;
        }

        private static String name(int key) {
            return "k" + key;
        }

        /** One step of a thread. */
        private interface Step {
            void run(Random random) throws IOException;
        }

        void run(double seconds) throws InterruptedException {
            for (int key = 0; key < PERMANENT; key++) {
                map.set(name(key), CheckedValues.make(key, 0, CheckedValues.LEAST));
            }
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                start(threads, random -> write(number, random));
            }
            for (int i = 0; i < READERS; i++) {
                start(threads, this::read);
            }
            start(threads, random -> growAndShrink(random.nextInt(3_000)));
            start(threads, random -> pass());
            long end = System.nanoTime() + (long) (seconds * 1e9);
            while (failure.get() == null && System.nanoTime() < end) {
                Thread.sleep(10);
            }
            done = true;
            for (Thread thread : threads) {
                thread.join();
            }
        }

        private void start(List<Thread> threads, Step step) {
            Random random = new Random(seed + threads.size());
            Thread thread = new Thread(() -> {
                try {
                    while (!done) {
                        step.run(random);
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }, "hot-" + threads.size());
            threads.add(thread);
            thread.start();
        }

        void check() {
            Throwable e = failure.get();
            if (e != null) {
                throw new AssertionError("seed=" + seed, e);
            }
            System.err.println("reads=" + reads + ", writes=" + writes + ", cursor passes=" + passes);
            assertTrue(reads.get() > 0 && writes.get() > 0 && passes.get() > 0, "all threads did something");
        }

        private void write(int number, Random random) {
            writes.incrementAndGet();
            if (clearing && random.nextInt(200) == 0) {
                map.clear();
            }
            if (random.nextInt(2) == 0) {
                int key = number + WRITERS * random.nextInt(PERMANENT / WRITERS);
                int version = started.incrementAndGet(key);
                map.set(name(key), CheckedValues.make(key, version, CheckedValues.someLength(random)));
                completed.set(key, version);
            } else {
                writeHot(PERMANENT + random.nextInt(HOT), random);
            }
        }

        private void writeHot(int key, Random random) {
            byte[] value = CheckedValues.make(key, versions.incrementAndGet(),
                CheckedValues.someLength(random));
            switch (random.nextInt(6)) {
                case 0, 1 -> map.set(name(key), value);
                case 2 -> checkHot(key, map.put(name(key), value));
                case 3 -> checkHot(key, map.putIfAbsent(name(key), value));
                case 4 -> checkHot(key, map.remove(name(key)));
                default -> map.update(name(key), new Replace(key, value));
            }
        }

        private static void checkHot(int key, byte[] value) {
            if (value != null) {
                CheckedValues.version(key, value);
            }
        }

        private void read(Random random) {
            reads.incrementAndGet();
            int key = random.nextInt(PERMANENT + HOT);
            int least = key < PERMANENT ? completed.get(key) : 0;
            switch (random.nextInt(4)) {
                case 0 -> checkRead(key, least, map.getUsing(name(key), new byte[CheckedValues.LEAST]));
                case 1 -> checkReadInPlace(key, least);
                case 2 -> assertTrue(map.containsKey(name(key)) || clearing || key >= PERMANENT,
                    "key is gone: " + key);
                default -> checkRead(key, least, map.get(name(key)));
            }
        }

        private void checkRead(int key, int least, byte[] value) {
            if (value != null) {
                checkVersion(key, least, CheckedValues.version(key, value));
            } else {
                assertTrue(clearing || key >= PERMANENT, "key is gone: " + key);
            }
        }

        private void checkReadInPlace(int key, int least) {
            Integer version = map.read(name(key), bytes -> CheckedValues.versionInPlace(key, bytes));
            if (version != null) {
                assertTrue(version >= 0, "bytes in place were torn or foreign, and not read again: key="
                    + key);
                checkVersion(key, least, version);
            } else {
                assertTrue(clearing || key >= PERMANENT, "key is gone: " + key);
            }
        }

        /** A read sees what was complete before it, and nothing that was not begun. */
        private void checkVersion(int key, int least, int version) {
            if (key < PERMANENT) {
                int most = started.get(key);
                assertTrue(version >= least && version <= most, "value is too old or too new: key=" + key
                    + ", version=" + version + ", least=" + least + ", most=" + most);
            }
        }

        /** So that buckets split while others read. */
        private void growAndShrink(int count) {
            byte[] value = new byte[CheckedValues.LEAST];
            for (int i = 0; i < count && !done; i++) {
                map.set("cold" + i, value);
            }
            for (int i = 0; i < count && !done; i++) {
                map.delete("cold" + i);
            }
            if (clearing) {
                map.clear();
            }
        }

        /**
         * Each permanent key is seen once, others at most once, and each value that is handed out is whole.
         */
        private void pass() {
            passes.incrementAndGet();
            int[] seen = new int[PERMANENT + HOT];
            Cursor<String, byte[]> cursor = map.cursor();
            while (cursor.next()) {
                String name = cursor.key(null);
                if (name.charAt(0) == 'k') {
                    int key = Integer.parseInt(name.substring(1));
                    checkHot(key, cursor.value(null));
                    seen[key]++;
                }
            }
            for (int key = 0; key < seen.length; key++) {
                boolean isPermanent = key < PERMANENT && !clearing;
                assertTrue(seen[key] == 1 || seen[key] == 0 && !isPermanent, "key was seen " + seen[key]
                    + " times: " + key);
            }
        }
    }

    /** Writes a value in place of one that has to be whole. */
    private record Replace(int key, byte[] value) implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            assertTrue(CheckedValues.versionInPlace(key, present) >= 0, "update got a torn or foreign value");
            return value.length;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            assertTrue(CheckedValues.versionInPlace(key, present) >= 0, "update got a torn or foreign value");
            next.copyFrom(0, value, 0, value.length);
        }
    }
}
