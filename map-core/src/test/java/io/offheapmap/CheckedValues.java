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
package io.offheapmap;

import io.offheapmap.codec.Bytes;
import io.offheapmap.internal.memory.HeapBytes;
import java.util.Random;

/**
 * Values that tell whether they are whole: one word, made of key, version and length, repeated to the end. A
 * mixture of two values, a value of another key or one of another length is found out.
 */
public final class CheckedValues {

    /** No value is shorter. */
    public static final int LEAST = Long.BYTES;
    private static final int KEY_SHIFT = 48;
    private static final int VERSION_SHIFT = 24;
    private static final int MASK = (1 << VERSION_SHIFT) - 1;

    private CheckedValues() {
    }

    /** The word that a value repeats. */
    public static long word(int key, int version, int length) {
        return (long) key << KEY_SHIFT | (long) (version & MASK) << VERSION_SHIFT | length;
    }

    /** Makes a value. */
    public static byte[] make(int key, int version, int length) {
        byte[] value = new byte[length];
        long word = word(key, version, length);
        int whole = length & -Long.BYTES;
        for (int i = 0; i < whole; i += Long.BYTES) {
            HeapBytes.putLong(value, i, word);
        }
        for (int i = whole; i < length; i++) {
            value[i] = (byte) (word >>> ((i & Long.BYTES - 1) << 3));
        }
        return value;
    }

    /** Mostly small, now and then up to 20,000 bytes, rarely one that gets an extent of its own. */
    public static int someLength(Random random) {
        return switch (random.nextInt(64)) {
            case 0 -> random.nextInt(40) == 0 ? 600_000 + random.nextInt(100_000) : LEAST;
            case 1, 2, 3, 4 -> LEAST + random.nextInt(20_000);
            default -> LEAST + random.nextInt(250);
        };
    }

    /** The version of a value that must be whole and of this key. */
    public static int version(int key, byte[] value) {
        if (value.length < LEAST) {
            throw new AssertionError("value is cut off: key=" + key + ", length=" + value.length);
        }
        long word = HeapBytes.getLong(value, 0);
        int whole = value.length & -Long.BYTES;
        boolean same = word == word(key, version(word), value.length);
        for (int i = 0; same && i < whole; i += Long.BYTES) {
            same = HeapBytes.getLong(value, i) == word;
        }
        for (int i = whole; same && i < value.length; i++) {
            same = value[i] == (byte) (word >>> ((i & Long.BYTES - 1) << 3));
        }
        if (!same) {
            throw new AssertionError("value is torn or foreign: key=" + key + ", length=" + value.length
                + ", first="
                + describe(word));
        }
        return version(word);
    }

    private static int version(long word) {
        return (int) (word >>> VERSION_SHIFT) & MASK;
    }

    /** The version of a value that is read in place, or -1 if it is torn or foreign, as it may be there. */
    public static int versionInPlace(int key, Bytes value) {
        if (value.length() < LEAST) {
            return -1;
        }
        long word = value.getLong(0);
        boolean same = word == word(key, version(word), (int) value.length());
        for (long i = 0; same && i + Long.BYTES <= value.length(); i += Long.BYTES) {
            same = value.getLong(i) == word;
        }
        return same ? version(word) : -1;
    }

    private static String describe(long word) {
        return "key " + (word >>> KEY_SHIFT) + ", version " + version(word) + ", length " + (word & MASK);
    }
}
