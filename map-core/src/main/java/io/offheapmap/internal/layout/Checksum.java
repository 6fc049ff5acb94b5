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

/**
 * A 32-bit checksum under a 64-bit key. It is built like wyhash (Wang Yi): words are folded two at a time by
 * the upper half of their 128-bit product xored with the lower; here in four lanes that do not wait for one
 * another, 64 bytes per step, with constants of our own choosing (digits of pi). Not a cryptographic code: it
 * finds damage and stale bytes, nobody should rely on it against who knows the file's secret.
 */
public final class Checksum {

    private static final long SECRET_0 = 0x243F6A8885A308D3L;
    private static final long SECRET_1 = 0x13198A2E03707345L;
    private static final long SECRET_2 = 0xA4093822299F31D1L;
    private static final long SECRET_3 = 0x082EFA98EC4E6C89L;
    private static final long SECRET_4 = 0x452821E638D01377L;
    private static final long SECRET_5 = 0xBE5466CF34E90C6DL;

    private static final int STEP = 8 * Long.BYTES;
    private static final int PAIR = 2 * Long.BYTES;

    private Checksum() {
    }

    /** Mixes two words into one: each bit of either changes about half of the result. */
    public static long mix(long first, long second) {
        return fold(first ^ SECRET_4, second ^ SECRET_5);
    }

    private static long fold(long first, long second) {
        return first * second ^ Math.unsignedMultiplyHigh(first, second);
    }

    /**
     * Computes the checksum of a range. Reads whole words, so up to 7 bytes behind the range; they do not
     * count.
     *
     * @param offset a multiple of 8
     * @param length how many bytes count
     * @param seed   the key
     */
    public static int of(Memory memory, long offset, long length, long seed) {
        long lane0 = seed ^ SECRET_0;
        long at = offset;
        long end = offset + (length & -STEP);
        if (at < end) {
            long lane1 = seed ^ SECRET_1;
            long lane2 = seed ^ SECRET_2;
            long lane3 = seed ^ SECRET_3;
            for (; at < end; at += STEP) {
                lane0 = fold(memory.loadLong(at) ^ SECRET_0, memory.loadLong(at + 8) ^ lane0);
                lane1 = fold(memory.loadLong(at + 16) ^ SECRET_1, memory.loadLong(at + 24) ^ lane1);
                lane2 = fold(memory.loadLong(at + 32) ^ SECRET_2, memory.loadLong(at + 40) ^ lane2);
                lane3 = fold(memory.loadLong(at + 48) ^ SECRET_3, memory.loadLong(at + 56) ^ lane3);
            }
            lane0 = fold(lane0 ^ SECRET_4, lane1 ^ SECRET_5) ^ fold(lane2 ^ SECRET_5, lane3 ^ SECRET_4);
        }
        long state = mix(rest(memory, at, (int) length & STEP - 1, lane0), length);
        return (int) (state ^ state >>> Integer.SIZE);
    }

    /** The bytes that do not fill a step: pairs of words, then what is left of a pair. */
    private static long rest(Memory memory, long start, int length, long state) {
        long at = start;
        int left = length;
        for (; left >= PAIR; left -= PAIR, at += PAIR) {
            state = fold(memory.loadLong(at) ^ SECRET_1, memory.loadLong(at + Long.BYTES) ^ state);
        }
        if (left == 0) {
            return state;
        }
        long first = firstBytes(memory.loadLong(at), left);
        long second = left > Long.BYTES ? firstBytes(memory.loadLong(at + Long.BYTES), left - Long.BYTES) : 0;
        return fold(first ^ SECRET_2, second ^ state);
    }

    private static long firstBytes(long word, int count) {
        return count >= Long.BYTES ? word : word & ~(-1L << (count << 3));
    }
}
