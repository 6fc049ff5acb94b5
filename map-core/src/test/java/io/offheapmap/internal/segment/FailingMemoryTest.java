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
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.LockWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.Arena;
import java.util.Random;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A store throws, as one to a page that can't be had does, anywhere in a write: the writer repairs the
 * segment, or the next one does if the repair fails, too. The map is sound, holds the old value or the new
 * one, and the lock is free.
 */
class FailingMemoryTest {

    private static final int MEMORY_BYTES = 4 << 20;
    private static final int KEYS = 30;
    /** Needs an extent of its own. */
    private static final byte[] LARGE = new byte[140_000];
    private static final int SEEDS = 2;
    private static final int LONG_SEEDS = 40;
    private static final int WRITES = 40;
    private static final IdleStrategy IDLE = BusySpinIdleStrategy.INSTANCE;

    /** Throws at some stores, but not at those to a lock: whoever can't store there can't do anything. */
    private static final class FailingMemory extends SeamMemory {
        private long stores;
        private long first = Long.MAX_VALUE;
        private long second;
        private boolean forGood;
        private int failures;

        FailingMemory(Memory memory) {
            super(memory);
        }

        /** Lets a store fail, and a later one, or all from the first one on. */
        void failAt(long firstStore, long secondStore, boolean forEver) {
            stores = 0;
            failures = 0;
            first = firstStore;
            second = secondStore;
            forGood = forEver;
        }

        void heal() {
            failAt(Long.MAX_VALUE, 0, false);
        }

        @Override
        void onStore(long offset, long bytes) {
            if (offset == SmallMap.GEOMETRY.segmentOffset(0) + SegmentDescriptor.LOCK
                || offset == GlobalsDescriptor.LOCK) {
                return;
            }
            stores++;
            if (stores == first || stores == second || forGood && stores > first) {
                failures++;
                throw new InternalError("a fault occurred in an unsafe memory access operation");
            }
        }
    }

    /** A map whose stores fail now and then. */
    private static final class Scene {
        private final Random random;
        private final Memory memory;
        private final FailingMemory failing;
        private final SmallMap map;
        private final SmallMap.Client writer;
        private final SmallMap.Client reader;
        private final RandomWrites writes;
        private int repaired;
        private int abandoned;

        Scene(Arena arena, long seed) {
            random = new Random(seed);
            memory = SmallMap.memory(arena, MEMORY_BYTES);
            SmallMap.format(memory);
            failing = new FailingMemory(memory);
            map = new SmallMap(failing, true);
            writer = map.client(IDLE);
            reader = new SmallMap(memory, true).client(IDLE);
            writes = new RandomWrites(random, KEYS);
        }

        /** Tries a write until it succeeds: each time a later store fails. */
        void write(long step, boolean failAgain, boolean forGood) {
            RandomWrites.Prepared write = writes.prepare();
            for (long store = 1; true; store += step) {
                failing.failAt(store, failAgain ? store + 1 + random.nextInt(200) : 0, forGood);
                if (isDone(write)) {
                    break;
                }
                checkLocks();
                check();
                failing.heal();
                // whoever locks next repairs what was abandoned: a segment, or the extents
                writer.set(KEYS, LARGE);
                writer.delete(KEYS);
                map.verify();
                check();
            }
            failing.heal();
            write.confirm();
            check();
            map.verify();
        }

        private boolean isDone(RandomWrites.Prepared write) {
            try {
                write.run(writer);
                return failing.failures == 0;
            } catch (InternalError e) {
                assertTrue(failing.failures > 0, "not ours");
                return false;
            }
        }

        private void checkLocks() {
            long word = memory.loadLong(map.header() + SegmentDescriptor.LOCK);
            if (failing.failures > 1) {
                assertTrue(word == LockWord.FREE || LockWord.isAbandoned(word), LockWord.describe(word));
            } else {
                assertEquals(LockWord.FREE, word, LockWord.describe(word));
                failing.heal();
            }
            repaired += word == LockWord.FREE ? 1 : 0;
            abandoned += word == LockWord.FREE ? 0 : 1;
        }

        private void check() {
            for (long key = 0; key < KEYS; key++) {
                writes.check(key, reader.get(key));
            }
        }
    }

    private static Scene play(long seed, int writes, long step, boolean failAgain, boolean forGood) {
        try (Arena arena = Arena.ofConfined()) {
            Scene scene = new Scene(arena, seed);
            for (int i = 0; i < writes; i++) {
                scene.write(step, failAgain, forGood);
            }
            return scene;
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed=" + seed, e);
        }
    }

    private static void play(long seed) {
        Scene once = play(seed, WRITES, 1, false, false);
        assertTrue(once.repaired > 0, "something was repaired");
        assertEquals(0, once.abandoned, "nothing was abandoned");
        Scene twice = play(seed, WRITES, 1, true, false);
        assertTrue(twice.repaired > 0 && twice.abandoned > 0, "some repairs failed");
        Scene forGood = play(seed, WRITES, 1, false, true);
        assertTrue(forGood.abandoned > 0, "all repairs failed");
    }

    @Test
    void mapStaysSound() {
        for (long seed = 0; seed < SEEDS; seed++) {
            play(seed);
        }
    }

    @Tag("long")
    @Test
    void mapStaysSoundForLong() {
        for (long seed = SEEDS; seed < LONG_SEEDS; seed++) {
            play(seed);
        }
    }
}
