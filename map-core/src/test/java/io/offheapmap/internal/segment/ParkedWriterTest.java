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

import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.SplitWord;
import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A writer stands still before each of its stores, and readers find what they must, without waiting: they
 * store nothing and want no lock. The writes are random; they include splits, chains that get shorter, and
 * large values.
 */
class ParkedWriterTest {

    private static final int MEMORY_BYTES = 4 << 20;
    private static final int KEYS = 40;
    private static final int WRITES = 110;
    private static final int SEEDS = 3;

    /** Stands still at each store until somebody else has read everything. */
    private static final class ParkingMemory extends SeamMemory {
        private final Runnable park;

        ParkingMemory(Memory memory, Runnable park) {
            super(memory);
            this.park = park;
        }

        @Override
        void onStore(long offset, long bytes) {
            park.run();
        }
    }

    /** For readers: whoever stores, be it to take a lock, fails. */
    private static final class ReadOnlyMemory extends SeamMemory {

        ReadOnlyMemory(Memory memory) {
            super(memory);
        }

        @Override
        void onStore(long offset, long bytes) {
            throw new AssertionError("a reader stores, or takes a lock: offset=" + offset);
        }
    }

    /** A reader must not wait for anybody. */
    private static final class NeverIdle implements IdleStrategy {

        @Override
        public void idle(int workCount) {
            idle();
        }

        @Override
        public void idle() {
            throw new AssertionError("a reader waits for a lock");
        }

        @Override
        public void reset() {
        }
    }

    /** One map, a writer that stands still again and again, and a reader. */
    private static final class Scene {
        private final RandomWrites writes;
        private final Memory memory;
        private final SmallMap.Client writer;
        private final SmallMap.Client reader;
        private final SmallMap map;
        private boolean isNew;
        private long parks;
        private long parksInSplits;
        private long epochsInSplits;
        private long epochs;
        private long lastEpoch;

        Scene(Arena arena, long seed, Fault fault, ExecutorService readers) {
            memory = SmallMap.memory(arena, MEMORY_BYTES);
            SmallMap.format(memory);
            writes = new RandomWrites(new Random(seed), KEYS);
            Memory parking = new ParkingMemory(fault.writerMemory(memory), () -> park(readers));
            map = new SmallMap(parking, false);
            writer = map.client(new NeverIdle());
            reader = new SmallMap(new ReadOnlyMemory(memory), false).client(new NeverIdle());
        }

        private void park(ExecutorService readers) {
            if (readers == null) {
                check();
                return;
            }
            Future<?> done = readers.submit(this::check);
            try {
                done.get(20, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Error error ? error : new AssertionError(e);
            } catch (Exception e) {
                throw new AssertionError("a reader did not come to an end", e);
            }
        }

        void write(int count) {
            for (int i = 0; i < count; i++) {
                isNew = false;
                writes.write(writer);
                check();
            }
        }

        private void check() {
            count();
            Set<Long> found = checkCursor();
            for (long key = 0; key < KEYS; key++) {
                byte[] value = reader.get(key);
                writes.check(key, value);
                if (writes.isQuiet(key)) {
                    assertEquals(value != null, found.contains(key), "cursor and get differ");
                    assertEquals(value != null, reader.contains(key), "containsKey and get differ");
                } else {
                    checkOrder(value, writes.before.get(key), writes.after.get(key));
                }
            }
        }

        /** What was seen stays. */
        private void checkOrder(byte[] value, byte[] old, byte[] fresh) {
            boolean sawNew = Arrays.equals(value, fresh) && !Arrays.equals(value, old);
            assertTrue(sawNew || !isNew, "the new value was there, and now the old one is");
            isNew = sawNew;
        }

        private Set<Long> checkCursor() {
            List<Long> keys = reader.keys();
            Set<Long> found = new HashSet<>(keys);
            assertEquals(found.size(), keys.size(), "a cursor finds each key once");
            for (long key : keys) {
                assertTrue(writes.before.containsKey(key) || writes.after.containsKey(key), "no such key");
            }
            return found;
        }

        private void count() {
            long epoch = memory.loadLong(map.header() + SegmentDescriptor.EPOCH);
            boolean inSplit = SplitWord.isMarked(memory.loadLong(map.header() + SegmentDescriptor.SPLIT));
            parks++;
            parksInSplits += inSplit ? 1 : 0;
            epochs += epoch - lastEpoch;
            epochsInSplits += inSplit ? epoch - lastEpoch : 0;
            lastEpoch = epoch;
        }
    }

    private static Scene play(long seed, Fault fault, int count, ExecutorService readers) {
        try (Arena arena = Arena.ofShared()) {
            Scene scene = new Scene(arena, seed, fault, readers);
            scene.write(count);
            scene.map.verify();
            return scene;
        }
    }

    @Test
    void readersFindEverythingWhereverAWriterStands() {
        long parks = 0;
        long parksInSplits = 0;
        long epochsInSplits = 0;
        long epochs = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Scene scene = play(seed, Fault.NONE, WRITES, null);
            parks += scene.parks;
            parksInSplits += scene.parksInSplits;
            epochsInSplits += scene.epochsInSplits;
            epochs += scene.epochs;
        }
        System.err.println("parks=" + parks + ", in splits=" + parksInSplits
            + ", chains shortened=" + epochsInSplits + ", extents returned=" + (epochs - epochsInSplits));
        assertTrue(parksInSplits > 100, "splits were under way");
        assertTrue(epochsInSplits > 0, "chains got shorter");
        assertTrue(epochs > epochsInSplits, "extents went back");
    }

    /** The same with a thread that really stands still while another one reads. */
    @Test
    void readersOnAnotherThreadMakeProgress() {
        try (ExecutorService readers = Executors.newSingleThreadExecutor()) {
            Scene scene = play(SEEDS, Fault.NONE, WRITES / 2, readers);
            assertTrue(scene.parksInSplits > 0, "splits were under way");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PUBLISHED_BEFORE_EVEN", "PUBLISHED_BEFORE_FILLED", "NEVER_EVEN",
        "SPLIT_NOT_MARKED"})
    void plantedFaultsAreFound(Fault fault) {
        assertThrows(AssertionError.class, () -> {
            for (long seed = 0; seed < SEEDS; seed++) {
                play(seed, fault, WRITES, null);
            }
        });
    }
}
