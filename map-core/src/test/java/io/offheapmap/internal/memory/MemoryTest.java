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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link Memory} promises, tried on each. */
@Tag("portable")
final class MemoryTest {

    private static final int LENGTH = 1 << 14;

    private MappedFile mapping;

    /** The memories under test. */
    enum Kind { ARRAY, COUNTING, NATIVE, PORTABLE }

    @AfterEach
    void close() {
        if (mapping != null) {
            mapping.close();
        }
    }

    private Memory open(Kind kind) throws IOException {
        return switch (kind) {
            case ARRAY -> new ArrayMemory(LENGTH);
            case COUNTING -> new CountingMemory(new ArrayMemory(LENGTH));
            case NATIVE -> {
                assumeTrue(NativeAccess.isAvailable());
                yield map(MappingKind.NATIVE);
            }
            case PORTABLE -> map(MappingKind.PORTABLE);
        };
    }

    private Memory map(MappingKind kind) throws IOException {
        mapping = MappedFile.anonymous(kind, LENGTH);
        mapping.grow(LENGTH);
        return mapping.memory();
    }

    private static byte[] contents(Memory memory) {
        byte[] bytes = new byte[LENGTH];
        memory.copyTo(0, bytes, 0, LENGTH);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void lowestByteComesFirst(Kind kind) throws IOException {
        Memory memory = open(kind);
        assertEquals(LENGTH, memory.length());
        memory.storeLong(8, 0x0102_0304_0506_0708L);
        memory.storeInt(16, 0x090a_0b0c);
        for (int i = 0; i < 8; i++) {
            assertEquals(8 - i, memory.loadByte(8 + i));
        }
        assertEquals(0x0506_0708, memory.loadInt(8));
        assertEquals(0x0102_0304, memory.loadInt(12));
        assertEquals(0x0c01_0203_0405_0607L, memory.loadLongUnaligned(9));
        assertEquals(0x0b0c_0102, memory.loadIntUnaligned(14));
    }

    /**
     * Random operations against the JDK's own buffer: same answers, same bytes, and nothing else is touched.
     */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void doesWhatABufferDoes(Kind kind) throws IOException {
        long seed = ThreadLocalRandom.current().nextLong();
        System.out.println("MemoryTest.doesWhatABufferDoes kind=" + kind + ", seed=" + seed);
        Memory memory = open(kind);
        ByteBuffer model = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean()) {
                store(memory, model, random);
            } else {
                load(memory, model, random);
            }
            if (i % 1_000 == 0) {
                assertArrayEquals(model.array(), contents(memory), "seed=" + seed + ", operation=" + i);
            }
        }
        assertArrayEquals(model.array(), contents(memory), "seed=" + seed);
    }

    private static void store(Memory memory, ByteBuffer model, Random random) {
        int at = random.nextInt(LENGTH - 8);
        long value = random.nextLong();
        int small = (int) value;
        switch (random.nextInt(9)) {
            case 0 -> {
                memory.storeByte(at, (byte) value);
                model.put(at, (byte) value);
            }
            case 1 -> {
                memory.storeIntUnaligned(at, small);
                model.putInt(at, small);
            }
            case 2 -> {
                memory.storeLongUnaligned(at, value);
                model.putLong(at, value);
            }
            case 3 -> {
                int word = at & -4;
                switch (random.nextInt(3)) {
                    case 0 -> memory.storeInt(word, small);
                    case 1 -> memory.storeIntOpaque(word, small);
                    default -> memory.storeIntRelease(word, small);
                }
                model.putInt(word, small);
            }
            case 4 -> {
                int word = at & -8;
                switch (random.nextInt(3)) {
                    case 0 -> memory.storeLong(word, value);
                    case 1 -> memory.storeOpaque(word, value);
                    default -> memory.storeRelease(word, value);
                }
                model.putLong(word, value);
            }
            default -> storeMany(memory, model, random, at);
        }
    }

    private static void storeMany(Memory memory, ByteBuffer model, Random random, int at) {
        int length = Math.min(LENGTH - at, random.nextInt(random.nextInt(8) == 0 ? 9_000 : 100));
        byte[] bytes = new byte[length + 10];
        random.nextBytes(bytes);
        switch (random.nextInt(4)) {
            case 0 -> {
                memory.zero(at, length);
                model.put(at, new byte[length]);
            }
            case 1 -> {
                memory.copyFrom(at, bytes, 7, length);
                model.put(at, bytes, 7, length);
            }
            case 2 -> {
                memory.copyFrom(at, MemorySegment.ofArray(bytes), 3, length);
                model.put(at, bytes, 3, length);
            }
            default -> {
                int from = random.nextInt(LENGTH - length);
                if (from + length <= at || at + length <= from) {
                    memory.copy(from, at, length);
                    model.put(at, model, from, length);
                }
            }
        }
    }

    private static void load(Memory memory, ByteBuffer model, Random random) {
        int at = random.nextInt(LENGTH - 8);
        int length = Math.min(LENGTH - at, random.nextInt(100));
        byte[] expected = new byte[length + 10];
        byte[] found = new byte[length + 10];
        switch (random.nextInt(6)) {
            case 0 -> assertEquals(model.get(at), memory.loadByte(at));
            case 1 -> {
                assertEquals(model.getInt(at & -4), memory.loadInt(at & -4));
                assertEquals(model.getInt(at & -4), memory.loadIntAcquire(at & -4));
                assertEquals(model.getInt(at), memory.loadIntUnaligned(at));
            }
            case 2 -> {
                assertEquals(model.getLong(at & -8), memory.loadLong(at & -8));
                assertEquals(model.getLong(at & -8), memory.loadOpaque(at & -8));
                assertEquals(model.getLong(at & -8), memory.loadAcquire(at & -8));
                assertEquals(model.getLong(at), memory.loadLongUnaligned(at));
            }
            case 3 -> {
                model.get(at, expected, 5, length);
                memory.copyTo(at, found, 5, length);
                assertArrayEquals(expected, found);
            }
            default -> {
                model.get(at, expected, 1, length);
                memory.copyTo(at, MemorySegment.ofArray(found), 1, length);
                assertArrayEquals(expected, found);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void comparesBeforeItSets(Kind kind) throws IOException {
        Memory memory = open(kind);
        assertFalse(memory.compareAndSet(64, 1, 2));
        assertEquals(0, memory.loadLong(64));
        assertTrue(memory.compareAndSet(64, 0, -2));
        assertEquals(-2, memory.loadLong(64));
        assertEquals(0, memory.loadLong(56));
        assertEquals(0, memory.loadLong(72));
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, names = "COUNTING", mode = EnumSource.Mode.EXCLUDE)
    void noSetIsLost(Kind kind) throws Exception {
        Memory memory = open(kind);
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int added = 0; added < 50_000;) {
                    long before = memory.loadAcquire(8);
                    added += memory.compareAndSet(8, before, before + 1) ? 1 : 0;
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(100_000, memory.loadLong(8));
    }
}
