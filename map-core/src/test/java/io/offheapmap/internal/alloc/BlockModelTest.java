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
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.error.MapFullException;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.Space;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random allocations against a model that knows who has which unit of the file. */
final class BlockModelTest {

    private static final int SEGMENTS = 4;

    private record Block(int segment, long offset, long units) {
    }

    private final Geometry geometry = new Geometry(SEGMENTS, 16, 4096, 64);
    private final TestMemory memory = new TestMemory(24 << 20);
    private long limit = Long.MAX_VALUE;
    private final ExtentTable table = new ExtentTable(memory, geometry, new Limit());
    private final BlockAllocator blocks = new BlockAllocator(memory, geometry, table);
    private final List<Block> live = new ArrayList<>();
    private final BitSet taken = new BitSet();

    BlockModelTest() {
        table.init();
    }

    /** The device. */
    private final class Limit implements Space {

        @Override
        public void ensure(long end) {
            if (end > limit) {
                throw new MapFullException("test's limit");
            }
        }

        @Override
        public long reserved() {
            return limit;
        }
    }

    private void verify() {
        assertNull(new ExtentChecks(memory, geometry).all());
        assertNull(new BlockChecks(memory, geometry).all());
        long[] used = new long[SEGMENTS];
        BlockChecks checks = new BlockChecks(memory, geometry);
        for (Block block : live) {
            used[block.segment] += block.units << 5;
            assertTrue(checks.isTaken(block.segment, block.offset, block.units));
            assertFalse(checks.isTaken(block.segment ^ 1, block.offset, block.units));
        }
        for (int segment = 0; segment < SEGMENTS; segment++) {
            assertEquals(used[segment], blocks.usedBytes(segment));
        }
    }

    private void allocate(Random random) {
        int segment = random.nextInt(SEGMENTS);
        int scale = random.nextInt(1000);
        long units = 1 + random.nextInt(scale < 900 ? 60 : scale < 990 ? 1_000 : 9_000);
        long block = blocks.allocate(segment, units);
        assertEquals(0, block % 32);
        int from = (int) (block / 32);
        int to = from + (int) units;
        assertTrue(to <= table.rows().end() / 32);
        assertEquals(-1, taken.get(from, to).nextSetBit(0), () -> "overlap at " + block);
        taken.set(from, to);
        live.add(new Block(segment, block, units));
        long extent = table.rows().extentOf(block);
        assertEquals(segment, ExtentWord.owner(table.rows().useOf(extent)));
        assertTrue(block + units * 32 <= extent + table.rows().lengthOf(extent));
        scribble(block, units);
    }

    /** The bytes of a block are the caller's: what he writes must not matter, nor what is left behind. */
    private void scribble(long block, long units) {
        memory.storeLong(block, -1);
        memory.storeLong(block + 24, -1);
        memory.storeLong(block + units * 32 - 8, -1);
    }

    private void free(int index) {
        Block block = live.get(index);
        blocks.free(block.segment, block.offset, block.units);
        taken.clear((int) (block.offset / 32), (int) (block.offset / 32 + block.units));
        live.set(index, live.getLast());
        live.removeLast();
    }

    private void step(Random random, int percentAllocate) {
        if (live.isEmpty() || random.nextInt(100) < percentAllocate) {
            allocate(random);
        } else {
            // often one of the newest: as updates do
            int newest = random.nextBoolean() ? Math.min(live.size(), 4) : live.size();
            free(live.size() - 1 - random.nextInt(newest));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void model(long seed) {
        Random random = new Random(seed);
        int[] growth = {75, 50, 30, 60, 20, 50};
        for (int step = 0; step < 24_000; step++) {
            step(random, growth[step / 4_000]);
            if (step % 1_000 == 0) {
                verify();
            }
        }
        while (!live.isEmpty()) {
            free(random.nextInt(live.size()));
        }
        verify();
        for (int segment = 0; segment < SEGMENTS; segment++) {
            assertTrue(blocks.heldBytes(segment) <= 64 * 4096);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void fullDisk(long seed) {
        Random random = new Random(seed);
        limit = 2 << 20;
        int full = 0;
        for (int step = 0; step < 12_000; step++) {
            try {
                step(random, step / 1_000 % 2 == 0 ? 90 : 40);
            } catch (MapFullException expected) {
                if (full++ % 50 == 0) {
                    verify();
                }
            }
        }
        verify();
        assertTrue(full > 100, "full=" + full);
        long used = 0;
        for (int segment = 0; segment < SEGMENTS; segment++) {
            used += blocks.usedBytes(segment);
        }
        System.out.printf("full disk of %d bytes, blocks of up to 9,000 units: %d used%n", limit, used);
    }

    @ParameterizedTest
    @ValueSource(ints = {SegmentRebuild.ALL, 2})
    void rebuild(int segment) {
        Random random = new Random(6);
        for (int round = 0; round < 20; round++) {
            for (int step = 0; step < 400; step++) {
                step(random, 60);
            }
            // As after a kill: nothing that is derived is right.
            for (int each = 0; each < SEGMENTS; each++) {
                if (segment == SegmentRebuild.ALL || segment == each) {
                    for (int index = 0; index < 60; index++) {
                        memory.storeLong(geometry.segmentOffset(each) + 512 + index * 8, random.nextLong());
                    }
                }
            }
            long lost = segment == SegmentRebuild.ALL ? 1 : 2;
            loseBlocks(random, segment, lost);
            SegmentRebuild rebuild = new SegmentRebuild(memory, geometry, table);
            rebuild.begin(segment);
            for (Block block : live) {
                if (segment == SegmentRebuild.ALL || segment == block.segment) {
                    assertFalse(rebuild.markUsed(block.segment, block.offset + 8, block.units));
                    assertFalse(rebuild.markUsed((block.segment + 1) % SEGMENTS, block.offset, block.units));
                    assertTrue(rebuild.markUsed(block.segment, block.offset, block.units));
                    assertFalse(rebuild.markUsed(block.segment, block.offset, block.units));
                }
            }
            assertFalse(rebuild.markUsed(0, table.rows().end(), 1));
            assertFalse(rebuild.markUsed(0, -32, 1));
            assertFalse(rebuild.markUsed(0, 0, 1));
            assertFalse(rebuild.markUsed(0, Long.MIN_VALUE, 1L << 40));
            rebuild.finish(segment);
            verify();
        }
    }

    /** Blocks that were allocated and not published. */
    private void loseBlocks(Random random, int segment, long count) {
        for (long lost = 0; lost < count; lost++) {
            int index = random.nextInt(live.size());
            Block block = live.get(index);
            if (segment == SegmentRebuild.ALL || segment == block.segment) {
                taken.clear((int) (block.offset / 32), (int) (block.offset / 32 + block.units));
                live.remove(index);
            }
        }
    }

    /** A wrong bit anywhere in what the allocator keeps gives an answer or CorruptMapException. */
    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void damage(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 600; step++) {
            step(random, 60);
        }
        byte[] before = memory.snapshot(table.rows().end());
        List<Block> liveBefore = new ArrayList<>(live);
        int caught = 0;
        int found = 0;
        for (int round = 0; round < 400; round++) {
            long at = damaged(random);
            memory.storeByte(at, (byte) (memory.loadByte(at) ^ 1 << random.nextInt(8)));
            found += new BlockChecks(memory, geometry).all() == null ? 0 : 1;
            try {
                for (int step = 0; step < 30; step++) {
                    blocks.allocate(random.nextInt(SEGMENTS), 1 + random.nextInt(40));
                    Block block = live.remove(random.nextInt(live.size()));
                    blocks.free(block.segment, block.offset, block.units);
                }
                SegmentRebuild rebuild = new SegmentRebuild(memory, geometry, table);
                rebuild.begin(SegmentRebuild.ALL);
                live.forEach(block -> rebuild.markUsed(block.segment, block.offset, block.units));
                rebuild.finish(SegmentRebuild.ALL);
            } catch (CorruptMapException corrupt) {
                caught++;
            } catch (MapFullException full) {
                // a length that is wrong may ask for more than there is
            }
            new BlockChecks(memory, geometry).all();
            memory.restore(before);
            live.clear();
            live.addAll(liveBefore);
        }
        assertTrue(caught > 20, "caught=" + caught);
        assertTrue(found > 100, "found=" + found);
    }

    private long damaged(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> geometry.segmentOffset(random.nextInt(SEGMENTS)) + 512 + random.nextInt(384);
            case 1 -> table.rows().rowOf(random.nextLong(table.rows().end())) + random.nextInt(32);
            default -> {
                Block block = live.get(random.nextInt(live.size()));
                yield table.rows().extentOf(block.offset) + random.nextInt(16);
            }
        };
    }
}
