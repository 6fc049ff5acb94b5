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

import io.offheapmap.codec.ValueReader;
import io.offheapmap.error.CorruptMapException;
import io.offheapmap.internal.codec.Transcoder;
import io.offheapmap.internal.index.BucketIndex;
import io.offheapmap.internal.index.Chain;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.layout.SplitWord;
import io.offheapmap.internal.memory.HeapBytes;
import io.offheapmap.internal.memory.Memory;

/**
 * Finds and reads entries without a lock and without a store. The order of the loads is rule 1 of the
 * protocol; the argument why it is enough is in {@code doc/concurrency.md}, "Get".
 */
public final class Reader {

    static final int MISS = 0;
    static final int HIT = 1;
    static final int RETRY = 2;

    /** Less is not asked for ahead: the processor has it before it waits. */
    private static final long MIN_AHEAD = 256;
    /** More is not asked for ahead: by then the processor has seen where it goes. */
    private static final long MAX_AHEAD = 2048;

    /** After so many disturbed rounds a reader takes the lock. */
    private static final int MAX_ROUNDS = 256;

    private final MapParts parts;
    private final Memory memory;
    private final BucketIndex index;
    private final SegmentLocks segmentLocks;

    public Reader(MapParts parts, SegmentLocks segmentLocks) {
        this.parts = parts;
        this.memory = parts.memory;
        this.index = parts.index;
        this.segmentLocks = segmentLocks;
    }

    /** Gets the value of the operation's key, or null. */
    public <V> V get(Operation op, Transcoder<V> codec, V using) {
        op.ahead = lengthLikeTheLast(op);
        for (int round = 0; round < MAX_ROUNDS || op.nested; round++) {
            int outcome = find(op);
            if (outcome == MISS) {
                return null;
            }
            if (outcome == HIT) {
                V value = readOptimistically(op, codec, using);
                if (value != null) {
                    return value;
                }
            }
            Thread.onSpinWait();
        }
        segmentLocks.lock(op);
        try {
            return findLocked(op) ? readValue(op, codec, using) : null;
        } finally {
            segmentLocks.unlock(op);
        }
    }

    /**
     * How much of the entry to ask for before its header says how long it is: as much as the last one had
     * that was found with this operation. The value then comes from memory together with the header, and not
     * after it.
     */
    private static long lengthLikeTheLast(Operation op) {
        long length = BlockDescriptor.length(op.scratch.keyLength, op.valueLength);
        return length < MIN_AHEAD ? 0 : Math.min(length, MAX_AHEAD);
    }

    /** Tells whether the operation's key is there. */
    public boolean contains(Operation op) {
        op.ahead = 0;
        for (int round = 0; round < MAX_ROUNDS || op.nested; round++) {
            int outcome = find(op);
            if (outcome != RETRY) {
                return outcome == HIT;
            }
            Thread.onSpinWait();
        }
        segmentLocks.lock(op);
        try {
            return findLocked(op);
        } finally {
            segmentLocks.unlock(op);
        }
    }

    /** Lets a reader read the value in place; null if there is none. */
    public <R> R read(Operation op, ValueReader<R> reader) {
        op.ahead = 0;
        for (int round = 0; round < MAX_ROUNDS || op.nested; round++) {
            int outcome = find(op);
            if (outcome == MISS) {
                return null;
            }
            if (outcome == HIT) {
                try {
                    R result = show(op, reader);
                    if (isStillValid(op)) {
                        return result;
                    }
                } catch (RuntimeException | Error e) {
                    if (isStillValid(op)) {
                        throw e;
                    }
                }
            }
            Thread.onSpinWait();
        }
        segmentLocks.lock(op);
        try {
            return findLocked(op) ? show(op, reader) : null;
        } finally {
            segmentLocks.unlock(op);
        }
    }

    private <R> R show(Operation op, ValueReader<R> reader) {
        op.present.wrap(memory, valueOffset(op), op.valueLength);
        try {
            return reader.read(op.present);
        } finally {
            op.present.wrap(null, 0, 0);
        }
    }

    /** For who holds the lock: finds the entry. */
    boolean findLocked(Operation op) {
        int outcome = find(op);
        if (outcome == RETRY) {
            throw new CorruptMapException("entry is unfinished though its segment is locked: segment="
                + op.segment + "; close the map and open it again to repair it", op.header);
        }
        return outcome == HIT;
    }

    /**
     * For who holds the lock and searched before he had it. Safe because: a hit whose slot, sequence, stamp
     * and epoch are unchanged is what a new search would find, by the same argument that lets a reader
     * without a lock return it.
     *
     * @param before what {@link #find} said
     */
    boolean findLocked(Operation op, int before) {
        return before == HIT && isStillValid(op) || findLocked(op);
    }

    /** Searches once; on a HIT lengths and key were whole, and the value is where the operation says. */
    int find(Operation op) {
        op.epoch = memory.loadAcquire(op.header + SegmentDescriptor.EPOCH);
        op.splitWord = memory.loadAcquire(op.header + SegmentDescriptor.SPLIT);
        int outcome = searchChain(op, index.home(op.header, op.splitWord, op.hash));
        if (outcome == MISS && index.isSplitting(op.splitWord, op.hash)) {
            outcome = searchChain(op, index.sibling(op.header, op.splitWord, op.hash));
        }
        if (outcome == MISS) {
            Memory.acquireFence();
            return memory.loadOpaque(op.header + SegmentDescriptor.SPLIT) == op.splitWord
                && memory.loadOpaque(op.header + SegmentDescriptor.EPOCH) == op.epoch ? MISS : RETRY;
        }
        return outcome;
    }

    private int searchChain(Operation op, long first) {
        int tag = Slot.tagOf(op.hash);
        int length = 0;
        for (long bucket = first; bucket != BucketIndex.NOT_FOUND;
            bucket = index.next(bucket, parts.space.reserved())) {
            for (int left = candidates(bucket, tag); left != 0; left &= left - 1) {
                long slotAddress = Chain.slotAddress(bucket, Integer.numberOfTrailingZeros(left));
                long slot = memory.loadAcquire(slotAddress);
                if (Slot.tag(slot) == tag && slot != Slot.EMPTY) {
                    int outcome = compare(op, slotAddress, slot);
                    if (outcome != MISS) {
                        return outcome;
                    }
                }
            }
            if (++length > Chain.MAX_BUCKETS) {
                return RETRY;
            }
        }
        return MISS;
    }

    /**
     * Which slots of a bucket seem to have a tag, bit i for slot i. Without a branch: nobody could predict
     * it, and the processor would have to wait for the bucket before it knew what to load next.
     *
     * <p>Safe because: the fence keeps these loads above all that follow, as if each were an acquire; only
     * their order among each other is open, and entries move inside of a bucket only with the epoch raised in
     * between, which {@link #find} sees. Who seems to have the tag is loaded again.
     */
    private int candidates(long bucket, int tag) {
        int candidates = 0;
        for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
            long difference = Slot.tag(memory.loadLong(Chain.slotAddress(bucket, i))) ^ tag;
            candidates |= (int) (difference - 1 >>> Long.SIZE - 1) << i;    // negative where there is none
        }
        Memory.acquireFence();
        return candidates;
    }

    /**
     * Compares the entry of a slot with the key.
     *
     * <p>Safe because: what is loaded between the two looks at slot and sequence counts only if both are
     * unchanged (with the stamp, should the sequence have gone round), then the block held this one entry all
     * the time. A mismatch is validated like a match: the block could have been refilled while its key was
     * compared. Lengths are checked against what exists before they are used.
     */
    private int compare(Operation op, long slotAddress, long slot) {
        long block = Slot.block(slot);
        long room = parts.space.reserved() - block - BlockDescriptor.KEY;
        if (room < 0) {
            return corruptOrRetry(slotAddress, slot);
        }
        op.touched = memory.touch(block, Math.min(op.ahead, room));
        int sequence = memory.loadIntAcquire(block + BlockDescriptor.SEQUENCE);
        if ((sequence & 1) != 0 || sequence == 0) {
            return RETRY;
        }
        long stamp = memory.loadLong(block + BlockDescriptor.STAMP);
        int keyLength = BlockDescriptor.keyLength(memory, block);
        int valueLength = BlockDescriptor.valueLength(memory, block);
        boolean equal = keyLength == op.scratch.keyLength
            && keyLength + (long) Long.BYTES <= room
            && HeapBytes.equal(memory, block + BlockDescriptor.KEY, op.scratch.key, keyLength);
        op.slotAddress = slotAddress;
        op.slot = slot;
        op.block = block;
        op.sequence = sequence;
        op.stamp = stamp;
        op.valueLength = valueLength;
        if (!isUnchanged(op)) {
            return RETRY;
        }
        if (!equal) {
            return MISS;
        }
        if (valueLength < 0 || BlockDescriptor.length(keyLength, valueLength) - BlockDescriptor.KEY > room) {
            throw new CorruptMapException("entry is longer than the file: keyLength=" + keyLength
                + ", valueLength=" + valueLength + "; restore the file from a copy", block);
        }
        return HIT;
    }

    /** A slot never refers outside of the file, unless the file is damaged. */
    private int corruptOrRetry(long slotAddress, long slot) {
        if (memory.loadAcquire(slotAddress) != slot) {
            return RETRY;
        }
        throw new CorruptMapException("slot refers outside of the file: " + Slot.describe(slot) + ", limit="
            + parts.space.reserved() + "; restore the file from a copy", slotAddress);
    }

    private boolean isUnchanged(Operation op) {
        Memory.acquireFence();
        return memory.loadOpaque(op.slotAddress) == op.slot
            && memory.loadIntAcquire(op.block + BlockDescriptor.SEQUENCE) == op.sequence
            && memory.loadLong(op.block + BlockDescriptor.STAMP) == op.stamp;
    }

    /** The second look: true if all that was read of the entry since the search was whole. */
    boolean isStillValid(Operation op) {
        return isUnchanged(op) && memory.loadOpaque(op.header + SegmentDescriptor.EPOCH) == op.epoch;
    }

    static long valueOffset(Operation op) {
        return op.block + BlockDescriptor.valueOffset(op.scratch.keyLength);
    }

    /** Reads the value that was found; null if it changed meanwhile. */
    private <V> V readOptimistically(Operation op, Transcoder<V> codec, V using) {
        if (!codec.readsInPlace()) {
            codec.copyForCodec(memory, valueOffset(op), op.valueLength, op.copies);
            return isIntact(op) ? codec.readCopy(op.valueLength, using, op.copies) : null;
        }
        try {
            V value = codec.read(memory, valueOffset(op), op.valueLength, using, op.copies);
            return isIntact(op) ? value : null;
        } catch (RuntimeException e) {
            if (isStillValid(op)) {
                throw e;
            }
            return null;
        }
    }

    private boolean isIntact(Operation op) {
        if (!parts.verifyReads) {
            return isStillValid(op);
        }
        int expected = memory.loadInt(op.block + BlockDescriptor.CHECKSUM);
        boolean matches = parts.checksum(op.block) == expected;
        boolean valid = isStillValid(op);
        if (valid && !matches) {
            throw new CorruptMapException("checksum of an entry does not match: segment=" + op.segment
                + ", expected=" + expected + "; restore the file from a copy", op.block);
        }
        return valid;
    }

    /** For who holds the lock: reads the value that was found. */
    <V> V readValue(Operation op, Transcoder<V> codec, V using) {
        if (codec.readsInPlace()) {
            return codec.read(memory, valueOffset(op), op.valueLength, using, op.copies);
        }
        codec.copyForCodec(memory, valueOffset(op), op.valueLength, op.copies);
        return codec.readCopy(op.valueLength, using, op.copies);
    }
}
