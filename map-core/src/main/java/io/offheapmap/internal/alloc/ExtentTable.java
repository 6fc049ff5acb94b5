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
import io.offheapmap.internal.layout.ExtentDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.memory.Memory;
import io.offheapmap.internal.memory.Space;

/**
 * Divides the file into extents. The caller holds the global lock.
 *
 * <p>Goals, in this order: after a kill at any instruction the table still says who has what; work that does
 * not grow with the map; little waste.
 *
 * <p>Structure: a row per granule; the walk from row to row by the extents' lengths covers the granules in
 * use exactly. Free runs are on lists, found from the granule behind them through a mark in their last row,
 * and merge when they meet. Lists, marks and counts are derived: {@link #rebuild} makes them again from the
 * walk.
 *
 * <p>Order of stores: whatever is part of the walk changes by one release store of a use word. An allocation
 * writes the row of the remainder first, then shrinks the run by making it an extent. A release makes the
 * extent free, then merges by writing the length of the run in front. An allocation from the end writes the
 * row, then raises the number of used granules. A new chunk of the table is announced in the globals, then
 * gets its row (which may lie inside of it), then is counted: rebuild finishes one that was announced. So
 * nothing behind the used granules is ever written except in an announced chunk, and the rest of the file is
 * zero.
 */
public final class ExtentTable implements Extents {

    /** No extent: the first granule is never given away. */
    public static final long NOT_FOUND = 0;

    private final Memory memory;
    private final Geometry geometry;
    private final Space space;
    private final ExtentRows rows;
    private final FreeRuns free;

    public ExtentTable(Memory memory, Geometry geometry, Space space) {
        this.memory = memory;
        this.geometry = geometry;
        this.space = space;
        rows = new ExtentRows(memory, geometry);
        free = new FreeRuns(memory, rows);
    }

    /** For look-ups and for the walk. */
    public ExtentRows rows() {
        return rows;
    }

    FreeRuns free() {
        return free;
    }

    /** Makes the table of a new file, whose fixed regions exist and are zero. */
    public void init() {
        long fixed = geometry.fixedGranules();
        memory.storeLong(GlobalsDescriptor.chunk(0), geometry.tableOffset());
        appendRow(0, ExtentWord.FIXED, 0, fixed);
    }

    /**
     * Gives granules to an owner: of a free run that fits tightly, or from the end of the file. What they
     * hold is unknown, except for buckets, which always get fresh memory. Stores to some dozens of words,
     * whatever the size.
     *
     * @return where the extent starts
     * @throws MapFullException if there is no room; nothing is changed
     */
    @Override
    public long allocate(int kind, int owner, long granules) {
        assert granules > 0;
        long start = kind == ExtentWord.INDEX ? NOT_FOUND : allocateFreed(kind, owner, granules);
        return start == NOT_FOUND ? allocateFresh(kind, owner, granules) : start;
    }

    /**
     * Gives granules of a free run to an owner. What they hold is unknown.
     *
     * @return where the extent starts, or NOT_FOUND
     */
    public long allocateFreed(int kind, int owner, long granules) {
        long run = free.find(granules);
        return run == NOT_FOUND ? NOT_FOUND : carve(run, kind, owner, granules);
    }

    private long carve(long run, int kind, int owner, long granules) {
        long length = free.length(run);
        long rest = length - granules;
        if (rest < 0) {
            throw new CorruptMapException("free run is on a list of longer ones: granule=" + run
                + ", granules=" + length, rows.row(run));
        }
        free.unlink(run, length);
        if (rest > 0) {
            storeUse(run + granules, ExtentWord.of(ExtentWord.FREE, 0, rest));
            free.markEnd(run + granules, rest);
        }
        publish(run, kind, owner, granules);
        if (rest > 0) {
            free.link(run + granules, rest);
        }
        return run << rows.granuleShift();
    }

    /**
     * Gives granules from the end of the file to an owner. They are zero.
     *
     * @return where the extent starts
     * @throws MapFullException if there is no room; nothing is changed
     */
    public long allocateFresh(int kind, int owner, long granules) {
        long used = rows.usedGranules();
        long start = used;
        int chunk = rows.lastChunk();
        int lastChunk = chunk;
        while (start + granules > rows.chunkEnd(lastChunk)) {
            start += chunkGranules(++lastChunk);
        }
        ensure(start + granules);
        while (chunk < lastChunk) {
            appendChunk(++chunk);
        }
        appendRow(start, kind, owner, granules);
        return start << rows.granuleShift();
    }

    private long chunkGranules(int chunk) {
        return rows.chunkBytes(chunk) + geometry.granuleBytes() - 1 >>> rows.granuleShift();
    }

    private void ensure(long granules) {
        if (granules > ExtentDescriptor.MAX_GRANULES || granules > memory.length() >>> rows.granuleShift()) {
            throw new MapFullException("map has reached its maximum size: granules=" + granules
                + ", granuleBytes=" + geometry.granuleBytes() + ", maximumBytes=" + memory.length()
                + "; remove entries, or open it with a higher maximum");
        }
        space.ensure(granules << rows.granuleShift());
    }

    private void appendChunk(int chunk) {
        long used = rows.usedGranules();
        memory.storeRelease(GlobalsDescriptor.chunk(chunk), used << rows.granuleShift());
        appendRow(used, ExtentWord.TABLE, 0, chunkGranules(chunk));
    }

    private void appendRow(long granule, int kind, int owner, long granules) {
        publish(granule, kind, owner, granules);
        memory.storeRelease(GlobalsDescriptor.USED_GRANULES, granule + granules);
    }

    /** Makes granules an extent: one release store, after everything that others find through it. */
    private void publish(long granule, int kind, int owner, long granules) {
        int generation = nextGeneration();
        memory.storeInt(rows.rowUnchecked(granule) + ExtentDescriptor.GENERATION, generation);
        if (kind == ExtentWord.ENTRIES) {
            markAll(granule, granules, generation);
        } else {
            markSome(granule, granules);
        }
        storeUse(granule, ExtentWord.of(kind, owner, granules));
        free.count(kind, granules);
    }

    private int nextGeneration() {
        long generation = memory.loadLong(GlobalsDescriptor.GENERATION) + 1;
        if ((int) generation == 0) {
            generation++;
        }
        memory.storeRelease(GlobalsDescriptor.GENERATION, generation);
        return (int) generation;
    }

    private void markAll(long head, long granules, int generation) {
        for (long distance = 1; distance < granules; distance++) {
            storeUse(head + distance, ExtentWord.of(ExtentWord.PART, 0, distance));
            memory.storeInt(rows.rowUnchecked(head + distance) + ExtentDescriptor.GENERATION, generation);
        }
    }

    private void markSome(long head, long granules) {
        for (int level = 0; level < Integer.SIZE; level++) {
            long granule = (head >>> level) + 1 << level; // the first multiple of 2^level behind the head
            if (granule < head + granules && Long.numberOfTrailingZeros(granule) == level) {
                storeUse(granule, ExtentWord.of(ExtentWord.PART, 0, granule - head));
            }
        }
    }

    private void storeUse(long granule, long word) {
        memory.storeRelease(rows.rowUnchecked(granule) + ExtentDescriptor.USE, word);
    }

    /** Takes back an extent; its bytes stay what they are until somebody else gets them. */
    @Override
    public void free(long offset) {
        long granule = rows.granule(offset);
        long word = rows.use(granule);
        int kind = ExtentWord.kind(word);
        long length = ExtentWord.length(word);
        boolean isFirst = (offset & geometry.granuleBytes() - 1) == 0;
        if (!isFirst || kind != ExtentWord.ENTRIES && kind != ExtentWord.LARGE
            || length == 0 || length > rows.usedGranules() - granule) {
            throw new CorruptMapException("no extent that can be given back: "
                + ExtentWord.describe(word), offset);
        }
        storeUse(granule, ExtentWord.of(ExtentWord.FREE, 0, length));
        free.count(kind, -length);
        merge(granule, length);
    }

    private void merge(long granule, long length) {
        long right = granule + length;
        long total = length;
        if (right < rows.usedGranules() && free.isFree(right)) {
            long rightLength = free.length(right);
            free.unlink(right, rightLength);
            total += rightLength;
        }
        long left = free.endingBefore(granule);
        long first = granule;
        if (left != 0) {
            long leftLength = free.length(left);
            free.unlink(left, leftLength);
            total += leftLength;
            first = left;
        }
        if (total > length) {
            storeUse(first, ExtentWord.of(ExtentWord.FREE, 0, total));
        }
        // Only now: the row may have been the first of a run of one granule that was merged.
        free.markEnd(first, total);
        free.link(first, total);
    }

    /**
     * Takes the free run at the end of the file, if there is one, out of the table. Before anything is
     * allocated the file has to be cut there: what lies behind the end has to be zero.
     *
     * @return where the last extent ends now
     */
    public long cut() {
        long used = rows.usedGranules();
        long run = free.endingBefore(used);
        if (run != 0) {
            free.unlink(run, free.length(run));
            memory.storeRelease(GlobalsDescriptor.USED_GRANULES, run);
        }
        return rows.end();
    }

    /** How many bytes extents of a kind have, ExtentWord. */
    public long bytes(int kind) {
        return memory.loadLong(GlobalsDescriptor.kindGranules(kind)) << rows.granuleShift();
    }

    /**
     * After a kill: finishes a chunk of the table that was announced, and makes lists, marks and counts again
     * from the walk. Time grows with the number of granules. Doing it again is harmless.
     *
     * @throws CorruptMapException if the walk does not cover the file
     */
    public void rebuild() {
        finishChunk();
        free.clear();
        for (int kind = 0; kind < ExtentWord.KINDS; kind++) {
            memory.storeLong(GlobalsDescriptor.kindGranules(kind), 0);
        }
        long granule = 0;
        long used = rows.usedGranules();
        while (granule < used) {
            long next = rows.granule(rows.next(granule << rows.granuleShift()));
            long word = rows.use(granule);
            if (ExtentWord.kind(word) == ExtentWord.FREE) {
                next = rebuildRun(granule, next, used);
            } else {
                free.count(ExtentWord.kind(word), ExtentWord.length(word));
            }
            granule = next;
        }
    }

    private long rebuildRun(long granule, long end, long used) {
        long next = end;
        while (next < used && free.isFree(next)) {
            next = rows.granule(rows.next(next << rows.granuleShift()));
        }
        long length = next - granule;
        if (next > end) {
            storeUse(granule, ExtentWord.of(ExtentWord.FREE, 0, length));
        }
        free.markEnd(granule, length);
        free.link(granule, length);
        return next;
    }

    private void finishChunk() {
        int chunk = rows.lastChunk();
        long start = memory.loadLong(GlobalsDescriptor.chunk(chunk));
        long end = rows.end();
        if (start > end) {
            throw new CorruptMapException("chunk of the extent table is behind the end: chunk=" + chunk
                + ", start=" + start + ", end=" + end, GlobalsDescriptor.chunk(chunk));
        }
        if (start == end) {
            ensure(rows.usedGranules() + chunkGranules(chunk));
            appendRow(rows.usedGranules(), ExtentWord.TABLE, 0, chunkGranules(chunk));
        }
        // The row of an allocation that was not finished: a later extent may begin before it.
        if (rows.usedGranules() < rows.chunkEnd(chunk)) {
            storeUse(rows.usedGranules(), ExtentWord.NONE);
        }
    }
}
