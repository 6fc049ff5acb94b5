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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextTranscoderTest {

    private static final String SUPPLEMENTARY = new String(Character.toChars(0x1F600));

    private final Transcoder<String> strings = Transcoders.of(String.class, null);
    private final Transcoder<CharSequence> texts = Transcoders.of(CharSequence.class, null);
    private final Scratch scratch = new Scratch();

    @Test
    void stringAndCharSequenceAreTheSameFormat() {
        assertEquals(strings.id(), texts.id());
        assertEquals(String.class, strings.type());
        assertEquals(CharSequence.class, texts.type());
    }

    @Test
    void everyCodePointGoesThrough() {
        StringBuilder all = new StringBuilder();
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
                all.appendCodePoint(codePoint);
            }
        }
        roundTrip(all.toString());
    }

    @Test
    void randomTextsOfEveryLength() {
        long seed = 42;
        SplittableRandom random = new SplittableRandom(seed);
        for (int length = 0; length < 300; length++) {
            roundTrip(randomText(random, length));
        }
        for (int length = 1000; length < 1060; length++) {
            roundTrip(randomText(random, length));
            roundTrip("x".repeat(length));
            roundTrip("x".repeat(length) + SUPPLEMENTARY + "y".repeat(length));
        }
    }

    private static String randomText(SplittableRandom random, int length) {
        int[] limits = {0x80, 0x80, 0x800, 0xD800, Character.MAX_CODE_POINT};
        int limit = limits[random.nextInt(limits.length)];
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            int codePoint = random.nextInt(random.nextBoolean() ? 0x80 : limit);
            if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
                text.appendCodePoint(codePoint);
            }
        }
        return text.toString();
    }

    private void roundTrip(String text) {
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        assertArrayEquals(expected, Codecs.write(strings, text, scratch));
        assertArrayEquals(expected, Codecs.write(texts, new StringBuilder(text), scratch));
        assertArrayEquals(expected, Codecs.write(texts, new Slow(text), scratch));
        assertEquals(text, Codecs.read(strings, expected, null, scratch));
        assertEquals(text, Codecs.read(texts, expected, null, scratch));
        StringBuilder using = new StringBuilder("old content");
        assertSame(using, Codecs.read(texts, expected, using, scratch));
        assertEquals(text, using.toString());
        if (expected.length <= Scratch.MAX_KEY_LENGTH) {
            assertArrayEquals(expected, Codecs.key(strings, text, scratch));
            assertArrayEquals(expected, Codecs.key(texts, new Slow(text), scratch));
            assertEquals(text, strings.readKey(null, scratch));
            assertEquals(text, texts.readKey(using, scratch).toString());
        }
    }

    /** Another CharSequence than the JDK's, with nothing but what the interface asks for. */
    private record Slow(String text) implements CharSequence {

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            throw new AssertionError("a view is garbage");
        }
    }

    @Test
    void onlyBuildersAreReused() {
        String using = "old";
        assertNotSame(using, Codecs.read(texts, new byte[] {'o', 'l', 'd'}, using, scratch));
        assertEquals("new", Codecs.read(strings, new byte[] {'n', 'e', 'w'}, using, scratch));
    }

    @Test
    void halfPairsAreRefused() {
        String high = "\uD83D";
        String low = "\uDE00";
        assertRefused(high, 0, "d83d");
        assertRefused(low, 0, "de00");
        assertRefused("ab" + high + "c", 2, "d83d");
        assertRefused(low + high, 0, "de00");
        assertRefused("é" + high + high + low, 1, "d83d");
        for (int length = 1020; length < 1030; length++) {
            assertRefused("x".repeat(length) + high + "y".repeat(9), length, "d83d");
            assertRefused("x".repeat(length) + low, length, "de00");
            assertRefused("x".repeat(length) + high, length, "d83d");
        }
    }

    private void assertRefused(String text, int index, String found) {
        String message = "text holds half a surrogate pair, which has no UTF-8: index=" + index
            + ", char=0x" + found + "; repair the text, or store it as byte[]";
        assertEquals(message, assertThrows(IllegalArgumentException.class,
            () -> strings.encodeKey(text, scratch)).getMessage());
        assertEquals(message, assertThrows(IllegalArgumentException.class,
            () -> texts.valueLength(new StringBuilder(text), scratch)).getMessage());
    }

    @Test
    void keysEndAt64KiB() {
        String longest = "k".repeat(Scratch.MAX_KEY_LENGTH);
        assertEquals(Scratch.MAX_KEY_LENGTH, Codecs.key(strings, longest, scratch).length);
        String wide = "\u20AC".repeat(Scratch.MAX_KEY_LENGTH / 3);
        assertEquals(Scratch.MAX_KEY_LENGTH - 1, Codecs.key(strings, wide, scratch).length);
        assertThrows(IllegalArgumentException.class, () -> strings.encodeKey(wide + "ab", scratch));
        String message = "key is too long: type=java.lang.String, chars=65537, "
            + "bytesOfTheFirst65537Chars=65537, longest=65536; use a shorter key, or a hash of it";
        assertEquals(message, assertThrows(IllegalArgumentException.class,
            () -> strings.encodeKey(longest + "k", scratch)).getMessage());
        assertEquals("short", Codecs.read(strings, Codecs.key(strings, "short", scratch), null, scratch));
    }

    /**
     * What a writer leaves half done makes some text, and what is not UTF-8 never comes back as if it were.
     */
    @Test
    void anyBytesMakeSomeText() {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder using = new StringBuilder();
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] |= (byte) 0xC0;
            }
            assertDecodes(bytes, using);
        }
    }

    /** Overlong forms, surrogates, and what lies above the last code point, beside what is right. */
    @Test
    void everyFirstAndSecondByte() {
        StringBuilder using = new StringBuilder();
        for (int first = 0x80; first <= 0xFF; first++) {
            for (int second = 0; second <= 0xFF; second++) {
                assertDecodes(new byte[] {(byte) first, (byte) second}, using);
                for (int third : new int[] {0x7F, 0x80, 0xBF, 0xC0}) {
                    assertDecodes(new byte[] {(byte) first, (byte) second, (byte) third}, using);
                    assertDecodes(new byte[] {(byte) first, (byte) second, (byte) third, (byte) 0x80}, using);
                }
            }
        }
    }

    private void assertDecodes(byte[] bytes, StringBuilder using) {
        String expected = new String(bytes, StandardCharsets.UTF_8);
        assertEquals(expected, strings.decode(bytes, bytes.length, null, scratch));
        texts.decode(bytes, bytes.length, using, scratch);
        if (expected.indexOf('\uFFFD') < 0) {
            assertEquals(expected, using.toString());
        } else {
            assertTrue(using.indexOf("\uFFFD") >= 0, using::toString);
        }
    }

    @Test
    void largeBuffersAreGivenBack() {
        Codecs.write(strings, "x".repeat(3 << 20), scratch);
        scratch.trim();
        assertTrue(scratch.buffer.length < 1 << 20);
        assertEquals(1 << 10, Codecs.write(strings, "x".repeat(1 << 10), scratch).length);
        int kept = scratch.buffer.length;
        scratch.trim();
        assertEquals(kept, scratch.buffer.length);
    }
}
