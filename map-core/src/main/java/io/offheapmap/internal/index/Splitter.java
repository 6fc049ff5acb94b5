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
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.layout.SplitWord;
import io.offheapmap.internal.memory.Memory;

/**
 * Splits one bucket into two, under the segment's lock, while readers read.
 *
 * <p>The stores, numbered as in {@code doc/recovery.md}: 1 pointer to a new block of buckets, 2 the new
 * bucket and its overflow buckets, empty; 3 split word with the mark; 4 slots into the new bucket; 5 the same
 * slots in the old bucket to 0; 6 slots from the end of the old chain into its front, epoch, the same slots
 * to 0, end of the chain; 7 the final split word. From 3 on a split is only ever finished, and doing 4 to 7
 * again is harmless. While the mark is set a reader looks in the old bucket and then in the new one, and 4
 * comes before 5: whatever moves is found. 6 moves slots towards the front, against the reader's direction:
 * the epoch, raised in between, sends a reader that could have missed one back to its start.
 */
public final class Splitter {

    private final Memory memory;
    private final Geometry geometry;
    private final BucketIndex index;
    private final Chain chain;
    private final OverflowPool pool;
    private final BucketSource source;
    private final SlotHashes hashes;

    public Splitter(Memory memory, BucketIndex index, Chain chain, OverflowPool pool, BucketSource source,
        SlotHashes hashes) {
        this.memory = memory;
        this.geometry = index.geometry();
        this.index = index;
        this.chain = chain;
        this.pool = pool;
        this.source = source;
        this.hashes = hashes;
    }

    /** Tells whether the segment has more entries than its buckets are meant for. */
    public boolean isDue(long header) {
        long buckets = index.buckets(memory.loadLong(header + SegmentDescriptor.SPLIT));
        return memory.loadLong(header + SegmentDescriptor.ENTRIES) > buckets * BucketIndex.TARGET_LOAD;
    }

    /**
     * Splits the next bucket.
     *
     * @throws io.offheapmap.error.MapFullException if there is no memory for buckets; nothing is changed then
     */
    public void splitNext(int segment) {
        long header = geometry.segmentOffset(segment);
        long word = memory.loadLong(header + SegmentDescriptor.SPLIT);
        long column = SplitWord.next(word) % geometry.baseBuckets();
        long row = SplitWord.next(word) / geometry.baseBuckets();
        long newRow = row | 1L << SplitWord.level(word);
        ensureBlock(segment, header, BucketIndex.blockOf(newRow));
        long old = index.bucket(header, column, row);
        long fresh = index.bucket(header, column, newRow);
        prepare(segment, fresh, movers(old, SplitWord.level(word)));
        memory.storeRelease(header + SegmentDescriptor.SPLIT, SplitWord.marked(word));
        Memory.releaseFence();
        finish(segment);
    }

    private void ensureBlock(int segment, long header, int block) {
        if (memory.loadLong(BucketIndex.blockPointer(header, block)) == 0) {
            createBlock(segment, block, false);
        }
    }

    /**
     * Makes the block of rows exist; the first one must read as zeros, buckets of the others are zeroed one
     * by one.
     */
    public void createBlock(int segment, int block, boolean zeroed) {
        long bytes = index.blockBytes(block);
        long rounded = source.roundUp(bytes);
        long start = source.allocate(segment, rounded, zeroed);
        pool.offer(segment, start + bytes, start + rounded);
        memory.storeRelease(BucketIndex.blockPointer(geometry.segmentOffset(segment), block), start);
    }

    /** Makes the new bucket empty and long enough. Readers don't look there yet. */
    private void prepare(int segment, long fresh, int movers) {
        memory.zero(fresh, BucketDescriptor.LENGTH);
        long last = fresh;
        for (int room = BucketDescriptor.SLOTS; room < movers; room += BucketDescriptor.SLOTS) {
            long taken = takeOrGiveBack(segment, fresh);
            memory.storeLong(last + BucketDescriptor.LINK, taken);
            last = taken;
        }
    }

    private long takeOrGiveBack(int segment, long fresh) {
        boolean taken = false;
        try {
            long bucket = pool.take(segment);
            taken = true;
            return bucket;
        } finally {
            if (!taken) {
                giveBack(segment, chain.next(fresh));
            }
        }
    }

    private int movers(long old, int level) {
        int movers = 0;
        for (long bucket = old; bucket != 0; bucket = chain.next(bucket)) {
            for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
                if (moves(memory.loadLong(Chain.slotAddress(bucket, i)), level)) {
                    movers++;
                }
            }
        }
        return movers;
    }

    private boolean moves(long slot, int level) {
        if (slot == Slot.EMPTY) {
            return false;
        }
        long hash = level < Slot.TAG_BITS ? Slot.tag(slot) : hashes.hashOf(slot);
        return (hash >>> level & 1) != 0;
    }

    /** For the repair after a death: does what is left of a split whose mark is set, wherever it was left. */
    public void resume(int segment) {
        long header = geometry.segmentOffset(segment);
        long word = memory.loadLong(header + SegmentDescriptor.SPLIT);
        dropDoubles(header, index.bucket(header, SplitWord.next(word) % geometry.baseBuckets(),
            SplitWord.next(word) / geometry.baseBuckets()));
        finish(segment);
    }

    /**
     * A death between the copies of store 6 and the zeros leaves slots twice in the chain; the later ones go.
     */
    private void dropDoubles(long header, long old) {
        memory.storeRelease(header + SegmentDescriptor.EPOCH,
            memory.loadLong(header + SegmentDescriptor.EPOCH) + 1);
        for (long bucket = old; bucket != 0; bucket = chain.next(bucket)) {
            for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
                long address = Chain.slotAddress(bucket, i);
                long slot = memory.loadLong(address);
                if (slot != Slot.EMPTY && chain.find(old, slot) != address) {
                    memory.storeRelease(address, Slot.EMPTY);
                }
            }
        }
    }

    private void finish(int segment) {
        long header = geometry.segmentOffset(segment);
        long word = memory.loadLong(header + SegmentDescriptor.SPLIT);
        int level = SplitWord.level(word);
        long column = SplitWord.next(word) % geometry.baseBuckets();
        long row = SplitWord.next(word) / geometry.baseBuckets();
        long old = index.bucket(header, column, row);
        copyMovers(old, index.bucket(header, column, row | 1L << level), level);
        clearMovers(old, level);
        long cut = compact(header, old);
        boolean last = SplitWord.next(word) + 1 == (long) geometry.baseBuckets() << level;
        memory.storeRelease(header + SegmentDescriptor.SPLIT,
            last ? SplitWord.of(level + 1, 0) : SplitWord.of(level, SplitWord.next(word) + 1));
        Memory.releaseFence();
        giveBack(segment, cut);
    }

    private void copyMovers(long old, long fresh, int level) {
        for (long bucket = old; bucket != 0; bucket = chain.next(bucket)) {
            for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
                long slot = memory.loadLong(Chain.slotAddress(bucket, i));
                if (moves(slot, level) && chain.find(fresh, slot) == BucketIndex.NOT_FOUND) {
                    memory.storeRelease(chain.firstEmpty(fresh), slot);
                }
            }
        }
    }

    private void clearMovers(long old, int level) {
        for (long bucket = old; bucket != 0; bucket = chain.next(bucket)) {
            for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
                if (moves(memory.loadLong(Chain.slotAddress(bucket, i)), level)) {
                    memory.storeRelease(Chain.slotAddress(bucket, i), Slot.EMPTY);
                }
            }
        }
    }

    /**
     * Moves the slots of a chain to its front if that makes it shorter.
     *
     * @return the first bucket that was cut off, empty; 0 if none
     */
    private long compact(long header, long old) {
        int count = chain.count(old);
        int needed = Math.max(1, (count + BucketDescriptor.SLOTS - 1) / BucketDescriptor.SLOTS);
        long last = old;
        for (int i = 1; i < needed; i++) {
            last = chain.next(last);
        }
        long rest = chain.next(last);
        if (rest == 0) {
            return 0;
        }
        if (chain.count(rest) != 0) {
            copyToFront(old, rest);
            memory.storeRelease(header + SegmentDescriptor.EPOCH,
                memory.loadLong(header + SegmentDescriptor.EPOCH) + 1);
            clear(rest);
        }
        memory.storeRelease(last + BucketDescriptor.LINK, 0);
        return rest;
    }

    private void copyToFront(long old, long rest) {
        for (long bucket = rest; bucket != 0; bucket = chain.next(bucket)) {
            for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
                long slot = memory.loadLong(Chain.slotAddress(bucket, i));
                if (slot != Slot.EMPTY && chain.find(old, slot) == Chain.slotAddress(bucket, i)) {
                    memory.storeRelease(chain.firstEmpty(old), slot);
                }
            }
        }
    }

    private void clear(long rest) {
        for (long bucket = rest; bucket != 0; bucket = chain.next(bucket)) {
            for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
                memory.storeRelease(Chain.slotAddress(bucket, i), Slot.EMPTY);
            }
        }
    }

    private void giveBack(int segment, long first) {
        long bucket = first;
        while (bucket != 0) {
            long next = chain.next(bucket);
            pool.give(segment, bucket);
            bucket = next;
        }
    }
}
