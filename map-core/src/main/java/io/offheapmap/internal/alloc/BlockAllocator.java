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

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.error.MapFullException;
import io.offheapmap.internal.layout.AllocatorDescriptor;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.SpareWord;
import io.offheapmap.internal.memory.Memory;

/**
 * Divides the extents of a segment into blocks. The caller holds the segment's lock.
 *
 * <p>Goals, in this order: never two blocks on one unit, whatever the file holds; work of one call bounded by
 * a constant; little waste; inserts write memory in sequence and updates write warm memory.
 *
 * <p>Structure: each entries extent starts with a bitmap of its units; the bitmap is the truth. The extent's
 * row keeps how many units are free, and a bound: no free run is longer. Extents are on lists by the class of
 * that bound. The newest extent is filled in sequence from its fill position; the run from there to its end
 * is on no list. A few runs freed lately are remembered as a hint.
 *
 * <p>Order of an allocation: the block that was replaced last, if it fits exactly; a run freed lately that
 * fits exactly; the tightest run of one of the extents with the lowest bounds that suffice; the fill
 * position; a new extent.
 *
 * <p>A kill leaves bitmaps, rows and lists in any state: {@link SegmentRebuild} makes them again from the
 * blocks that the index reaches. Free memory itself is neither read nor written.
 */
public final class BlockAllocator {

    /** How many extents whose bound suffices are scanned. */
    private static final int SCANNED = 8;
    /** The same when there is no room for a new extent. */
    private static final int SCANNED_WHEN_FULL = 256;
    /**
     * For each of them, how many extents are passed over whose class is right and whose bound falls short.
     */
    private static final int PASSED = 2;
    private static final long NOT_FOUND = 0;

    private final Memory memory;
    private final ExtentRows rows;
    private final SegmentExtents segments;
    private final RecentRuns recent;
    private final SpareBlock spare;
    private final Extents extents;
    private final int maxUnits;

    public BlockAllocator(Memory memory, Geometry geometry, Extents extents) {
        this.memory = memory;
        this.extents = extents;
        rows = new ExtentRows(memory, geometry);
        segments = new SegmentExtents(memory, geometry, rows);
        recent = new RecentRuns(memory);
        spare = new SpareBlock(memory, rows);
        maxUnits = segments.maxUnits();
    }

    /**
     * Takes a block for a segment.
     *
     * @param units 1 or more, BlockDescriptor.units
     * @return where it starts; its bytes are unknown
     * @throws MapFullException if there is no room; nothing is changed
     */
    public long allocate(int segment, long units) {
        assert units > 0;
        if (units > maxUnits) {
            return allocateLarge(segment, units);
        }
        int wanted = (int) units;
        long block = spare.take(segments.area(segment), wanted);
        if (block == NOT_FOUND) {
            block = reuse(segment, wanted);
        }
        if (block == NOT_FOUND) {
            block = fit(segment, wanted, SCANNED);
        }
        if (block == NOT_FOUND) {
            block = fill(segment, wanted);
        }
        return block == NOT_FOUND ? grow(segment, wanted) : block;
    }

    /** A run freed lately that is exactly as long, and whose neighbours are used. */
    private long reuse(int segment, int wanted) {
        long area = segments.area(segment);
        long run = recent.take(area, wanted);
        while (run != NOT_FOUND) {
            long block = takeExact(segment, run, wanted);
            if (block != NOT_FOUND) {
                return block;
            }
            run = recent.take(area, wanted);
        }
        return NOT_FOUND;
    }

    private long takeExact(int segment, long run, int wanted) {
        long granule = rows.find(rows.granule(run));
        if (granule == ExtentRows.NOT_FOUND) {
            return NOT_FOUND; // the extent was given back since
        }
        long row = rows.rowUnchecked(granule);
        if (!segments.isOwn(segment, row)) {
            return NOT_FOUND; // and somebody else has it
        }
        int units = segments.units(segment, granule, row);
        long bitmap = segments.offset(granule);
        int from = unitOf(granule, run);
        int to = from + wanted;
        boolean isExact = from > 0 && to <= segments.listedEnd(segment, granule, units)
            && Bitmap.isFree(memory, bitmap, from, to)
            && Bitmap.isUsed(memory, bitmap, from - 1)
            && (to == units || Bitmap.isUsed(memory, bitmap, to));
        return isExact ? take(segment, granule, row, units, from, wanted) : NOT_FOUND;
    }

    /**
     * The tightest run of an extent of the lowest class that has one. In the class of the wanted length the
     * bounds may fall short; in the higher ones they suffice, and only a stale one is scanned in vain, once.
     */
    private long fit(int segment, int wanted, int scanned) {
        long area = segments.area(segment);
        int left = scanned;
        int passed = scanned * PASSED;
        int sizeClass = segments.nextClass(area, SizeClass.of(wanted));
        while (sizeClass != SizeClass.NOT_FOUND && left > 0) {
            int granule = segments.head(area, sizeClass);
            while (granule != SegmentExtents.NONE && left > 0 && passed > 0) {
                int next = segments.next(granule);
                long row = rows.row(granule);
                int units = segments.unitsToTake(segment, granule, row);
                if (segments.largestRun(row, units) < wanted) {
                    passed--;
                } else {
                    long block = fitInto(segment, granule, row, units, wanted);
                    if (block != NOT_FOUND) {
                        return block;
                    }
                    left--;
                }
                granule = next;
            }
            passed = 1; // and stays so: no bound of the higher classes falls short
            sizeClass = segments.nextClass(area, sizeClass + 1);
        }
        return NOT_FOUND;
    }

    /**
     * The tightest run of the extent; the scan also tells the true longest run, so that a stale bound costs
     * once.
     */
    private long fitInto(int segment, long granule, long row, int units, int wanted) {
        int bound = segments.largestRun(row, units);
        int end = segments.listedEnd(segment, granule, units);
        int first = SegmentExtents.bitmapUnits(units);
        long found = Bitmap.bestFit(memory, segments.offset(granule), first, end, wanted, bound);
        int longest = Bitmap.longestOf(found);
        if (longest != bound) {
            segments.setLargestRun(segment, granule, units, longest);
        }
        int from = Bitmap.startOf(found);
        return from == 0 ? NOT_FOUND : take(segment, granule, row, units, from, wanted);
    }

    /** From the fill position. */
    private long fill(int segment, int wanted) {
        long area = segments.area(segment);
        int granule = memory.loadInt(area + AllocatorDescriptor.FILL_EXTENT);
        if (granule == SegmentExtents.NONE) {
            return NOT_FOUND;
        }
        long row = rows.row(granule);
        int units = segments.unitsToTake(segment, granule, row);
        int position = segments.listedEnd(segment, granule, units);
        if (units - position < wanted) {
            return NOT_FOUND;
        }
        memory.storeInt(area + AllocatorDescriptor.FILL_POSITION, position + wanted);
        return take(segment, granule, row, units, position, wanted);
    }

    /** From a new extent, which becomes the one that is filled. */
    private long grow(int segment, int wanted) {
        long area = segments.area(segment);
        long least = segments.granulesFor(wanted);
        long granules = segments.granulesOfNew(segment, wanted, least);
        long offset;
        try {
            offset = extents.allocate(ExtentWord.ENTRIES, segment, granules);
        } catch (MapFullException full) {
            freeSpare(segment);
            long block = fit(segment, wanted, SCANNED_WHEN_FULL);
            if (block != NOT_FOUND) {
                return block;
            }
            if (granules == least) {
                throw full;
            }
            offset = extents.allocate(ExtentWord.ENTRIES, segment, least);
        }
        retireFill(segment);
        long granule = rows.granule(offset);
        int units = segments.units(segment, granule);
        segments.add(segment, granule, units);
        memory.storeInt(area + AllocatorDescriptor.FILL_EXTENT, (int) granule);
        memory.storeInt(area + AllocatorDescriptor.FILL_POSITION, SegmentExtents.bitmapUnits(units));
        return fill(segment, wanted);
    }

    /** Puts the rest of the run that was filled on the lists. */
    private void retireFill(int segment) {
        long area = segments.area(segment);
        int granule = memory.loadInt(area + AllocatorDescriptor.FILL_EXTENT);
        if (granule != SegmentExtents.NONE) {
            int units = segments.units(segment, granule);
            int rest = units - segments.listedEnd(segment, granule, units);
            memory.storeInt(area + AllocatorDescriptor.FILL_EXTENT, SegmentExtents.NONE);
            if (rest > segments.largestRun(rows.row(granule), units)) {
                segments.setLargestRun(segment, granule, units, rest);
            }
        }
    }

    private long take(int segment, long granule, long row, int units, int from, int wanted) {
        long offset = segments.offset(granule);
        Bitmap.take(memory, offset, from, from + wanted);
        segments.count(segment, row, units, wanted);
        return offset + ((long) from << BlockDescriptor.UNIT_SHIFT);
    }

    private int unitOf(long granule, long block) {
        return (int) (block - segments.offset(granule) >>> BlockDescriptor.UNIT_SHIFT);
    }

    /**
     * Takes back a block that another one has replaced. It is kept as it is, since the next put often needs
     * one that is as long; the one that was kept before goes.
     */
    public void retire(int segment, long block, long units) {
        if (units > maxUnits) {
            freeLarge(segment, block, units);
            return;
        }
        long area = segments.area(segment);
        long before = spare.get(area);
        spare.put(area, SpareWord.of(block, (int) units));
        if (before != SpareWord.NONE) {
            freeNow(segment, SpareWord.offset(before), SpareWord.units(before));
        }
    }

    /** Takes back a block that was allocated with this many units, and the one that was kept. */
    public void free(int segment, long block, long units) {
        freeSpare(segment);
        freeNow(segment, block, units);
    }

    private void freeSpare(int segment) {
        long area = segments.area(segment);
        long kept = spare.get(area);
        if (kept != SpareWord.NONE) {
            spare.put(area, SpareWord.NONE);
            freeNow(segment, SpareWord.offset(kept), SpareWord.units(kept));
        }
    }

    private void freeNow(int segment, long block, long units) {
        if (units > maxUnits) {
            freeLarge(segment, block, units);
            return;
        }
        long granule = rows.find(rows.granule(block));
        if (granule == ExtentRows.NOT_FOUND) {
            throw notAllocated(segment, block, units);
        }
        long row = rows.rowUnchecked(granule);
        int all = segments.units(segment, granule, row);
        long bitmap = segments.offset(granule);
        int from = unitOf(granule, block);
        int to = from + (int) units;
        int listedEnd = segments.listedEnd(segment, granule, all);
        if ((block & BlockDescriptor.UNIT_BYTES - 1) != 0 || units <= 0
            || from < SegmentExtents.bitmapUnits(all) || to > listedEnd
            || !Bitmap.isTaken(memory, bitmap, from, to)) {
            throw notAllocated(segment, block, units);
        }
        Bitmap.release(memory, bitmap, from, to);
        boolean isSurplus = segments.count(segment, row, all, -(int) units);
        if (isSurplus) {
            giveBack(segment, granule, all);
            return;
        }
        int start = Bitmap.runStart(memory, bitmap, from);
        if (to == listedEnd && segments.isFilled(segment, granule)) {
            memory.storeInt(segments.area(segment) + AllocatorDescriptor.FILL_POSITION, start);
            return;
        }
        int end = Bitmap.nextUsed(memory, bitmap, to, listedEnd);
        if (end - start > segments.largestRun(row, all)) {
            segments.setLargestRun(segment, granule, all, end - start);
        }
        if (end - start == to - from) {
            recent.add(segments.area(segment), block, to - from);
        }
    }

    private void giveBack(int segment, long granule, int units) {
        long area = segments.area(segment);
        if (segments.isFilled(segment, granule)) {
            memory.storeInt(area + AllocatorDescriptor.FILL_EXTENT, SegmentExtents.NONE);
        }
        recent.forget(area, segments.offset(granule), (long) units << BlockDescriptor.UNIT_SHIFT);
        segments.remove(segment, granule, units);
        extents.free(segments.offset(granule));
    }

    private long allocateLarge(int segment, long units) {
        long granules = segments.granulesForLarge(units);
        long block = extents.allocate(ExtentWord.LARGE, segment, granules);
        segments.addLarge(segment, rows.granule(block), granules, units);
        return block;
    }

    private void freeLarge(int segment, long block, long units) {
        long granule = rows.granule(block);
        if (!segments.isLarge(segment, block, units)) {
            throw notAllocated(segment, block, units);
        }
        segments.addLarge(segment, granule, -segments.granulesForLarge(units), -units);
        extents.free(block);
    }

    private static CorruptMapException notAllocated(int segment, long block, long units) {
        return new CorruptMapException("no such block is allocated: segment=" + segment
            + ", units=" + units, block);
    }

    /** How many bytes the blocks of a segment have, without the spare one. */
    public long usedBytes(int segment) {
        long area = segments.area(segment);
        long units = memory.loadLong(area + AllocatorDescriptor.USED_UNITS);
        return units - SpareWord.units(spare.get(area)) << BlockDescriptor.UNIT_SHIFT;
    }

    /** How many bytes the extents for blocks of a segment have. */
    public long heldBytes(int segment) {
        long area = segments.area(segment);
        return memory.loadLong(area + AllocatorDescriptor.EXTENT_GRANULES)
            + memory.loadLong(area + AllocatorDescriptor.LARGE_GRANULES) << rows.granuleShift();
    }
}
