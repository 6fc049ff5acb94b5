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

/**
 * The numbers that are fixed when a map is created, and where the regions at the front of the file lie
 * because of them.
 *
 * @param segments     how many segments: a power of two, 1 to 65,536
 * @param baseBuckets  buckets of a segment before the first split, 1 to 2^24
 * @param granuleBytes bytes of a granule, the unit in which the file is given to extents: a power of two,
 *                     4 KiB to 64 KiB
 * @param tableBase    granules that the first chunk of the extent table describes: a power of two
 */
public record Geometry(int segments, int baseBuckets, int granuleBytes, int tableBase) {

    public static final int MAX_SEGMENTS = 1 << 16;
    public static final int MAX_BASE_BUCKETS = 1 << 24;
    public static final int MIN_GRANULE_BYTES = 1 << 12;
    public static final int MAX_GRANULE_BYTES = 1 << 16;
    public static final int MIN_TABLE_BASE = 1 << 6;
    public static final int MAX_TABLE_BASE = 1 << 16;

    /** Regions at the front of every file start on pages of this size. */
    public static final int PAGE_BYTES = 4096;

    /** The two copies of the file header lie in the first two pages. */
    public static final long HEADER_OFFSET = 0;
    /** Words that change while the map is open and belong to no segment. */
    public static final long GLOBALS_OFFSET = 2L * PAGE_BYTES;
    /** Where the metadata area of a new file starts. */
    public static final long METADATA_OFFSET = 3L * PAGE_BYTES;
    /** How long the metadata area of a new file is. */
    public static final long METADATA_BYTES = PAGE_BYTES;
    public static final long SEGMENTS_OFFSET = METADATA_OFFSET + METADATA_BYTES;

    /** Tells whether each number is in its range, as it must be in a file that this library wrote. */
    public boolean isValid() {
        return isPowerOfTwo(segments, 1, MAX_SEGMENTS)
            && baseBuckets >= 1 && baseBuckets <= MAX_BASE_BUCKETS
            && isPowerOfTwo(granuleBytes, MIN_GRANULE_BYTES, MAX_GRANULE_BYTES)
            && isPowerOfTwo(tableBase, MIN_TABLE_BASE, MAX_TABLE_BASE)
            && fixedGranules() <= tableBase;
    }

    private static boolean isPowerOfTwo(int value, int min, int max) {
        return value >= min && value <= max && Integer.bitCount(value) == 1;
    }

    /** How many bits of the hash choose the segment. */
    public int segmentBits() {
        return Integer.numberOfTrailingZeros(segments);
    }

    public long segmentOffset(int segment) {
        return SEGMENTS_OFFSET + segment * SegmentDescriptor.LENGTH;
    }

    /** Where the first chunk of the extent table starts. */
    public long tableOffset() {
        return SEGMENTS_OFFSET + segments * SegmentDescriptor.LENGTH;
    }

    /** How many granules the regions at the front of the file take; extents come behind them. */
    public long fixedGranules() {
        long end = tableOffset() + tableBase * ExtentDescriptor.LENGTH;
        return (end + granuleBytes - 1) / granuleBytes;
    }
}
