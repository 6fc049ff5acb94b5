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
package io.offheapmap.internal.index;

import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.memory.Memory;

/**
 * The unused overflow buckets of each segment: those given back by splits, linked by their link words, and a
 * range that was never used. All under the segment's lock. A bucket given back keeps empty slots, so that a
 * late reader that still walks there finds nothing, and its end of the walk is refused by the split word
 * (protocol rule 3).
 */
public final class OverflowPool {

    /** Of so many bytes of buckets, one more byte for overflow is fetched at a time. */
    private static final int SHARE = 32;

    private final Memory memory;
    private final Geometry geometry;
    private final BucketIndex index;
    private final BucketSource source;

    public OverflowPool(Memory memory, BucketIndex index, BucketSource source) {
        this.memory = memory;
        this.geometry = index.geometry();
        this.index = index;
        this.source = source;
    }

    /**
     * Takes an empty bucket without a link.
     *
     * @throws io.offheapmap.error.MapFullException if there is no memory; nothing is changed then
     */
    public long take(int segment) {
        long header = geometry.segmentOffset(segment);
        long free = memory.loadLong(header + SegmentDescriptor.OVERFLOW_FREE);
        if (free != 0) {
            memory.storeLong(header + SegmentDescriptor.OVERFLOW_FREE,
                memory.loadLong(free + BucketDescriptor.LINK));
            memory.storeOpaque(free + BucketDescriptor.LINK, 0);
            return free;
        }
        if (memory.loadLong(header + SegmentDescriptor.OVERFLOW_NEXT)
            == memory.loadLong(header + SegmentDescriptor.OVERFLOW_END)) {
            extend(segment, header);
        }
        long next = memory.loadLong(header + SegmentDescriptor.OVERFLOW_NEXT);
        memory.zero(next, BucketDescriptor.LENGTH);
        memory.storeLong(header + SegmentDescriptor.OVERFLOW_NEXT, next + BucketDescriptor.LENGTH);
        return next;
    }

    private void extend(int segment, long header) {
        long buckets = index.buckets(memory.loadLong(header + SegmentDescriptor.SPLIT));
        long bytes = source.roundUp(Math.max(1, buckets * BucketDescriptor.LENGTH / SHARE));
        long start = source.allocate(segment, bytes, false);
        offer(segment, start, start + bytes);
    }

    /** Gives a bucket back: its slots are empty, and nothing links to it any more. */
    public void give(int segment, long bucket) {
        long header = geometry.segmentOffset(segment);
        memory.storeOpaque(bucket + BucketDescriptor.LINK,
            memory.loadLong(header + SegmentDescriptor.OVERFLOW_FREE));
        memory.storeLong(header + SegmentDescriptor.OVERFLOW_FREE, bucket);
    }

    /** Adds memory that was never used; kept only if it is more than what is there. */
    public void offer(int segment, long start, long end) {
        long header = geometry.segmentOffset(segment);
        long left = memory.loadLong(header + SegmentDescriptor.OVERFLOW_END)
            - memory.loadLong(header + SegmentDescriptor.OVERFLOW_NEXT);
        if (end - start > left) {
            memory.storeLong(header + SegmentDescriptor.OVERFLOW_NEXT, start);
            memory.storeLong(header + SegmentDescriptor.OVERFLOW_END, end);
        }
    }

    /** Forgets all: a repair then gives back what no chain holds. */
    public void reset(int segment) {
        long header = geometry.segmentOffset(segment);
        memory.storeLong(header + SegmentDescriptor.OVERFLOW_FREE, 0);
        memory.storeLong(header + SegmentDescriptor.OVERFLOW_NEXT, 0);
        memory.storeLong(header + SegmentDescriptor.OVERFLOW_END, 0);
    }
}
