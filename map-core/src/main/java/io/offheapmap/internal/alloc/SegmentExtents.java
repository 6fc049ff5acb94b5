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
import io.offheapmap.internal.layout.AllocatorDescriptor;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.ExtentDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.memory.Memory;

/**
 * The entries extents of a segment: their shape, and the lists that they are on by the class of their longest
 * free run. Extents are named by their first granule. The caller holds the segment's lock.
 */
final class SegmentExtents {

    /** No extent: granule 0 belongs to the fixed regions. */
    static final int NONE = 0;
    private static final long MAX_EXTENT_GRANULES = 64;
    private static final long MAX_EXTENT_BYTES = 1 << 20;
    /** A new extent is at least this part of what the segment has, until the maximum: one of 2^this. */
    private static final int MAX_EXTENTS_SHIFT = 10;
    /** Units that one unit of the bitmap describes. */
    private static final int UNITS_PER_BITMAP_UNIT = BlockDescriptor.UNIT_BYTES * Byte.SIZE;

    private final Memory memory;
    private final Geometry geometry;
    private final ExtentRows rows;
    private final int unitsPerGranule;
    private final long maxGranules;

    SegmentExtents(Memory memory, Geometry geometry, ExtentRows rows) {
        this.memory = memory;
        this.geometry = geometry;
        this.rows = rows;
        unitsPerGranule = geometry.granuleBytes() >>> BlockDescriptor.UNIT_SHIFT;
        maxGranules = Math.clamp(MAX_EXTENT_BYTES >>> rows.granuleShift(), 1, MAX_EXTENT_GRANULES);
    }

    /** Where the allocator's part of a segment's header is. */
    long area(int segment) {
        return geometry.segmentOffset(segment) + SegmentDescriptor.ALLOCATOR;
    }

    /** The largest block that goes into an entries extent. */
    int maxUnits() {
        return (int) maxGranules * unitsPerGranule / 2;
    }

    /** How many granules an entries extent needs to hold a block. */
    long granulesFor(int units) {
        long granules = 1;
        while (capacity((int) granules * unitsPerGranule) < units) {
            granules++;
        }
        return granules;
    }

    /**
     * How many granules a new extent should have. Half of the newest extent is unused on the average, which
     * speaks for short ones; each has a rest at its end that is shorter than a block, and that speaks for
     * long ones. Takes the length with the least of both, as if all that the segment has were such extents
     * with blocks of this length. So the length grows with the root of what the segment has.
     */
    long granulesOfNew(int segment, int wanted, long least) {
        long held = memory.loadLong(area(segment) + AllocatorDescriptor.EXTENT_GRANULES);
        long best = Math.clamp(held >>> MAX_EXTENTS_SHIFT, least, maxGranules);
        long leastWaste = Long.MAX_VALUE;
        for (long granules = best; granules <= maxGranules; granules++) {
            int units = (int) granules * unitsPerGranule;
            long waste = capacity(units) % wanted * held / granules + units / 2;
            if (waste < leastWaste) {
                best = granules;
                leastWaste = waste;
            }
        }
        return best;
    }

    /** How many granules a large extent needs to hold a block. */
    long granulesForLarge(long units) {
        return (units + unitsPerGranule - 1) / unitsPerGranule;
    }

    /** How many units the bitmap of an extent takes, at its start. */
    static int bitmapUnits(int units) {
        return (units + UNITS_PER_BITMAP_UNIT - 1) / UNITS_PER_BITMAP_UNIT;
    }

    /** How many units of an extent blocks may have. */
    static int capacity(int units) {
        return units - bitmapUnits(units);
    }

    static boolean isOf(int segment, int kind, long word) {
        return ExtentWord.kind(word) == kind && ExtentWord.owner(word) == segment;
    }

    /** Tells whether a large extent of the segment starts there whose block has so many units. */
    boolean isLarge(int segment, long block, long units) {
        long granule = rows.granule(block);
        if (block != offset(granule) || !rows.isUsed(granule)) {
            return false;
        }
        long word = rows.use(granule);
        return isOf(segment, ExtentWord.LARGE, word)
            && ExtentWord.length(word) == granulesForLarge(units)
            && memory.loadInt(rows.row(granule) + ExtentDescriptor.LARGEST_RUN) == units;
    }

    /** Tells whether the row is that of an entries extent of the segment. */
    boolean isOwn(int segment, long row) {
        return isOf(segment, ExtentWord.ENTRIES, memory.loadLong(row + ExtentDescriptor.USE));
    }

    /** How many units an entries extent of the segment has. */
    int units(int segment, long granule) {
        return units(segment, granule, rows.row(granule));
    }

    /** The same, with the extent's row at hand. */
    int units(int segment, long granule, long row) {
        long word = memory.loadLong(row + ExtentDescriptor.USE);
        long length = ExtentWord.length(word);
        if (!isOf(segment, ExtentWord.ENTRIES, word) || length == 0 || length > maxGranules) {
            throw notAnExtent(segment, granule, word);
        }
        return (int) length * unitsPerGranule;
    }

    /** The same, and it is checked where the extent ends: for who is about to find free units in it. */
    int unitsToTake(int segment, long granule, long row) {
        int units = units(segment, granule, row);
        long last = units / unitsPerGranule - 1;
        if (granule + last >= rows.usedGranules()
            || last > 0 && rows.use(granule + last) != ExtentWord.of(ExtentWord.PART, 0, last)) {
            throw notAnExtent(segment, granule, rows.use(granule));
        }
        return units;
    }

    private CorruptMapException notAnExtent(int segment, long granule, long word) {
        return new CorruptMapException("not an entries extent of the segment: segment=" + segment
            + ", granule=" + granule + ", " + ExtentWord.describe(word), rows.row(granule));
    }

    /** Where an extent starts, and with it its bitmap. */
    long offset(long granule) {
        return granule << rows.granuleShift();
    }

    long row(long granule) {
        return rows.row(granule);
    }

    int freeUnits(long row, int units) {
        return checked(row + ExtentDescriptor.FREE_UNITS, units);
    }

    int largestRun(long row, int units) {
        return checked(row + ExtentDescriptor.LARGEST_RUN, units);
    }

    private int checked(long field, int units) {
        int value = memory.loadInt(field);
        if (value < 0 || value > units) {
            throw new CorruptMapException("count of units is out of range: count=" + value
                + ", units=" + units, field);
        }
        return value;
    }

    /** Makes an extent that the segment just got an empty one, whose run is to be filled in sequence. */
    void add(int segment, long granule, int units) {
        long area = area(segment);
        clearBitmap(granule, units);
        long row = rows.row(granule);
        memory.storeInt(row + ExtentDescriptor.FREE_UNITS, capacity(units));
        memory.storeInt(row + ExtentDescriptor.LARGEST_RUN, 0);
        link(segment, granule, SizeClass.of(0));
        addInt(area + AllocatorDescriptor.EXTENTS, 1);
        addInt(area + AllocatorDescriptor.EMPTY_EXTENTS, 1);
        addLong(area + AllocatorDescriptor.EXTENT_GRANULES, units / unitsPerGranule);
    }

    /** Makes all units free but those of the bitmap. */
    void clearBitmap(long granule, int units) {
        long bitmap = offset(granule);
        memory.zero(bitmap, units / Byte.SIZE);
        Bitmap.take(memory, bitmap, 0, bitmapUnits(units));
    }

    /**
     * Counts an extent that is on no list by its bitmap, and puts it on its list.
     *
     * @return whether it is empty and not the only such extent: then it is on no list and not counted
     */
    boolean recount(int segment, long granule, int units) {
        long area = area(segment);
        long bitmap = offset(granule);
        int first = bitmapUnits(units);
        int freeUnits = Bitmap.countFree(memory, bitmap, first, units);
        boolean isEmpty = freeUnits == capacity(units);
        if (isEmpty && memory.loadInt(area + AllocatorDescriptor.EMPTY_EXTENTS) > 0) {
            return true;
        }
        int longest = Bitmap.longestRun(memory, bitmap, first, units);
        long row = rows.row(granule);
        memory.storeInt(row + ExtentDescriptor.FREE_UNITS, freeUnits);
        memory.storeInt(row + ExtentDescriptor.LARGEST_RUN, longest);
        link(segment, granule, SizeClass.of(longest));
        addInt(area + AllocatorDescriptor.EXTENTS, 1);
        addInt(area + AllocatorDescriptor.EMPTY_EXTENTS, isEmpty ? 1 : 0);
        addLong(area + AllocatorDescriptor.EXTENT_GRANULES, units / unitsPerGranule);
        addLong(area + AllocatorDescriptor.USED_UNITS, capacity(units) - freeUnits);
        return false;
    }

    /** Takes an extent that has no block off the lists and counts. */
    void remove(int segment, long granule, int units) {
        long area = area(segment);
        unlink(segment, granule, SizeClass.of(largestRun(rows.row(granule), units)));
        addInt(area + AllocatorDescriptor.EXTENTS, -1);
        addInt(area + AllocatorDescriptor.EMPTY_EXTENTS, -1);
        addLong(area + AllocatorDescriptor.EXTENT_GRANULES, -(units / unitsPerGranule));
    }

    /** Counts a large block; negative numbers when it goes. */
    void addLarge(int segment, long granule, long granules, long units) {
        long area = area(segment);
        long row = rows.row(granule);
        memory.storeInt(row + ExtentDescriptor.FREE_UNITS, 0);
        memory.storeInt(row + ExtentDescriptor.LARGEST_RUN, (int) Math.max(0, units));
        addLong(area + AllocatorDescriptor.USED_UNITS, units);
        addLong(area + AllocatorDescriptor.LARGE_GRANULES, granules);
    }

    /**
     * Counts units that were taken, or given back when negative.
     *
     * @return whether the extent has no block any more and is not the only such extent
     */
    boolean count(int segment, long row, int units, int taken) {
        long area = area(segment);
        int capacity = capacity(units);
        int before = freeUnits(row, units);
        int after = before - taken;
        if (after < 0 || after > capacity) {
            throw new CorruptMapException("count of free units does not fit the bitmap: freeUnits=" + before
                + ", taken=" + taken, row);
        }
        memory.storeInt(row + ExtentDescriptor.FREE_UNITS, after);
        addLong(area + AllocatorDescriptor.USED_UNITS, taken);
        if (before == capacity) {
            addInt(area + AllocatorDescriptor.EMPTY_EXTENTS, -1);
        }
        if (after == capacity) {
            addInt(area + AllocatorDescriptor.EMPTY_EXTENTS, 1);
            return memory.loadInt(area + AllocatorDescriptor.EMPTY_EXTENTS) > 1;
        }
        return false;
    }

    private void addInt(long offset, int value) {
        memory.storeInt(offset, memory.loadInt(offset) + value);
    }

    private void addLong(long offset, long value) {
        memory.storeLong(offset, memory.loadLong(offset) + value);
    }

    /** Tells whether the extent is the one that is filled in sequence. */
    boolean isFilled(int segment, long granule) {
        return memory.loadInt(area(segment) + AllocatorDescriptor.FILL_EXTENT) == granule;
    }

    /**
     * The unit behind the last one that the extent's lists may use: the fill position, or the extent's end.
     */
    int listedEnd(int segment, long granule, int units) {
        if (!isFilled(segment, granule)) {
            return units;
        }
        long area = area(segment);
        int position = memory.loadInt(area + AllocatorDescriptor.FILL_POSITION);
        if (position < bitmapUnits(units) || position > units) {
            throw new CorruptMapException("fill position is outside of its extent: segment=" + segment
                + ", granule=" + granule + ", position=" + position,
                area + AllocatorDescriptor.FILL_POSITION);
        }
        return position;
    }

    /**
     * Stores a new bound of the extent's longest run, and moves the extent to the list of its class: to the
     * front when the bound is raised, so that a run that was freed is found before shorter ones of the class.
     */
    void setLargestRun(int segment, long granule, int units, int largestRun) {
        long row = rows.row(granule);
        int bound = largestRun(row, units);
        int before = SizeClass.of(bound);
        int after = SizeClass.of(largestRun);
        boolean isMoved = before != after || largestRun > bound;
        if (isMoved) {
            unlink(segment, granule, before);
        }
        memory.storeInt(row + ExtentDescriptor.LARGEST_RUN, largestRun);
        if (isMoved) {
            link(segment, granule, after);
        }
    }

    /** The first class from this one that has extents, or SizeClass.NOT_FOUND. */
    int nextClass(long area, int from) {
        return SizeClass.next(memory.loadLong(area + AllocatorDescriptor.LIST_CLASSES), from);
    }

    /** The first extent of a class, or NONE. */
    int head(long area, int sizeClass) {
        return memory.loadInt(list(area, sizeClass));
    }

    int next(long granule) {
        return memory.loadInt(rows.row(granule) + ExtentDescriptor.NEXT);
    }

    int previous(long granule) {
        return memory.loadInt(rows.row(granule) + ExtentDescriptor.PREVIOUS);
    }

    void link(int segment, long granule, int sizeClass) {
        long area = area(segment);
        int first = head(area, sizeClass);
        long row = rows.row(granule);
        memory.storeInt(row + ExtentDescriptor.NEXT, first);
        memory.storeInt(row + ExtentDescriptor.PREVIOUS, NONE);
        if (first != NONE) {
            memory.storeInt(rows.row(first) + ExtentDescriptor.PREVIOUS, (int) granule);
        }
        memory.storeInt(list(area, sizeClass), (int) granule);
        long classes = area + AllocatorDescriptor.LIST_CLASSES;
        memory.storeLong(classes, memory.loadLong(classes) | 1L << sizeClass);
    }

    void unlink(int segment, long granule, int sizeClass) {
        long area = area(segment);
        int next = next(granule);
        int previous = previous(granule);
        if (granule != (previous == NONE ? head(area, sizeClass) : next(previous))) {
            throw new CorruptMapException("extent is not on its list: segment=" + segment
                + ", granule=" + granule + ", class=" + sizeClass, rows.row(granule));
        }
        if (next != NONE) {
            memory.storeInt(rows.row(next) + ExtentDescriptor.PREVIOUS, previous);
        }
        if (previous != NONE) {
            memory.storeInt(rows.row(previous) + ExtentDescriptor.NEXT, next);
            return;
        }
        memory.storeInt(list(area, sizeClass), next);
        if (next == NONE) {
            long classes = area + AllocatorDescriptor.LIST_CLASSES;
            memory.storeLong(classes, memory.loadLong(classes) & ~(1L << sizeClass));
        }
    }

    private static long list(long area, int sizeClass) {
        return area + AllocatorDescriptor.LISTS + (long) sizeClass * Integer.BYTES;
    }
}
