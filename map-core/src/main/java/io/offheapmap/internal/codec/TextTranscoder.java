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

import io.offheapmap.internal.memory.Memory;
import java.nio.charset.StandardCharsets;

/**
 * Text as UTF-8: String, and CharSequence, which is read into a StringBuilder if one is given.
 *
 * @param <T> String or CharSequence
 */
final class TextTranscoder<T extends CharSequence> extends Transcoder<T> {

    TextTranscoder(int id, Class<T> type) {
        super(id, type);
        assert type.isAssignableFrom(String.class);
    }

    @Override
    public int encodeKey(T key, Scratch scratch) {
        int count = key.length();
        int length = 0;
        for (int i = 0; i < count;) {
            int piece = Utf8.take(key, i, count, scratch.chars);
            byte[] bytes = scratch.key(length + Utf8.MAX_BYTES_PER_CHAR * piece);
            length = Utf8.encode(scratch.chars, piece, i, bytes, length);
            i += piece;
            if (length > Scratch.MAX_KEY_LENGTH) {
                throw keyTooLong("chars=" + count + ", bytesOfTheFirst" + i + "Chars=" + length);
            }
        }
        return keyLength(length, scratch);
    }

    @Override
    public long valueLength(T value, Scratch scratch) {
        int count = value.length();
        int length = 0;
        for (int i = 0; i < count;) {
            int piece = Utf8.take(value, i, count, scratch.chars);
            long room = length + (long) Utf8.MAX_BYTES_PER_CHAR * piece;
            if (room > Scratch.MAX_ARRAY_LENGTH) {
                throw new IllegalArgumentException("text is too long: chars=" + count + ", longestInBytes="
                    + Scratch.MAX_ARRAY_LENGTH + "; split it, or store its bytes as a MemorySegment");
            }
            length = Utf8.encode(scratch.chars, piece, i, scratch.keepBuffer((int) room), length);
            i += piece;
        }
        return length;
    }

    @Override
    public void write(T value, long length, Memory memory, long offset, Scratch scratch) {
        memory.copyFrom(offset, scratch.buffer, 0, (int) length);
    }

    @Override
    T decode(byte[] bytes, int length, T using, Scratch scratch) {
        if (using instanceof StringBuilder builder) {
            builder.setLength(0);
            Utf8.decode(bytes, length, scratch.chars, builder);
            return using;
        }
        return type().cast(new String(bytes, 0, length, StandardCharsets.UTF_8));
    }
}
