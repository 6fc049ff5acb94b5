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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Each part of a packed word at 0, 1 and its largest, beside the others at theirs. */
class PackedWordsTest {

    private static final long MAX_40 = (1L << 40) - 1;
    private static final long MAX_48 = (1L << 48) - 1;
    private static final long MAX_56 = (1L << 56) - 1;
    private static final long MAX_57 = (1L << 57) - 1;

    @Test
    void slot() {
        for (long tag : new long[] {0, 1, 0xFF_FFFF}) {
            for (long units : new long[] {1, 2, MAX_40}) {
                long slot = Slot.of(0xABCD_0000_0000_0000L | tag, units * 32);
                assertEquals(tag, Slot.tag(slot));
                assertEquals(units * 32, Slot.block(slot));
                assertEquals("tag=" + tag + ", block=" + units * 32, Slot.describe(slot));
                assertEquals(Slot.tagOf(tag | 1L << 24), Slot.tag(slot));
            }
        }
        assertEquals(0, Slot.of(0, 0));
        assertEquals("empty", Slot.describe(Slot.EMPTY));
        assertEquals(24, Slot.TAG_BITS);
    }

    @Test
    void splitWord() {
        for (int level : new int[] {0, 1, 63}) {
            for (long next : new long[] {0, 1, MAX_57}) {
                long word = SplitWord.of(level, next);
                assertEquals(level, SplitWord.level(word));
                assertEquals(next, SplitWord.next(word));
                assertFalse(SplitWord.isMarked(word));
                assertEquals("level=" + level + ", next=" + next, SplitWord.describe(word));
                long marked = SplitWord.marked(word);
                assertEquals(level, SplitWord.level(marked));
                assertEquals(next, SplitWord.next(marked));
                assertTrue(SplitWord.isMarked(marked));
                assertEquals("level=" + level + ", next=" + next + ", splitting", SplitWord.describe(marked));
            }
        }
    }

    @Test
    void splitWordOnlyGrows() {
        long word = SplitWord.of(3, 7);
        assertTrue(Long.compareUnsigned(SplitWord.marked(word), word) > 0);
        assertTrue(Long.compareUnsigned(SplitWord.of(3, 8), SplitWord.marked(word)) > 0);
        assertTrue(Long.compareUnsigned(SplitWord.of(4, 0), SplitWord.marked(SplitWord.of(3, MAX_57))) > 0);
    }

    @Test
    void deathWord() {
        assertEquals(MAX_48, DeathWord.MAX_STAMP);
        for (long death : new long[] {0, 1, 2, MAX_48}) {
            for (long birth : new long[] {0, 1, 0xFFFF, 0x1_0000, MAX_48}) {
                long word = DeathWord.of(death, birth);
                assertEquals(death, DeathWord.stamp(word));
                assertEquals(death > birth, DeathWord.ends(word, birth), death + ", " + birth);
                assertFalse(DeathWord.ends(word, birth ^ 1));
            }
        }
        assertFalse(DeathWord.ends(0, 0));
        assertEquals("none", DeathWord.describe(0));
        assertEquals("death=9, birth=…65535", DeathWord.describe(DeathWord.of(9, MAX_48)));
    }

    @Test
    void intentWord() {
        for (long stamp : new long[] {0, 1, MAX_48, MAX_56}) {
            for (int operation : new int[] {0, IntentWord.PUT, IntentWord.REMOVE, 0xFF}) {
                long word = IntentWord.of(stamp, operation);
                assertEquals(stamp, IntentWord.stamp(word));
                assertEquals(operation, IntentWord.operation(word));
            }
        }
        assertEquals("none", IntentWord.describe(0));
        assertEquals("stamp=5, operation=put", IntentWord.describe(IntentWord.of(5, IntentWord.PUT)));
        assertEquals("stamp=6, operation=remove", IntentWord.describe(IntentWord.of(6, IntentWord.REMOVE)));
    }

    @Test
    void lockWord() {
        for (long process : new long[] {1, 2, MAX_56}) {
            long held = LockWord.held(process);
            assertEquals(process, LockWord.process(held));
            assertFalse(LockWord.isAbandoned(held));
            assertEquals("held, process=" + process, LockWord.describe(held));
            long abandoned = LockWord.abandoned(process);
            assertEquals(process, LockWord.process(abandoned));
            assertTrue(LockWord.isAbandoned(abandoned));
            assertEquals("abandoned, process=" + process, LockWord.describe(abandoned));
        }
        assertEquals("free", LockWord.describe(LockWord.FREE));
        assertFalse(LockWord.isAbandoned(LockWord.FREE));
    }

    @Test
    void extentWord() {
        for (int kind = 0; kind < ExtentWord.KINDS; kind++) {
            for (int owner : new int[] {0, 1, ExtentWord.MAX_OWNER}) {
                for (long length : new long[] {0, 1, ExtentWord.MAX_LENGTH}) {
                    long word = ExtentWord.of(kind, owner, length);
                    assertEquals(kind, ExtentWord.kind(word));
                    assertEquals(owner, ExtentWord.owner(word));
                    assertEquals(length, ExtentWord.length(word));
                }
            }
        }
        assertEquals(0xFFFF, ExtentWord.kind(-1));
        assertEquals(Geometry.MAX_SEGMENTS - 1, ExtentWord.MAX_OWNER);
        assertEquals("kind=entries, owner=3, granules=4",
            ExtentWord.describe(ExtentWord.of(ExtentWord.ENTRIES, 3, 4)));
    }

    @Test
    void runWord() {
        for (long units : new long[] {1, 2, MAX_40}) {
            for (int count : new int[] {0, 1, 0xFF_FFFF}) {
                long word = RunWord.of(units * 32, count);
                assertEquals(units * 32, RunWord.offset(word));
                assertEquals(count, RunWord.units(word));
            }
        }
        assertEquals("none", RunWord.describe(RunWord.NONE));
        assertEquals("offset=64, units=5", RunWord.describe(RunWord.of(64, 5)));
    }

    @Test
    void spareWord() {
        for (long units : new long[] {1, 2, MAX_40}) {
            for (int count : new int[] {1, 2, SpareWord.MAX_UNITS}) {
                long word = SpareWord.of(units * 32, count);
                assertEquals(units * 32, SpareWord.offset(word));
                assertEquals(count, SpareWord.units(word));
                assertTrue(SpareWord.isWhole(word));
            }
        }
        assertTrue(SpareWord.isWhole(SpareWord.NONE));
        assertFalse(SpareWord.isWhole(1));
        assertEquals("none", SpareWord.describe(SpareWord.NONE));
        assertEquals("offset=64, units=5, whole=true", SpareWord.describe(SpareWord.of(64, 5)));
    }

    @Test
    void blockFlagsAndLengths() {
        assertEquals(1 << 16, BlockDescriptor.MAX_KEY_LENGTH);
        assertEquals(32, BlockDescriptor.valueOffset(0));
        assertEquals(40, BlockDescriptor.valueOffset(1));
        assertEquals(40, BlockDescriptor.valueOffset(8));
        assertEquals(56, BlockDescriptor.valueOffset(23));
        assertEquals(1, BlockDescriptor.units(0, 0));
        assertEquals(2, BlockDescriptor.units(0, 1));
        assertEquals(33, BlockDescriptor.units(23, 1000));
        assertEquals(32 + 65_536 + (long) Integer.MAX_VALUE,
            BlockDescriptor.length(BlockDescriptor.MAX_KEY_LENGTH, BlockDescriptor.MAX_VALUE_LENGTH));
    }
}
