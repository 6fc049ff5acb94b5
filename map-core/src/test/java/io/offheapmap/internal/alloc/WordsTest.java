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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.layout.AllocatorDescriptor;
import io.offheapmap.internal.layout.ExtentDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.RunWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Packed words, size classes and bitmaps. */
final class WordsTest {

    @Test
    void extentWord() {
        for (int kind : new int[] {ExtentWord.NONE, ExtentWord.FREE, ExtentWord.PART}) {
            for (int owner : new int[] {0, 1, ExtentWord.MAX_OWNER}) {
                for (long length : new long[] {0, 1, ExtentWord.MAX_LENGTH}) {
                    long word = ExtentWord.of(kind, owner, length);
                    assertEquals(kind, ExtentWord.kind(word));
                    assertEquals(owner, ExtentWord.owner(word));
                    assertEquals(length, ExtentWord.length(word));
                }
            }
        }
        assertEquals(0, ExtentWord.of(ExtentWord.NONE, 0, 0));
        assertEquals("kind=entries, owner=7, granules=3",
            ExtentWord.describe(ExtentWord.of(ExtentWord.ENTRIES, 7, 3)));
        assertEquals("kind=unknown 65535, owner=65535, granules=4294967295", ExtentWord.describe(-1));
        assertFalse(ExtentWord.isLive(ExtentWord.of(ExtentWord.PART, 0, 1)));
        assertFalse(ExtentWord.isLive(ExtentWord.of(ExtentWord.FREE, 0, 1)));
        assertFalse(ExtentWord.isLive(-1));
        assertTrue(ExtentWord.isLive(ExtentWord.of(ExtentWord.FIXED, 0, 1)));
        assertTrue(ExtentWord.isLive(ExtentWord.of(ExtentWord.LARGE, 0, 1)));
    }

    @Test
    void runWord() {
        for (long offset : new long[] {0, 32, (1L << 45) - 32}) {
            for (int units : new int[] {1, (1 << 24) - 1}) {
                long word = RunWord.of(offset, units);
                assertEquals(offset, RunWord.offset(word));
                assertEquals(units, RunWord.units(word));
            }
        }
        assertEquals("none", RunWord.describe(RunWord.NONE));
        assertEquals("offset=64, units=5", RunWord.describe(RunWord.of(64, 5)));
    }

    @Test
    void lengths() {
        assertEquals(32, ExtentDescriptor.LENGTH);
        assertEquals(Geometry.PAGE_BYTES, GlobalsDescriptor.LENGTH);
        assertEquals(SegmentDescriptor.LENGTH - SegmentDescriptor.ALLOCATOR, AllocatorDescriptor.LENGTH);
        assertEquals(0, AllocatorDescriptor.RECENT_RUNS % 64);
    }

    @Test
    void sizeClassesRise() {
        assertEquals(0, SizeClass.of(0));
        int before = 0;
        for (int units = 1; units < 1 << 15; units++) {
            int sizeClass = SizeClass.of(units);
            assertTrue(sizeClass == before || sizeClass == before + 1);
            before = sizeClass;
        }
        assertTrue(before < AllocatorDescriptor.CLASSES);
        assertEquals(SizeClass.NOT_FOUND, SizeClass.next(0, 0));
        assertEquals(SizeClass.NOT_FOUND, SizeClass.next(7, 3));
        assertEquals(SizeClass.NOT_FOUND, SizeClass.next(-1, 64));
        assertEquals(63, SizeClass.next(1L << 63 | 1, 1));
    }

    /** Every look-up in a bitmap against the same look-up bit by bit. */
    @Test
    void bitmaps() {
        Random random = new Random(11);
        TestMemory memory = new TestMemory(64);
        boolean[] used = new boolean[512];
        for (int round = 0; round < 20_000; round++) {
            int from = random.nextInt(512);
            int to = from + random.nextInt(Math.min(513 - from, random.nextBoolean() ? 513 : 20));
            boolean isTaken = random.nextInt(100) < 40;
            if (isTaken) {
                Bitmap.take(memory, 0, from, to);
            } else {
                Bitmap.release(memory, 0, from, to);
            }
            for (int unit = from; unit < to; unit++) {
                used[unit] = isTaken;
            }
            int first = random.nextInt(512);
            int last = first + random.nextInt(513 - first);
            compare(memory, used, first, last);
        }
    }

    private static void compare(TestMemory memory, boolean[] used, int from, int to) {
        int free = 0;
        int longest = 0;
        int run = 0;
        int firstUsed = to;
        int firstFree = to;
        for (int unit = to - 1; unit >= from; unit--) {
            firstUsed = used[unit] ? unit : firstUsed;
            firstFree = used[unit] ? firstFree : unit;
            free += used[unit] ? 0 : 1;
            run = used[unit] ? 0 : run + 1;
            longest = Math.max(longest, run);
        }
        int start = to;
        while (start > 0 && !used[start - 1]) {
            start--;
        }
        assertEquals(start, Bitmap.runStart(memory, 0, to));
        assertEquals(firstUsed, Bitmap.nextUsed(memory, 0, from, to));
        assertEquals(firstFree, Bitmap.nextFree(memory, 0, from, to));
        assertEquals(free, Bitmap.countFree(memory, 0, from, to));
        assertEquals(longest, Bitmap.longestRun(memory, 0, from, to));
        assertEquals(free == to - from, Bitmap.isFree(memory, 0, from, to));
        assertEquals(free == 0, Bitmap.isTaken(memory, 0, from, to));
        compareFit(memory, used, from, to, 1 + (from + to) % 40);
    }

    private static void compareFit(TestMemory memory, boolean[] used, int from, int to, int wanted) {
        int best = 0;
        int bestLength = Integer.MAX_VALUE;
        for (int start = from; start < to; start++) {
            int end = start;
            while (end < to && !used[end]) {
                end++;
            }
            if (end - start >= wanted && end - start < bestLength) {
                best = start;
                bestLength = end - start;
            }
            start = end;
        }
        long fit = Bitmap.bestFit(memory, 0, from, to, wanted, 700);
        assertEquals(best, Bitmap.startOf(fit));
        if (bestLength == wanted) {
            assertEquals(700, Bitmap.longestOf(fit));
            return;
        }
        if (best > 0) {
            for (int unit = best; unit < best + wanted; unit++) {
                used[unit] = true;
            }
            Bitmap.take(memory, 0, best, best + wanted);
        }
        assertEquals(Bitmap.longestRun(memory, 0, from, to), Bitmap.longestOf(fit));
    }
}
