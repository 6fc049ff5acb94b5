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

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.memory.Memory;

/** A bucket and the overflow buckets that continue it, for who holds the segment's lock. */
public final class Chain {

    /** No honest chain is longer: the links of a damaged file may go round in a circle. */
    public static final int MAX_BUCKETS = 1 << 16;

    private final Memory memory;
    private final OverflowPool pool;

    public Chain(Memory memory, OverflowPool pool) {
        this.memory = memory;
        this.pool = pool;
    }

    public static long slotAddress(long bucket, int index) {
        return bucket + BucketDescriptor.SLOT + (long) index * Long.BYTES;
    }

    long next(long bucket) {
        return memory.loadLong(bucket + BucketDescriptor.LINK);
    }

    /** The first empty slot, or NOT_FOUND. */
    public long firstEmpty(long bucket) {
        return find(bucket, Slot.EMPTY);
    }

    /** The first slot with exactly this word, or NOT_FOUND. */
    public long find(long first, long word) {
        int length = 0;
        for (long bucket = first; bucket != 0; bucket = next(bucket)) {
            checkLength(first, ++length);
            for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
                if (memory.loadLong(slotAddress(bucket, i)) == word) {
                    return slotAddress(bucket, i);
                }
            }
        }
        return BucketIndex.NOT_FOUND;
    }

    /** How many buckets there are. */
    public int length(long first) {
        int length = 0;
        for (long bucket = first; bucket != 0; bucket = next(bucket)) {
            checkLength(first, ++length);
        }
        return length;
    }

    /** How many slots are in use. */
    public int count(long first) {
        int count = 0;
        for (long bucket = first; bucket != 0; bucket = next(bucket)) {
            for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
                if (memory.loadLong(slotAddress(bucket, i)) != Slot.EMPTY) {
                    count++;
                }
            }
        }
        return count;
    }

    /**
     * Links one more bucket to the end; readers may see it at once, it is empty.
     *
     * @return its first slot
     * @throws io.offheapmap.error.MapFullException if there is no memory; nothing is changed then
     */
    public long extend(int segment, long first) {
        long last = first;
        int length = 1;
        for (long bucket = next(first); bucket != 0; bucket = next(bucket)) {
            checkLength(first, ++length);
            last = bucket;
        }
        long taken = pool.take(segment);
        memory.storeRelease(last + BucketDescriptor.LINK, taken);
        return slotAddress(taken, 0);
    }

    private static void checkLength(long first, int length) {
        if (length > MAX_BUCKETS) {
            throw new CorruptMapException("chain of buckets goes round in a circle: buckets=" + length
                + "; restore the file from a copy", first);
        }
    }
}
