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
import java.nio.ByteBuffer;

/**
 * Raw bytes as ByteBuffer: what lies between its position and its limit, neither of which moves. Buffers
 * without an array are copied in pieces through the scratch's buffer, since a view of one would be garbage.
 */
final class BufferTranscoder extends Transcoder<ByteBuffer> {

    private static final int PIECE = 1 << 13;

    BufferTranscoder(int id) {
        super(id, ByteBuffer.class);
    }

    @Override
    public int encodeKey(ByteBuffer key, Scratch scratch) {
        int length = keyLength(key.remaining(), scratch);
        key.get(key.position(), scratch.key(length), 0, length);
        return length;
    }

    @Override
    public long valueLength(ByteBuffer value, Scratch scratch) {
        return value.remaining();
    }

    @Override
    public void write(ByteBuffer value, long length, Memory memory, long offset, Scratch scratch) {
        int position = value.position();
        if (value.hasArray()) {
            memory.copyFrom(offset, value.array(), value.arrayOffset() + position, (int) length);
            return;
        }
        byte[] piece = scratch.buffer(PIECE);
        for (int i = 0, count; i < length; i += count) {
            count = (int) Math.min(PIECE, length - i);
            value.get(position + i, piece, 0, count);
            memory.copyFrom(offset + i, piece, 0, count);
        }
    }

    @Override
    public ByteBuffer read(Memory memory, long offset, int length, ByteBuffer using, Scratch scratch) {
        ByteBuffer target = target(length, offset, using);
        if (target.hasArray()) {
            memory.copyTo(offset, target.array(), target.arrayOffset(), length);
            return target;
        }
        byte[] piece = scratch.buffer(PIECE);
        for (int i = 0, count; i < length; i += count) {
            count = Math.min(PIECE, length - i);
            memory.copyTo(offset + i, piece, 0, count);
            target.put(i, piece, 0, count);
        }
        return target;
    }

    @Override
    ByteBuffer decode(byte[] bytes, int length, ByteBuffer using, Scratch scratch) {
        return target(length, UNKNOWN_OFFSET, using).put(0, bytes, 0, length);
    }

    private ByteBuffer target(int length, long offset, ByteBuffer using) {
        boolean fits = using != null && using.capacity() >= length && !using.isReadOnly();
        ByteBuffer target = fits ? using : ByteBuffer.allocate(checkArray(length, offset));
        return target.clear().limit(length);
    }
}
