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

import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A window on bytes of the map, reused from call to call: valid only inside the callback that got it. Numbers
 * are little-endian at any index. Reading allocates nothing. An index outside of the window throws
 * {@link IndexOutOfBoundsException}.
 */
public sealed class Bytes permits MutableBytes {

    /** What the window looks at; null outside of a callback. */
    Memory memory;
    /** Where the window starts. */
    long start;
    /** How long the window is. */
    long length;

    /** Creates a window that is closed; the map opens it for a callback. */
    public Bytes() {
    }

    /**
     * Opens the window. For the map, not for users.
     *
     * @param newMemory what to look at; null closes the window
     * @param newStart  offset of the first byte
     * @param newLength bytes
     */
    public final void wrap(Memory newMemory, long newStart, long newLength) {
        memory = newMemory;
        start = newStart;
        length = newLength;
    }

    /**
     * Tells how long the window is.
     *
     * @return bytes
     */
    public final long length() {
        return length;
    }

    /**
     * Loads one byte.
     *
     * @param index bytes from the start of the window
     * @return the byte
     */
    public final byte getByte(long index) {
        return memory.loadByte(at(index, Byte.BYTES));
    }

    /**
     * Loads two bytes.
     *
     * @param index bytes from the start of the window
     * @return the number
     */
    public final short getShort(long index) {
        long at = at(index, Short.BYTES);
        return (short) (memory.loadByte(at) & 0xFF | memory.loadByte(at + 1) << Byte.SIZE);
    }

    /**
     * Loads four bytes.
     *
     * @param index bytes from the start of the window
     * @return the number
     */
    public final int getInt(long index) {
        return memory.loadIntUnaligned(at(index, Integer.BYTES));
    }

    /**
     * Loads eight bytes.
     *
     * @param index bytes from the start of the window
     * @return the number
     */
    public final long getLong(long index) {
        return memory.loadLongUnaligned(at(index, Long.BYTES));
    }

    /**
     * Copies bytes out.
     *
     * @param index       bytes from the start of the window
     * @param target      where to
     * @param targetIndex where in the target
     * @param count       how many bytes
     */
    public final void copyTo(long index, byte[] target, int targetIndex, int count) {
        memory.copyTo(at(index, count), target, targetIndex, count);
    }

    /**
     * Gives the window as the JDK's own type, for code that needs it. Allocates the view. It must not be kept
     * past the callback: later it shows other bytes.
     *
     * @return a read-only view
     */
    public MemorySegment asMemorySegment() {
        return memory.view(at(0, length), length).asReadOnly();
    }

    /** Checks a range and makes an offset of an index. */
    final long at(long index, long count) {
        if (memory == null) {
            throw new IllegalStateException("the bytes were used outside of their callback; copy what is"
                + " needed later");
        }
        return start + Objects.checkFromIndexSize(index, count, length);
    }
}
