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

import io.offheapmap.internal.memory.HeapBytes;

/**
 * SipHash of Jean-Philippe Aumasson and Daniel J. Bernstein ("SipHash: a fast short-input PRF", 2012): a hash
 * under a secret key, so that nobody who does not know the key can choose inputs that collide. The map uses
 * SipHash-1-3 (one round per word, three at the end); the general form is there to be tested with the
 * official numbers of SipHash-2-4.
 *
 * <p>Arrays have at least 8 bytes behind the input, so that the last word is one load; what they hold does
 * not matter.
 */
public final class SipHash {

    private static final long INITIAL_0 = 0x736F6D6570736575L;
    private static final long INITIAL_1 = 0x646F72616E646F6DL;
    private static final long INITIAL_2 = 0x6C7967656E657261L;
    private static final long INITIAL_3 = 0x7465646279746573L;
    private static final long FINAL = 0xFF;
    private static final int LENGTH_SHIFT = 56;

    private SipHash() {
    }

    /**
     * SipHash-1-3. The rounds are written out: four words have to stay in registers, and a method returns
     * one.
     *
     * @param bytes  at least {@code length + 8} long
     * @param length how many bytes are hashed
     * @param seed0  first half of the key
     * @param seed1  second half of the key
     */
    public static long hash13(byte[] bytes, int length, long seed0, long seed1) {
        long v0 = seed0 ^ INITIAL_0;
        long v1 = seed1 ^ INITIAL_1;
        long v2 = seed0 ^ INITIAL_2;
        long v3 = seed1 ^ INITIAL_3;
        int whole = length & -Long.BYTES;
        for (int i = 0; i <= whole; i += Long.BYTES) {
            long word = HeapBytes.getLong(bytes, i);
            if (i == whole) {
                word = lastWord(word, length);
            }
            v3 ^= word;
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32) + v3;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
            v0 ^= word;
        }
        v2 ^= FINAL;
        for (int round = 0; round < 3; round++) {
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32) + v3;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    /**
     * SipHash-c-d, as the paper has it: slow, allocates; what the fast form is tested against.
     *
     * @param bytes       at least {@code length + 8} long
     * @param length      how many bytes are hashed
     * @param seed0       first half of the key
     * @param seed1       second half of the key
     * @param wordRounds  c, rounds after each word
     * @param finalRounds d, rounds at the end
     */
    public static long hash(byte[] bytes, int length, long seed0, long seed1,
        int wordRounds, int finalRounds) {
        long[] v = {seed0 ^ INITIAL_0, seed1 ^ INITIAL_1, seed0 ^ INITIAL_2, seed1 ^ INITIAL_3};
        int whole = length & -Long.BYTES;
        for (int i = 0; i <= whole; i += Long.BYTES) {
            long word = HeapBytes.getLong(bytes, i);
            if (i == whole) {
                word = lastWord(word, length);
            }
            v[3] ^= word;
            rounds(v, wordRounds);
            v[0] ^= word;
        }
        v[2] ^= FINAL;
        rounds(v, finalRounds);
        return v[0] ^ v[1] ^ v[2] ^ v[3];
    }

    private static void rounds(long[] v, int count) {
        for (int round = 0; round < count; round++) {
            v[0] += v[1];
            v[1] = Long.rotateLeft(v[1], 13) ^ v[0];
            v[0] = Long.rotateLeft(v[0], 32);
            v[2] += v[3];
            v[3] = Long.rotateLeft(v[3], 16) ^ v[2];
            v[0] += v[3];
            v[3] = Long.rotateLeft(v[3], 21) ^ v[0];
            v[2] += v[1];
            v[1] = Long.rotateLeft(v[1], 17) ^ v[2];
            v[2] = Long.rotateLeft(v[2], 32);
        }
    }

    /** The bytes that do not fill a word, and the length's low byte on top. */
    private static long lastWord(long word, int length) {
        return HeapBytes.lowBytes(word, length) | (long) length << LENGTH_SHIFT;
    }
}
