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

/**
 * A store with the accesses of a map's get and set, and nothing else of them: a line of seven slots for each
 * record, and a block of header, key and value. {@link SeamByMemory} and {@link SeamDirect} do the same steps
 * on it.
 */
final class SeamStore {

    static final int SLOTS = 7;
    static final int TAG_SHIFT = 40;
    static final int SEQUENCE = 0;
    static final int KEY_LENGTH = 8;
    static final int VALUE_LENGTH = 12;
    static final int STAMP = 16;
    static final int KEY = 32;
    static final int KEY_WORDS = 3;
    static final int VALUE = KEY + KEY_WORDS * Long.BYTES;

    private static final int LINE = 64;
    private static final int ALIGNMENT = 64;
    private static final long REFERENCE_MASK = (1L << TAG_SHIFT) - 1;

    final int records;
    final int valueLength;
    private final long blocks;
    private final long blockLength;

    SeamStore(int records, int valueLength) {
        this.records = records;
        this.valueLength = valueLength;
        this.blocks = (long) records * LINE;
        this.blockLength = VALUE + valueLength + ALIGNMENT - 1 & -ALIGNMENT;
    }

    long length() {
        return blocks + records * blockLength;
    }

    static long line(long record) {
        return record * LINE;
    }

    static long tag(long record) {
        return Keys.mix(record) >>> TAG_SHIFT | 1;
    }

    static long block(long slot) {
        return slot & REFERENCE_MASK;
    }

    static long keyWord(long record, int index) {
        return Keys.mix(record + index);
    }

    /** Stores all records. */
    void fill(Memory memory, byte[] value) {
        for (int record = 0; record < records; record++) {
            long block = blocks + record * blockLength;
            for (int slot = 0; slot < SLOTS; slot++) {
                long tag = slot == record % SLOTS ? tag(record) : 0;
                memory.storeLong(line(record) + (long) slot * Long.BYTES, tag << TAG_SHIFT | block);
            }
            memory.storeInt(block + SEQUENCE, 2);
            memory.storeInt(block + KEY_LENGTH, KEY_WORDS * Long.BYTES);
            memory.storeInt(block + VALUE_LENGTH, valueLength);
            memory.storeLong(block + STAMP, record);
            for (int i = 0; i < KEY_WORDS; i++) {
                memory.storeLong(block + KEY + (long) i * Long.BYTES, keyWord(record, i));
            }
            memory.copyFrom(block + VALUE, value, 0, valueLength);
        }
    }
}
