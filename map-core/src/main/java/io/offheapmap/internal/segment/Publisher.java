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

import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.DeathWord;
import io.offheapmap.internal.layout.IntentWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.memory.Memory;

/**
 * The stores of a put and of a remove, in their order (protocol rules 13, 15 and 16). The numbers are those
 * of {@code doc/recovery.md}.
 */
final class Publisher {

    private final MapParts parts;
    private final Memory memory;

    Publisher(MapParts parts) {
        this.parts = parts;
        this.memory = parts.memory;
    }

    /** Stores 1 to 4 of a put: intent, then the new block's header and key. The value is filled by others. */
    void begin(Operation op, int added) {
        op.freshStamp = nextStamp(op);
        intend(op, IntentWord.PUT, op.freshBlock, added);               // 1 issued, 2 intent
        long block = op.freshBlock;
        int odd = memory.loadInt(block + BlockDescriptor.SEQUENCE) + 1 | 1;
        memory.storeIntOpaque(block + BlockDescriptor.SEQUENCE, odd);   // 3 being filled
        Memory.releaseFence();                                          //   nothing below may rise above 3
        int keyLength = op.scratch.keyLength;
        memory.storeInt(block + BlockDescriptor.KEY_LENGTH, keyLength); // 4 body
        memory.storeInt(block + BlockDescriptor.VALUE_LENGTH, op.freshLength);
        memory.storeLong(block + BlockDescriptor.STAMP, op.freshStamp);
        if (DeathWord.stamp(memory.loadLong(block + BlockDescriptor.DEATH)) >= op.freshStamp) {
            // bytes of an earlier, larger entry; a real death here is earlier than this birth and stays
            memory.storeLong(block + BlockDescriptor.DEATH, 0);
        }
        if ((keyLength & Long.BYTES - 1) != 0) {
            // the padding is covered by the checksum
            memory.storeLong(block + BlockDescriptor.KEY + (keyLength & -Long.BYTES), 0);
        }
        memory.copyFrom(block + BlockDescriptor.KEY, op.scratch.key, 0, keyLength);
    }

    private long nextStamp(Operation op) {
        return memory.loadLong(op.header + SegmentDescriptor.ISSUED) + 1;
    }

    private void intend(Operation op, int operation, long fresh, int added) {
        memory.storeLong(op.header + SegmentDescriptor.ISSUED, op.freshStamp);
        memory.storeLong(op.header + SegmentDescriptor.INTENT_OLD, op.block);
        memory.storeLong(op.header + SegmentDescriptor.INTENT_NEW, fresh);
        memory.storeLong(op.header + SegmentDescriptor.INTENT_ENTRIES,
            memory.loadLong(op.header + SegmentDescriptor.ENTRIES) + added);
        memory.storeRelease(op.header + SegmentDescriptor.INTENT_STAMP,
            IntentWord.of(op.freshStamp, operation));
        Memory.releaseFence();
    }

    /** Stores 5 to 9 of a put: the block is whole, the slot refers to it, the old block dies. */
    void publish(Operation op, int added) {
        long block = op.freshBlock;
        if (parts.checksums) {
            memory.storeInt(block + BlockDescriptor.CHECKSUM, parts.checksum(block));
        }
        int odd = memory.loadInt(block + BlockDescriptor.SEQUENCE);
        // 5 whole; 0 is never valid
        memory.storeIntRelease(block + BlockDescriptor.SEQUENCE, odd == -1 ? 2 : odd + 1);
        memory.storeRelease(op.slotAddress, Slot.of(op.hash, block));   // 6 published
        Memory.releaseFence();
        long bytes = op.scratch.keyLength + (long) op.freshLength;
        finish(op, added, bytes);
    }

    /** Stores 7 to 9: the old block, if any, is dead; counts; completed. Then its space is free. */
    private void finish(Operation op, int added, long addedBytes) {
        long old = op.block;
        long bytes = addedBytes;
        long units = 0;
        if (old != 0) {
            int keyLength = BlockDescriptor.keyLength(memory, old);
            int valueLength = BlockDescriptor.valueLength(memory, old);
            bytes -= keyLength + (long) valueLength;
            units = BlockDescriptor.units(keyLength, valueLength);
            die(old, op.freshStamp);                                    // 7 death
        }
        memory.storeLong(op.header + SegmentDescriptor.ENTRIES,
            memory.loadLong(op.header + SegmentDescriptor.ENTRIES) + added); // 8 counts
        memory.storeLong(op.header + SegmentDescriptor.BYTES,
            memory.loadLong(op.header + SegmentDescriptor.BYTES) + bytes);
        memory.storeRelease(op.header + SegmentDescriptor.COMPLETED, op.freshStamp); // 9 completed
        Memory.releaseFence();
        if (added == 0) {
            parts.blocks.retire(op.segment, old, units);
        } else if (added < 0) {
            parts.blocks.free(op.segment, old, units);
        }
    }

    private void die(long block, long stamp) {
        memory.storeLong(block + BlockDescriptor.DEATH,
            DeathWord.of(stamp, memory.loadLong(block + BlockDescriptor.STAMP)));
    }

    /** The stores of a remove: intent, the slot to 0, then as in a put. */
    void remove(Operation op) {
        op.freshStamp = nextStamp(op);
        intend(op, IntentWord.REMOVE, 0, -1);
        memory.storeRelease(op.slotAddress, Slot.EMPTY);
        Memory.releaseFence();
        finish(op, -1, 0);
    }

    /** Takes back a put that failed after it began: its block was never published and dies. */
    void abort(Operation op) {
        die(op.freshBlock, op.freshStamp + 1);
        memory.storeLong(op.header + SegmentDescriptor.ISSUED, op.freshStamp + 1);
        memory.storeRelease(op.header + SegmentDescriptor.COMPLETED, op.freshStamp + 1);
        Memory.releaseFence();
        parts.blocks.free(op.segment, op.freshBlock,
            BlockDescriptor.units(op.scratch.keyLength, op.freshLength));
        op.dirty = false;
    }
}
