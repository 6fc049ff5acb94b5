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

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.internal.index.BucketIndex;
import io.offheapmap.internal.index.Chain;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.memory.Memory;
import java.util.Arrays;

/**
 * Collects the keys of one bucket after the other, without a lock. A bucket's keys count only if split word
 * and epoch were the same before and after; the values are looked up later by key, so an entry that is
 * overwritten meanwhile is not lost. Not for several threads at once.
 */
public final class EntryWalk {

    /** After so many disturbed rounds it takes the lock. */
    private static final int MAX_ROUNDS = 1_000;
    private static final int FIRST_KEYS = 16;
    private static final int FIRST_BYTES = 1024;

    private final MapParts parts;
    private final Memory memory;
    private final SegmentLocks locks;
    private final BucketWalk buckets;

    private long[] slots = new long[FIRST_KEYS];
    private int[] ends = new int[FIRST_KEYS];
    private byte[] keys = new byte[FIRST_BYTES];
    private int count;
    private int current = -1;

    public EntryWalk(MapParts parts, SegmentLocks locks) {
        this.parts = parts;
        this.locks = locks;
        this.memory = parts.memory;
        this.buckets = new BucketWalk(parts);
    }

    /**
     * Puts the next key into the operation's scratch; false if there is none. The entry may be gone by now.
     */
    public boolean next(Operation op) {
        while (++current >= count) {
            if (buckets.isDone()) {
                current = count;
                return false;
            }
            collect(op);
            buckets.advance();
            current = -1;
        }
        toScratch(op);
        return true;
    }

    /** Puts the present key into the operation's scratch. */
    public void toScratch(Operation op) {
        int start = start(current);
        op.scratch.setKey(keys, start, ends[current] - start);
        parts.locate(op);
    }

    /** Tells whether {@link #next} has found a key that was not passed yet. */
    public boolean hasCurrent() {
        return current >= 0 && current < count;
    }

    private void collect(Operation op) {
        for (int round = 0; round < MAX_ROUNDS || op.nested; round++) {
            if (tryCollect()) {
                return;
            }
            Thread.onSpinWait();
        }
        op.segment = buckets.segment();
        op.header = buckets.header();
        locks.lock(op);
        try {
            if (!tryCollect()) {
                throw new CorruptMapException("bucket refers to an unfinished entry though its segment is"
                    + " locked:"
                    + " segment=" + op.segment + "; close the map and open it again to repair it", op.header);
            }
        } finally {
            locks.unlock(op);
        }
    }

    private boolean tryCollect() {
        count = 0;
        long header = buckets.header();
        long epoch = memory.loadAcquire(header + SegmentDescriptor.EPOCH);
        long word = memory.loadAcquire(header + SegmentDescriptor.SPLIT);
        boolean whole = collectChain(buckets.enter(word)) && collectChain(buckets.sibling(word));
        Memory.acquireFence();
        return whole
            && memory.loadOpaque(header + SegmentDescriptor.SPLIT) == word
            && memory.loadOpaque(header + SegmentDescriptor.EPOCH) == epoch;
    }

    private boolean collectChain(long first) {
        int length = 0;
        for (long bucket = first; bucket != BucketIndex.NOT_FOUND;
            bucket = parts.index.next(bucket, parts.space.reserved())) {
            for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
                if (!collectSlot(Chain.slotAddress(bucket, i))) {
                    return false;
                }
            }
            if (++length > Chain.MAX_BUCKETS) {
                return false;
            }
        }
        return true;
    }

    /** False if a writer came between. */
    private boolean collectSlot(long address) {
        long slot = memory.loadAcquire(address);
        if (slot == Slot.EMPTY || isCollected(slot)) {
            return true;
        }
        long block = Slot.block(slot);
        long room = parts.space.reserved() - block - BlockDescriptor.KEY;
        if (room < 0) {
            return false;
        }
        int sequence = memory.loadIntAcquire(block + BlockDescriptor.SEQUENCE);
        long stamp = memory.loadLong(block + BlockDescriptor.STAMP);
        int keyLength = (int) Math.min(BlockDescriptor.keyLength(memory, block),
            Math.min(room, BlockDescriptor.MAX_KEY_LENGTH));
        if ((sequence & 1) != 0 || sequence == 0) {
            return false;
        }
        append(slot, block, keyLength);
        // Safe because: as in Reader.compare, the key counts only if slot, sequence and stamp are unchanged
        // behind it
        Memory.acquireFence();
        boolean whole = memory.loadOpaque(address) == slot
            && memory.loadIntAcquire(block + BlockDescriptor.SEQUENCE) == sequence
            && memory.loadLong(block + BlockDescriptor.STAMP) == stamp;
        if (whole && isLastKeyDouble()) {
            count--;
        }
        return whole;
    }

    /** While a bucket is being split, a slot may be in both. */
    private boolean isCollected(long slot) {
        for (int i = 0; i < count; i++) {
            if (slots[i] == slot) {
                return true;
            }
        }
        return false;
    }

    /** A key that was removed and put back while the bucket was walked may be met in both places. */
    private boolean isLastKeyDouble() {
        int last = count - 1;
        for (int i = 0; i < last; i++) {
            if (Slot.tag(slots[i]) == Slot.tag(slots[last])
                && Arrays.equals(keys, start(i), ends[i], keys, start(last), ends[last])) {
                return true;
            }
        }
        return false;
    }

    private int start(int key) {
        return key == 0 ? 0 : ends[key - 1];
    }

    private void append(long slot, long block, int keyLength) {
        int start = start(count);
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        if (keys.length < start + keyLength) {
            keys = Arrays.copyOf(keys, Math.max(start + keyLength, keys.length * 2));
        }
        memory.copyTo(block + BlockDescriptor.KEY, keys, start, keyLength);
        slots[count] = slot;
        ends[count] = start + keyLength;
        count++;
    }
}
