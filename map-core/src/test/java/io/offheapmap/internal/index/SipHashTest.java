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
package io.offheapmap.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.offheapmap.internal.memory.HeapBytes;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SipHashTest {

    /** Of the authors' vectors.h: SipHash-2-4 of the bytes 0, 1, 2, … under the key 0, 1, … 15; by length. */
    private static final long[] OFFICIAL_2_4 = {
        0x726FDB47DD0E0E31L, 0x74F839C593DC67FDL, 0x0D6C8009D9A94F5AL, 0x85676696D7FB7E2DL,
        0xCF2794E0277187B7L, 0x18765564CD99A68DL, 0xCBC9466E58FEE3CEL, 0xAB0200F58B01D137L,
        0x93F5F5799A932462L, 0x9E0082DF0BA9E4B0L, 0x7A5DBBC594DDB9F3L, 0xF4B32F46226BADA7L,
        0x751E8FBC860EE5FBL, 0x14EA5627C0843D90L, 0xF723CA908E7AF2EEL, 0xA129CA6149BE45E5L};
    private static final int SLACK = Long.BYTES;

    private final byte[] counting = counting(64 + SLACK);
    private final long seed0 = HeapBytes.getLong(counting, 0);
    private final long seed1 = HeapBytes.getLong(counting, 8);

    private static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    @Test
    void officialNumbers() {
        for (int length = 0; length < OFFICIAL_2_4.length; length++) {
            long hash = SipHash.hash(counting, length, seed0, seed1, 2, 4);
            assertEquals(OFFICIAL_2_4[length], hash, "length " + length);
        }
    }

    @Test
    void fastFormIsSipHash13() {
        assertEquals(0xABAC0158050FC4DCL, SipHash.hash13(counting, 0, seed0, seed1));
        SplittableRandom random = new SplittableRandom(1);
        for (int length = 0; length <= 300; length++) {
            byte[] bytes = new byte[length + SLACK];
            random.nextBytes(bytes);
            long first = random.nextLong();
            long second = random.nextLong();
            assertEquals(SipHash.hash(bytes, length, first, second, 1, 3),
                SipHash.hash13(bytes, length, first, second), "length " + length);
        }
    }

    @Test
    void bytesBehindTheInputDoNotCount() {
        for (int length = 0; length <= 40; length++) {
            byte[] other = Arrays.copyOf(counting, counting.length);
            Arrays.fill(other, length, other.length, (byte) 0xFF);
            assertEquals(SipHash.hash13(counting, length, 3, 4), SipHash.hash13(other, length, 3, 4));
        }
    }

    @Test
    void everyBitOfInputAndSeedsCounts() {
        int length = 23;
        long hash = SipHash.hash13(counting, length, seed0, seed1);
        for (int bit = 0; bit < length * 8; bit++) {
            byte[] other = Arrays.copyOf(counting, counting.length);
            other[bit / 8] ^= (byte) (1 << bit % 8);
            assertNotEquals(hash, SipHash.hash13(other, length, seed0, seed1));
        }
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertNotEquals(hash, SipHash.hash13(counting, length, seed0 ^ 1L << bit, seed1));
            assertNotEquals(hash, SipHash.hash13(counting, length, seed0, seed1 ^ 1L << bit));
        }
    }
}
