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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.error.MapFullException;
import io.offheapmap.internal.layout.ExtentDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.Space;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtentTableTest {

    private static final int GRANULE = 4096;

    private final Geometry geometry = new Geometry(4, 16, GRANULE, 64);
    private final TestMemory memory = new TestMemory(8 << 20);
    private final ExtentTable table = new ExtentTable(memory, geometry, new Limit());
    private final ExtentRows rows = table.rows();
    private final ExtentChecks checks = new ExtentChecks(memory, geometry);
    private long limit = Long.MAX_VALUE;

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

    ExtentTableTest() {
        table.init();
    }

    private void verify() {
        assertNull(checks.all());
    }

    private void fillWithGarbage(long offset, long length) {
        for (long at = offset; at < offset + length; at += Long.BYTES) {
            memory.storeLong(at, -at);
        }
    }

    private void requireZero(long offset, long length) {
        for (long at = offset; at < offset + length; at += Long.BYTES) {
            if (memory.loadLong(at) != 0) {
                throw new AssertionError("fresh memory is not zero: offset=" + at);
            }
        }
    }

    @Test
    void newTableHoldsTheFixedRegions() {
        verify();
        assertEquals(geometry.fixedGranules() * GRANULE, rows.end());
        assertEquals(rows.end(), table.bytes(ExtentWord.FIXED));
        assertEquals(0, rows.extentOf(5_000));
        assertEquals(ExtentWord.FIXED, ExtentWord.kind(rows.useOf(0)));
        assertEquals(rows.end(), rows.next(0));
    }

    @Test
    void neighboursMerge() {
        long first = table.allocate(ExtentWord.ENTRIES, 1, 3);
        long second = table.allocate(ExtentWord.LARGE, 2, 5);
        long third = table.allocate(ExtentWord.ENTRIES, 3, 7);
        long fourth = table.allocate(ExtentWord.ENTRIES, 3, 1);
        assertEquals(first + 3 * GRANULE, second);
        table.free(first);
        verify();
        table.free(third);
        verify();
        table.free(second);
        verify();
        assertEquals(15 * GRANULE, table.bytes(ExtentWord.FREE));
        assertEquals(first, table.allocate(ExtentWord.LARGE, 0, 15));
        assertEquals(ExtentWord.of(ExtentWord.LARGE, 0, 15), rows.useOf(first));
        assertEquals(first, rows.extentOf(fourth - 1));
        verify();
        table.free(fourth);
        table.free(first);
        assertEquals(first, table.cut());
        assertEquals(0, table.bytes(ExtentWord.FREE));
        verify();
    }

    @Test
    void tightestRunIsTaken() {
        long[] extents = new long[8];
        int[] lengths = {12, 1, 9, 1, 15, 1, 40, 1};
        for (int index = 0; index < extents.length; index++) {
            extents[index] = table.allocate(ExtentWord.LARGE, 0, lengths[index]);
        }
        for (int index = 0; index < extents.length; index += 2) {
            table.free(extents[index]);
        }
        assertEquals(extents[2], table.allocate(ExtentWord.LARGE, 0, 8));
        assertEquals(extents[0], table.allocate(ExtentWord.LARGE, 0, 10));
        assertEquals(extents[6], table.allocate(ExtentWord.LARGE, 0, 16));
        verify();
    }

    @Test
    void fullChangesNothing() {
        limit = rows.end() + 8 * GRANULE;
        table.allocate(ExtentWord.ENTRIES, 0, 8);
        byte[] before = memory.snapshot(memory.length());
        assertThrows(MapFullException.class, () -> table.allocate(ExtentWord.ENTRIES, 0, 1));
        limit = Long.MAX_VALUE;
        assertThrows(MapFullException.class, () -> table.allocate(ExtentWord.ENTRIES, 0, 1 << 20));
        assertThrows(MapFullException.class, () -> table.allocateFresh(ExtentWord.LARGE, 0, 1L << 31));
        assertArrayEquals(before, memory.snapshot(memory.length()));
    }

    @Test
    void wrongOffsetsAreRefused() {
        long extent = table.allocate(ExtentWord.ENTRIES, 0, 8);
        long index = table.allocate(ExtentWord.INDEX, 0, 1);
        table.free(extent);
        byte[] before = memory.snapshot(memory.length());
        long[] wrong = {0, -1, extent, extent + GRANULE, index, index + 8, rows.end(),
            Long.MAX_VALUE, Long.MIN_VALUE};
        for (long offset : wrong) {
            assertThrows(CorruptMapException.class, () -> table.free(offset), () -> "offset=" + offset);
        }
        assertEquals(ExtentRows.NOT_FOUND, rows.extentOf(rows.end()));
        assertEquals(ExtentRows.NOT_FOUND, rows.extentOf(-1));
        assertThrows(CorruptMapException.class, () -> rows.useOf(rows.end()));
        assertEquals(ExtentRows.NOT_FOUND, rows.extentOf(extent));
        assertEquals(0, rows.generation(rows.end()));
        assertEquals(0, rows.generation(Long.MIN_VALUE));
        assertEquals(0, rows.generation(Long.MAX_VALUE));
        assertArrayEquals(before, memory.snapshot(memory.length()));
    }

    @Test
    void workDoesNotGrowWithTheLength() {
        long most = 0;
        for (int granules = 1; granules < 1_000; granules = granules * 3 / 2 + 1) {
            memory.reset();
            long extent = table.allocate(ExtentWord.LARGE, 0, granules);
            most = Math.max(most, memory.stores);
            memory.reset();
            table.free(extent);
            most = Math.max(most, memory.stores);
        }
        assertTrue(most < 60, "stores=" + most);
    }

    /** Against a model that knows who has which granule. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void model(long seed) {
        Random random = new Random(seed);
        Map<Long, Long> extents = new TreeMap<>();
        int[] generations = new int[(int) (memory.length() / GRANULE)];
        for (int step = 0; step < 3_000; step++) {
            boolean isGrowing = step / 300 % 2 == 0;
            if (extents.isEmpty() || random.nextInt(100) < (isGrowing ? 60 : 35)) {
                modelAllocate(random, extents, generations);
            } else {
                Object[] all = extents.keySet().toArray();
                long extent = (Long) all[random.nextInt(all.length)];
                table.free(extent);
                extents.remove(extent);
            }
            if (step % 100 == 0) {
                verify();
                byte[] before = memory.snapshot(rows.end());
                table.rebuild();
                verify();
                memory.restore(before);
            }
            if (step % 500 == 0) {
                table.cut();
                memory.zero(rows.end(), memory.length() - rows.end());
            }
        }
        verify();
    }

    private void modelAllocate(Random random, Map<Long, Long> extents, int[] generations) {
        int kind = random.nextInt(20) == 0 ? ExtentWord.INDEX
            : random.nextBoolean() ? ExtentWord.ENTRIES : ExtentWord.LARGE;
        int owner = random.nextInt(4);
        long granules = 1 + random.nextInt(1 << random.nextInt(6));
        boolean isFresh = kind == ExtentWord.INDEX || random.nextInt(20) == 0;
        long end = rows.end();
        long extent = isFresh && kind != ExtentWord.INDEX ? table.allocateFresh(kind, owner, granules)
            : table.allocate(kind, owner, granules);
        long length = granules * GRANULE;
        if (isFresh) {
            assertTrue(extent >= end);
            requireZero(extent, length);
        }
        extents.forEach((other, otherLength) -> assertFalse(
            other < extent + length && extent < other + otherLength, () -> "overlap at " + extent));
        fillWithGarbage(extent, length);
        assertEquals(ExtentWord.of(kind, owner, granules), rows.useOf(extent));
        assertEquals(extent, rows.extentOf(extent + random.nextLong(length)));
        assertEquals(length, rows.lengthOf(extent));
        int generation = rows.generation(extent);
        for (int granule = (int) (extent / GRANULE); granule < (extent + length) / GRANULE; granule++) {
            assertTrue(generation > generations[granule]);
            generations[granule] = generation;
        }
        if (kind == ExtentWord.ENTRIES) {
            assertEquals(generation, rows.generation(extent + random.nextLong(length)));
        }
        if (kind != ExtentWord.INDEX) {
            extents.put(extent, length);
        }
    }

    /** The checks name each wrong bit of kind and length of each extent and run. */
    @Test
    void everyBitOfAnExtentIsChecked() {
        modelPhase(new Random(8), 60);
        verify();
        for (long extent = 0; extent < rows.end(); extent = rows.next(extent)) {
            long use = rows.rowOf(extent) + ExtentDescriptor.USE;
            long word = memory.loadLong(use);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                long wrong = word ^ 1L << bit;
                if (ExtentWord.owner(wrong) == ExtentWord.owner(word)) {
                    memory.storeLong(use, wrong);
                    assertNotNull(checks.all(),
                        () -> ExtentWord.describe(word) + " -> " + ExtentWord.describe(wrong));
                }
            }
            memory.storeLong(use, word);
        }
        verify();
    }

    /** A row that is wrong in any bit gives an answer or CorruptMapException. */
    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void damage(long seed) {
        Random random = new Random(seed);
        modelPhase(random, 200);
        byte[] before = memory.snapshot(rows.end());
        int found = 0;
        int caught = 0;
        for (int round = 0; round < 400; round++) {
            long granule = random.nextLong(rows.usedGranules());
            boolean isGlobal = random.nextInt(4) == 0;
            long at = isGlobal ? Geometry.GLOBALS_OFFSET + random.nextLong(1_024)
                : rows.row(granule) + random.nextLong(ExtentDescriptor.LENGTH);
            memory.storeByte(at, (byte) (memory.loadByte(at) ^ 1 << random.nextInt(8)));
            found += checks.all() == null ? 0 : 1;
            try {
                modelPhase(random, 8);
                table.rebuild();
                modelPhase(random, 8);
            } catch (CorruptMapException corrupt) {
                caught++;
            } catch (MapFullException full) {
                // a length that is wrong may ask for more than there is
            }
            checks.all();
            memory.restore(before);
        }
        assertTrue(caught > 20, "caught=" + caught);
        assertTrue(found > 60, "found=" + found);
    }

    private void modelPhase(Random random, int steps) {
        for (int step = 0; step < steps; step++) {
            long extent = random.nextLong(rows.usedGranules()) * GRANULE;
            int kind = random.nextBoolean() ? ExtentWord.ENTRIES : ExtentWord.LARGE;
            boolean isFree = step % 2 == 1;
            long word = rows.useOf(extent);
            boolean isForBlocks = ExtentWord.kind(word) == ExtentWord.ENTRIES
                || ExtentWord.kind(word) == ExtentWord.LARGE;
            if (isFree && isForBlocks) {
                table.free(extent);
            } else if (!isFree) {
                table.allocate(kind, random.nextInt(4), 1 + random.nextInt(12));
            }
        }
    }
}
