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

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.internal.layout.ExtentDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.memory.Memory;

/**
 * The free runs of granules, on lists by the power of two of their length. The walk of the table is the
 * truth.
 */
final class FreeRuns {

    /** How many runs of the fitting list are looked at. */
    static final int SEARCHED = 16;
    private static final long NONE = 0; // granule 0 is never free

    private final Memory memory;
    private final ExtentRows rows;

    FreeRuns(Memory memory, ExtentRows rows) {
        this.memory = memory;
        this.rows = rows;
    }

    /**
     * The first granule of a run that is long enough, or 0: the tightest of a few, or one of the next longer
     * ones.
     */
    long find(long granules) {
        int list = listOf(granules);
        long best = NONE;
        long bestLength = Long.MAX_VALUE;
        long granule = head(list);
        for (int count = 0; count < SEARCHED && granule != NONE; count++) {
            long length = length(granule);
            if (length >= granules && length < bestLength) {
                best = granule;
                bestLength = length;
            }
            granule = neighbour(granule, ExtentDescriptor.NEXT);
        }
        while (best == NONE && ++list < GlobalsDescriptor.FREE_LISTS) {
            best = head(list);
        }
        return best;
    }

    /** Tells whether a free run starts at this granule, which has to be the first of an extent or a run. */
    boolean isFree(long granule) {
        return ExtentWord.kind(rows.use(granule)) == ExtentWord.FREE;
    }

    /** The first granule of the free run that ends before this granule, or 0. */
    long endingBefore(long granule) {
        long last = granule - 1;
        long word = rows.use(last);
        long distance = ExtentWord.kind(word) == ExtentWord.PART ? ExtentWord.length(word) : 0;
        long first = last - distance;
        if (first <= 0 || rows.use(first) != ExtentWord.of(ExtentWord.FREE, 0, distance + 1)) {
            return NONE;
        }
        // A row inside of an extent in use may look like this, left over from earlier; no list leads to it.
        return isListed(first) ? first : NONE;
    }

    /** The length of the free run that starts at this granule. */
    long length(long granule) {
        long word = rows.use(granule);
        long length = ExtentWord.length(word);
        if (ExtentWord.kind(word) != ExtentWord.FREE || length == 0 || length > rows.usedGranules() - granule
            || length > 1 && rows.use(granule + length - 1) != endMark(length)) {
            throw new CorruptMapException("free list leads to what is no free run: granule=" + granule + ", "
                + ExtentWord.describe(word), rows.row(granule));
        }
        return length;
    }

    /** Marks the last granule of a run, so that what ends up behind it finds its start. */
    void markEnd(long granule, long length) {
        if (length > 1) {
            memory.storeRelease(rows.row(granule + length - 1) + ExtentDescriptor.USE, endMark(length));
        }
    }

    private static long endMark(long length) {
        return ExtentWord.of(ExtentWord.PART, 0, length - 1);
    }

    void link(long granule, long length) {
        long list = GlobalsDescriptor.freeList(listOf(length));
        long first = memory.loadLong(list);
        long row = rows.row(granule);
        memory.storeInt(row + ExtentDescriptor.NEXT, (int) first);
        memory.storeInt(row + ExtentDescriptor.PREVIOUS, 0);
        if (first != NONE) {
            memory.storeInt(rows.row(first) + ExtentDescriptor.PREVIOUS, (int) granule);
        }
        memory.storeLong(list, granule);
        count(ExtentWord.FREE, length);
    }

    void unlink(long granule, long length) {
        long row = rows.row(granule);
        if (!isListed(granule)) {
            throw new CorruptMapException("free run is not on its list: granule=" + granule
                + ", granules=" + length, row);
        }
        long next = neighbour(granule, ExtentDescriptor.NEXT);
        long previous = neighbour(granule, ExtentDescriptor.PREVIOUS);
        if (next != NONE) {
            memory.storeInt(rows.row(next) + ExtentDescriptor.PREVIOUS, (int) previous);
        }
        if (previous == NONE) {
            memory.storeLong(GlobalsDescriptor.freeList(listOf(length)), next);
        } else {
            memory.storeInt(rows.row(previous) + ExtentDescriptor.NEXT, (int) next);
        }
        memory.storeLong(row + ExtentDescriptor.NEXT, 0); // and previous, beside it
        count(ExtentWord.FREE, -length);
    }

    /** Tells whether the list of a free run leads to it. */
    boolean isListed(long granule) {
        long previous = neighbour(granule, ExtentDescriptor.PREVIOUS);
        return previous == NONE
            ? head(listOf(length(granule))) == granule
            : neighbour(previous, ExtentDescriptor.NEXT) == granule;
    }

    /** Empties the lists. */
    void clear() {
        for (int list = 0; list < GlobalsDescriptor.FREE_LISTS; list++) {
            memory.storeLong(GlobalsDescriptor.freeList(list), NONE);
        }
    }

    /** Adds to the number of granules of a kind. */
    void count(int kind, long granules) {
        long count = GlobalsDescriptor.kindGranules(kind);
        memory.storeLong(count, memory.loadLong(count) + granules);
    }

    long neighbour(long granule, long direction) {
        return memory.loadInt(rows.row(granule) + direction);
    }

    long head(int list) {
        return memory.loadLong(GlobalsDescriptor.freeList(list));
    }

    static int listOf(long granules) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(granules);
    }
}
