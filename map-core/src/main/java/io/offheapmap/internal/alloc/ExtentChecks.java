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
 * What holds of the extent table while nobody is inside of it. Each method looks at one invariant and returns
 * the first fault that it finds, or null; it reads only, and ends whatever the file holds.
 */
public final class ExtentChecks {

    private final Memory memory;
    private final Geometry geometry;
    private final ExtentRows rows;
    private final FreeRuns free;

    public ExtentChecks(Memory memory, Geometry geometry) {
        this.memory = memory;
        this.geometry = geometry;
        rows = new ExtentRows(memory, geometry);
        free = new FreeRuns(memory, rows);
    }

    /** The first fault of all. */
    public String all() {
        String fault = walk();
        fault = fault == null ? parts() : fault;
        fault = fault == null ? freeRuns() : fault;
        fault = fault == null ? freeLists() : fault;
        fault = fault == null ? counts() : fault;
        fault = fault == null ? chunks() : fault;
        return fault == null ? generations() : fault;
    }

    /**
     * The extents and free runs cover the used granules exactly, and no row inside of one looks like an
     * extent.
     */
    public String walk() {
        try {
            long used = rows.usedGranules();
            for (long granule = 0; granule < used; granule = behind(granule)) {
                String fault = walkedExtent(granule, behind(granule));
                if (fault != null) {
                    return fault;
                }
            }
            return null;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    private String walkedExtent(long granule, long behind) {
        long word = rows.use(granule);
        int kind = ExtentWord.kind(word);
        boolean isFixed = kind == ExtentWord.FIXED;
        if (isFixed != (granule == 0) || isFixed && ExtentWord.length(word) != geometry.fixedGranules()) {
            return fault("fixed regions are not the first extent", granule);
        }
        if (ExtentWord.owner(word) >= geometry.segments()) {
            return fault("extent has an owner that does not exist", granule);
        }
        for (long inside = granule + 1; inside < behind; inside++) {
            if (ExtentWord.isLive(rows.use(inside))) {
                return fault("row inside of an extent looks like an extent", inside);
            }
        }
        return null;
    }

    /** From each granule of an extent in use a look-up leads to its first. */
    public String parts() {
        try {
            long used = rows.usedGranules();
            for (long granule = 0; granule < used; granule = behind(granule)) {
                long behind = behind(granule);
                boolean isLive = ExtentWord.isLive(rows.use(granule));
                boolean isAll = ExtentWord.kind(rows.use(granule)) == ExtentWord.ENTRIES;
                for (long inside = granule + 1; isLive && inside < behind; inside++) {
                    boolean isMarked = isAll || ExtentRows.isMarked(granule, inside);
                    if (isMarked && rows.use(inside) != ExtentWord.of(ExtentWord.PART, 0, inside - granule)
                        || rows.find(inside) != granule) {
                        return fault("part of an extent does not lead to its first granule", inside);
                    }
                }
            }
            return null;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** No free run follows another; each is found from behind it. */
    public String freeRuns() {
        try {
            long used = rows.usedGranules();
            boolean isFreeBefore = false;
            for (long granule = 0; granule < used; granule = behind(granule)) {
                boolean isFree = free.isFree(granule);
                if (isFree && isFreeBefore) {
                    return fault("free run follows a free run", granule);
                }
                if (isFree && free.endingBefore(behind(granule)) != granule) {
                    return fault("free run is not on its list, or not found from behind it", granule);
                }
                isFreeBefore = isFree;
            }
            return null;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** The lists hold the free runs of the walk, each once and on the list of its length. */
    public String freeLists() {
        try {
            long walked = 0;
            long used = rows.usedGranules();
            for (long granule = 0; granule < used; granule = behind(granule)) {
                walked += free.isFree(granule) ? 1 : 0;
            }
            long listed = 0;
            for (int list = 0; list < GlobalsDescriptor.FREE_LISTS; list++) {
                long previous = 0;
                for (long granule = free.head(list); granule != 0 && listed <= walked; listed++) {
                    if (!free.isFree(granule) || FreeRuns.listOf(free.length(granule)) != list
                        || free.neighbour(granule, ExtentDescriptor.PREVIOUS) != previous) {
                        return fault("free list " + list + " leads to what does not belong there", granule);
                    }
                    previous = granule;
                    granule = free.neighbour(granule, ExtentDescriptor.NEXT);
                }
            }
            return walked == listed ? null
                : "free lists and walk differ: listed=" + listed + ", walked=" + walked;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** The counts of granules by kind are those of the walk. */
    public String counts() {
        try {
            long[] walked = new long[ExtentWord.KINDS];
            long used = rows.usedGranules();
            for (long granule = 0; granule < used; granule = behind(granule)) {
                walked[ExtentWord.kind(rows.use(granule))] += behind(granule) - granule;
            }
            for (int kind = 0; kind < ExtentWord.KINDS; kind++) {
                long counted = memory.loadLong(GlobalsDescriptor.kindGranules(kind));
                if (counted != walked[kind]) {
                    return "count of granules is wrong: "
                        + ExtentWord.describe(ExtentWord.of(kind, 0, counted)) + ", walked=" + walked[kind]
                        + ", offset=" + GlobalsDescriptor.kindGranules(kind);
                }
            }
            return null;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** Each chunk of the table is an extent of its own, and there is no other such extent. */
    public String chunks() {
        try {
            int last = rows.lastChunk();
            if (memory.loadLong(GlobalsDescriptor.chunk(0)) != geometry.tableOffset()) {
                return "first chunk of the extent table is elsewhere, offset=" + GlobalsDescriptor.chunk(0);
            }
            long granules = 0;
            for (int chunk = 1; chunk <= last; chunk++) {
                long granule = rows.granule(memory.loadLong(GlobalsDescriptor.chunk(chunk)));
                long word = rows.use(granule);
                if (ExtentWord.kind(word) != ExtentWord.TABLE
                    || ExtentWord.length(word) << rows.granuleShift() < rows.chunkBytes(chunk)) {
                    return fault("chunk " + chunk + " of the extent table is no extent", granule);
                }
                granules += ExtentWord.length(word);
            }
            long counted = memory.loadLong(GlobalsDescriptor.kindGranules(ExtentWord.TABLE));
            return granules == counted ? null
                : "chunks of the extent table and their count differ: chunks=" + granules
                    + ", count=" + counted;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    /** Each extent has a generation that was given out, and the parts of an entries extent have the same. */
    public String generations() {
        try {
            long highest = memory.loadLong(GlobalsDescriptor.GENERATION);
            long used = rows.usedGranules();
            for (long granule = 0; granule < used; granule = behind(granule)) {
                long word = rows.use(granule);
                long generation = Integer.toUnsignedLong(generation(granule));
                if (ExtentWord.isLive(word)
                    && (generation == 0 || generation > Math.min(highest, (1L << Integer.SIZE) - 1))) {
                    return fault("generation was never given out: generation=" + generation, granule);
                }
                long behind = ExtentWord.kind(word) == ExtentWord.ENTRIES ? behind(granule) : granule;
                for (long inside = granule + 1; inside < behind; inside++) {
                    if (generation(inside) != generation(granule)) {
                        return fault("part of an extent has another generation", inside);
                    }
                }
            }
            return null;
        } catch (CorruptMapException corrupt) {
            return corrupt.getMessage();
        }
    }

    private int generation(long granule) {
        return memory.loadInt(rows.row(granule) + ExtentDescriptor.GENERATION);
    }

    private long behind(long granule) {
        return rows.granule(rows.next(granule << rows.granuleShift()));
    }

    private String fault(String what, long granule) {
        return what + ": granule=" + granule + ", " + ExtentWord.describe(rows.use(granule)) + ", offset="
            + rows.row(granule);
    }
}
