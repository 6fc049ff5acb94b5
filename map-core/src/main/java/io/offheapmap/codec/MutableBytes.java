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
package io.offheapmap.codec;

import java.lang.foreign.MemorySegment;

/** A window on bytes that a callback fills; see {@link Bytes}. */
public final class MutableBytes extends Bytes {

    /** Creates a window that is closed; the map opens it for a callback. */
    public MutableBytes() {
    }

    /**
     * Stores one byte.
     *
     * @param index bytes from the start of the window
     * @param value the byte
     */
    public void putByte(long index, byte value) {
        memory.storeByte(at(index, Byte.BYTES), value);
    }

    /**
     * Stores two bytes.
     *
     * @param index bytes from the start of the window
     * @param value the number
     */
    public void putShort(long index, short value) {
        long at = at(index, Short.BYTES);
        memory.storeByte(at, (byte) value);
        memory.storeByte(at + 1, (byte) (value >>> Byte.SIZE));
    }

    /**
     * Stores four bytes.
     *
     * @param index bytes from the start of the window
     * @param value the number
     */
    public void putInt(long index, int value) {
        memory.storeIntUnaligned(at(index, Integer.BYTES), value);
    }

    /**
     * Stores eight bytes.
     *
     * @param index bytes from the start of the window
     * @param value the number
     */
    public void putLong(long index, long value) {
        memory.storeLongUnaligned(at(index, Long.BYTES), value);
    }

    /**
     * Copies bytes in.
     *
     * @param index       bytes from the start of this window
     * @param source      where from
     * @param sourceIndex where in the source
     * @param count       how many bytes
     */
    public void copyFrom(long index, byte[] source, int sourceIndex, int count) {
        memory.copyFrom(at(index, count), source, sourceIndex, count);
    }

    /**
     * Copies bytes from another window of the same map.
     *
     * @param index       bytes from the start of this window
     * @param source      where from
     * @param sourceIndex bytes from the start of the source
     * @param count       how many bytes
     */
    public void copyFrom(long index, Bytes source, long sourceIndex, long count) {
        memory.copy(source.at(sourceIndex, count), at(index, count), count);
    }

    /**
     * Gives the window as the JDK's own type, for code that needs it. Allocates the view. It must not be kept
     * past the callback: a store through it would damage other entries.
     *
     * @return a writable view
     */
    @Override
    public MemorySegment asMemorySegment() {
        return memory.view(at(0, length), length);
    }
}
