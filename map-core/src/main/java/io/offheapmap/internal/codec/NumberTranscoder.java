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

import io.offheapmap.internal.memory.HeapBytes;
import io.offheapmap.internal.memory.Memory;
import java.util.UUID;

/**
 * What has a fixed size: one word, or the two words of a UUID (the upper half first), each little-endian.
 * Doubles that are equal as objects have equal bytes: all NaNs are one, 0.0 and -0.0 are two.
 *
 * @param <T> Integer, Long, Double or UUID
 */
final class NumberTranscoder<T> extends Transcoder<T> {

    private final Kind kind;
    private final int size;

    /** A switch over four constants costs less than four classes with five methods each. */
    private enum Kind { INTEGER, LONG, DOUBLE, UUID }

    NumberTranscoder(int id, Class<T> type) {
        super(id, type);
        kind = kindOf(type);
        size = switch (kind) {
            case INTEGER -> Integer.BYTES;
            case LONG, DOUBLE -> Long.BYTES;
            case UUID -> 2 * Long.BYTES;
        };
    }

    private static Kind kindOf(Class<?> type) {
        if (type == Integer.class) {
            return Kind.INTEGER;
        }
        if (type == Long.class) {
            return Kind.LONG;
        }
        return type == Double.class ? Kind.DOUBLE : Kind.UUID;
    }

    @Override
    public int encodeKey(T key, Scratch scratch) {
        byte[] bytes = scratch.key(size);
        HeapBytes.putLong(bytes, 0, first(key));
        if (kind == Kind.UUID) {
            HeapBytes.putLong(bytes, Long.BYTES, second(key));
        }
        return keyLength(size, scratch);
    }

    @Override
    public long valueLength(T value, Scratch scratch) {
        return size;
    }

    @Override
    public void write(T value, long length, Memory memory, long offset, Scratch scratch) {
        if (kind == Kind.INTEGER) {
            memory.storeIntUnaligned(offset, (int) first(value));
            return;
        }
        memory.storeLongUnaligned(offset, first(value));
        if (kind == Kind.UUID) {
            memory.storeLongUnaligned(offset + Long.BYTES, second(value));
        }
    }

    @Override
    public T read(Memory memory, long offset, int length, T using, Scratch scratch) {
        if (length != size) {
            throw wrongLength(length, size, offset);
        }
        if (kind == Kind.INTEGER) {
            return object(memory.loadIntUnaligned(offset), 0);
        }
        long second = kind == Kind.UUID ? memory.loadLongUnaligned(offset + Long.BYTES) : 0;
        return object(memory.loadLongUnaligned(offset), second);
    }

    @Override
    T decode(byte[] bytes, int length, T using, Scratch scratch) {
        if (length != size) {
            throw wrongLength(length, size, UNKNOWN_OFFSET);
        }
        if (kind == Kind.INTEGER) {
            return object(HeapBytes.getInt(bytes, 0), 0);
        }
        long second = kind == Kind.UUID ? HeapBytes.getLong(bytes, Long.BYTES) : 0;
        return object(HeapBytes.getLong(bytes, 0), second);
    }

    private long first(T number) {
        return switch (kind) {
            case INTEGER -> (Integer) number;
            case LONG -> (Long) number;
            case DOUBLE -> Double.doubleToLongBits((Double) number);
            case UUID -> ((UUID) number).getMostSignificantBits();
        };
    }

    private long second(T number) {
        return ((UUID) number).getLeastSignificantBits();
    }

    private T object(long first, long second) {
        return type().cast(switch (kind) {
            case INTEGER -> (Integer) (int) first;
            case LONG -> (Long) first;
            case DOUBLE -> (Double) Double.longBitsToDouble(first);
            case UUID -> new UUID(first, second);
        });
    }
}
