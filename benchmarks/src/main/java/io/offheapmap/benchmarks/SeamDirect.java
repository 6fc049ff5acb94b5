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
package io.offheapmap.benchmarks;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The steps of a get and of a set on the mapped range itself. {@link SeamByMemory} is the same through the
 * seam.
 */
final class SeamDirect {

    private static final VarHandle INT =
        ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG =
        ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle().withInvokeExactBehavior();

    private final MemorySegment range;

    SeamDirect(MemorySegment range) {
        this.range = range;
    }

    int get(long record, byte[] target) {
        long slotAddress = find(record);
        long slot = (long) LONG.getAcquire(range, slotAddress);
        long block = SeamStore.block(slot);
        int sequence = (int) INT.getAcquire(range, block + SeamStore.SEQUENCE);
        long stamp = (long) LONG.get(range, block + SeamStore.STAMP);
        int keyLength = (int) INT.get(range, block + SeamStore.KEY_LENGTH);
        int valueLength = (int) INT.get(range, block + SeamStore.VALUE_LENGTH);
        if (keyLength != SeamStore.KEY_WORDS * Long.BYTES || !isKey(block, record)
            || valueLength != target.length) {
            return -1;
        }
        MemorySegment.copy(range, JAVA_BYTE, block + SeamStore.VALUE, target, 0, valueLength);
        VarHandle.acquireFence();
        return (long) LONG.getOpaque(range, slotAddress) == slot
            && (int) INT.getAcquire(range, block + SeamStore.SEQUENCE) == sequence
            && (long) LONG.get(range, block + SeamStore.STAMP) == stamp ? valueLength : -1;
    }

    void set(long record, byte[] value) {
        long slotAddress = find(record);
        long slot = (long) LONG.getAcquire(range, slotAddress);
        long block = SeamStore.block(slot);
        int sequence = (int) INT.get(range, block + SeamStore.SEQUENCE);
        INT.setOpaque(range, block + SeamStore.SEQUENCE, sequence + 1);
        VarHandle.releaseFence();
        INT.set(range, block + SeamStore.KEY_LENGTH, SeamStore.KEY_WORDS * Long.BYTES);
        INT.set(range, block + SeamStore.VALUE_LENGTH, value.length);
        LONG.set(range, block + SeamStore.STAMP, record);
        for (int i = 0; i < SeamStore.KEY_WORDS; i++) {
            LONG.set(range, block + SeamStore.KEY + (long) i * Long.BYTES, SeamStore.keyWord(record, i));
        }
        MemorySegment.copy(value, 0, range, JAVA_BYTE, block + SeamStore.VALUE, value.length);
        INT.setRelease(range, block + SeamStore.SEQUENCE, sequence + 2);
        LONG.setRelease(range, slotAddress, slot);
    }

    private long find(long record) {
        long tag = SeamStore.tag(record);
        long line = SeamStore.line(record);
        for (int i = 0; i < SeamStore.SLOTS; i++) {
            if ((long) LONG.get(range, line + (long) i * Long.BYTES) >>> SeamStore.TAG_SHIFT == tag) {
                return line + (long) i * Long.BYTES;
            }
        }
        return 0;
    }

    private boolean isKey(long block, long record) {
        for (int i = 0; i < SeamStore.KEY_WORDS; i++) {
            long word = (long) LONG.get(range, block + SeamStore.KEY + (long) i * Long.BYTES);
            if (word != SeamStore.keyWord(record, i)) {
                return false;
            }
        }
        return true;
    }
}
