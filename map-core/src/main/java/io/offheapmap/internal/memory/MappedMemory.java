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
package io.offheapmap.internal.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The one {@link Memory} of production: over the whole reserved range of a mapping. After the mapping is
 * closed every access throws {@link IllegalStateException}; an access past the end of the file, but inside of
 * the range, is an {@link InternalError}.
 */
public final class MappedMemory extends Memory {

    // Exact handles: a call whose types need a conversion would be slow, so it fails the first test instead.
    private static final VarHandle INT =
        little(ValueLayout.JAVA_INT).varHandle().withInvokeExactBehavior();
    private static final VarHandle INT_UNALIGNED =
        little(ValueLayout.JAVA_INT_UNALIGNED).varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG =
        little(ValueLayout.JAVA_LONG).varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG_UNALIGNED =
        little(ValueLayout.JAVA_LONG_UNALIGNED).varHandle().withInvokeExactBehavior();

    /** What {@link #zero} copies from, a page at a time; a fill would need a slice, which can allocate. */
    private static final byte[] ZEROS = new byte[4096];

    /** Up to here single stores beat the call of a copy. */
    private static final long ZERO_BY_STORES = 64;

    private static final long LINE = 64;

    private final MemorySegment range;

    /**
     * Creates a memory.
     *
     * @param range native, at least 8-byte aligned
     */
    public MappedMemory(MemorySegment range) {
        if (!range.isNative() || range.address() % Long.BYTES != 0) {
            throw new IllegalArgumentException("not a native and 8-byte aligned range: range=" + range
                + "; take it from a mapping or an arena");
        }
        this.range = range;
    }

    private static ValueLayout little(ValueLayout layout) {
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public long length() {
        return range.byteSize();
    }

    @Override
    public byte loadByte(long offset) {
        return range.get(JAVA_BYTE, offset);
    }

    @Override
    public void storeByte(long offset, byte value) {
        range.set(JAVA_BYTE, offset, value);
    }

    @Override
    public int loadInt(long offset) {
        return (int) INT.get(range, offset);
    }

    @Override
    public int loadIntUnaligned(long offset) {
        return (int) INT_UNALIGNED.get(range, offset);
    }

    @Override
    public int loadIntAcquire(long offset) {
        return (int) INT.getAcquire(range, offset);
    }

    @Override
    public void storeInt(long offset, int value) {
        INT.set(range, offset, value);
    }

    @Override
    public void storeIntUnaligned(long offset, int value) {
        INT_UNALIGNED.set(range, offset, value);
    }

    @Override
    public void storeIntOpaque(long offset, int value) {
        INT.setOpaque(range, offset, value);
    }

    @Override
    public void storeIntRelease(long offset, int value) {
        INT.setRelease(range, offset, value);
    }

    @Override
    public long loadLong(long offset) {
        return (long) LONG.get(range, offset);
    }

    @Override
    public long loadLongUnaligned(long offset) {
        return (long) LONG_UNALIGNED.get(range, offset);
    }

    @Override
    public long loadOpaque(long offset) {
        return (long) LONG.getOpaque(range, offset);
    }

    @Override
    public long loadAcquire(long offset) {
        return (long) LONG.getAcquire(range, offset);
    }

    @Override
    public void storeLong(long offset, long value) {
        LONG.set(range, offset, value);
    }

    @Override
    public void storeLongUnaligned(long offset, long value) {
        LONG_UNALIGNED.set(range, offset, value);
    }

    @Override
    public void storeOpaque(long offset, long value) {
        LONG.setOpaque(range, offset, value);
    }

    @Override
    public void storeRelease(long offset, long value) {
        LONG.setRelease(range, offset, value);
    }

    @Override
    public boolean compareAndSet(long offset, long expected, long value) {
        return LONG.compareAndSet(range, offset, expected, value);
    }

    @Override
    public void copyTo(long offset, byte[] target, int index, int length) {
        MemorySegment.copy(range, JAVA_BYTE, offset, target, index, length);
    }

    @Override
    public void copyFrom(long offset, byte[] source, int index, int length) {
        MemorySegment.copy(source, index, range, JAVA_BYTE, offset, length);
    }

    @Override
    public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
        MemorySegment.copy(range, offset, target, targetOffset, length);
    }

    @Override
    public void copyFrom(long offset, MemorySegment source, long sourceOffset, long length) {
        MemorySegment.copy(source, sourceOffset, range, offset, length);
    }

    @Override
    public void copy(long fromOffset, long toOffset, long length) {
        MemorySegment.copy(range, fromOffset, range, toOffset, length);
    }

    @Override
    public void zero(long offset, long length) {
        Objects.checkFromIndexSize(offset, length, range.byteSize());   // before anything is stored
        if (length > ZERO_BY_STORES) {
            zeroByCopies(offset, length);
        } else {
            zeroByStores(offset, length);
        }
    }

    private void zeroByStores(long offset, long length) {
        long end = offset + length;
        long at = offset;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            LONG_UNALIGNED.set(range, at, 0L);
        }
        for (; at < end; at++) {
            range.set(JAVA_BYTE, at, (byte) 0);
        }
    }

    private void zeroByCopies(long offset, long length) {
        long end = offset + length;
        for (long at = offset; at < end; at += ZEROS.length) {
            int count = (int) Math.min(ZEROS.length, end - at);
            MemorySegment.copy(ZEROS, 0, range, JAVA_BYTE, at, count);
        }
    }

    @Override
    public long touch(long offset, long length) {
        long end = offset + length;
        long sum = 0;
        for (long at = offset & -LINE; at < end; at += LINE) {
            sum += (long) LONG.get(range, at);
        }
        return sum;
    }

    @Override
    public MemorySegment view(long offset, long length) {
        return range.asSlice(offset, length);
    }
}
