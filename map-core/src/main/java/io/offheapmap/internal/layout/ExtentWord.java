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
 * What a granule is used for: the kind above, the owner in the middle, a length in granules below; 0 is
 * never used.
 */
public final class ExtentWord {

    /** The row was never used. */
    public static final int NONE = 0;
    /** A run of granules that nobody uses. */
    public static final int FREE = 1;
    /** The regions at the front of the file. */
    public static final int FIXED = 2;
    /** A chunk of the extent table; never anything else again. */
    public static final int TABLE = 3;
    /** Buckets; never anything else again. */
    public static final int INDEX = 4;
    /** Blocks of one segment, behind a bitmap. */
    public static final int ENTRIES = 5;
    /** One large block of one segment. */
    public static final int LARGE = 6;
    /**
     * Not the first granule of an extent: the length tells how many granules before this one the first is.
     */
    public static final int PART = 7;
    /** One more than the highest kind. */
    public static final int KINDS = 8;

    private static final int LENGTH_BITS = 32;
    private static final int OWNER_BITS = 16;
    private static final int OWNER_SHIFT = LENGTH_BITS;
    private static final int KIND_SHIFT = OWNER_SHIFT + OWNER_BITS;
    private static final long LENGTH_MASK = (1L << LENGTH_BITS) - 1;
    private static final int OWNER_MASK = (1 << OWNER_BITS) - 1;

    /** The highest owner. */
    public static final int MAX_OWNER = OWNER_MASK;
    /** The highest length. */
    public static final long MAX_LENGTH = LENGTH_MASK;

    private ExtentWord() {
    }

    public static long of(int kind, int owner, long length) {
        return (long) kind << KIND_SHIFT | (long) owner << OWNER_SHIFT | length;
    }

    /** The kind; in a damaged file it may be any number up to 65,535. */
    public static int kind(long word) {
        return (int) (word >>> KIND_SHIFT);
    }

    /** The segment; 0 for kinds that no segment owns. */
    public static int owner(long word) {
        return (int) (word >>> OWNER_SHIFT) & OWNER_MASK;
    }

    public static long length(long word) {
        return word & LENGTH_MASK;
    }

    /** Tells whether the row is the first of an extent in use. */
    public static boolean isLive(long word) {
        int kind = kind(word);
        return kind >= FIXED && kind <= LARGE;
    }

    public static String describe(long word) {
        return "kind=" + name(kind(word)) + ", owner=" + owner(word) + ", granules=" + length(word);
    }

    private static String name(int kind) {
        return switch (kind) {
            case NONE -> "none";
            case FREE -> "free";
            case FIXED -> "fixed";
            case TABLE -> "table";
            case INDEX -> "index";
            case ENTRIES -> "entries";
            case LARGE -> "large";
            case PART -> "part";
            default -> "unknown " + kind;
        };
    }
}
