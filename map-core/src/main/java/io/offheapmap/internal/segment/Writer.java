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

import io.offheapmap.codec.ValueUpdater;
import io.offheapmap.error.MapFullException;
import io.offheapmap.internal.codec.Transcoder;
import io.offheapmap.internal.index.BucketIndex;
import io.offheapmap.internal.index.Chain;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.memory.Memory;

/**
 * Puts, updates and removes under the segment's lock. Always out of place: the old entry is whole until the
 * one store to the slot publishes the new one. Whatever can fail (room, codecs, callbacks) fails before that
 * store.
 */
public final class Writer {

    private final MapParts parts;
    private final Memory memory;
    private final Reader reader;
    private final SegmentLocks locks;
    private final Publisher publisher;

    public Writer(MapParts parts, Reader reader, SegmentLocks locks) {
        this.parts = parts;
        this.memory = parts.memory;
        this.reader = reader;
        this.locks = locks;
        this.publisher = new Publisher(parts);
    }

    /**
     * Stores a value.
     *
     * @param onlyIfAbsent whether a value that is there stays
     * @param wantsPrevious whether to return the value that is there before
     */
    public <V> V put(Operation op, Transcoder<V> codec, V value, boolean onlyIfAbsent,
        boolean wantsPrevious) {
        int length = (int) codec.valueLength(value, op.scratch);
        op.ahead = 0;
        int before = reader.find(op);    // cache misses and page faults happen here, outside of the lock
        locks.lock(op);
        try {
            boolean present = reader.findLocked(op, before);
            V previous = present && wantsPrevious ? reader.readValue(op, codec, null) : null;
            if (!present || !onlyIfAbsent) {
                begin(op, present, length);
                fill(op, codec, value);
                publish(op, present);
            }
            return previous;
        } finally {
            locks.unlock(op);
        }
    }

    private <V> void fill(Operation op, Transcoder<V> codec, V value) {
        boolean whole = false;
        try {
            codec.write(value, op.freshLength, memory, freshValue(op), op.scratch);
            whole = true;
        } finally {
            if (!whole) {
                publisher.abort(op);
            }
        }
    }

    /** Makes the next version of a value; false if there is none. */
    public boolean update(Operation op, ValueUpdater updater) {
        op.ahead = 0;
        int before = reader.find(op);
        locks.lock(op);
        try {
            if (!reader.findLocked(op, before)) {
                return false;
            }
            op.present.wrap(memory, Reader.valueOffset(op), op.valueLength);
            begin(op, true, checkLength(updater.newLength(op.present)));
            fill(op, updater);
            publish(op, true);
            return true;
        } finally {
            op.present.wrap(null, 0, 0);
            op.next.wrap(null, 0, 0);
            locks.unlock(op);
        }
    }

    private void fill(Operation op, ValueUpdater updater) {
        boolean whole = false;
        try {
            op.next.wrap(memory, freshValue(op), op.freshLength);
            updater.write(op.present, op.next);
            whole = true;
        } finally {
            if (!whole) {
                publisher.abort(op);
            }
        }
    }

    private static int checkLength(long length) {
        if (length < 0 || length > BlockDescriptor.MAX_VALUE_LENGTH) {
            throw new IllegalArgumentException("value has an impossible length: length=" + length
                + "; return 0 to " + BlockDescriptor.MAX_VALUE_LENGTH + " from newLength");
        }
        return (int) length;
    }

    private static long freshValue(Operation op) {
        return op.freshBlock + BlockDescriptor.valueOffset(op.scratch.keyLength);
    }

    /** Gets all room that is needed, then begins the new block. */
    private void begin(Operation op, boolean present, int length) {
        op.dirty = true;
        try {
            if (!present) {
                op.slotAddress = emptySlot(op);
                op.slot = Slot.EMPTY;
                op.block = 0;
            }
            op.freshLength = length;
            op.freshBlock = parts.blocks.allocate(op.segment,
                BlockDescriptor.units(op.scratch.keyLength, length));
        } catch (MapFullException e) {
            op.dirty = false;
            throw e;
        }
        publisher.begin(op, present ? 0 : 1);
    }

    /** A slot for a new entry; a new overflow bucket is linked if there is none. */
    private long emptySlot(Operation op) {
        long word = memory.loadLong(op.header + SegmentDescriptor.SPLIT);
        long bucket = parts.index.home(op.header, word, op.hash);
        if (bucket == BucketIndex.NOT_FOUND) {
            parts.splitter.createBlock(op.segment, 0, true);
            bucket = parts.index.home(op.header, word, op.hash);
        }
        long empty = parts.chain.firstEmpty(bucket);
        return empty == BucketIndex.NOT_FOUND ? parts.chain.extend(op.segment, bucket) : empty;
    }

    private void publish(Operation op, boolean present) {
        publisher.publish(op, present ? 0 : 1);
        if (!present) {
            splitIfDue(op);
        }
        op.dirty = false;
    }

    /** One split for one insert is enough: it makes room for several entries. */
    private void splitIfDue(Operation op) {
        if (parts.splitter.isDue(op.header)) {
            try {
                parts.splitter.splitNext(op.segment);
            } catch (MapFullException e) {
                // the entry is in; without new buckets the chains get longer, and a later insert tries again
                assert !op.nested;
            }
        }
    }

    /**
     * Removes the entry.
     *
     * @param codec to return the value that was there; null to return nothing
     * @return whether it was there
     */
    public boolean delete(Operation op) {
        op.ahead = 0;
        int before = reader.find(op);
        locks.lock(op);
        try {
            boolean present = reader.findLocked(op, before);
            if (present) {
                removeFound(op);
            }
            return present;
        } finally {
            locks.unlock(op);
        }
    }

    /** Removes the entry and returns its value, or null. */
    public <V> V remove(Operation op, Transcoder<V> codec) {
        op.ahead = 0;
        int before = reader.find(op);
        locks.lock(op);
        try {
            if (!reader.findLocked(op, before)) {
                return null;
            }
            V value = reader.readValue(op, codec, null);
            removeFound(op);
            return value;
        } finally {
            locks.unlock(op);
        }
    }

    private void removeFound(Operation op) {
        op.dirty = true;
        publisher.remove(op);
        op.dirty = false;
    }

    /**
     * Removes all entries of the bucket at a place of the walk.
     *
     * @return the next place, see {@link BucketWalk}
     */
    public void clearBucket(Operation op, BucketWalk walk) {
        op.segment = walk.segment();
        op.header = parts.geometry.segmentOffset(op.segment);
        locks.lock(op);
        try {
            long bucket = walk.enter(memory.loadLong(op.header + SegmentDescriptor.SPLIT));
            for (; bucket != BucketIndex.NOT_FOUND;
                bucket = parts.index.next(bucket, parts.space.reserved())) {
                clearSlots(op, bucket);
            }
        } finally {
            locks.unlock(op);
        }
    }

    private void clearSlots(Operation op, long bucket) {
        for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
            op.slotAddress = Chain.slotAddress(bucket, i);
            op.slot = memory.loadLong(op.slotAddress);
            if (op.slot != Slot.EMPTY) {
                op.block = Slot.block(op.slot);
                removeFound(op);
            }
        }
    }
}
