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
package io.offheapmap.internal.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.CheckedValues;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.collections.IntArrayList;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Reader and writer take turns: a reader begins when a writer has done some of its stores, stands still
 * before one of its loads, and once more before a later one, while the writer goes on by some stores; then
 * the writer stands still, and the reader finds what was there at some moment since it began. Tried for
 * each load of a get, of a miss and of a cursor's walk, with random writes. The writer's stores are kept,
 * undone and done again, so no thread is needed.
 */
class InterleavingTest {

    private static final int MEMORY_BYTES = 4 << 20;
    private static final int KEYS = 40;
    /** In every third scene, so that blocks and slots come back again and again. */
    private static final int FEW_KEYS = 3;
    /** So many loads are tried one by one. */
    private static final long EACH_LOADS = 200;
    private static final int MOST_WRITES = 12;
    private static final int SEEDS = 100;
    private static final int LONG_SEEDS = 2_000;
    private static final int READS = 6;
    private static final int MORE_REPEATS = 5;
    /** Instead of a version: no such key. */
    private static final int NONE = -1;
    private static final IdleStrategy IDLE = BusySpinIdleStrategy.INSTANCE;

    /** Stands still before some loads; stores nothing. */
    private static final class ReaderMemory extends SeamMemory {
        private long loads;
        private long first;
        private long second;
        private Runnable park = () -> { };

        ReaderMemory(Memory memory) {
            super(memory);
        }

        void parkAt(long firstLoad, long secondLoad, Runnable newPark) {
            loads = 0;
            first = firstLoad;
            second = secondLoad;
            park = newPark;
        }

        @Override
        void onLoad(long offset, long bytes) {
            loads++;
            if (loads == first || loads == second) {
                park.run();
            }
        }

        @Override
        void onStore(long offset, long bytes) {
            throw new AssertionError("a reader stores, or takes a lock: offset=" + offset);
        }
    }

    /**
     * A write.
     *
     * @param key   what it wrote to
     * @param old   version of the value before, or NONE
     * @param fresh version of the value behind, or NONE
     * @param begin its first store
     * @param end   the store behind its last one
     */
    private record Write(long key, int old, int fresh, int begin, int end) {
    }

    /** A map in some state, some writes to it, and a reader. */
    private static final class Scene {
        private final Random random;
        private final StoreTrace trace;
        private final ReaderMemory readerMemory;
        private final SmallMap map;
        private final SmallMap.Client reader;
        private final RandomWrites writes;
        private final Set<Long> present;
        private final List<Write> done = new ArrayList<>();
        /** Stores while a split is under way. */
        private final IntArrayList inSplits = new IntArrayList();
        /** More where a split makes a chain shorter: that is rare, and its window is small. */
        private int repeats = 1;
        private int from;
        private int to;

        Scene(Arena arena, long seed, Fault fault) {
            random = new Random(seed);
            Memory memory = SmallMap.memory(arena, MEMORY_BYTES);
            SmallMap.format(memory);
            trace = new StoreTrace(memory);
            map = new SmallMap(fault.writerMemory(trace), false);
            SmallMap.Client writer = map.client(IDLE);
            readerMemory = new ReaderMemory(memory);
            reader = new SmallMap(fault.readerMemory(readerMemory), false).client(IDLE);
            writes = new RandomWrites(random, random.nextInt(3) == 0 ? FEW_KEYS : KEYS);
            int before = random.nextInt(3 * KEYS);
            for (int i = 0; i < before; i++) {
                writes.write(writer);
            }
            present = new HashSet<>(writes.after.keySet());
            trace.clear();
            int count = 1 + random.nextInt(MOST_WRITES);
            for (int i = 0; i < count; i++) {
                write(writer, writes.someKey());
            }
            findSplits();
        }

        private void write(SmallMap.Client writer, long key) {
            int old = version(key, writes.after.get(key));
            int begin = trace.stores();
            writes.write(writer, key);
            done.add(new Write(key, old, version(key, writes.after.get(key)), begin, trace.stores()));
        }

        private void findSplits() {
            int stores = 0;
            for (int store = 0; store < trace.stores(); store++) {
                stores += trace.offset(store) == map.header() + SegmentDescriptor.SPLIT ? 1 : 0;
                if (stores % 2 == 1) {
                    inSplits.addInt(store + 1);
                    if (trace.offset(store) == map.header() + SegmentDescriptor.EPOCH) {
                        repeats = MORE_REPEATS;
                    }
                }
            }
        }

        /** A place from one on; every other time in the middle of a split. */
        private int place(int least) {
            if (!inSplits.isEmpty() && random.nextBoolean()) {
                int place = inSplits.getInt(random.nextInt(inSplits.size()));
                if (place >= least) {
                    return place;
                }
            }
            return least + random.nextInt(trace.stores() - least + 1);
        }

        private void begin(long load) {
            from = place(0);
            to = from;
            trace.moveTo(from);
            readerMemory.parkAt(load, random.nextBoolean() ? load + 1 + random.nextInt(24) : 0, () -> {
                to = place(to);
                trace.moveTo(to);
            });
        }

        void read() {
            for (int i = 0; i < READS * repeats; i++) {
                Write write = done.get(random.nextInt(done.size()));
                long key = random.nextInt(3) == 0 ? writes.someKey() : write.key;
                for (long load = 1; load == 1 || readerMemory.loads >= load - 1; load = next(load)) {
                    begin(load);
                    switch (i % 3) {
                        case 0 -> check(key, readInPlace(key));
                        case 1 -> checkContains(key, reader.contains(key));
                        default -> check(key, version(key, reader.get(key)));
                    }
                }
            }
        }

        /** Each load, except in the middle of large values. */
        private static long next(long load) {
            return load + 1 + load / EACH_LOADS;
        }

        private int readInPlace(long key) {
            Integer found = reader.read(key, bytes -> CheckedValues.versionInPlace((int) key, bytes));
            assertTrue(found == null || found >= 0, "bytes in place were torn or foreign");
            return found == null ? NONE : found;
        }

        private void check(long key, int found) {
            Set<Integer> versions = versions(key);
            if (!versions.contains(found)) {
                throw new AssertionError("not a value of the key since the read began: key=" + key
                    + ", found=" + found + ", versions=" + versions);
            }
        }

        private void checkContains(long key, boolean found) {
            Set<Integer> versions = versions(key);
            if (found ? versions.equals(Set.of(NONE)) : !versions.contains(NONE)) {
                throw new AssertionError("was not so since the read began: key=" + key + ", found=" + found
                    + ", versions=" + versions);
            }
        }

        /** All that the key had at some moment since the read began. A write under way may be seen or not. */
        private Set<Integer> versions(long key) {
            Set<Integer> versions = new HashSet<>();
            List<Write> writesOfKey = done.stream().filter(write -> write.key == key).toList();
            int now = writesOfKey.isEmpty() ? version(key, writes.after.get(key))
                : writesOfKey.getFirst().old;
            for (Write write : writesOfKey) {
                if (write.begin < to) {
                    now = write.fresh;
                    if (write.end > from) {
                        versions.add(write.old);
                        versions.add(now);
                    }
                }
            }
            versions.add(now);
            return versions;
        }

        void walk() {
            for (int i = 0; i < repeats; i++) {
                walkOnce();
            }
        }

        private void walkOnce() {
            for (long load = 1; load == 1 || readerMemory.loads >= load - 1; load = next(load)) {
                begin(load);
                List<Long> keys = reader.keys();
                Set<Long> found = new HashSet<>(keys);
                assertEquals(found.size(), keys.size(), "a cursor finds each key once");
                Set<Long> permanent = permanent();
                if (!found.containsAll(permanent)) {
                    throw new AssertionError("a cursor finds what is always there: found=" + found
                        + ", permanent=" + permanent);
                }
            }
        }

        private Set<Long> permanent() {
            Set<Long> permanent = new HashSet<>(present);
            for (Write write : done) {
                if (write.begin < to && write.fresh != NONE && write.end <= from) {
                    permanent.add(write.key);
                } else if (write.begin < to && write.fresh == NONE) {
                    permanent.remove(write.key);
                }
            }
            return permanent;
        }

        void verify() {
            trace.moveTo(trace.stores());
            map.verify();
        }
    }

    private static int version(long key, byte[] value) {
        return value == null ? NONE : CheckedValues.version((int) key, value);
    }

    private static void play(long seed, Fault fault) {
        try (Arena arena = Arena.ofConfined()) {
            Scene scene = new Scene(arena, seed, fault);
            scene.read();
            scene.walk();
            if (fault == Fault.NONE) {
                scene.verify();
            }
        } catch (AssertionError e) {
            throw new AssertionError("seed=" + seed + ", fault=" + fault, e);
        }
    }

    @Test
    void readersSeeWhatWasThere() {
        for (long seed = 0; seed < SEEDS; seed++) {
            play(seed, Fault.NONE);
        }
    }

    @Tag("long")
    @Test
    void readersSeeWhatWasThereForLong() {
        for (long seed = SEEDS; seed < LONG_SEEDS; seed++) {
            play(seed, Fault.NONE);
        }
    }

    /** Where a sequence stays odd, the writer itself fails at the next look. */
    @ParameterizedTest
    @EnumSource(names = {"NONE", "NEVER_EVEN"}, mode = EnumSource.Mode.EXCLUDE)
    void plantedFaultsAreFound(Fault fault) {
        AssertionError found = assertThrows(AssertionError.class, () -> {
            for (long seed = 0; seed < SEEDS; seed++) {
                play(seed, fault);
            }
        });
        System.err.println(found.getMessage() + ": " + found.getCause().getMessage());
    }
}
