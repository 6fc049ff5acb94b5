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

/**
 * UTF-8 without garbage: the JDK's own encoders return new objects. Only what comes back the same is encoded,
 * so equal texts have equal bytes and the other way round.
 */
final class Utf8 {

    /** A char takes at most so many bytes; a pair of surrogates takes four. */
    static final int MAX_BYTES_PER_CHAR = 3;

    private static final int MAX_CHARS_PER_SEQUENCE = 2;
    private static final int MAX_1 = 0x7F;
    private static final int MAX_2 = 0x7FF;
    private static final int LOW_BITS = 0x3F;
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {
    }

    /**
     * Copies the next piece of a text; never parts a pair of surrogates.
     *
     * @return how many chars, at least 1
     */
    static int take(CharSequence text, int from, int end, char[] chars) {
        int count = Math.min(chars.length, end - from);
        text.getChars(from, from + count, chars, 0);
        boolean parts = from + count < end && Character.isHighSurrogate(chars[count - 1]);
        return parts ? count - 1 : count;
    }

    /**
     * Encodes chars.
     *
     * @param from  index of the first one in the text, for the message
     * @param bytes has room for three bytes per char
     * @param start where the bytes go
     * @return where they end
     */
    static int encode(char[] chars, int count, int from, byte[] bytes, int start) {
        for (int i = 0; i < count; i++) {
            char c = chars[i];
            if (c > MAX_1) {
                return encodeRest(chars, i, count, from, bytes, start + i);
            }
            bytes[start + i] = (byte) c;
        }
        return start + count;
    }

    private static int encodeRest(char[] chars, int first, int count, int from, byte[] bytes, int start) {
        int at = start;
        for (int i = first; i < count; i++) {
            int c = chars[i];
            if (c <= MAX_1) {
                bytes[at++] = (byte) c;
            } else if (c <= MAX_2) {
                bytes[at++] = (byte) (0xC0 | c >> 6);
                bytes[at++] = (byte) (0x80 | c & LOW_BITS);
            } else if (!Character.isSurrogate((char) c)) {
                bytes[at++] = (byte) (0xE0 | c >> 12);
                bytes[at++] = (byte) (0x80 | c >> 6 & LOW_BITS);
                bytes[at++] = (byte) (0x80 | c & LOW_BITS);
            } else {
                if (i + 1 == count || !Character.isSurrogatePair((char) c, chars[i + 1])) {
                    throw loneSurrogate(c, from + i);
                }
                c = Character.toCodePoint((char) c, chars[++i]);
                bytes[at++] = (byte) (0xF0 | c >> 18);
                bytes[at++] = (byte) (0x80 | c >> 12 & LOW_BITS);
                bytes[at++] = (byte) (0x80 | c >> 6 & LOW_BITS);
                bytes[at++] = (byte) (0x80 | c & LOW_BITS);
            }
        }
        return at;
    }

    private static IllegalArgumentException loneSurrogate(int c, int index) {
        return new IllegalArgumentException("text holds half a surrogate pair, which has no UTF-8: index="
            + index + ", char=0x" + Integer.toHexString(c) + "; repair the text, or store it as byte[]");
    }

    /** Appends what the bytes say, a piece at a time through chars; what is not UTF-8 becomes U+FFFD. */
    static void decode(byte[] bytes, int length, char[] chars, StringBuilder target) {
        target.ensureCapacity(length);
        int count = 0;
        for (int at = 0; at < length;) {
            if (count > chars.length - MAX_CHARS_PER_SEQUENCE) {
                target.append(chars, 0, count);
                count = 0;
            }
            int end = Math.min(length, at + chars.length - count);
            while (at < end && bytes[at] >= 0) {
                chars[count++] = (char) bytes[at++];
            }
            if (at < length && bytes[at] < 0 && count <= chars.length - MAX_CHARS_PER_SEQUENCE) {
                int size = sequenceLength(bytes, at, length);
                count = decodeSequence(bytes, at, size, chars, count);
                at += size;
            }
        }
        target.append(chars, 0, count);
    }

    /** How many bytes the well-formed sequence here has; 1 if there is none. */
    private static int sequenceLength(byte[] bytes, int at, int length) {
        int first = bytes[at] & 0xFF;
        int size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        if (first < 0xC2 || first > 0xF4 || at + size > length) {
            return 1;
        }
        for (int i = 1; i < size; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 1;
            }
        }
        int second = bytes[at + 1] & 0xFF;
        boolean wellFormed = switch (first) {
            case 0xE0 -> second >= 0xA0;
            case 0xED -> second < 0xA0;
            case 0xF0 -> second >= 0x90;
            case 0xF4 -> second < 0x90;
            default -> true;
        };
        return wellFormed ? size : 1;
    }

    /** Puts one or two chars; returns where they end. */
    private static int decodeSequence(byte[] bytes, int at, int size, char[] chars, int count) {
        int first = bytes[at];
        switch (size) {
            case 2 -> chars[count] = (char) ((first & 0x1F) << 6 | low(bytes, at + 1));
            case 3 -> {
                int last = low(bytes, at + 1) << 6 | low(bytes, at + 2);
                chars[count] = (char) ((first & 0xF) << 12 | last);
            }
            case 4 -> {
                int last = low(bytes, at + 1) << 12 | low(bytes, at + 2) << 6 | low(bytes, at + 3);
                int codePoint = (first & 7) << 18 | last;
                chars[count] = Character.highSurrogate(codePoint);
                chars[count + 1] = Character.lowSurrogate(codePoint);
                return count + 2;
            }
            default -> chars[count] = REPLACEMENT;
        }
        return count + 1;
    }

    private static int low(byte[] bytes, int index) {
        return bytes[index] & LOW_BITS;
    }
}
