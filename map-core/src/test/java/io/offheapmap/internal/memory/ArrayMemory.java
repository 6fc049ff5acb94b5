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
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Over an array of words, so that a model checker sees every access. An {@code int} or a byte is a part of
 * its word, and a store to it is a load and a store of the whole word. So two threads must not store to parts
 * of the same word at once: one of the stores would be lost. The map's format allows for that, because ints
 * that share a word (a block's sequence and checksum, its two lengths) are stored by the one writer that
 * holds the lock; readers only load. What several threads store to (locks, slots, the split word) is a word
 * of its own.
 */
public final class ArrayMemory extends Memory {

    private static final VarHandle WORD =
        MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();

    private static final ValueLayout.OfLong LITTLE_WORD =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final long[] words;

    /** Creates zeroed memory of whole words. */
    public ArrayMemory(int length) {
        if (length % Long.BYTES != 0) {
            throw new IllegalArgumentException("not whole words: length=" + length);
        }
        words = new long[length / Long.BYTES];
    }

    private static int word(long offset, int bytes) {
        if (offset % bytes != 0) {
            throw new IllegalArgumentException("misaligned: offset=" + offset + ", bytes=" + bytes);
        }
        // Negative and huge offsets become indexes that the array refuses.
        return Math.toIntExact(Math.clamp(offset < 0 ? -1 : offset >>> 3, -1L, Integer.MAX_VALUE));
    }

    private static int shift(long offset) {
        return (int) (offset & 7) << 3;
    }

    private long plain(int word) {
        return (long) WORD.get(words, word);
    }

    private static long withInt(long word, int shift, int value) {
        return word & ~(0xffff_ffffL << shift) | (value & 0xffff_ffffL) << shift;
    }

    /** So that a store of several words changes nothing where one of them does not exist. */
    private void check(long offset, long length) {
        Objects.checkFromIndexSize(offset, length, length());
    }

    @Override
    public long length() {
        return (long) words.length << 3;
    }

    @Override
    public byte loadByte(long offset) {
        return (byte) (plain(word(offset, 1)) >>> shift(offset));
    }

    @Override
    public void storeByte(long offset, byte value) {
        int word = word(offset, 1);
        int shift = shift(offset);
        WORD.set(words, word, plain(word) & ~(0xffL << shift) | (value & 0xffL) << shift);
    }

    @Override
    public int loadInt(long offset) {
        return (int) (plain(word(offset, 4)) >>> shift(offset));
    }

    @Override
    public int loadIntUnaligned(long offset) {
        if (offset % 4 == 0) {
            return loadInt(offset);
        }
        check(offset, 4);
        int value = 0;
        for (int i = 0; i < 4; i++) {
            value |= (loadByte(offset + i) & 0xff) << (i << 3);
        }
        return value;
    }

    @Override
    public int loadIntAcquire(long offset) {
        return (int) ((long) WORD.getAcquire(words, word(offset, 4)) >>> shift(offset));
    }

    @Override
    public void storeInt(long offset, int value) {
        int word = word(offset, 4);
        WORD.set(words, word, withInt(plain(word), shift(offset), value));
    }

    @Override
    public void storeIntUnaligned(long offset, int value) {
        if (offset % 4 == 0) {
            storeInt(offset, value);
            return;
        }
        check(offset, 4);
        for (int i = 0; i < 4; i++) {
            storeByte(offset + i, (byte) (value >>> (i << 3)));
        }
    }

    @Override
    public void storeIntOpaque(long offset, int value) {
        int word = word(offset, 4);
        WORD.setOpaque(words, word, withInt(plain(word), shift(offset), value));
    }

    @Override
    public void storeIntRelease(long offset, int value) {
        int word = word(offset, 4);
        WORD.setRelease(words, word, withInt(plain(word), shift(offset), value));
    }

    @Override
    public long loadLong(long offset) {
        return plain(word(offset, 8));
    }

    @Override
    public long loadLongUnaligned(long offset) {
        if (offset % 8 == 0) {
            return loadLong(offset);
        }
        check(offset, 8);
        int word = word(offset, 1);
        int shift = shift(offset);
        return plain(word) >>> shift | plain(word + 1) << -shift;
    }

    @Override
    public long loadOpaque(long offset) {
        return (long) WORD.getOpaque(words, word(offset, 8));
    }

    @Override
    public long loadAcquire(long offset) {
        return (long) WORD.getAcquire(words, word(offset, 8));
    }

    @Override
    public void storeLong(long offset, long value) {
        WORD.set(words, word(offset, 8), value);
    }

    @Override
    public void storeLongUnaligned(long offset, long value) {
        if (offset % 8 == 0) {
            storeLong(offset, value);
            return;
        }
        check(offset, 8);
        int word = word(offset, 1);
        int shift = shift(offset);
        WORD.set(words, word, plain(word) & ~(-1L << shift) | value << shift);
        WORD.set(words, word + 1, plain(word + 1) & -1L << shift | value >>> -shift);
    }

    @Override
    public void storeOpaque(long offset, long value) {
        WORD.setOpaque(words, word(offset, 8), value);
    }

    @Override
    public void storeRelease(long offset, long value) {
        WORD.setRelease(words, word(offset, 8), value);
    }

    @Override
    public boolean compareAndSet(long offset, long expected, long value) {
        return WORD.compareAndSet(words, word(offset, 8), expected, value);
    }

    @Override
    public void copyTo(long offset, byte[] target, int index, int length) {
        copyTo(offset, MemorySegment.ofArray(target), index, length);
    }

    @Override
    public void copyFrom(long offset, byte[] source, int index, int length) {
        copyFrom(offset, MemorySegment.ofArray(source), index, length);
    }

    @Override
    public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
        check(offset, length);
        Objects.checkFromIndexSize(targetOffset, length, target.byteSize());
        long done = 0;
        for (; done + 8 <= length; done += 8) {
            target.set(LITTLE_WORD, targetOffset + done, loadLongUnaligned(offset + done));
        }
        for (; done < length; done++) {
            target.set(ValueLayout.JAVA_BYTE, targetOffset + done, loadByte(offset + done));
        }
    }

    @Override
    public void copyFrom(long offset, MemorySegment source, long sourceOffset, long length) {
        check(offset, length);
        Objects.checkFromIndexSize(sourceOffset, length, source.byteSize());
        long done = 0;
        for (; done + 8 <= length; done += 8) {
            storeLongUnaligned(offset + done, source.get(LITTLE_WORD, sourceOffset + done));
        }
        for (; done < length; done++) {
            storeByte(offset + done, source.get(ValueLayout.JAVA_BYTE, sourceOffset + done));
        }
    }

    @Override
    public void copy(long fromOffset, long toOffset, long length) {
        check(fromOffset, length);
        check(toOffset, length);
        long done = 0;
        for (; done + 8 <= length; done += 8) {
            storeLongUnaligned(toOffset + done, loadLongUnaligned(fromOffset + done));
        }
        for (; done < length; done++) {
            storeByte(toOffset + done, loadByte(fromOffset + done));
        }
    }

    @Override
    public void zero(long offset, long length) {
        check(offset, length);
        long done = 0;
        for (; done + 8 <= length; done += 8) {
            storeLongUnaligned(offset + done, 0);
        }
        for (; done < length; done++) {
            storeByte(offset + done, (byte) 0);
        }
    }

    /** There is no view of an array of words whose accesses a model checker could see. */
    @Override
    public MemorySegment view(long offset, long length) {
        throw new UnsupportedOperationException("a memory over an array has no view: offset=" + offset
            + ", length=" + length);
    }
}
