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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("portable")
final class MappedMemoryTest {

    private static final int LENGTH = 1 << 16;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @EnumSource
    void allocatesNothing(MappingKind kind) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        MappedFile file = MappedFile.anonymous(kind, 1L << 30);
        file.grow(LENGTH);
        byte[] bytes = new byte[1000];
        MemorySegment segment = MemorySegment.ofArray(bytes);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 50 && least > 0; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            useAll(file.memory(), bytes, segment);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            least = Math.min(least, allocated);
        }
        assertEquals(0, least);
        file.close();
    }

    /** The same measure does see a view. */
    @Test
    void theMeasureSeesAllocation() {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Object[] kept = new Object[1];
        for (int i = 0; i < 1_000; i++) {
            kept[0] = new byte[16];
        }
        assertTrue(THREADS.getCurrentThreadAllocatedBytes() - before > 0, () -> "kept=" + kept[0]);
    }

    private static long useAll(MappedMemory memory, byte[] bytes, MemorySegment segment) {
        long sum = 0;
        for (int i = 0; i < 10_000; i++) {
            long offset = (i * 64L) % (LENGTH / 4);
            memory.storeByte(offset, (byte) i);
            memory.storeInt(offset, i);
            memory.storeIntUnaligned(offset + 1, i);
            memory.storeIntOpaque(offset, i);
            memory.storeIntRelease(offset, i);
            memory.storeLong(offset, i);
            memory.storeLongUnaligned(offset + 3, i);
            memory.storeOpaque(offset, i);
            memory.storeRelease(offset, i);
            sum += memory.compareAndSet(offset, i, i + 1L) ? 1 : 0;
            sum += memory.loadByte(offset) + memory.loadInt(offset) + memory.loadIntAcquire(offset);
            sum += memory.loadIntUnaligned(offset + 1) + memory.loadLongUnaligned(offset + 1);
            sum += memory.loadLong(offset) + memory.loadOpaque(offset) + memory.loadAcquire(offset);
            memory.copyTo(offset, bytes, 0, bytes.length);
            memory.copyFrom(offset, bytes, 0, bytes.length);
            memory.copyTo(offset, segment, 8, 500);
            memory.copyFrom(offset, segment, 8, 500);
            memory.copy(offset, offset + LENGTH / 2, 700);
            memory.zero(offset, i % 20_000);
        }
        return sum;
    }

    @Test
    void refusesWhatIsNotMapped() {
        assertThrows(IllegalArgumentException.class,
            () -> new MappedMemory(MemorySegment.ofArray(new long[1])));
    }
}
