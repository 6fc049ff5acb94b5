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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.memory.MappedMemory;
import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.Arena;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChecksumTest {

    private static final int LENGTH = 4096;

    private final SplittableRandom random = new SplittableRandom(11);
    private final Memory memory = random(LENGTH);

    private Memory random(int length) {
        Memory made = new MappedMemory(Arena.ofAuto().allocate(length, 64));
        for (int i = 0; i < length; i += Long.BYTES) {
            made.storeLong(i, random.nextLong());
        }
        return made;
    }

    @Test
    void everyBitCounts() {
        int[] lengths = {1, 7, 8, 9, 15, 16, 17, 31, 32, 63, 64, 65, 100, 128, 200, 1023, 1024};
        for (int length : lengths) {
            int sum = Checksum.of(memory, 64, length, 5);
            for (int bit = 0; bit < length * 8; bit++) {
                flip(64 + bit / 8, bit % 8);
                assertNotEquals(sum, Checksum.of(memory, 64, length, 5), "length " + length + ", bit " + bit);
                flip(64 + bit / 8, bit % 8);
            }
        }
    }

    /** Sums of two bits flipped are as good as random: of half a million pairs about one in 2^32 stays. */
    @Test
    void pairsOfBitsCount() {
        int sum = Checksum.of(memory, 0, 128, 5);
        for (int first = 0; first < 1024; first++) {
            flip(first / 8, first % 8);
            for (int second = first + 1; second < 1024; second++) {
                flip(second / 8, second % 8);
                assertNotEquals(sum, Checksum.of(memory, 0, 128, 5), "bits " + first + ", " + second);
                flip(second / 8, second % 8);
            }
            flip(first / 8, first % 8);
        }
    }

    private void flip(long offset, int bit) {
        memory.storeByte(offset, (byte) (memory.loadByte(offset) ^ 1 << bit));
    }

    @Test
    void bytesBehindTheRangeDoNotCount() {
        for (int length = 0; length <= 200; length++) {
            int sum = Checksum.of(memory, 0, length, 5);
            memory.storeByte(length, (byte) ~memory.loadByte(length));
            assertEquals(sum, Checksum.of(memory, 0, length, 5), "length " + length);
        }
    }

    @Test
    void seedLengthAndOrderCount() {
        Set<Integer> seen = new HashSet<>();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertTrue(seen.add(Checksum.of(memory, 0, 1000, 1L << bit)));
        }
        Memory zeros = new MappedMemory(Arena.ofAuto().allocate(LENGTH, 64));
        for (int length = 0; length < 1000; length++) {
            assertTrue(seen.add(Checksum.of(zeros, 0, length, 0)), "zeros of length " + length);
        }
        swapsOfWordsCount();
    }

    private void swapsOfWordsCount() {
        int sum = Checksum.of(memory, 0, 256, 5);
        for (int first = 0; first < 32; first++) {
            for (int second = first + 1; second < 32; second++) {
                swap(first * 8L, second * 8L);
                assertNotEquals(sum, Checksum.of(memory, 0, 256, 5), "words " + first + ", " + second);
                swap(first * 8L, second * 8L);
            }
        }
    }

    private void swap(long first, long second) {
        long word = memory.loadLong(first);
        memory.storeLong(first, memory.loadLong(second));
        memory.storeLong(second, word);
    }

    @Test
    void placeDoesNotCountExceptThroughTheSeed() {
        for (int length = 0; length < 300; length++) {
            memory.copy(0, 1024, 512);
            assertEquals(Checksum.of(memory, 0, length, 9), Checksum.of(memory, 1024, length, 9));
        }
    }

    @Test
    void mixLosesNeitherWordWhenTheOtherIsZero() {
        assertNotEquals(Checksum.mix(0, 1), Checksum.mix(0, 2));
        assertNotEquals(Checksum.mix(1, 0), Checksum.mix(2, 0));
        assertNotEquals(Checksum.mix(1, 2), Checksum.mix(2, 1));
    }

    /** The format is fixed: these may only change with its version. */
    @Test
    void valuesStayTheSame() {
        Memory counting = new MappedMemory(Arena.ofAuto().allocate(256, 64));
        for (int i = 0; i < 256; i++) {
            counting.storeByte(i, (byte) i);
        }
        assertEquals(1_794_849_987, Checksum.of(counting, 0, 0, 0));
        assertEquals(1_093_421_400, Checksum.of(counting, 0, 23, 1));
        assertEquals(1_941_298_260, Checksum.of(counting, 0, 200, 2));
    }
}
