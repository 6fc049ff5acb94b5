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
package io.offheapmap.internal.segment;

import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.MemorySegment;

/**
 * A memory before another one, with places to step in. Whoever steps in is asked before each load and each
 * store; what copies more than a word does it in pieces, so there is a place in the middle of it, too.
 */
abstract class SeamMemory extends Memory {

    private static final int PIECES = 16;

    final Memory memory;

    SeamMemory(Memory memory) {
        this.memory = memory;
    }

    /** Before a load. */
    void onLoad(long offset, long bytes) {
    }

    /** Before a store; a compare-and-set is one. */
    void onStore(long offset, long bytes) {
    }

    /** Behind a store. */
    void onStored(long offset, long bytes) {
    }

    /** How much is copied at once, in whole words. */
    private static long piece(long length) {
        return Math.max(Long.BYTES, length / PIECES + Long.BYTES - 1 & -Long.BYTES);
    }

    @Override
    public long length() {
        return memory.length();
    }

    @Override
    public byte loadByte(long offset) {
        onLoad(offset, Byte.BYTES);
        return memory.loadByte(offset);
    }

    @Override
    public int loadInt(long offset) {
        onLoad(offset, Integer.BYTES);
        return memory.loadInt(offset);
    }

    @Override
    public int loadIntUnaligned(long offset) {
        onLoad(offset, Integer.BYTES);
        return memory.loadIntUnaligned(offset);
    }

    @Override
    public int loadIntAcquire(long offset) {
        onLoad(offset, Integer.BYTES);
        return memory.loadIntAcquire(offset);
    }

    @Override
    public long loadLong(long offset) {
        onLoad(offset, Long.BYTES);
        return memory.loadLong(offset);
    }

    @Override
    public long loadLongUnaligned(long offset) {
        onLoad(offset, Long.BYTES);
        return memory.loadLongUnaligned(offset);
    }

    @Override
    public long loadOpaque(long offset) {
        onLoad(offset, Long.BYTES);
        return memory.loadOpaque(offset);
    }

    @Override
    public long loadAcquire(long offset) {
        onLoad(offset, Long.BYTES);
        return memory.loadAcquire(offset);
    }

    @Override
    public void storeByte(long offset, byte value) {
        onStore(offset, Byte.BYTES);
        memory.storeByte(offset, value);
        onStored(offset, Byte.BYTES);
    }

    @Override
    public void storeInt(long offset, int value) {
        onStore(offset, Integer.BYTES);
        memory.storeInt(offset, value);
        onStored(offset, Integer.BYTES);
    }

    @Override
    public void storeIntUnaligned(long offset, int value) {
        onStore(offset, Integer.BYTES);
        memory.storeIntUnaligned(offset, value);
        onStored(offset, Integer.BYTES);
    }

    @Override
    public void storeIntOpaque(long offset, int value) {
        onStore(offset, Integer.BYTES);
        memory.storeIntOpaque(offset, value);
        onStored(offset, Integer.BYTES);
    }

    @Override
    public void storeIntRelease(long offset, int value) {
        onStore(offset, Integer.BYTES);
        memory.storeIntRelease(offset, value);
        onStored(offset, Integer.BYTES);
    }

    @Override
    public void storeLong(long offset, long value) {
        onStore(offset, Long.BYTES);
        memory.storeLong(offset, value);
        onStored(offset, Long.BYTES);
    }

    @Override
    public void storeLongUnaligned(long offset, long value) {
        onStore(offset, Long.BYTES);
        memory.storeLongUnaligned(offset, value);
        onStored(offset, Long.BYTES);
    }

    @Override
    public void storeOpaque(long offset, long value) {
        onStore(offset, Long.BYTES);
        memory.storeOpaque(offset, value);
        onStored(offset, Long.BYTES);
    }

    @Override
    public void storeRelease(long offset, long value) {
        onStore(offset, Long.BYTES);
        memory.storeRelease(offset, value);
        onStored(offset, Long.BYTES);
    }

    @Override
    public boolean compareAndSet(long offset, long expected, long value) {
        onStore(offset, Long.BYTES);
        boolean isSet = memory.compareAndSet(offset, expected, value);
        onStored(offset, Long.BYTES);
        return isSet;
    }

    @Override
    public void copyTo(long offset, byte[] target, int index, int length) {
        long piece = piece(length);
        for (long done = 0; done < length; done += piece) {
            int count = (int) Math.min(piece, length - done);
            onLoad(offset + done, count);
            memory.copyTo(offset + done, target, (int) (index + done), count);
        }
    }

    @Override
    public void copyFrom(long offset, byte[] source, int index, int length) {
        long piece = piece(length);
        for (long done = 0; done < length; done += piece) {
            int count = (int) Math.min(piece, length - done);
            onStore(offset + done, count);
            memory.copyFrom(offset + done, source, (int) (index + done), count);
            onStored(offset + done, count);
        }
    }

    @Override
    public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
        onLoad(offset, length);
        memory.copyTo(offset, target, targetOffset, length);
    }

    @Override
    public void copyFrom(long offset, MemorySegment source, long sourceOffset, long length) {
        onStore(offset, length);
        memory.copyFrom(offset, source, sourceOffset, length);
        onStored(offset, length);
    }

    @Override
    public void copy(long fromOffset, long toOffset, long length) {
        long piece = piece(length);
        for (long done = 0; done < length; done += piece) {
            long count = Math.min(piece, length - done);
            onLoad(fromOffset + done, count);
            onStore(toOffset + done, count);
            memory.copy(fromOffset + done, toOffset + done, count);
            onStored(toOffset + done, count);
        }
    }

    @Override
    public void zero(long offset, long length) {
        long piece = piece(length);
        for (long done = 0; done < length; done += piece) {
            long count = Math.min(piece, length - done);
            onStore(offset + done, count);
            memory.zero(offset + done, count);
            onStored(offset + done, count);
        }
    }

    @Override
    public MemorySegment view(long offset, long length) {
        return memory.view(offset, length);
    }
}
