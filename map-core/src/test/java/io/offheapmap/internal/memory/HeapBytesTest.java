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
package io.offheapmap.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeapBytesTest {

    @Test
    void numbersAreLittleEndianAtAnyIndex() {
        byte[] bytes = new byte[16];
        HeapBytes.putLong(bytes, 3, 0x0102030405060708L);
        assertEquals(8, bytes[3]);
        assertEquals(1, bytes[10]);
        assertEquals(0x0102030405060708L, HeapBytes.getLong(bytes, 3));
        HeapBytes.putInt(bytes, 5, -2);
        assertEquals(-2, HeapBytes.getInt(bytes, 5));
        assertEquals((byte) 0xFE, bytes[5]);
    }

    @Test
    void lowBytesKeepsByCountModuloEight() {
        assertEquals(0, HeapBytes.lowBytes(-1, 0));
        assertEquals(0xFF, HeapBytes.lowBytes(-1, 1));
        assertEquals(-1L >>> 8, HeapBytes.lowBytes(-1, 7));
        assertEquals(0xFFFF, HeapBytes.lowBytes(-1, 10));
    }

    @Test
    void equalSeesEveryByteAndNothingBehind() {
        SplittableRandom random = new SplittableRandom(7);
        try (Arena arena = Arena.ofConfined()) {
            Memory memory = new MappedMemory(arena.allocate(128, 8));
            for (int length = 0; length <= 40; length++) {
                byte[] key = new byte[length + Long.BYTES];
                random.nextBytes(key);
                memory.copyFrom(32, key, 0, length);
                for (int behind = length; behind < length + Long.BYTES; behind++) {
                    memory.storeByte(32 + behind, (byte) ~key[behind]);
                }
                assertTrue(HeapBytes.equal(memory, 32, key, length), "length " + length);
                for (int i = 0; i < length; i++) {
                    key[i] ^= 0x10;
                    assertFalse(HeapBytes.equal(memory, 32, key, length), "length " + length + ", byte " + i);
                    key[i] ^= 0x10;
                }
            }
        }
    }
}
