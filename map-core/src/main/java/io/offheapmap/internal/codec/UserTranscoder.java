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

import io.offheapmap.codec.Codec;
import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A user's codec. It gets windows that end where its bytes end, reads only private copies, and its sizes are
 * checked. The windows are garbage; the copies lie on words, so that aligned layouts work in both directions.
 *
 * @param <T> the type
 */
final class UserTranscoder<T> extends Transcoder<T> {

    private final Codec<T> codec;

    UserTranscoder(Class<T> type, Codec<T> codec) {
        super(codec.id(), type);
        this.codec = codec;
        if (id() < Codec.FIRST_USER_ID) {
            throw new IllegalArgumentException("codec has an id that belongs to the library: " + describe()
                + ", lowest=" + Codec.FIRST_USER_ID + "; return another id");
        }
    }

    @Override
    public int encodeKey(T key, Scratch scratch) {
        int length = keyLength(checkedSize(key), scratch);
        MemorySegment target = window(length, scratch);
        codec.write(key, target);
        checkUnchanged(key, length);
        MemorySegment.copy(target, ValueLayout.JAVA_BYTE, 0, scratch.key(length), 0, length);
        return length;
    }

    @Override
    public long valueLength(T value, Scratch scratch) {
        return checkedSize(value);
    }

    @Override
    public void write(T value, long length, Memory memory, long offset, Scratch scratch) {
        codec.write(value, memory.view(offset, length));
        checkUnchanged(value, length);
    }

    @Override
    public boolean readsInPlace() {
        return false;
    }

    @Override
    public void copyForCodec(Memory memory, long offset, int length, Scratch scratch) {
        memory.copyTo(offset, window(length, scratch), 0, length);
    }

    @Override
    public T readCopy(int length, T using, Scratch scratch) {
        return read(window(length, scratch), using);
    }

    @Override
    T decode(byte[] bytes, int length, T using, Scratch scratch) {
        MemorySegment source = window(length, scratch);
        MemorySegment.copy(bytes, 0, source, ValueLayout.JAVA_BYTE, 0, length);
        return read(source, using);
    }

    private T read(MemorySegment source, T using) {
        T object = codec.read(source, using);
        if (object == null) {
            throw new IllegalStateException("codec read null: " + describe() + ", length=" + source.byteSize()
                + "; return an object");
        }
        return object;
    }

    private static MemorySegment window(int length, Scratch scratch) {
        return MemorySegment.ofArray(scratch.words(length)).asSlice(0, length);
    }

    private long checkedSize(T object) {
        long size = codec.size(object);
        if (size < 0 || size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("codec gives an impossible size: " + describe()
                + ", size=" + size + ", largest=" + Integer.MAX_VALUE + "; return 0 or more bytes");
        }
        return size;
    }

    /**
     * An object that another thread changes meanwhile, or a codec that can't count, would leave old bytes.
     */
    private void checkUnchanged(T object, long size) {
        long now = codec.size(object);
        if (now != size) {
            throw new IllegalStateException("codec gives another size for the same object: " + describe()
                + ", before=" + size + ", after=" + now + "; don't change the object while it is stored");
        }
    }

    private String describe() {
        return "codec=" + codec.getClass().getName() + ", id=" + id();
    }
}
