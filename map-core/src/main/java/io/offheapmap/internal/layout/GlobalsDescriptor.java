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
package io.offheapmap.internal.layout;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/**
 * Words that change while the map is open and belong to no segment: one page at {@link
 * Geometry#GLOBALS_OFFSET}. Only the holder of the global lock stores here, except for the lock word itself.
 */
public final class GlobalsDescriptor {

    /** Chunks of the extent table: the first, and one for each doubling. */
    public static final int CHUNKS = 64;
    /** Lists of free runs: one for each power of two of their length in granules. */
    public static final int FREE_LISTS = 32;

    public static final StructLayout LAYOUT = MemoryLayout.structLayout(
        Layouts.LONG.withName("lock"),                // LockWord
        Layouts.reserved(56),
        Layouts.LONG.withName("usedGranules"),        // granules in extents and runs; behind them all is zero
        Layouts.LONG.withName("generation"),          // raised for each new use of an extent
        Layouts.reserved(48),
        Layouts.longs(ExtentWord.KINDS, "kindGranules"), // granules of each kind; FREE: of the free runs
        Layouts.longs(CHUNKS, "chunks"),              // offset of each chunk of the table, 0 = not there yet
        Layouts.longs(FREE_LISTS, "freeLists"),       // granule of the first run of each list, 0 = none
        Layouts.reserved(Geometry.PAGE_BYTES - 192 - 8 * (CHUNKS + FREE_LISTS)));

    public static final long LOCK = Geometry.GLOBALS_OFFSET + Layouts.offset(LAYOUT, "lock");
    public static final long USED_GRANULES = Geometry.GLOBALS_OFFSET + Layouts.offset(LAYOUT, "usedGranules");
    public static final long GENERATION = Geometry.GLOBALS_OFFSET + Layouts.offset(LAYOUT, "generation");
    public static final long KIND_GRANULES = Geometry.GLOBALS_OFFSET + Layouts.offset(LAYOUT, "kindGranules");
    public static final long CHUNK = Geometry.GLOBALS_OFFSET + Layouts.offset(LAYOUT, "chunks");
    public static final long FREE_LIST = Geometry.GLOBALS_OFFSET + Layouts.offset(LAYOUT, "freeLists");
    public static final long LENGTH = LAYOUT.byteSize();

    private GlobalsDescriptor() {
    }

    /** Where the offset of a chunk of the extent table is kept. */
    public static long chunk(int chunk) {
        return CHUNK + (long) chunk * Long.BYTES;
    }

    /** Where the first run of a list of free runs is kept. */
    public static long freeList(int list) {
        return FREE_LIST + (long) list * Long.BYTES;
    }

    /** Where the number of granules of a kind is kept. */
    public static long kindGranules(int kind) {
        return KIND_GRANULES + (long) kind * Long.BYTES;
    }
}
