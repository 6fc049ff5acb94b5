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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers at any index of a byte array, and the comparison of such an array with memory. */
public final class HeapBytes {

    private static final VarHandle INT =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN).withInvokeExactBehavior();
    private static final VarHandle LONG =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN).withInvokeExactBehavior();

    private HeapBytes() {
    }

    public static int getInt(byte[] bytes, int index) {
        return (int) INT.get(bytes, index);
    }

    public static void putInt(byte[] bytes, int index, int value) {
        INT.set(bytes, index, value);
    }

    public static long getLong(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index);
    }

    public static void putLong(byte[] bytes, int index, long value) {
        LONG.set(bytes, index, value);
    }

    /** Keeps the low bytes of a word, as many as {@code count} says modulo 8; 0 keeps none. */
    public static long lowBytes(long word, int count) {
        return word & ~(-1L << (count << 3));
    }

    /**
     * Compares memory with the first bytes of an array, a word at a time. What follows the bytes on either
     * side does not matter, but there has to be something: up to the next multiple of 8 in the memory, 8
     * bytes in the array.
     *
     * @param offset a multiple of 8
     * @param key    at least {@code length + 8} long
     * @param length bytes to compare
     */
    public static boolean equal(Memory memory, long offset, byte[] key, int length) {
        int whole = length & -Long.BYTES;
        for (int i = 0; i < whole; i += Long.BYTES) {
            if (memory.loadLong(offset + i) != getLong(key, i)) {
                return false;
            }
        }
        return whole == length
            || lowBytes(memory.loadLong(offset + whole) ^ getLong(key, whole), length) == 0;
    }
}
