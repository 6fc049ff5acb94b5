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
package io.offheapmap.internal.alloc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.FixedSpace;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The work of one call has the same bound for every size of the map, and makes no garbage. */
final class BlockWorkTest {

    /**
     * Stores of the most expensive call: a new extent of 64 granules with a row for each, its bitmap of
     * 4 KiB, a chunk of the table, and the bits of a block of 512 KiB.
     */
    private static final long MOST_STORES = 450;
    private static final long MOST_BYTES = 8_000;

    private final Geometry geometry = new Geometry(1, 16, 16_384, 64);
    private final TestMemory memory = new TestMemory(96 << 20);
    private final ExtentTable table = new ExtentTable(memory, geometry, new FixedSpace(Long.MAX_VALUE));
    private final BlockAllocator blocks = new BlockAllocator(memory, geometry, table);
    private final Random random = new Random(9);
    private long mostStores;
    private long mostBytes;

    BlockWorkTest() {
        table.init();
    }

    private void measured(Runnable work) {
        memory.reset();
        work.run();
        mostStores = Math.max(mostStores, memory.stores);
        mostBytes = Math.max(mostBytes, memory.storedBytes);
    }

    @Test
    void boundIsTheSameForEverySize() {
        long[] block = new long[50_000];
        int[] units = new int[block.length];
        for (int size = 100; size <= block.length; size *= 5) {
            mostStores = 0;
            mostBytes = 0;
            int entries = size;
            for (int step = 0; step < 2 * size; step++) {
                int entry = step < size ? step : random.nextInt(entries);
                int wanted = 5 + random.nextInt(60);
                long before = block[entry];
                measured(() -> block[entry] = blocks.allocate(0, wanted));
                if (before != 0) {
                    measured(() -> blocks.free(0, before, units[entry]));
                }
                units[entry] = wanted;
            }
            System.out.printf("%,d entries: at most %d stores, %,d bytes%n", size, mostStores, mostBytes);
            assertTrue(mostStores <= 150, "stores=" + mostStores);
            assertTrue(mostBytes <= MOST_BYTES, "bytes=" + mostBytes);
        }
    }

    /** Of 64 granules, from the end of the file and with a new chunk of the table, and from reused memory. */
    @Test
    void longestExtent() {
        long[] block = new long[60];
        for (int round = 0; round < 2; round++) {
            for (int entry = 0; entry < block.length; entry++) {
                int index = entry;
                measured(() -> block[index] = blocks.allocate(0, 16_000));
            }
            for (int entry = 0; entry < block.length; entry++) {
                int index = entry;
                measured(() -> blocks.free(0, block[index], 16_000));
            }
        }
        System.out.printf("longest extents: at most %d stores, %,d bytes%n", mostStores, mostBytes);
        assertTrue(mostStores > 64, "stores=" + mostStores);
        assertTrue(mostStores <= MOST_STORES, "stores=" + mostStores);
        assertTrue(mostBytes <= MOST_BYTES, "bytes=" + mostBytes);
    }

    @Test
    void updateStoresLittle() {
        for (int entry = 0; entry < 1_000; entry++) {
            blocks.allocate(0, 33);
        }
        long block = blocks.allocate(0, 33);
        blocks.allocate(0, 33);
        blocks.free(0, block, 33);
        memory.reset();
        assertEquals(block, blocks.allocate(0, 33));
        blocks.free(0, block, 33);
        assertTrue(memory.stores <= 11, "stores=" + memory.stores);
    }

    @Test
    void noGarbage() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] block = new long[2_000];
        int[] units = new int[block.length];
        update(block, units, 20_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        update(block, units, 20_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 20_000, "bytes=" + allocated);
    }

    private void update(long[] block, int[] units, int count) {
        for (int step = 0; step < count; step++) {
            int entry = random.nextInt(block.length);
            int wanted = 1 + random.nextInt(step % 100 == 0 ? 20_000 : 60);
            long old = block[entry];
            block[entry] = blocks.allocate(0, wanted);
            if (old != 0) {
                blocks.free(0, old, units[entry]);
            }
            units[entry] = wanted;
        }
    }
}
