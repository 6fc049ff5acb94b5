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
 * One row of the extent table. The table has a row per granule of the file; the row of an extent's first
 * granule describes the extent. Rows of the granules behind it count only where they are parts: they point
 * back to it.
 */
public final class ExtentDescriptor {

    public static final StructLayout LAYOUT = MemoryLayout.structLayout(
        Layouts.LONG.withName("use"),          // ExtentWord: kind, owner, length in granules; 0 = never used
        Layouts.INT.withName("generation"),    // raised whenever the granule gets a new use; 0 = never used
        Layouts.INT.withName("freeUnits"),     // entries: units that no block takes
        Layouts.INT.withName("next"),          // list of extents: granule of the next, 0 = none
        Layouts.INT.withName("previous"),      // list of extents: granule of the previous, 0 = none
        Layouts.INT.withName("largestRun"),    // entries: no listed free run is longer than this, in units
        Layouts.INT.withName("reserved"));

    public static final long USE = Layouts.offset(LAYOUT, "use");
    public static final long GENERATION = Layouts.offset(LAYOUT, "generation");
    public static final long FREE_UNITS = Layouts.offset(LAYOUT, "freeUnits");
    public static final long NEXT = Layouts.offset(LAYOUT, "next");
    public static final long PREVIOUS = Layouts.offset(LAYOUT, "previous");
    public static final long LARGEST_RUN = Layouts.offset(LAYOUT, "largestRun");
    public static final long LENGTH = LAYOUT.byteSize();
    /** The same as a shift. */
    public static final int SHIFT = Long.numberOfTrailingZeros(LENGTH);

    /** Granules are counted in 31 bits, so that the lists get by with ints. */
    public static final long MAX_GRANULES = Integer.MAX_VALUE;

    private ExtentDescriptor() {
    }
}
