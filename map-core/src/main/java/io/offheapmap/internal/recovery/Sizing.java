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
package io.offheapmap.internal.recovery;

import io.offheapmap.internal.index.BucketIndex;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.Geometry;

/** Chooses the fixed numbers of a new map from what the user expects. */
public final class Sizing {

    private static final long ENTRIES_PER_SEGMENT = 16_000;
    private static final int LEAST_SEGMENTS = 16;
    /** So many granules make a segment of the expected size, if the granule's limits allow. */
    private static final long GRANULES_PER_SEGMENT = 64;
    /**
     * Larger ones waste more at the ends of extents than they save in the table: doc/allocator.md, "Figures".
     */
    private static final int LARGEST_GRANULE = 1 << 14;
    /**
     * The hash gives some segments more than their share; only one of 30,000 more than so many deviations.
     */
    private static final int DEVIATIONS = 4;
    private static final int LEAST_BUCKETS = 4;
    private static final int TABLE_SHARE = 4;

    private Sizing() {
    }

    /**
     * Chooses.
     *
     * @param entries  expected entries, 1 or more
     * @param segments what the user wants, or 0
     */
    public static Geometry choose(long entries, double averageKeySize, double averageValueSize,
        int segments) {
        int chosen = segments > 0 ? segments : (int) Math.min(Geometry.MAX_SEGMENTS,
            powerOfTwoFrom(Math.max(LEAST_SEGMENTS,
            (entries + ENTRIES_PER_SEGMENT - 1) / ENTRIES_PER_SEGMENT)));
        long perSegment = (entries + chosen - 1) / chosen;
        long mostPerSegment = perSegment + (long) Math.ceil(DEVIATIONS * Math.sqrt(perSegment));
        long buckets = (mostPerSegment + BucketIndex.TARGET_LOAD - 1) / BucketIndex.TARGET_LOAD;
        int baseBuckets = (int) Math.min(Geometry.MAX_BASE_BUCKETS, Math.max(LEAST_BUCKETS, buckets));
        double entryBytes = BlockDescriptor.KEY + averageKeySize + averageValueSize;
        double segmentBytes = Math.min(perSegment * entryBytes, Long.MAX_VALUE / 2.0);
        int granule = Math.clamp(Long.highestOneBit((long) segmentBytes / GRANULES_PER_SEGMENT),
            Geometry.MIN_GRANULE_BYTES, LARGEST_GRANULE);
        return withTable(chosen, baseBuckets, granule, segmentBytes * chosen / granule);
    }

    /** The smallest geometry that there is, for tests that try every byte. */
    public static Geometry minimum() {
        return withTable(1, 1, Geometry.MIN_GRANULE_BYTES, 0);
    }

    private static Geometry withTable(int segments, int baseBuckets, int granule, double granules) {
        int table = (int) Math.min(Geometry.MAX_TABLE_BASE,
            powerOfTwoFrom(Math.max(Geometry.MIN_TABLE_BASE, (long) granules / TABLE_SHARE)));
        Geometry geometry = new Geometry(segments, baseBuckets, granule, table);
        while (geometry.fixedGranules() > geometry.tableBase()) {
            geometry = new Geometry(segments, baseBuckets, granule, geometry.tableBase() * 2);
        }
        assert geometry.isValid();
        return geometry;
    }

    private static long powerOfTwoFrom(long value) {
        return value <= 1 ? 1 : Long.highestOneBit(value - 1) << 1;
    }
}
