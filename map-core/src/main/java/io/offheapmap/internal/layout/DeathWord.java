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

/**
 * The death word of a block: the stamp of the death above, the low bits of the birth stamp that it ends
 * below.
 */
public final class DeathWord {

    private static final int BIRTH_BITS = 16;
    private static final long BIRTH_MASK = (1L << BIRTH_BITS) - 1;
    /** The highest stamp of a segment. */
    public static final long MAX_STAMP = (1L << Long.SIZE - BIRTH_BITS) - 1;

    private DeathWord() {
    }

    public static long of(long deathStamp, long birthStamp) {
        return deathStamp << BIRTH_BITS | birthStamp & BIRTH_MASK;
    }

    public static long stamp(long word) {
        return word >>> BIRTH_BITS;
    }

    /** Tells whether this death ends the entry born at that stamp. */
    public static boolean ends(long word, long birthStamp) {
        return word != 0 && (word & BIRTH_MASK) == (birthStamp & BIRTH_MASK) && stamp(word) > birthStamp;
    }

    public static String describe(long word) {
        return word == 0 ? "none" : "death=" + stamp(word) + ", birth=…" + (word & BIRTH_MASK);
    }
}
