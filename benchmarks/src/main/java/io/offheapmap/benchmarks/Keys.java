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

import java.nio.charset.StandardCharsets;

/** Keys as YCSB makes them: "user" and 19 digits that look random, 23 bytes. */
final class Keys {

    static final int LENGTH = 23;

    private static final byte[] PREFIX = "user".getBytes(StandardCharsets.US_ASCII);
    private static final int RADIX = 10;

    private Keys() {
    }

    /** Mixes a number; a bijection, so different numbers have different keys. The finisher of SplitMix64. */
    static long mix(long number) {
        long mixed = number + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /**
     * Writes the key of a record; of 64 bits of the mixed number one is lost, which no two records here
     * share.
     */
    static void write(long record, byte[] key) {
        System.arraycopy(PREFIX, 0, key, 0, PREFIX.length);
        long rest = mix(record) & Long.MAX_VALUE;
        for (int i = LENGTH - 1; i >= PREFIX.length; i--) {
            key[i] = (byte) ('0' + rest % RADIX);
            rest /= RADIX;
        }
    }

    static byte[] bytes(long record) {
        byte[] key = new byte[LENGTH];
        write(record, key);
        return key;
    }

    static String text(long record) {
        return new String(bytes(record), StandardCharsets.ISO_8859_1);
    }
}
