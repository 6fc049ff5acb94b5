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
 * How far a segment's buckets are split, as one word: level above, then the next bucket to split, then the
 * bit that says that its split is under way. It only ever grows, so it never takes an old value again.
 */
public final class SplitWord {

    private static final int NEXT_BITS = 57;
    private static final long NEXT_MASK = (1L << NEXT_BITS) - 1;
    private static final long MARK = 1;

    private SplitWord() {
    }

    public static long of(int level, long next) {
        return (long) level << NEXT_BITS + 1 | next << 1;
    }

    /** How often all buckets were doubled. */
    public static int level(long word) {
        return (int) (word >>> NEXT_BITS + 1);
    }

    /** The bucket that is split next, or now when the mark is set; those below it are split already. */
    public static long next(long word) {
        return word >>> 1 & NEXT_MASK;
    }

    public static boolean isMarked(long word) {
        return (word & MARK) != 0;
    }

    public static long marked(long word) {
        return word | MARK;
    }

    public static String describe(long word) {
        return "level=" + level(word) + ", next=" + next(word) + (isMarked(word) ? ", splitting" : "");
    }
}
