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
package io.offheapmap.internal.alloc;

import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Memory over an array that counts stores, can stop after some, and can leave one out: plain stores between
 * two release stores may be done in any order, so a kill may find one of them missing.
 */
final class TestMemory extends Memory {

    /** Thrown instead of the store behind the last one that is allowed. */
    static final class Stop extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Stop() {
            super("stopped", null, false, false);
        }
    }

    final ByteBuffer bytes;
    long stores;
    long storedBytes;
    /** Where the highest store ended. */
    private int storedEnd;
    /** The last store that is done. */
    long stopAfter = Long.MAX_VALUE;
    /** A plain store that is not done; then the next release store is where it stops. */
    long omitted = Long.MAX_VALUE;

    TestMemory(int length) {
        bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Counts from zero, and does all stores. */
    void reset() {
        stores = 0;
        storedBytes = 0;
        stopAfter = Long.MAX_VALUE;
        omitted = Long.MAX_VALUE;
    }

    /** A copy of the first bytes. */
    byte[] snapshot(long length) {
        return Arrays.copyOf(bytes.array(), (int) length);
    }

    /** Makes everything what it was; behind the snapshot zero. */
    void restore(byte[] snapshot) {
        System.arraycopy(snapshot, 0, bytes.array(), 0, snapshot.length);
        if (storedEnd > snapshot.length) {
            Arrays.fill(bytes.array(), snapshot.length, storedEnd, (byte) 0);
        }
        storedEnd = snapshot.length;
    }

    /** Tells whether the store is done. */
    private boolean count(long offset, long length, boolean isRelease) {
        storedEnd = Math.max(storedEnd, Math.toIntExact(Math.min(offset + length, bytes.capacity())));
        if (stores >= stopAfter || isRelease && stores >= omitted) {
            throw new Stop();
        }
        stores++;
        storedBytes += length;
        return stores != omitted;
    }

    /** Tells whether nothing was stored from there on. */
    boolean isZeroFrom(long offset) {
        byte[] array = bytes.array();
        int from = Math.toIntExact(offset);
        int length = array.length - from;
        return Arrays.equals(array, from, array.length, new byte[length], 0, length);
    }

    private int aligned(long offset, int length) {
        if ((offset & length - 1) != 0) {
            throw new AssertionError("misaligned: offset=" + offset + ", length=" + length);
        }
        return Math.toIntExact(offset);
    }

    @Override
    public long length() {
        return bytes.capacity();
    }

    @Override
    public byte loadByte(long offset) {
        return bytes.get(Math.toIntExact(offset));
    }

    @Override
    public void storeByte(long offset, byte value) {
        if (count(offset, 1, false)) {
            bytes.put(Math.toIntExact(offset), value);
        }
    }

    @Override
    public int loadInt(long offset) {
        return bytes.getInt(aligned(offset, Integer.BYTES));
    }

    @Override
    public int loadIntUnaligned(long offset) {
        return bytes.getInt(Math.toIntExact(offset));
    }

    @Override
    public int loadIntAcquire(long offset) {
        return loadInt(offset);
    }

    @Override
    public void storeInt(long offset, int value) {
        if (count(offset, Integer.BYTES, false)) {
            bytes.putInt(aligned(offset, Integer.BYTES), value);
        }
    }

    @Override
    public void storeIntUnaligned(long offset, int value) {
        if (count(offset, Integer.BYTES, false)) {
            bytes.putInt(Math.toIntExact(offset), value);
        }
    }

    @Override
    public void storeIntOpaque(long offset, int value) {
        storeInt(offset, value);
    }

    @Override
    public void storeIntRelease(long offset, int value) {
        count(offset, Integer.BYTES, true);
        bytes.putInt(aligned(offset, Integer.BYTES), value);
    }

    @Override
    public long loadLong(long offset) {
        return bytes.getLong(aligned(offset, Long.BYTES));
    }

    @Override
    public long loadLongUnaligned(long offset) {
        return bytes.getLong(Math.toIntExact(offset));
    }

    @Override
    public long loadOpaque(long offset) {
        return loadLong(offset);
    }

    @Override
    public long loadAcquire(long offset) {
        return loadLong(offset);
    }

    @Override
    public void storeLong(long offset, long value) {
        if (count(offset, Long.BYTES, false)) {
            bytes.putLong(aligned(offset, Long.BYTES), value);
        }
    }

    @Override
    public void storeLongUnaligned(long offset, long value) {
        if (count(offset, Long.BYTES, false)) {
            bytes.putLong(Math.toIntExact(offset), value);
        }
    }

    @Override
    public void storeOpaque(long offset, long value) {
        storeLong(offset, value);
    }

    @Override
    public void storeRelease(long offset, long value) {
        count(offset, Long.BYTES, true);
        bytes.putLong(aligned(offset, Long.BYTES), value);
    }

    @Override
    public boolean compareAndSet(long offset, long expected, long value) {
        if (loadLong(offset) != expected) {
            return false;
        }
        storeRelease(offset, value);
        return true;
    }

    @Override
    public void copyTo(long offset, byte[] target, int index, int length) {
        bytes.get(Math.toIntExact(offset), target, index, length);
    }

    @Override
    public void copyFrom(long offset, byte[] source, int index, int length) {
        if (count(offset, length, false)) {
            bytes.put(Math.toIntExact(offset), source, index, length);
        }
    }

    @Override
    public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void copyFrom(long offset, MemorySegment source, long sourceOffset, long length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void copy(long fromOffset, long toOffset, long length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void zero(long offset, long length) {
        if (count(offset, length, false)) {
            Arrays.fill(bytes.array(), Math.toIntExact(offset), Math.toIntExact(offset + length), (byte) 0);
        }
    }

    @Override
    public MemorySegment view(long offset, long length) {
        throw new UnsupportedOperationException();
    }
}
