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

import io.offheapmap.internal.layout.AllocatorDescriptor;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.ExtentDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.Memory;

/**
 * Makes bitmaps, rows, lists and counts again from the blocks that the index reaches: {@code begin}, {@code
 * markUsed} for each block, {@code finish}; for one segment under its lock, or for all of them while nobody
 * else works. Free memory itself is neither read nor written. Doing it again is harmless.
 *
 * <p>The extents of a segment are found by looking at the row of each granule, without the global lock. Safe
 * because of what {@link ExtentRows} says: a live row is the first of an extent, and those of this segment
 * stay as they are.
 */
public final class SegmentRebuild {

    /** Instead of a segment: every segment. */
    public static final int ALL = ExtentRows.ANY;
    /** What the row of a large extent has as free units until its block is reached. */
    private static final int NOT_REACHED = 1;

    private final Memory memory;
    private final Geometry geometry;
    private final ExtentRows rows;
    private final SegmentExtents segments;
    private final Extents extents;
    private final int maxUnits;

    public SegmentRebuild(Memory memory, Geometry geometry, Extents extents) {
        this.memory = memory;
        this.geometry = geometry;
        this.extents = extents;
        rows = new ExtentRows(memory, geometry);
        segments = new SegmentExtents(memory, geometry, rows);
        maxUnits = segments.maxUnits();
    }

    /** Forgets what the segment (or ALL) has allocated. */
    public void begin(int segment) {
        int first = segment == ALL ? 0 : segment;
        int last = segment == ALL ? geometry.segments() - 1 : segment;
        for (int each = first; each <= last; each++) {
            memory.zero(segments.area(each), AllocatorDescriptor.LENGTH);
        }
        long granule = rows.nextForBlocks(segment, 0);
        while (granule != ExtentRows.NOT_FOUND) {
            if (ExtentWord.kind(rows.use(granule)) == ExtentWord.LARGE) {
                memory.storeInt(rows.row(granule) + ExtentDescriptor.FREE_UNITS, NOT_REACHED);
            } else {
                segments.clearBitmap(granule, segments.units(owner(granule), granule));
            }
            granule = rows.nextForBlocks(segment, granule + length(granule));
        }
    }

    /**
     * Tells that the index of the segment reaches this block.
     *
     * @return false if there can't be such a block, or a unit of it is already used
     */
    public boolean markUsed(int segment, long block, long units) {
        if (units <= 0 || (block & BlockDescriptor.UNIT_BYTES - 1) != 0) {
            return false;
        }
        return units > maxUnits ? markLarge(segment, block, units) : markEntry(segment, block, (int) units);
    }

    private boolean markLarge(int segment, long block, long units) {
        long granule = rows.granule(block);
        if (!rows.isUsed(granule)) {
            return false;
        }
        long word = rows.use(granule);
        long reached = rows.row(granule) + ExtentDescriptor.FREE_UNITS;
        if (block != segments.offset(granule) || !SegmentExtents.isOf(segment, ExtentWord.LARGE, word)
            || ExtentWord.length(word) != segments.granulesForLarge(units)
            || memory.loadInt(reached) != NOT_REACHED) {
            return false;
        }
        segments.addLarge(segment, granule, ExtentWord.length(word), units);
        return true;
    }

    private boolean markEntry(int segment, long block, int units) {
        long granule = rows.find(rows.granule(block));
        if (granule == ExtentRows.NOT_FOUND || !segments.isOwn(segment, rows.row(granule))) {
            return false;
        }
        long bitmap = segments.offset(granule);
        int from = (int) (block - bitmap >>> BlockDescriptor.UNIT_SHIFT);
        int to = from + units;
        if (to > segments.units(segment, granule) || !Bitmap.isFree(memory, bitmap, from, to)) {
            return false;
        }
        Bitmap.take(memory, bitmap, from, to);
        return true;
    }

    /** Counts, makes the lists, and gives back extents that the index does not reach; keeps an empty one. */
    public void finish(int segment) {
        long granule = rows.nextForBlocks(segment, 0);
        while (granule != ExtentRows.NOT_FOUND) {
            long behind = granule + length(granule);
            int owner = owner(granule);
            boolean isLarge = ExtentWord.kind(rows.use(granule)) == ExtentWord.LARGE;
            boolean isSurplus = isLarge
                ? memory.loadInt(rows.row(granule) + ExtentDescriptor.FREE_UNITS) == NOT_REACHED
                : segments.recount(owner, granule, segments.units(owner, granule));
            if (isSurplus) {
                extents.free(segments.offset(granule));
            }
            granule = rows.nextForBlocks(segment, behind);
        }
    }

    private long length(long granule) {
        return ExtentWord.length(rows.use(granule));
    }

    private int owner(long granule) {
        return ExtentWord.owner(rows.use(granule));
    }
}
