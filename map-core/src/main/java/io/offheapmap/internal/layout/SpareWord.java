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
 * A block that is ready to be used again: its offset in units above, how many units it has, and a check of
 * both below; 0 is none. Who takes it asks nothing else, so the word says itself whether it is damaged.
 */
public final class SpareWord {

    public static final long NONE = 0;
    /** The most units that fit into the word. */
    public static final int MAX_UNITS = (1 << 16) - 1;
    private static final int UNITS_SHIFT = 8;
    private static final int REFERENCE_SHIFT = 24;
    private static final int CHECK_MASK = (1 << UNITS_SHIFT) - 1;

    private SpareWord() {
    }

    /** A block that starts at this offset. */
    public static long of(long offset, int units) {
        assert units > 0 && units <= MAX_UNITS;
        long word = offset >>> BlockDescriptor.UNIT_SHIFT << REFERENCE_SHIFT | (long) units << UNITS_SHIFT;
        return word | check(word);
    }

    public static long offset(long word) {
        return word >>> REFERENCE_SHIFT << BlockDescriptor.UNIT_SHIFT;
    }

    public static int units(long word) {
        return (int) (word >>> UNITS_SHIFT) & MAX_UNITS;
    }

    /** Tells whether the word is as it was stored. */
    public static boolean isWhole(long word) {
        return word == NONE || (word & CHECK_MASK) == check(word);
    }

    private static long check(long word) {
        return Checksum.mix(word >>> UNITS_SHIFT, 0) & CHECK_MASK;
    }

    public static String describe(long word) {
        return word == NONE ? "none" : "offset=" + offset(word) + ", units=" + units(word) + ", whole="
            + isWhole(word);
    }
}
