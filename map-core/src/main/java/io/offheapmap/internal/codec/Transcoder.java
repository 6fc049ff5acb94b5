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

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.internal.memory.Memory;

/**
 * How the objects of one type become bytes and back. Has no state, so all threads share it.
 *
 * <p>Reading in place may meet bytes that a writer is just changing. Any bytes make some object then, without
 * an index outside of a buffer and without a loop, except that a wrong length of a type of fixed size
 * ({@link CorruptMapException}), or one that no Java array can have ({@link IllegalStateException}), throws:
 * whoever reads checks that the bytes were whole before they believe object or exception.
 *
 * @param <T> the type
 */
public abstract sealed class Transcoder<T>
    permits TextTranscoder, ArrayTranscoder, BufferTranscoder, SegmentTranscoder, NumberTranscoder,
    UserTranscoder {

    /** Where a damaged key or value lies when only a copy is at hand. */
    static final long UNKNOWN_OFFSET = -1;

    private final int id;
    private final Class<T> type;

    Transcoder(int id, Class<T> type) {
        this.id = id;
        this.type = type;
    }

    /** Names the format in the file. */
    public final int id() {
        return id;
    }

    public final Class<T> type() {
        return type;
    }

    /**
     * Makes the key's bytes, in the scratch's key.
     *
     * @return how many, also the scratch's keyLength
     * @throws IllegalArgumentException if the key is too long
     */
    public abstract int encodeKey(T key, Scratch scratch);

    /** Makes an object of the scratch's key. */
    public final T readKey(T using, Scratch scratch) {
        return decode(scratch.key, scratch.keyLength, using, scratch);
    }

    /**
     * Computes how many bytes {@link #write} fills. The scratch's buffer belongs to this value until then.
     *
     * @throws IllegalArgumentException if the value is too long
     */
    public abstract long valueLength(T value, Scratch scratch);

    /** Fills exactly the bytes that {@link #valueLength} said. */
    public abstract void write(T value, long length, Memory memory, long offset, Scratch scratch);

    /**
     * Makes an object of bytes in place; see above.
     *
     * @param using filled and returned where possible; may be null
     */
    public T read(Memory memory, long offset, int length, T using, Scratch scratch) {
        copyForCodec(memory, offset, length, scratch);
        return readCopy(length, using, scratch);
    }

    /** Tells whether {@link #read} can be trusted with bytes that may be torn. */
    public boolean readsInPlace() {
        return true;
    }

    /**
     * The first half of a read that is not in place: copies. The copy is to be validated before the second
     * half. Works for every type.
     */
    public void copyForCodec(Memory memory, long offset, int length, Scratch scratch) {
        memory.copyTo(offset, scratch.buffer(checkArray(length, offset)), 0, length);
    }

    /** The second half: makes an object of the copy. */
    public T readCopy(int length, T using, Scratch scratch) {
        return decode(scratch.buffer, length, using, scratch);
    }

    /** Makes an object of the first bytes of an array. */
    abstract T decode(byte[] bytes, int length, T using, Scratch scratch);

    final int keyLength(long length, Scratch scratch) {
        if (length < 0 || length > Scratch.MAX_KEY_LENGTH) {
            throw keyTooLong("length=" + length);
        }
        scratch.keyLength = (int) length;
        return (int) length;
    }

    final IllegalArgumentException keyTooLong(String length) {
        return new IllegalArgumentException("key is too long: type=" + type.getTypeName() + ", " + length
            + ", longest=" + Scratch.MAX_KEY_LENGTH + "; use a shorter key, or a hash of it");
    }

    final int checkArray(int length, long offset) {
        if (length > Scratch.MAX_ARRAY_LENGTH) {
            throw new IllegalStateException("entry is too long for a Java array: type=" + type.getTypeName()
                + ", length=" + length + ", longest=" + Scratch.MAX_ARRAY_LENGTH + ", offset=" + offset
                + "; open the map with MemorySegment as its type");
        }
        return length;
    }

    final CorruptMapException wrongLength(int length, int expected, long offset) {
        return new CorruptMapException("entry has the wrong length: type=" + type.getTypeName() + ", length="
            + length + ", expected=" + expected + "; restore the file from a copy", offset);
    }
}
