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

import io.offheapmap.internal.memory.Memory;

/** The steps of a get and of a set through the library's seam. {@link SeamDirect} is the same without it. */
final class SeamByMemory {

    private final Memory memory;

    SeamByMemory(Memory memory) {
        this.memory = memory;
    }

    int get(long record, byte[] target) {
        long slotAddress = find(record);
        long slot = memory.loadAcquire(slotAddress);
        long block = SeamStore.block(slot);
        int sequence = memory.loadIntAcquire(block + SeamStore.SEQUENCE);
        long stamp = memory.loadLong(block + SeamStore.STAMP);
        int keyLength = memory.loadInt(block + SeamStore.KEY_LENGTH);
        int valueLength = memory.loadInt(block + SeamStore.VALUE_LENGTH);
        if (keyLength != SeamStore.KEY_WORDS * Long.BYTES || !isKey(block, record)
            || valueLength != target.length) {
            return -1;
        }
        memory.copyTo(block + SeamStore.VALUE, target, 0, valueLength);
        Memory.acquireFence();
        return memory.loadOpaque(slotAddress) == slot
            && memory.loadIntAcquire(block + SeamStore.SEQUENCE) == sequence
            && memory.loadLong(block + SeamStore.STAMP) == stamp ? valueLength : -1;
    }

    void set(long record, byte[] value) {
        long slotAddress = find(record);
        long slot = memory.loadAcquire(slotAddress);
        long block = SeamStore.block(slot);
        int sequence = memory.loadInt(block + SeamStore.SEQUENCE);
        memory.storeIntOpaque(block + SeamStore.SEQUENCE, sequence + 1);
        Memory.releaseFence();
        memory.storeInt(block + SeamStore.KEY_LENGTH, SeamStore.KEY_WORDS * Long.BYTES);
        memory.storeInt(block + SeamStore.VALUE_LENGTH, value.length);
        memory.storeLong(block + SeamStore.STAMP, record);
        for (int i = 0; i < SeamStore.KEY_WORDS; i++) {
            memory.storeLong(block + SeamStore.KEY + (long) i * Long.BYTES, SeamStore.keyWord(record, i));
        }
        memory.copyFrom(block + SeamStore.VALUE, value, 0, value.length);
        memory.storeIntRelease(block + SeamStore.SEQUENCE, sequence + 2);
        memory.storeRelease(slotAddress, slot);
    }

    private long find(long record) {
        long tag = SeamStore.tag(record);
        long line = SeamStore.line(record);
        for (int i = 0; i < SeamStore.SLOTS; i++) {
            if (memory.loadLong(line + (long) i * Long.BYTES) >>> SeamStore.TAG_SHIFT == tag) {
                return line + (long) i * Long.BYTES;
            }
        }
        return 0;
    }

    private boolean isKey(long block, long record) {
        for (int i = 0; i < SeamStore.KEY_WORDS; i++) {
            long word = memory.loadLong(block + SeamStore.KEY + (long) i * Long.BYTES);
            if (word != SeamStore.keyWord(record, i)) {
                return false;
            }
        }
        return true;
    }
}
