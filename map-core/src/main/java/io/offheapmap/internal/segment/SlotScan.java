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
package io.offheapmap.internal.segment;

import io.offheapmap.internal.index.Chain;
import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import org.agrona.collections.LongHashSet;

/** Goes over all slots in use of a segment that nobody changes meanwhile: for repair and verifier. */
public final class SlotScan {

    private final MapParts parts;
    private final LongHashSet overflow = new LongHashSet();
    private long badLink;

    public SlotScan(MapParts parts) {
        this.parts = parts;
    }

    /** Gets each slot in use. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Visits a slot.
         *
         * @param address where the slot is
         * @param slot    its word
         * @param number  number of the primary bucket that its chain begins with
         */
        void visit(long address, long slot, long number);
    }

    /** Visits. A chain that leads into another one, or into itself, is left there. */
    public void scan(int segment, Visitor visitor) {
        overflow.clear();
        badLink = 0;
        long header = parts.geometry.segmentOffset(segment);
        long buckets = parts.index.buckets(parts.memory.loadLong(header + SegmentDescriptor.SPLIT));
        for (long number = 0; number < buckets; number++) {
            long first = parts.index.bucket(header, number % parts.geometry.baseBuckets(),
                number / parts.geometry.baseBuckets());
            for (long bucket = first; bucket != 0;
                bucket = parts.index.next(bucket, parts.space.reserved())) {
                if (bucket != first && !overflow.add(bucket)) {
                    badLink = bucket;
                    break;
                }
                scanBucket(bucket, number, visitor);
            }
        }
    }

    private void scanBucket(long bucket, long number, Visitor visitor) {
        for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
            long address = Chain.slotAddress(bucket, i);
            long slot = parts.memory.loadLong(address);
            if (slot != Slot.EMPTY) {
                visitor.visit(address, slot, number);
            }
        }
    }

    /** The overflow buckets that were met. */
    public LongHashSet overflow() {
        return overflow;
    }

    /** An overflow bucket that more than one link leads to; 0 if there is none. */
    public long badLink() {
        return badLink;
    }
}
