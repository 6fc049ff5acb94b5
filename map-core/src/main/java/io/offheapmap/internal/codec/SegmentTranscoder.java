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
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Raw bytes as MemorySegment: the one type that reaches the longest values. A new one lies over a long[], so
 * that each layout is aligned in it.
 */
final class SegmentTranscoder extends Transcoder<MemorySegment> {

    SegmentTranscoder(int id) {
        super(id, MemorySegment.class);
    }

    @Override
    public int encodeKey(MemorySegment key, Scratch scratch) {
        int length = keyLength(key.byteSize(), scratch);
        MemorySegment.copy(key, ValueLayout.JAVA_BYTE, 0, scratch.key(length), 0, length);
        return length;
    }

    @Override
    public long valueLength(MemorySegment value, Scratch scratch) {
        if (value.byteSize() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("value is too long: length=" + value.byteSize() + ", longest="
                + Integer.MAX_VALUE + "; split it");
        }
        return value.byteSize();
    }

    @Override
    public void write(MemorySegment value, long length, Memory memory, long offset, Scratch scratch) {
        memory.copyFrom(offset, value, 0, length);
    }

    @Override
    public MemorySegment read(Memory memory, long offset, int length, MemorySegment using, Scratch scratch) {
        MemorySegment target = target(length, using);
        memory.copyTo(offset, target, 0, length);
        return target;
    }

    @Override
    MemorySegment decode(byte[] bytes, int length, MemorySegment using, Scratch scratch) {
        MemorySegment target = target(length, using);
        MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, 0, length);
        return target;
    }

    private static MemorySegment target(int length, MemorySegment using) {
        if (using != null && using.byteSize() == length && !using.isReadOnly()) {
            return using;
        }
        int words = (int) ((length + Long.BYTES - 1L) / Long.BYTES);
        return MemorySegment.ofArray(new long[words]).asSlice(0, length);
    }
}
