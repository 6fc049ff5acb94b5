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
package io.offheapmap.internal.alloc;

import io.offheapmap.internal.memory.Memory;

/**
 * A bit per unit of an extent, 1 = used, in words of 64. Work is bounded by the number of words, at most
 * 512.
 */
final class Bitmap {

    private Bitmap() {
    }

    static boolean isUsed(Memory memory, long bitmap, int unit) {
        return (memory.loadLong(wordOffset(bitmap, unit)) >>> unit & 1) != 0;
    }

    /** Tells whether no unit from one to before another is used. */
    static boolean isFree(Memory memory, long bitmap, int from, int to) {
        return nextUsed(memory, bitmap, from, to) == to;
    }

    /** Tells whether all units from one to before another are used. */
    static boolean isTaken(Memory memory, long bitmap, int from, int to) {
        return nextFree(memory, bitmap, from, to) == to;
    }

    static void take(Memory memory, long bitmap, int from, int to) {
        for (int unit = from; unit < to; unit = (unit | 63) + 1) {
            long word = wordOffset(bitmap, unit);
            memory.storeLong(word, memory.loadLong(word) | mask(unit, to));
        }
    }

    static void release(Memory memory, long bitmap, int from, int to) {
        for (int unit = from; unit < to; unit = (unit | 63) + 1) {
            long word = wordOffset(bitmap, unit);
            memory.storeLong(word, memory.loadLong(word) & ~mask(unit, to));
        }
    }

    /** The first used unit from there, or the limit. */
    static int nextUsed(Memory memory, long bitmap, int from, int limit) {
        for (int unit = from; unit < limit; unit = (unit | 63) + 1) {
            long used = memory.loadLong(wordOffset(bitmap, unit)) >>> unit;
            if (used != 0) {
                return Math.min(limit, unit + Long.numberOfTrailingZeros(used));
            }
        }
        return limit;
    }

    /** The first free unit from there, or the limit. */
    static int nextFree(Memory memory, long bitmap, int from, int limit) {
        for (int unit = from; unit < limit; unit = (unit | 63) + 1) {
            long free = ~memory.loadLong(wordOffset(bitmap, unit)) >>> unit;
            if (free != 0) {
                return Math.min(limit, unit + Long.numberOfTrailingZeros(free));
            }
        }
        return limit;
    }

    /**
     * The first unit of the free run that ends before this unit; the unit itself when the one before is
     * used.
     */
    static int runStart(Memory memory, long bitmap, int end) {
        for (int unit = end; unit > 0; unit = unit - 1 & -64) {
            int last = unit - 1;
            long used = memory.loadLong(wordOffset(bitmap, last)) << 63 - (last & 63);
            if (used != 0) {
                return unit - Long.numberOfLeadingZeros(used);
            }
        }
        return 0;
    }

    /** How many units from one to before another are free. */
    static int countFree(Memory memory, long bitmap, int from, int to) {
        int count = 0;
        for (int unit = from; unit < to; unit = (unit | 63) + 1) {
            count += Long.bitCount(~memory.loadLong(wordOffset(bitmap, unit)) & mask(unit, to));
        }
        return count;
    }

    /** The longest free run from one unit to before another. */
    static int longestRun(Memory memory, long bitmap, int from, int to) {
        int longest = 0;
        int start = nextFree(memory, bitmap, from, to);
        while (start < to) {
            int end = nextUsed(memory, bitmap, start, to);
            longest = Math.max(longest, end - start);
            start = nextFree(memory, bitmap, end, to);
        }
        return longest;
    }

    /**
     * The tightest free run for so many units, the lowest of equals, and a bound of the longest free run when
     * those units are taken from its start: the true length, or the old bound when a run that fits exactly
     * ends the scan.
     */
    static long bestFit(Memory memory, long bitmap, int from, int to, int wanted, int bound) {
        int best = 0;
        int bestLength = Integer.MAX_VALUE;
        int longestOther = 0;
        int start = nextFree(memory, bitmap, from, to);
        while (start < to) {
            int end = nextUsed(memory, bitmap, start, to);
            int length = end - start;
            if (length == wanted) {
                return fit(start, bound);
            }
            if (length > wanted && length < bestLength) {
                longestOther = best == 0 ? longestOther : Math.max(longestOther, bestLength);
                best = start;
                bestLength = length;
            } else {
                longestOther = Math.max(longestOther, length);
            }
            start = nextFree(memory, bitmap, end, to);
        }
        return fit(best, best == 0 ? longestOther : Math.max(longestOther, bestLength - wanted));
    }

    private static long fit(int start, int longest) {
        return (long) start << Integer.SIZE | longest;
    }

    /** Where the run of a fit starts, or 0: no run is long enough (unit 0 belongs to the bitmap). */
    static int startOf(long fit) {
        return (int) (fit >>> Integer.SIZE);
    }

    /** The bound of the longest run of a fit. */
    static int longestOf(long fit) {
        return (int) fit;
    }

    /** Bits of the word of a unit, from it to before another. */
    private static long mask(int from, int to) {
        long upTo = to > (from | 63) ? -1L : (1L << to) - 1;
        return -1L << from & upTo;
    }

    private static long wordOffset(long bitmap, int unit) {
        return bitmap + (unit >>> 6) * Long.BYTES;
    }
}
