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
import io.offheapmap.internal.layout.SpareWord;
import io.offheapmap.internal.memory.Memory;

/**
 * What holds of a segment's blocks while nobody holds its lock. Each method looks at one invariant of one
 * segment and returns the first fault that it finds, or null; it reads only, and ends whatever the file
 * holds. That each used unit belongs to the spare block or to one that the index reaches is for who knows the
 * index: the used bytes have to be the sum.
 */
public final class BlockChecks {

    private static final long NOT_FOUND = ExtentRows.NOT_FOUND;

    private final Memory memory;
    private final Geometry geometry;
    private final ExtentRows rows;
    private final SegmentExtents segments;
    private final SpareBlock spare;

    public BlockChecks(Memory memory, Geometry geometry) {
        this.memory = memory;
        this.geometry = geometry;
        rows = new ExtentRows(memory, geometry);
        segments = new SegmentExtents(memory, geometry, rows);
        spare = new SpareBlock(memory, rows);
    }

    /** The first fault of any segment. */
    public String all() {
        for (int segment = 0; segment < geometry.segments(); segment++) {
            String fault = bitmaps(segment);
            fault = fault == null ? spare(segment) : fault;
            fault = fault == null ? fill(segment) : fault;
            fault = fault == null ? longestRuns(segment) : fault;
            fault = fault == null ? lists(segment) : fault;
            fault = fault == null ? counts(segment) : fault;
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** The units of a bitmap are used, and an extent's count of free units is that of its bitmap. */
    public String bitmaps(int segment) {
        try {
            for (long granule = first(segment); granule != NOT_FOUND; granule = next(segment, granule)) {
                int units = segments.units(segment, granule);
                int own = SegmentExtents.bitmapUnits(units);
                long bitmap = segments.offset(granule);
                if (!Bitmap.isTaken(memory, bitmap, 0, own)) {
                    return fault("units of a bitmap are not used", segment, granule);
                }
                int free = Bitmap.countFree(memory, bitmap, own, units);
                if (free != segments.freeUnits(rows.row(granule), units)) {
                    return fault("count of free units is wrong: inBitmap=" + free + ", freeUnits="
                        + segments.freeUnits(rows.row(granule), units), segment, granule);
                }
            }
            return null;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** Tells whether all units of a block are used, in an extent of the segment. */
    public boolean isTaken(int segment, long block, long units) {
        if (units > segments.maxUnits()) {
            return segments.isLarge(segment, block, units);
        }
        long granule = rows.find(rows.granule(block));
        if (granule == NOT_FOUND || !segments.isOwn(segment, rows.row(granule))) {
            return false;
        }
        int all = segments.units(segment, granule);
        int from = (int) (block - segments.offset(granule) >>> BlockDescriptor.UNIT_SHIFT);
        int to = from + (int) units;
        return units > 0 && from >= SegmentExtents.bitmapUnits(all) && to <= all
            && Bitmap.isTaken(memory, segments.offset(granule), from, to);
    }

    /** The spare block, if there is one, has units that are used. */
    public String spare(int segment) {
        try {
            long word = spare.get(segments.area(segment));
            boolean isUsed = word == SpareWord.NONE
                || isTaken(segment, SpareWord.offset(word), SpareWord.units(word));
            return isUsed ? null : "spare block has units that are not used: segment=" + segment + ", "
                + SpareWord.describe(word);
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** From the fill position on all is free, and the unit before it is used. */
    public String fill(int segment) {
        try {
            int granule = memory.loadInt(segments.area(segment) + AllocatorDescriptor.FILL_EXTENT);
            if (granule == SegmentExtents.NONE) {
                return null;
            }
            int units = segments.units(segment, granule);
            int position = segments.listedEnd(segment, granule, units);
            long bitmap = segments.offset(granule);
            boolean isRun = Bitmap.isFree(memory, bitmap, position, units)
                && Bitmap.isUsed(memory, bitmap, position - 1);
            return isRun ? null
                : fault("fill position is not where the free run starts: position=" + position, segment,
                granule);
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** No listed free run is longer than the extent's bound. */
    public String longestRuns(int segment) {
        try {
            for (long granule = first(segment); granule != NOT_FOUND; granule = next(segment, granule)) {
                int units = segments.units(segment, granule);
                int longest = Bitmap.longestRun(memory, segments.offset(granule),
                    SegmentExtents.bitmapUnits(units), segments.listedEnd(segment, granule, units));
                if (longest > segments.largestRun(rows.row(granule), units)) {
                    return fault("free run is longer than the bound: run=" + longest + ", bound="
                        + segments.largestRun(rows.row(granule), units), segment, granule);
                }
            }
            return null;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** Each extent is on the list of its class, once; nothing else is on a list. */
    public String lists(int segment) {
        try {
            long area = segments.area(segment);
            int count = memory.loadInt(area + AllocatorDescriptor.EXTENTS);
            int listed = 0;
            for (int sizeClass = 0; sizeClass < AllocatorDescriptor.CLASSES; sizeClass++) {
                int granule = segments.head(area, sizeClass);
                boolean isMarked = segments.nextClass(area, sizeClass) == sizeClass;
                if (isMarked != (granule != SegmentExtents.NONE)) {
                    return "bit of a list is wrong: segment=" + segment + ", class=" + sizeClass + ", offset="
                        + (area + AllocatorDescriptor.LIST_CLASSES);
                }
                int previous = SegmentExtents.NONE;
                while (granule != SegmentExtents.NONE && listed <= count) {
                    int units = segments.units(segment, granule);
                    if (SizeClass.of(segments.largestRun(rows.row(granule), units)) != sizeClass
                        || segments.previous(granule) != previous) {
                        return fault("extent is on a wrong list: class=" + sizeClass, segment, granule);
                    }
                    listed++;
                    previous = granule;
                    granule = segments.next(granule);
                }
            }
            return listed == count ? null : "lists and count of extents differ: segment=" + segment
                + ", listed=" + listed + ", count=" + count;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** The counts in the segment's header are those of its extents. */
    public String counts(int segment) {
        try {
            long area = segments.area(segment);
            long extents = 0;
            long empty = 0;
            long granules = 0;
            long used = 0;
            for (long granule = first(segment); granule != NOT_FOUND; granule = next(segment, granule)) {
                int units = segments.units(segment, granule);
                int taken = SegmentExtents.capacity(units) - segments.freeUnits(rows.row(granule), units);
                extents++;
                empty += taken == 0 ? 1 : 0;
                granules += ExtentWord.length(rows.use(granule));
                used += taken;
            }
            long largeGranules = 0;
            long granule = rows.nextForBlocks(segment, 0);
            while (granule != ExtentRows.NOT_FOUND) {
                boolean isLarge = ExtentWord.kind(rows.use(granule)) == ExtentWord.LARGE;
                long length = ExtentWord.length(rows.use(granule));
                largeGranules += isLarge ? length : 0;
                used += isLarge ? memory.loadInt(rows.row(granule) + ExtentDescriptor.LARGEST_RUN) : 0;
                granule = rows.nextForBlocks(segment, granule + length);
            }
            String fault = differ(segment, "extents", extents,
                memory.loadInt(area + AllocatorDescriptor.EXTENTS));
            fault = fault != null ? fault : differ(segment, "emptyExtents", empty,
                memory.loadInt(area + AllocatorDescriptor.EMPTY_EXTENTS));
            fault = fault != null ? fault : differ(segment, "extentGranules", granules,
                memory.loadLong(area + AllocatorDescriptor.EXTENT_GRANULES));
            fault = fault != null ? fault : differ(segment, "largeGranules", largeGranules,
                memory.loadLong(area + AllocatorDescriptor.LARGE_GRANULES));
            return fault != null ? fault
                : differ(segment, "usedUnits", used, memory.loadLong(area + AllocatorDescriptor.USED_UNITS));
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    private static String differ(int segment, String name, long found, long counted) {
        return found == counted ? null : "count of the allocator is wrong: segment=" + segment
            + ", " + name + "=" + counted + ", found=" + found;
    }

    /** The first entries extent of the segment. */
    private long first(int segment) {
        return entries(segment, rows.nextForBlocks(segment, 0));
    }

    /** The entries extent of the segment behind that one. */
    private long next(int segment, long granule) {
        return entries(segment, rows.nextForBlocks(segment, granule + ExtentWord.length(rows.use(granule))));
    }

    private long entries(int segment, long from) {
        long granule = from;
        while (granule != ExtentRows.NOT_FOUND && ExtentWord.kind(rows.use(granule)) == ExtentWord.LARGE) {
            granule = rows.nextForBlocks(segment, granule + ExtentWord.length(rows.use(granule)));
        }
        return granule;
    }

    private String fault(String what, int segment, long granule) {
        return what + ", segment=" + segment + ", granule=" + granule + ", offset=" + rows.row(granule);
    }
}
