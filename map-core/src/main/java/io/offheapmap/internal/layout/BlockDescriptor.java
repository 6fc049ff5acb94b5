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
package io.offheapmap.internal.layout;

import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/**
 * A block: one entry's bytes. {@code header | key | padding to 8 | value}, 32-byte aligned, in units of 32
 * bytes.
 *
 * <p>The sequence is odd while the block is being filled and goes up at each reuse; 0 is never valid. The
 * checksum covers lengths, stamp, key and value. The death word is not covered by it.
 */
public final class BlockDescriptor {

    /** Bytes of a unit: blocks start at, and are long, multiples of it. */
    public static final int UNIT_BYTES = 32;
    public static final int UNIT_SHIFT = 5;

    public static final StructLayout LAYOUT = MemoryLayout.structLayout(
        Layouts.INT.withName("sequence"),
        Layouts.INT.withName("checksum"),
        Layouts.INT.withName("keyLengthAndFlags"), // KEY_LENGTH_BITS bits of length, flags above
        Layouts.INT.withName("valueLength"),
        Layouts.LONG.withName("stamp"),            // the segment's stamp at birth
        Layouts.LONG.withName("death"));           // DeathWord

    public static final long SEQUENCE = Layouts.offset(LAYOUT, "sequence");
    public static final long CHECKSUM = Layouts.offset(LAYOUT, "checksum");
    public static final long KEY_LENGTH = Layouts.offset(LAYOUT, "keyLengthAndFlags");
    public static final long VALUE_LENGTH = Layouts.offset(LAYOUT, "valueLength");
    public static final long STAMP = Layouts.offset(LAYOUT, "stamp");
    public static final long DEATH = Layouts.offset(LAYOUT, "death");
    public static final long KEY = LAYOUT.byteSize();

    public static final int MAX_KEY_LENGTH = 1 << 16;
    public static final int MAX_VALUE_LENGTH = Integer.MAX_VALUE;
    private static final int KEY_LENGTH_BITS = 17;
    private static final int KEY_LENGTH_MASK = (1 << KEY_LENGTH_BITS) - 1;

    private BlockDescriptor() {
    }

    /** How many bytes a block takes that holds such an entry, before rounding up to units. */
    public static long length(int keyLength, int valueLength) {
        return valueOffset(keyLength) + valueLength;
    }

    /** How many units a block takes that holds such an entry. */
    public static long units(int keyLength, int valueLength) {
        return (length(keyLength, valueLength) + UNIT_BYTES - 1) >>> UNIT_SHIFT;
    }

    /** Where the value starts in the block: on a multiple of 8. */
    public static long valueOffset(int keyLength) {
        return KEY + (keyLength + 7L & -8L);
    }

    /** The key's length; the flags above it are 0 in this version. */
    public static int keyLength(Memory memory, long block) {
        return memory.loadInt(block + KEY_LENGTH) & KEY_LENGTH_MASK;
    }

    /** The flags above the key's length; none is in use. */
    public static int flags(Memory memory, long block) {
        return memory.loadInt(block + KEY_LENGTH) >>> KEY_LENGTH_BITS;
    }

    public static int valueLength(Memory memory, long block) {
        return memory.loadInt(block + VALUE_LENGTH);
    }
}
