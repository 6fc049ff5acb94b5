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

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Bytes addressed by offset, little-endian, with the order of each access in its name. Production has one
 * implementation, so calls bind statically; tests bring others (over arrays, counting, stopping).
 *
 * <p>Offsets of {@code int} accesses are multiples of 4, of {@code long} accesses multiples of 8, except
 * where the name says unaligned. Plain accesses are ordered by the fences and by the acquire and release
 * accesses around them. An offset outside of the memory throws; it never reads or writes elsewhere.
 */
public abstract class Memory {

    /** For subclasses. */
    protected Memory() {
    }

    /** Nothing after it rises above a load before it. */
    public static void acquireFence() {
        VarHandle.acquireFence();
    }

    /** No store after it rises above a load or store before it. */
    public static void releaseFence() {
        VarHandle.releaseFence();
    }

    /** How many bytes can be addressed; those past the end of the file may not be touched yet. */
    public abstract long length();

    public abstract byte loadByte(long offset);

    public abstract void storeByte(long offset, byte value);

    public abstract int loadInt(long offset);

    public abstract int loadIntUnaligned(long offset);

    public abstract int loadIntAcquire(long offset);

    public abstract void storeInt(long offset, int value);

    public abstract void storeIntUnaligned(long offset, int value);

    public abstract void storeIntOpaque(long offset, int value);

    public abstract void storeIntRelease(long offset, int value);

    public abstract long loadLong(long offset);

    public abstract long loadLongUnaligned(long offset);

    public abstract long loadOpaque(long offset);

    public abstract long loadAcquire(long offset);

    public abstract void storeLong(long offset, long value);

    public abstract void storeLongUnaligned(long offset, long value);

    public abstract void storeOpaque(long offset, long value);

    public abstract void storeRelease(long offset, long value);

    /** Full ordering on both sides; true when the value was the expected one and is replaced. */
    public abstract boolean compareAndSet(long offset, long expected, long value);

    /** Plain copy out of this memory. */
    public abstract void copyTo(long offset, byte[] target, int index, int length);

    /** Plain copy into this memory. */
    public abstract void copyFrom(long offset, byte[] source, int index, int length);

    /** Plain copy out of this memory. */
    public abstract void copyTo(long offset, MemorySegment target, long targetOffset, long length);

    /** Plain copy into this memory. */
    public abstract void copyFrom(long offset, MemorySegment source, long sourceOffset, long length);

    /** Plain copy inside this memory; the ranges do not overlap. */
    public abstract void copy(long fromOffset, long toOffset, long length);

    /** Plain stores of zeros. */
    public abstract void zero(long offset, long length);

    /**
     * Asks for all cache lines of a range at once, for who will need them one after another: a hint, so it
     * may do nothing.
     *
     * @return a number without a meaning that has to be kept somewhere: without a use there would be no load
     */
    public long touch(long offset, long length) {
        return 0;
    }

    /** A bounded view for code that wants the JDK's own type; allocates. */
    public abstract MemorySegment view(long offset, long length);
}
