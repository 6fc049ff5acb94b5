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

import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.FixedSpace;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How much space the extents take for the blocks in them: as in design.md, section 4, without the index. */
final class SpaceTest {

    private static final int KEY_BYTES = 23;
    private static final int ENTRIES = 12_500; // of a segment: 200,000 in 16

    private final int segments = Integer.getInteger("offheapmap.test.segments", 4);
    private final Geometry geometry =
        new Geometry(segments, 16, Integer.getInteger("offheapmap.test.granule", 16_384), 1 << 12);
    private final TestMemory memory = new TestMemory(segments * (26 << 20));
    private final ExtentTable table = new ExtentTable(memory, geometry, new FixedSpace(Long.MAX_VALUE));
    private final BlockAllocator blocks = new BlockAllocator(memory, geometry, table);
    private final Random random = new Random(20_260_101);

    private final long[] block = new long[segments * ENTRIES];
    private final int[] value = new int[segments * ENTRIES];
    private long liveBytes;

    SpaceTest() {
        table.init();
    }

    private void set(int entry, int valueBytes) {
        int segment = segmentOf(entry);
        long before = block[entry];
        block[entry] = blocks.allocate(segment, BlockDescriptor.units(KEY_BYTES, valueBytes));
        if (before != 0) {
            blocks.free(segment, before, BlockDescriptor.units(KEY_BYTES, value[entry]));
            liveBytes -= KEY_BYTES + value[entry];
        }
        value[entry] = valueBytes;
        liveBytes += KEY_BYTES + valueBytes;
    }

    /** Spread like a hash does it: not the same number for each. */
    private int segmentOf(int entry) {
        return (int) (entry * 0x9E37_79B9_7F4A_7C15L * (entry | 1) >>> 40) & segments - 1;
    }

    private void setAll(int low, int high) {
        for (int entry = 0; entry < block.length; entry++) {
            set(entry, random.nextInt(low, high + 1));
        }
    }

    private void setAtRandom(int low, int high) {
        for (int count = 0; count < block.length; count++) {
            set(random.nextInt(block.length), random.nextInt(low, high + 1));
        }
    }

    private double ratio() {
        return (double) (table.bytes(ExtentWord.ENTRIES) + table.bytes(ExtentWord.LARGE)
            + table.bytes(ExtentWord.FREE)) / liveBytes;
    }

    private void report(String what, double ratio) {
        long used = 0;
        for (int segment = 0; segment < segments; segment++) {
            used += blocks.usedBytes(segment);
        }
        System.out.printf("%-32s extents / live bytes = %.3f, blocks / live bytes = %.3f%n", what, ratio,
            (double) used / liveBytes);
    }

    @Test
    void loadOfEqualValues() {
        setAll(1_000, 1_000);
        double ratio = ratio();
        report("load, 1,000 bytes", ratio);
        assertTrue(ratio <= 1.05, () -> "ratio=" + ratio);
        setAll(1_000, 1_000);
        assertEquals(ratio, ratio(), 0.003);
    }

    @Test
    void loadOfSmallValues() {
        assertEquals(5, BlockDescriptor.units(KEY_BYTES, 100));
        setAll(100, 100);
        double ratio = ratio();
        report("load, 100 bytes", ratio);
        assertTrue(ratio <= 1.33, () -> "ratio=" + ratio);
    }

    @Test
    void overwritingInOrder() {
        setAll(500, 1_500);
        report("load, 500 to 1,500 bytes", ratio());
        for (int round = 1; round <= 10; round++) {
            setAll(500, 1_500);
            report("round " + round + " in order", ratio());
        }
        double ratio = ratio();
        assertTrue(ratio <= 1.25, () -> "ratio=" + ratio);
    }

    @Test
    void overwritingAtRandom() {
        setAll(500, 1_500);
        for (int round = 1; round <= 10; round++) {
            setAtRandom(500, 1_500);
            report("round " + round + " at random", ratio());
        }
        double ratio = ratio();
        assertTrue(ratio <= 1.25, () -> "ratio=" + ratio);
    }

    /** Sizes from 1 to 10,000 bytes, each decade as often as the others. */
    @Test
    void overwritingWithAllSizes() {
        for (int round = 0; round <= 10; round++) {
            for (int count = 0; count < block.length; count++) {
                int entry = round == 0 ? count : random.nextInt(block.length);
                set(entry, (int) Math.pow(10, 4 * random.nextDouble()));
            }
            report("round " + round + ", 1 to 10,000 bytes", ratio());
        }
        double ratio = ratio();
        assertTrue(ratio <= 1.3, () -> "ratio=" + ratio);
    }

    /** All values grow and shrink together. */
    @Test
    void overwritingWithOtherSizes() {
        int[] sizes = {100, 1_000, 300, 1_500, 700, 1_500};
        for (int size : sizes) {
            setAtRandom(size, size + 100);
            setAll(size, size + 100);
            report("all " + size + " to " + (size + 100) + " bytes", ratio());
        }
        double ratio = ratio();
        assertTrue(ratio <= 1.25, () -> "ratio=" + ratio);
    }

    @Test
    void loadAgainTakesNoMore() {
        setAll(500, 1_500);
        long end = table.rows().end();
        for (int round = 0; round < 3; round++) {
            for (int entry = 0; entry < block.length; entry++) {
                int other = (int) (entry * 7_919L % block.length);
                blocks.free(segmentOf(other), block[other], BlockDescriptor.units(KEY_BYTES, value[other]));
                liveBytes -= KEY_BYTES + value[other];
                block[other] = 0;
            }
            assertEquals(0, liveBytes);
            for (int entry = 0; entry < block.length; entry++) {
                set(entry, value[entry]);
            }
            report("cleared and loaded again", ratio());
            assertEquals(end, table.rows().end(), 0.002 * end);
        }
    }
}
