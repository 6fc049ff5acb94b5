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
package io.offheapmap.internal.codec;

import java.util.Arrays;

/** Heap buffers of one operation, reused from operation to operation. For one thread at a time. */
public final class Scratch {

    /** Keys are at most this long. */
    public static final int MAX_KEY_LENGTH = 1 << 16;
    /** Arrays end a little below the largest int. */
    static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

    /** Behind each key, so that a load of 8 bytes at its end stays inside. */
    private static final int SLACK = Long.BYTES;
    private static final int FIRST_BYTES = 256;
    private static final int KEEP_BYTES = 1 << 20;
    private static final int CHARS = 1024;

    /** Holds the key; at least 8 bytes longer than it. */
    public byte[] key = new byte[FIRST_BYTES + SLACK];
    /** How much of {@link #key} is the key. */
    public int keyLength;
    /** Holds an encoded text, or a copy that is being decoded. */
    public byte[] buffer = new byte[FIRST_BYTES];
    /** Holds a copy for a user's codec: words, so that codecs may use aligned layouts. */
    long[] words = new long[FIRST_BYTES / Long.BYTES];
    /** Holds a piece of a text between chars and bytes. */
    final char[] chars = new char[CHARS];

    /** Takes a key that is bytes already. */
    public void setKey(byte[] bytes, int start, int length) {
        System.arraycopy(bytes, start, key(length), 0, length);
        keyLength = length;
    }

    /** Gives back what an unusually large value has left behind. */
    public void trim() {
        if (buffer.length > KEEP_BYTES) {
            buffer = new byte[FIRST_BYTES];
        }
        if (words.length > KEEP_BYTES / Long.BYTES) {
            words = new long[FIRST_BYTES / Long.BYTES];
        }
    }

    /** The key's array, with room for so many bytes; keeps what is in it. */
    byte[] key(int length) {
        if (key.length < length + SLACK) {
            key = Arrays.copyOf(key, Math.max(length, 2 * key.length) + SLACK);
        }
        return key;
    }

    /** The buffer, with room for so many bytes; what was in it may be gone. */
    byte[] buffer(int length) {
        if (buffer.length < length) {
            buffer = new byte[grown(buffer.length, length)];
        }
        return buffer;
    }

    /** The buffer, with room for so many bytes; keeps what is in it. */
    byte[] keepBuffer(int length) {
        if (buffer.length < length) {
            buffer = Arrays.copyOf(buffer, grown(buffer.length, length));
        }
        return buffer;
    }

    /** The words, with room for so many bytes; what was in them may be gone. */
    long[] words(long bytes) {
        int length = (int) ((bytes + Long.BYTES - 1) / Long.BYTES);
        if (words.length < length) {
            words = new long[grown(words.length, length)];
        }
        return words;
    }

    private static int grown(int present, int needed) {
        return (int) Math.max(needed, Math.min(2L * present, MAX_ARRAY_LENGTH));
    }
}
