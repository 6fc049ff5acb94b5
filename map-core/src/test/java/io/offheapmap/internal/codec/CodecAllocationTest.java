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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What is on the path of an operation makes no garbage once it is warm. */
class CodecAllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 40;
    private static final int OPERATIONS = 2_000;
    private static final int LENGTH = 900;

    private final Scratch scratch = new Scratch();
    private final Memory memory = Codecs.memory(16_384);

    /** The least that a round of operations allocates: the first ones also load classes. */
    private static long allocated(Runnable operation) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least > 0; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < OPERATIONS; i++) {
                operation.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private <T> void assertNoGarbage(Class<T> type, T key, T value, T using) {
        Transcoder<T> transcoder = Transcoders.of(type, null);
        assertEquals(0, allocated(() -> transcoder.encodeKey(key, scratch)), "encodeKey");
        assertEquals(0, allocated(() -> {
            long length = transcoder.valueLength(value, scratch);
            transcoder.write(value, length, memory, 64, scratch);
        }), "write");
        if (using != null) {
            int length = (int) transcoder.valueLength(value, scratch);
            assertEquals(0, allocated(() -> transcoder.read(memory, 64, length, using, scratch)), "read");
        }
    }

    @Test
    void theMeasureSeesGarbage() {
        assertTrue(allocated(() -> scratch.key = new byte[300]) >= OPERATIONS * 300L);
    }

    @Test
    void texts() {
        String ascii = "user".repeat(LENGTH / 4);
        String mixed = "é\u20AC" + new String(Character.toChars(0x1F600)) + ascii;
        assertNoGarbage(String.class, ascii, mixed, null);
        StringBuilder builder = new StringBuilder(mixed);
        assertNoGarbage(CharSequence.class, builder, new StringBuilder(ascii), new StringBuilder());
        assertNoGarbage(CharSequence.class, mixed, mixed, new StringBuilder());
        assertNoGarbage(CharSequence.class, mixed, mixed.repeat(4), new StringBuilder("x".repeat(9000)));
    }

    @Test
    void rawBytes() {
        byte[] bytes = new byte[LENGTH];
        assertNoGarbage(byte[].class, bytes, bytes, new byte[LENGTH]);
        ByteBuffer direct = ByteBuffer.allocateDirect(9_000);
        ByteBuffer heap = ByteBuffer.wrap(bytes);
        assertNoGarbage(ByteBuffer.class, heap, heap, ByteBuffer.allocate(LENGTH));
        assertNoGarbage(ByteBuffer.class, direct, direct, ByteBuffer.allocateDirect(9_000));
        MemorySegment segment = Arena.ofAuto().allocate(LENGTH);
        MemorySegment using = MemorySegment.ofArray(new long[LENGTH]).asSlice(0, LENGTH);
        assertNoGarbage(MemorySegment.class, segment, segment, using);
    }

    @Test
    void numbers() {
        assertNoGarbage(Long.class, 1L << 40, 1L << 41, null);
        assertNoGarbage(Integer.class, 1 << 20, 1 << 21, null);
        assertNoGarbage(Double.class, 1.5, 2.5, null);
        assertNoGarbage(java.util.UUID.class, new java.util.UUID(1, 2), new java.util.UUID(3, 4), null);
    }
}
