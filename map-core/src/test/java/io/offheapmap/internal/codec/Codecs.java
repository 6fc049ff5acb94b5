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

import io.offheapmap.internal.memory.MappedMemory;
import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.Arena;
import java.util.Arrays;

/** What the tests of this room share: a round trip through memory whose surroundings are watched. */
final class Codecs {

    static final long OFFSET = 64;
    private static final byte FENCE = (byte) 0xA5;

    private Codecs() {
    }

    static Memory memory(long length) {
        return new MappedMemory(Arena.ofAuto().allocate(length, 64));
    }

    /** Writes a value as the engine does and gives the bytes, after a look at what lies around them. */
    static <T> byte[] write(Transcoder<T> transcoder, T value, Scratch scratch) {
        long length = transcoder.valueLength(value, scratch);
        Memory memory = memory(OFFSET + length + 64);
        byte[] fence = new byte[(int) memory.length()];
        Arrays.fill(fence, FENCE);
        memory.copyFrom(0, fence, 0, fence.length);
        transcoder.write(value, length, memory, OFFSET, scratch);
        byte[] all = new byte[fence.length];
        memory.copyTo(0, all, 0, all.length);
        for (int i = 0; i < all.length; i++) {
            if ((i < OFFSET || i >= OFFSET + length) && all[i] != FENCE) {
                throw new AssertionError("stored outside of the value: index=" + (i - OFFSET)
                    + ", length=" + length);
            }
        }
        return Arrays.copyOfRange(all, (int) OFFSET, (int) (OFFSET + length));
    }

    /** Reads bytes as the engine does. */
    static <T> T read(Transcoder<T> transcoder, byte[] bytes, T using, Scratch scratch) {
        Memory memory = memory(OFFSET + bytes.length + 64);
        memory.copyFrom(OFFSET, bytes, 0, bytes.length);
        if (transcoder.readsInPlace()) {
            return transcoder.read(memory, OFFSET, bytes.length, using, scratch);
        }
        transcoder.copyForCodec(memory, OFFSET, bytes.length, scratch);
        memory.zero(0, memory.length());
        return transcoder.readCopy(bytes.length, using, scratch);
    }

    /** The bytes that a key makes. */
    static <T> byte[] key(Transcoder<T> transcoder, T key, Scratch scratch) {
        int length = transcoder.encodeKey(key, scratch);
        if (length != scratch.keyLength || scratch.key.length < length + Long.BYTES) {
            throw new AssertionError("key without room behind it: length=" + length + ", keyLength="
                + scratch.keyLength + ", array=" + scratch.key.length);
        }
        return Arrays.copyOf(scratch.key, length);
    }
}
