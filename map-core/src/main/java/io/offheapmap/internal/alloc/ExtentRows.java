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
import io.offheapmap.internal.layout.ExtentDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.memory.Memory;

/**
 * The rows of the extent table, for reading. Whatever the file holds, a look-up ends after a bounded number
 * of steps with an answer or a {@link CorruptMapException}.
 *
 * <p>Everybody may look up an extent of his own segment without the global lock. Safe because: a row whose
 * use word is live is the first of an extent that exists (when an extent is given back, that word is the
 * first to change; rows that become the inside of an extent are never live), an extent of a segment changes
 * only under the lock of that segment, and a use word is one store of 8 bytes. A row found through stale
 * parts is checked against the live row that it leads to. The number of granules in use and the chunks only
 * ever grow while the map is open.
 */
public final class ExtentRows {

    /** No extent. */
    public static final long NOT_FOUND = -1;

    /** Instead of a segment: any segment. */
    static final int ANY = -1;

    private final Memory memory;
    private final int segments;
    private final int granuleShift;
    private final long tableBase;
    private final int baseShift;

    public ExtentRows(Memory memory, Geometry geometry) {
        this.memory = memory;
        segments = geometry.segments();
        granuleShift = Integer.numberOfTrailingZeros(geometry.granuleBytes());
        tableBase = geometry.tableBase();
        baseShift = Integer.numberOfTrailingZeros(geometry.tableBase());
    }

    /** How many granules belong to an extent. */
    long usedGranules() {
        long used = memory.loadLong(GlobalsDescriptor.USED_GRANULES);
        if (used <= 0 || used > ExtentDescriptor.MAX_GRANULES || used > memory.length() >>> granuleShift) {
            throw new CorruptMapException("number of used granules is out of range: usedGranules=" + used
                + ", granuleBytes=" + (1 << granuleShift), GlobalsDescriptor.USED_GRANULES);
        }
        return used;
    }

    /** Where the last extent ends. */
    public long end() {
        return usedGranules() << granuleShift;
    }

    int granuleShift() {
        return granuleShift;
    }

    /** Which chunk of the table has the row of this granule. */
    int chunkOf(long granule) {
        return granule < tableBase ? 0 : Long.SIZE - Long.numberOfLeadingZeros(granule >>> baseShift);
    }

    /** The last chunk that is there, or announced. */
    int lastChunk() {
        int chunk = chunkOf(usedGranules() - 1);
        while (chunkEnd(chunk) <= ExtentDescriptor.MAX_GRANULES
            && memory.loadLong(GlobalsDescriptor.chunk(chunk + 1)) != 0) {
            chunk++;
        }
        return chunk;
    }

    /** The first granule that a chunk describes. */
    long chunkStart(int chunk) {
        return chunk == 0 ? 0 : tableBase << chunk - 1;
    }

    /** The granule behind the last one that a chunk describes. */
    long chunkEnd(int chunk) {
        return tableBase << chunk;
    }

    /** How many bytes a chunk has. */
    long chunkBytes(int chunk) {
        return chunkEnd(chunk) - chunkStart(chunk) << ExtentDescriptor.SHIFT;
    }

    /** Where the row of a granule is, for one that may lie behind the used ones. */
    long rowUnchecked(long granule) {
        int chunk = chunkOf(granule);
        long start = memory.loadLong(GlobalsDescriptor.chunk(chunk));
        if (isBadChunk(chunk, start)) {
            throw new CorruptMapException("chunk of the extent table is not inside the file: chunk=" + chunk
                + ", start=" + start, GlobalsDescriptor.chunk(chunk));
        }
        return start + (granule - chunkStart(chunk) << ExtentDescriptor.SHIFT);
    }

    private boolean isBadChunk(int chunk, long start) {
        return start <= 0
            || (start & ExtentDescriptor.LENGTH - 1) != 0
            || start > memory.length() - chunkBytes(chunk);
    }

    /** Tells whether a granule belongs to an extent or a free run. */
    boolean isUsed(long granule) {
        return granule >= 0 && granule < usedGranules();
    }

    /** Where the row of a granule is. */
    long row(long granule) {
        if (!isUsed(granule)) {
            throw new CorruptMapException("granule is not in use: granule=" + granule + ", usedGranules="
                + usedGranules(), granule << granuleShift);
        }
        return rowUnchecked(granule);
    }

    /** The use word of the row of a granule. */
    long use(long granule) {
        return memory.loadLong(row(granule) + ExtentDescriptor.USE);
    }

    /**
     * The first granule of the extent in use that holds the granule, or NOT_FOUND. Each granule of an entries
     * extent has a part row; of other extents only the first granule on each power of two, as {@link
     * #isMarked} says.
     */
    long find(long granule) {
        if (!isUsed(granule)) {
            return NOT_FOUND;
        }
        for (int level = 0; level < Integer.SIZE; level++) {
            long at = granule & -(1L << level);
            long head = leadsTo(at);
            long word = load(head);
            if (ExtentWord.isLive(word) && granule - head < ExtentWord.length(word)) {
                return head;
            }
            if (at == 0) {
                return NOT_FOUND;
            }
        }
        return NOT_FOUND;
    }

    /** The granule that a part points back to, or the granule itself. */
    private long leadsTo(long granule) {
        long word = load(granule);
        long head = granule - ExtentWord.length(word);
        return ExtentWord.kind(word) == ExtentWord.PART && head >= 0 ? head : granule;
    }

    private long load(long granule) {
        return memory.loadLong(rowUnchecked(granule) + ExtentDescriptor.USE);
    }

    /**
     * Tells whether the row of a granule inside of an extent has to point back to the extent's first: on each
     * level the first multiple of that power of two behind the extent's start. Clearing a granule's low bits
     * one by one leads to one of them before it leads out of the extent: g and g' are followed multiples of
     * 2^k and 2^(k+1) with g' <= head < g, so g' = g - 2^k, and g is the first multiple of 2^k behind the
     * head.
     */
    static boolean isMarked(long head, long granule) {
        return granule - Long.lowestOneBit(granule) <= head;
    }

    /** The granule of an offset; checked to be in use when its row is looked up. */
    long granule(long offset) {
        return offset >> granuleShift;
    }

    /**
     * Where the extent in use that holds this offset starts, or NOT_FOUND: it lies in a free run or behind
     * the end.
     */
    public long extentOf(long offset) {
        long head = find(granule(offset));
        return head == NOT_FOUND ? NOT_FOUND : head << granuleShift;
    }

    /** The use word of the extent that starts there, ExtentWord. */
    public long useOf(long extent) {
        return use(granule(extent));
    }

    /** Where the row of the granule with this offset is. */
    public long rowOf(long offset) {
        return row(granule(offset));
    }

    /** How many bytes the extent has that starts there. */
    public long lengthOf(long extent) {
        return ExtentWord.length(useOf(extent)) << granuleShift;
    }

    /**
     * The generation that seeds the checksum of a block at this offset, or 0 (never valid) when there can't
     * be a block. Throws nothing: readers call it without a lock and with offsets that they have not
     * validated.
     */
    public int generation(long offset) {
        long granule = offset >> granuleShift;
        if (granule < 0 || granule >= memory.loadLong(GlobalsDescriptor.USED_GRANULES)
            || granule > ExtentDescriptor.MAX_GRANULES) {
            return 0;
        }
        int chunk = chunkOf(granule);
        long start = memory.loadLong(GlobalsDescriptor.chunk(chunk));
        return isBadChunk(chunk, start) ? 0 : memory.loadInt(
            start + (granule - chunkStart(chunk) << ExtentDescriptor.SHIFT) + ExtentDescriptor.GENERATION);
    }

    /**
     * Walks the file: the extent (or free run) behind the one that starts there, {@link #end()} behind the
     * last. Starts at 0. Under the global lock, or while nobody writes.
     */
    public long next(long extent) {
        long granule = granule(extent);
        long word = use(granule);
        int kind = ExtentWord.kind(word);
        long length = ExtentWord.length(word);
        boolean isRun = kind == ExtentWord.FREE || ExtentWord.isLive(word);
        if (!isRun || length == 0 || length > usedGranules() - granule) {
            throw wrongRow(granule, word, usedGranules());
        }
        return granule + length << granuleShift;
    }

    /**
     * The first extent for blocks of a segment (or ANY) from this granule on, or NOT_FOUND. Looks at every
     * granule's row and needs no global lock: what never changes is stepped over, what may change meanwhile
     * is not.
     */
    long nextForBlocks(int segment, long from) {
        long used = usedGranules();
        long granule = from;
        while (granule < used) {
            long word = use(granule);
            int kind = ExtentWord.kind(word);
            boolean isForBlocks = kind == ExtentWord.ENTRIES || kind == ExtentWord.LARGE;
            if (isForBlocks && (segment == ANY || ExtentWord.owner(word) == segment)) {
                checkForBlocks(granule, word, used);
                return granule;
            }
            boolean isFixed = ExtentWord.isLive(word) && !isForBlocks;
            granule += isFixed ? Math.max(1, ExtentWord.length(word)) : 1;
        }
        return NOT_FOUND;
    }

    private void checkForBlocks(long granule, long word, long used) {
        long length = ExtentWord.length(word);
        if (length == 0 || length > used - granule || ExtentWord.owner(word) >= segments) {
            throw wrongRow(granule, word, used);
        }
    }

    private CorruptMapException wrongRow(long granule, long word, long used) {
        return new CorruptMapException("row of the extent table is wrong: granule=" + granule + ", "
            + ExtentWord.describe(word) + ", usedGranules=" + used, rowUnchecked(granule));
    }
}
