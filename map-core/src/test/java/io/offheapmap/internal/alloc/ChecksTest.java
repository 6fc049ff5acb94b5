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
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.layout.AllocatorDescriptor;
import io.offheapmap.internal.layout.ExtentDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.SpareWord;
import io.offheapmap.internal.memory.FixedSpace;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One planted fault for each invariant, which its check has to name; without the fault it has none. */
final class ChecksTest {

    private final Geometry geometry = new Geometry(2, 16, 4096, 64);
    private final TestMemory memory = new TestMemory(8 << 20);
    private final ExtentTable table = new ExtentTable(memory, geometry, new FixedSpace(Long.MAX_VALUE));
    private final BlockAllocator blocks = new BlockAllocator(memory, geometry, table);
    private final ExtentChecks extentChecks = new ExtentChecks(memory, geometry);
    private final BlockChecks blockChecks = new BlockChecks(memory, geometry);
    private final long area = geometry.segmentOffset(1) + SegmentDescriptor.ALLOCATOR;
    private long entriesRow;
    private long largeRow;
    private long freeRow;

    ChecksTest() {
        table.init();
        Random random = new Random(10);
        long[] last = new long[2];
        int[] lastUnits = new int[2];
        for (int step = 0; step < 400; step++) {
            int units = 1 + random.nextInt(80);
            long block = blocks.allocate(step & 1, units);
            if (step % 5 < 2) {
                last[step & 1] = block;
                lastUnits[step & 1] = units;
            } else if (step % 5 == 4 && last[step & 1] != 0) {
                blocks.free(step & 1, last[step & 1], lastUnits[step & 1]);
                last[step & 1] = 0;
            }
        }
        for (int step = 0; step < 4; step++) {
            int units = 20_000 + 2_000 * step;
            long block = blocks.allocate(1, units);
            table.allocate(ExtentWord.INDEX, 0, 1);
            largeRow = table.rows().rowOf(block);
            if (step % 2 == 0) {
                blocks.free(1, block, units);
            }
        }
        for (long extent = 0; extent < table.rows().end(); extent = table.rows().next(extent)) {
            long word = table.rows().useOf(extent);
            if (ExtentWord.kind(word) == ExtentWord.ENTRIES && ExtentWord.owner(word) == 1
                && ExtentWord.length(word) > 1) {
                entriesRow = table.rows().rowOf(extent);
            }
            if (ExtentWord.kind(word) == ExtentWord.FREE) {
                freeRow = table.rows().rowOf(extent);
            }
        }
    }

    @AfterEach
    void fine() {
        assertNull(extentChecks.all());
        assertNull(blockChecks.all());
    }

    private void plantInt(long offset, int value, Supplier<String> check, String expected) {
        int before = memory.loadInt(offset);
        memory.storeInt(offset, value);
        String fault = check.get();
        memory.storeInt(offset, before);
        assertTrue(fault != null && fault.startsWith(expected), () -> "fault=" + fault);
    }

    private void plant(long offset, long value, Supplier<String> check, String expected) {
        long before = memory.loadLong(offset);
        memory.storeLong(offset, value);
        String fault = check.get();
        memory.storeLong(offset, before);
        assertTrue(fault != null && fault.startsWith(expected), () -> "fault=" + fault);
    }

    @Test
    void spare() {
        long block = blocks.allocate(1, 7);
        long free = blocks.allocate(1, 7);
        blocks.free(1, free, 7);
        blocks.retire(1, block, 7);
        assertNull(blockChecks.spare(1));
        long spare = area + AllocatorDescriptor.SPARE;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            plant(spare, memory.loadLong(spare) ^ 1L << bit, () -> blockChecks.spare(1),
                "spare block of a segment");
        }
        plant(spare, SpareWord.of(free, 7), () -> blockChecks.spare(1), "spare block has units");
        plant(spare, SpareWord.of(1L << 40, 7), () -> blockChecks.spare(1), "spare block of a segment");
    }

    @Test
    void walk() {
        plant(entriesRow, ExtentWord.of(ExtentWord.ENTRIES, 1, 0), extentChecks::walk,
            "row of the extent table");
        plant(entriesRow + 32, ExtentWord.of(ExtentWord.LARGE, 1, 1), extentChecks::walk, "row inside");
        plant(entriesRow, ExtentWord.of(ExtentWord.ENTRIES, 2, 2), extentChecks::walk, "extent has an owner");
        plant(GlobalsDescriptor.USED_GRANULES, -1, extentChecks::walk, "number of used granules");
    }

    @Test
    void parts() {
        plant(entriesRow + 32, 0, extentChecks::parts, "part of an extent");
    }

    @Test
    void freeRuns() {
        plant(largeRow, memory.loadLong(largeRow) & 0xFFFF_FFFFL | ExtentWord.of(ExtentWord.FREE, 0, 0),
            extentChecks::freeRuns, "free run");
        plantInt(freeRow + ExtentDescriptor.PREVIOUS, 40, extentChecks::freeRuns,
            "free run is not on its list");
    }

    @Test
    void freeLists() {
        int list = FreeRuns.listOf(ExtentWord.length(memory.loadLong(freeRow)));
        plant(GlobalsDescriptor.freeList(list), 0, extentChecks::freeLists, "free lists and walk differ");
        plant(GlobalsDescriptor.freeList(0), 1, extentChecks::freeLists, "free list 0 leads to");
    }

    @Test
    void counts() {
        plant(GlobalsDescriptor.kindGranules(ExtentWord.LARGE), 1, extentChecks::counts, "count of granules");
    }

    @Test
    void chunks() {
        plant(GlobalsDescriptor.chunk(0), geometry.tableOffset() + 32, extentChecks::chunks, "first chunk");
        plant(GlobalsDescriptor.kindGranules(ExtentWord.TABLE), 77, extentChecks::chunks,
            "chunks of the extent");
    }

    @Test
    void generations() {
        plantInt(entriesRow + ExtentDescriptor.GENERATION, 0, extentChecks::generations,
            "generation was never");
        plantInt(entriesRow + 32 + ExtentDescriptor.GENERATION, 1, extentChecks::generations,
            "part of an extent");
    }

    @Test
    void bitmaps() {
        long extent = table.rows().extentOf(blocks.allocate(1, 3));
        plant(extent, memory.loadLong(extent) & ~1, () -> blockChecks.bitmaps(1), "units of a bitmap");
        plant(extent, memory.loadLong(extent) & ~(1L << 10), () -> blockChecks.bitmaps(1),
            "count of free units");
    }

    @Test
    void fill() {
        int position = memory.loadInt(area + AllocatorDescriptor.FILL_POSITION);
        plantInt(area + AllocatorDescriptor.FILL_POSITION, position + 1, () -> blockChecks.fill(1),
            "fill position");
        plantInt(area + AllocatorDescriptor.FILL_POSITION, position - 1, () -> blockChecks.fill(1),
            "fill position");
        plantInt(area + AllocatorDescriptor.FILL_POSITION, -1, () -> blockChecks.fill(1),
            "fill position is outside");
    }

    @Test
    void longestRuns() {
        for (long extent = 0; extent < table.rows().end(); extent = table.rows().next(extent)) {
            long row = table.rows().rowOf(extent);
            if (ExtentWord.kind(memory.loadLong(row)) == ExtentWord.ENTRIES
                && memory.loadInt(row + ExtentDescriptor.LARGEST_RUN) > 0) {
                int owner = ExtentWord.owner(memory.loadLong(row));
                plantInt(row + ExtentDescriptor.LARGEST_RUN, 0, () -> blockChecks.longestRuns(owner),
                    "free run");
                return;
            }
        }
        throw new AssertionError("no extent with a free run");
    }

    @Test
    void lists() {
        plant(area + AllocatorDescriptor.LIST_CLASSES, -1, () -> blockChecks.lists(1), "bit of a list");
        plantInt(entriesRow + ExtentDescriptor.LARGEST_RUN, 100, () -> blockChecks.lists(1),
            "extent is on a wrong");
        plantInt(area + AllocatorDescriptor.EXTENTS, 1, () -> blockChecks.lists(1), "lists and count");
    }

    @Test
    void countsOfASegment() {
        plantInt(area + AllocatorDescriptor.EXTENTS, 1, () -> blockChecks.counts(1),
            "count of the allocator");
        plantInt(area + AllocatorDescriptor.EMPTY_EXTENTS, 9, () -> blockChecks.counts(1),
            "count of the allocator");
        plant(area + AllocatorDescriptor.EXTENT_GRANULES, 0, () -> blockChecks.counts(1),
            "count of the allocator");
        plant(area + AllocatorDescriptor.LARGE_GRANULES, 0, () -> blockChecks.counts(1),
            "count of the allocator");
        plant(area + AllocatorDescriptor.USED_UNITS, 0, () -> blockChecks.counts(1),
            "count of the allocator");
    }

    @Test
    void whereTheChecksCount() {
        assertEquals(0, entriesRow % 32);
        assertTrue(freeRow != 0 && largeRow != 0 && entriesRow != 0);
    }
}
