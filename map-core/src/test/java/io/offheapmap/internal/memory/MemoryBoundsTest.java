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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every {@link Memory} refuses an offset that is outside or misaligned, and stores nothing then. */
@Tag("portable")
final class MemoryBoundsTest {

    private static final int LENGTH = 1 << 14;

    private MappedFile mapping;

    @AfterEach
    void close() {
        if (mapping != null) {
            mapping.close();
        }
    }

    private Memory open(MemoryTest.Kind kind) throws IOException {
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
    @EnumSource(MemoryTest.Kind.class)
    void refusesWhatIsOutside(MemoryTest.Kind kind) throws IOException {
        Memory memory = open(kind);
        memory.storeLong(0, -1);
        memory.storeLong(LENGTH - 8, -1);
        byte[] before = contents(memory);
        byte[] bytes = new byte[100];
        for (long offset : new long[] {-8, LENGTH, LENGTH + 8, 1L << 40, Long.MAX_VALUE - 7,
            Long.MIN_VALUE}) {
            assertOutside(() -> memory.loadByte(offset));
            assertOutside(() -> memory.loadInt(offset));
            assertOutside(() -> memory.loadIntUnaligned(offset + 1));
            assertOutside(() -> memory.loadIntAcquire(offset));
            assertOutside(() -> memory.loadLong(offset));
            assertOutside(() -> memory.loadLongUnaligned(offset + 1));
            assertOutside(() -> memory.loadOpaque(offset));
            assertOutside(() -> memory.loadAcquire(offset));
            assertOutside(() -> memory.storeByte(offset, (byte) 1));
            assertOutside(() -> memory.storeInt(offset, 1));
            assertOutside(() -> memory.storeIntUnaligned(offset + 1, 1));
            assertOutside(() -> memory.storeIntOpaque(offset, 1));
            assertOutside(() -> memory.storeIntRelease(offset, 1));
            assertOutside(() -> memory.storeLong(offset, 1));
            assertOutside(() -> memory.storeLongUnaligned(offset + 1, 1));
            assertOutside(() -> memory.storeOpaque(offset, 1));
            assertOutside(() -> memory.storeRelease(offset, 1));
            assertOutside(() -> memory.compareAndSet(offset, 0, 1));
            assertOutside(() -> memory.copyTo(offset, bytes, 0, 8));
            assertOutside(() -> memory.copyFrom(offset, bytes, 0, 8));
            assertOutside(() -> memory.copyTo(offset, MemorySegment.ofArray(bytes), 0, 8));
            assertOutside(() -> memory.copyFrom(offset, MemorySegment.ofArray(bytes), 0, 8));
            assertOutside(() -> memory.copy(offset, 0, 8));
            assertOutside(() -> memory.copy(0, offset, 8));
            assertOutside(() -> memory.zero(offset, 8));
        }
        assertArrayEquals(before, contents(memory));
    }

    /** Begins inside: nothing may be stored before the end is found to be outside. */
    @ParameterizedTest
    @EnumSource(MemoryTest.Kind.class)
    void refusesWhatReachesOutside(MemoryTest.Kind kind) throws IOException {
        Memory memory = open(kind);
        byte[] before = contents(memory);
        byte[] bytes = new byte[10_000];
        bytes[0] = 1;
        assertOutside(() -> memory.loadIntUnaligned(LENGTH - 3));
        assertOutside(() -> memory.loadLongUnaligned(LENGTH - 1));
        assertOutside(() -> memory.storeIntUnaligned(LENGTH - 3, -1));
        assertOutside(() -> memory.storeLongUnaligned(LENGTH - 1, -1));
        assertOutside(() -> memory.copyFrom(LENGTH - 100, bytes, 0, 101));
        assertOutside(() -> memory.copyFrom(LENGTH - 100, MemorySegment.ofArray(bytes), 0, 101));
        assertOutside(() -> memory.copyFrom(0, bytes, 9_999, 2));
        assertOutside(() -> memory.copyTo(0, bytes, 9_999, 2));
        assertOutside(() -> memory.copyTo(0, bytes, 0, -1));
        assertOutside(() -> memory.copy(0, LENGTH - 100, 101));
        assertArrayEquals(before, contents(memory));
        memory.storeLong(LENGTH - 8, -1);
        for (int length : new int[] {9, 64, 65, 5_000}) {
            assertOutside(() -> memory.zero(LENGTH - 8, length));
            assertEquals(-1, memory.loadLong(LENGTH - 8));
        }
        assertOutside(() -> memory.zero(0, -1));
        assertOutside(() -> memory.zero(8, Long.MAX_VALUE));
    }

    private static void assertOutside(Runnable access) {
        assertThrows(IndexOutOfBoundsException.class, access::run);
    }

    @ParameterizedTest
    @EnumSource(MemoryTest.Kind.class)
    void refusesMisalignedOffsets(MemoryTest.Kind kind) throws IOException {
        Memory memory = open(kind);
        assertThrows(IllegalArgumentException.class, () -> memory.loadInt(2));
        assertThrows(IllegalArgumentException.class, () -> memory.loadIntAcquire(3));
        assertThrows(IllegalArgumentException.class, () -> memory.storeInt(1, 1));
        assertThrows(IllegalArgumentException.class, () -> memory.storeIntOpaque(1, 1));
        assertThrows(IllegalArgumentException.class, () -> memory.storeIntRelease(1, 1));
        assertThrows(IllegalArgumentException.class, () -> memory.loadLong(4));
        assertThrows(IllegalArgumentException.class, () -> memory.loadOpaque(4));
        assertThrows(IllegalArgumentException.class, () -> memory.loadAcquire(4));
        assertThrows(IllegalArgumentException.class, () -> memory.storeLong(4, 1));
        assertThrows(IllegalArgumentException.class, () -> memory.storeOpaque(4, 1));
        assertThrows(IllegalArgumentException.class, () -> memory.storeRelease(4, 1));
        assertThrows(IllegalArgumentException.class, () -> memory.compareAndSet(4, 0, 1));
        assertArrayEquals(new byte[LENGTH], contents(memory));
    }

    @ParameterizedTest
    @EnumSource(value = MemoryTest.Kind.class, names = {"NATIVE", "PORTABLE"})
    void viewIsBounded(MemoryTest.Kind kind) throws IOException {
        Memory memory = open(kind);
        MemorySegment view = memory.view(16, 8);
        view.fill((byte) 7);
        assertEquals(0x0707_0707_0707_0707L, memory.loadLong(16));
        assertEquals(0, memory.loadByte(24));
        assertEquals(8, view.byteSize());
        assertOutside(() -> memory.view(LENGTH - 7, 8));
    }
}
