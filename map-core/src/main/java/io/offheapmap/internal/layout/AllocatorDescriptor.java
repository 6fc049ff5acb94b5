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
 * What the block allocator keeps per segment, in the segment's header. All zero is the state of a segment
 * that has no extent. Only the holder of the segment's lock loads or stores here.
 */
public final class AllocatorDescriptor {

    /** Lists of extents: one for each class of the longest free run, SizeClass. */
    public static final int CLASSES = 64;
    /** How many recently freed runs are remembered. */
    public static final int RECENT = 8;

    public static final StructLayout LAYOUT = MemoryLayout.structLayout(
        Layouts.LONG.withName("classes"),       // bit c: list c has extents
        Layouts.LONG.withName("usedUnits"),     // units that blocks take
        Layouts.INT.withName("fillExtent"),     // granule of the extent that is filled in sequence, 0 = none
        Layouts.INT.withName("fillPosition"),   // from this unit to its end it is free, and on no list
        Layouts.LONG.withName("extentGranules"), // granules of the entries extents
        Layouts.LONG.withName("largeGranules"), // granules of the large extents
        Layouts.INT.withName("extents"),        // how many entries extents
        Layouts.INT.withName("emptyExtents"),   // how many of them have no block
        Layouts.INT.withName("recentNext"),     // which of the recent runs is replaced next
        Layouts.reserved(4),
        Layouts.LONG.withName("spare"),         // SpareWord: a block that was replaced lately
        Layouts.longs(RECENT, "recent"),        // RunWord: runs freed lately, a hint
        MemoryLayout.sequenceLayout(CLASSES, Layouts.INT).withName("lists"), // granule of the first, 0 = none
        Layouts.reserved(128));

    public static final long LIST_CLASSES = Layouts.offset(LAYOUT, "classes");
    public static final long USED_UNITS = Layouts.offset(LAYOUT, "usedUnits");
    public static final long FILL_EXTENT = Layouts.offset(LAYOUT, "fillExtent");
    public static final long FILL_POSITION = Layouts.offset(LAYOUT, "fillPosition");
    public static final long RECENT_NEXT = Layouts.offset(LAYOUT, "recentNext");
    public static final long EXTENT_GRANULES = Layouts.offset(LAYOUT, "extentGranules");
    public static final long LARGE_GRANULES = Layouts.offset(LAYOUT, "largeGranules");
    public static final long EXTENTS = Layouts.offset(LAYOUT, "extents");
    public static final long EMPTY_EXTENTS = Layouts.offset(LAYOUT, "emptyExtents");
    public static final long SPARE = Layouts.offset(LAYOUT, "spare");
    public static final long RECENT_RUNS = Layouts.offset(LAYOUT, "recent");
    public static final long LISTS = Layouts.offset(LAYOUT, "lists");
    public static final long LENGTH = LAYOUT.byteSize();

    private AllocatorDescriptor() {
    }
}
