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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.FixedSpace;
import org.junit.jupiter.api.Test;

final class BlockAllocatorTest {

    private final Geometry geometry = new Geometry(2, 16, 4096, 64);
    private final TestMemory memory = new TestMemory(64 << 20);
    private final ExtentTable table = new ExtentTable(memory, geometry, new FixedSpace(64 << 20));
    private final BlockAllocator blocks = new BlockAllocator(memory, geometry, table);

    BlockAllocatorTest() {
        table.init();
    }

    @Test
    void insertsAreInSequence() {
        long first = blocks.allocate(0, 10);
        assertEquals(first + 320, blocks.allocate(0, 10));
        assertEquals(first + 640, blocks.allocate(0, 10));
        assertEquals(3 * 320, blocks.usedBytes(0));
        assertEquals(4096, blocks.heldBytes(0));
        assertEquals(0, blocks.usedBytes(1));
    }

    @Test
    void freedLatelyIsUsedFirst() {
        blocks.allocate(0, 10);
        long second = blocks.allocate(0, 10);
        blocks.allocate(0, 10);
        blocks.free(0, second, 10);
        assertEquals(second, blocks.allocate(0, 10));
    }

    @Test
    void replacedLastIsUsedFirst() {
        long first = blocks.allocate(0, 10);
        long second = blocks.allocate(0, 10);
        blocks.retire(0, first, 10);
        assertEquals(320, blocks.usedBytes(0));
        assertEquals(0, blocks.usedBytes(1));
        assertEquals(second + 320, blocks.allocate(0, 9));
        assertEquals(first, blocks.allocate(0, 10));
        blocks.retire(0, first, 10);
        blocks.retire(0, second, 10);
        assertEquals(second, blocks.allocate(0, 10));
        assertEquals(first, blocks.allocate(0, 10));
    }

    @Test
    void spareIsFreedWithOthers() {
        long first = blocks.allocate(0, 10);
        long second = blocks.allocate(0, 10);
        blocks.retire(0, first, 10);
        blocks.free(0, second, 10);
        assertEquals(0, blocks.usedBytes(0));
        assertEquals(first, blocks.allocate(0, 20));
    }

    @Test
    void largeBlocksAreExtents() {
        long units = blocks.allocate(1, 1) == 0 ? 0 : 100_000;
        long block = blocks.allocate(1, units);
        long extent = table.rows().extentOf(block + 1_000_000);
        assertEquals(block, extent);
        assertEquals(ExtentWord.LARGE, ExtentWord.kind(table.rows().useOf(extent)));
        blocks.free(1, block, units);
        assertEquals(0, table.bytes(ExtentWord.LARGE));
        assertEquals(block, blocks.allocate(1, units));
    }

    @Test
    void rebuildKeepsWhatIsReached() {
        long kept = blocks.allocate(0, 10);
        long lost = blocks.allocate(0, 10);
        SegmentRebuild rebuild = new SegmentRebuild(memory, geometry, table);
        rebuild.begin(0);
        assertTrue(rebuild.markUsed(0, kept, 10));
        assertFalse(rebuild.markUsed(0, kept + 32, 10));
        rebuild.finish(0);
        assertEquals(320, blocks.usedBytes(0));
        assertEquals(lost, blocks.allocate(0, 10));
    }
}
