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

/**
 * Counts what goes through to another memory: calls that store and the bytes that they store, calls that load
 * and the bytes that they load. A compare-and-set counts as a store of 8 bytes, won or lost. For one thread
 * at a time.
 */
public final class CountingMemory extends Memory {

    private final Memory memory;
    private long stores;
    private long storedBytes;
    private long loads;
    private long loadedBytes;

    /** Counts from zero. */
    public CountingMemory(Memory memory) {
        this.memory = memory;
    }

    /** How many calls stored something. */
    public long stores() {
        return stores;
    }

    /** How many bytes they stored. */
    public long storedBytes() {
        return storedBytes;
    }

    /** How many calls loaded something. */
    public long loads() {
        return loads;
    }

    /** How many bytes they loaded. */
    public long loadedBytes() {
        return loadedBytes;
    }

    /** Counts from zero again. */
    public void reset() {
        stores = 0;
        storedBytes = 0;
        loads = 0;
        loadedBytes = 0;
    }

    private void countStore(long bytes) {
        stores++;
        storedBytes += bytes;
    }

    private void countLoad(long bytes) {
        loads++;
        loadedBytes += bytes;
    }

    @Override
    public long length() {
        return memory.length();
    }

    @Override
    public byte loadByte(long offset) {
        countLoad(1);
        return memory.loadByte(offset);
    }

    @Override
    public int loadInt(long offset) {
        countLoad(4);
        return memory.loadInt(offset);
    }

    @Override
    public int loadIntUnaligned(long offset) {
        countLoad(4);
        return memory.loadIntUnaligned(offset);
    }

    @Override
    public int loadIntAcquire(long offset) {
        countLoad(4);
        return memory.loadIntAcquire(offset);
    }

    @Override
    public long loadLong(long offset) {
        countLoad(8);
        return memory.loadLong(offset);
    }

    @Override
    public long loadLongUnaligned(long offset) {
        countLoad(8);
        return memory.loadLongUnaligned(offset);
    }

    @Override
    public long loadOpaque(long offset) {
        countLoad(8);
        return memory.loadOpaque(offset);
    }

    @Override
    public long loadAcquire(long offset) {
        countLoad(8);
        return memory.loadAcquire(offset);
    }

    @Override
    public void storeByte(long offset, byte value) {
        countStore(1);
        memory.storeByte(offset, value);
    }

    @Override
    public void storeInt(long offset, int value) {
        countStore(4);
        memory.storeInt(offset, value);
    }

    @Override
    public void storeIntUnaligned(long offset, int value) {
        countStore(4);
        memory.storeIntUnaligned(offset, value);
    }

    @Override
    public void storeIntOpaque(long offset, int value) {
        countStore(4);
        memory.storeIntOpaque(offset, value);
    }

    @Override
    public void storeIntRelease(long offset, int value) {
        countStore(4);
        memory.storeIntRelease(offset, value);
    }

    @Override
    public void storeLong(long offset, long value) {
        countStore(8);
        memory.storeLong(offset, value);
    }

    @Override
    public void storeLongUnaligned(long offset, long value) {
        countStore(8);
        memory.storeLongUnaligned(offset, value);
    }

    @Override
    public void storeOpaque(long offset, long value) {
        countStore(8);
        memory.storeOpaque(offset, value);
    }

    @Override
    public void storeRelease(long offset, long value) {
        countStore(8);
        memory.storeRelease(offset, value);
    }

    @Override
    public boolean compareAndSet(long offset, long expected, long value) {
        countStore(8);
        return memory.compareAndSet(offset, expected, value);
    }

    @Override
    public void copyTo(long offset, byte[] target, int index, int length) {
        countLoad(length);
        memory.copyTo(offset, target, index, length);
    }

    @Override
    public void copyFrom(long offset, byte[] source, int index, int length) {
        countStore(length);
        memory.copyFrom(offset, source, index, length);
    }

    @Override
    public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
        countLoad(length);
        memory.copyTo(offset, target, targetOffset, length);
    }

    @Override
    public void copyFrom(long offset, MemorySegment source, long sourceOffset, long length) {
        countStore(length);
        memory.copyFrom(offset, source, sourceOffset, length);
    }

    @Override
    public void copy(long fromOffset, long toOffset, long length) {
        countLoad(length);
        countStore(length);
        memory.copy(fromOffset, toOffset, length);
    }

    @Override
    public void zero(long offset, long length) {
        countStore(length);
        memory.zero(offset, length);
    }

    /** What goes through the view is not counted. */
    @Override
    public MemorySegment view(long offset, long length) {
        return memory.view(offset, length);
    }
}
