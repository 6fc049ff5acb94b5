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

/** Raw bytes as byte[]. */
final class ArrayTranscoder extends Transcoder<byte[]> {

    ArrayTranscoder(int id) {
        super(id, byte[].class);
    }

    @Override
    public int encodeKey(byte[] key, Scratch scratch) {
        int length = keyLength(key.length, scratch);
        System.arraycopy(key, 0, scratch.key(length), 0, length);
        return length;
    }

    @Override
    public long valueLength(byte[] value, Scratch scratch) {
        return value.length;
    }

    @Override
    public void write(byte[] value, long length, Memory memory, long offset, Scratch scratch) {
        memory.copyFrom(offset, value, 0, (int) length);
    }

    @Override
    public byte[] read(Memory memory, long offset, int length, byte[] using, Scratch scratch) {
        byte[] target = target(length, offset, using);
        memory.copyTo(offset, target, 0, length);
        return target;
    }

    @Override
    byte[] decode(byte[] bytes, int length, byte[] using, Scratch scratch) {
        byte[] target = target(length, UNKNOWN_OFFSET, using);
        System.arraycopy(bytes, 0, target, 0, length);
        return target;
    }

    private byte[] target(int length, long offset, byte[] using) {
        return using != null && using.length == length ? using : new byte[checkArray(length, offset)];
    }
}
