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

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** byte[], ByteBuffer and MemorySegment. */
class RawTranscodersTest {

    private static final int[] LENGTHS = {0, 1, 7, 8, 9, 31, 1000, 8191, 8192, 8193, 20_000, 65_536};

    private final Transcoder<byte[]> arrays = Transcoders.of(byte[].class, null);
    private final Transcoder<ByteBuffer> buffers = Transcoders.of(ByteBuffer.class, null);
    private final Transcoder<MemorySegment> segments = Transcoders.of(MemorySegment.class, null);
    private final Scratch scratch = new Scratch();
    private final SplittableRandom random = new SplittableRandom(5);

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void theThreeAreTheSameFormat() {
        assertEquals(arrays.id(), buffers.id());
        assertEquals(arrays.id(), segments.id());
    }

    @Test
    void arrays() {
        for (int length : LENGTHS) {
            byte[] bytes = random(length);
            assertArrayEquals(bytes, Codecs.write(arrays, bytes, scratch));
            assertArrayEquals(bytes, Codecs.key(arrays, bytes, scratch));
            assertArrayEquals(bytes, arrays.readKey(null, scratch));
            byte[] using = new byte[length];
            assertSame(using, Codecs.read(arrays, bytes, using, scratch));
            assertArrayEquals(bytes, using);
            assertArrayEquals(bytes, Codecs.read(arrays, bytes, new byte[length + 1], scratch));
            assertArrayEquals(bytes, Codecs.read(arrays, bytes, null, scratch));
        }
    }

    @Test
    void buffersOfEachKind() {
        for (int length : LENGTHS) {
            byte[] bytes = random(length);
            checkBuffer(bytes, ByteBuffer.allocate(length + 10));
            checkBuffer(bytes, ByteBuffer.allocate(length + 10).slice(2, length + 5));
            checkBuffer(bytes, ByteBuffer.allocateDirect(length + 10));
        }
    }

    /** The bytes lie at index 3 of a buffer that is longer on both sides. */
    private void checkBuffer(byte[] bytes, ByteBuffer source) {
        source.put(3, bytes);
        source.limit(3 + bytes.length).position(3);
        for (ByteBuffer buffer : new ByteBuffer[] {source, source.asReadOnlyBuffer()}) {
            assertArrayEquals(bytes, Codecs.write(buffers, buffer, scratch));
            assertArrayEquals(bytes, Codecs.key(buffers, buffer, scratch));
            assertEquals(3, buffer.position());
            assertEquals(3 + bytes.length, buffer.limit());
            assertEquals(buffer, buffers.readKey(null, scratch));
        }
        assertEquals(source, Codecs.read(buffers, bytes, null, scratch));
    }

    @Test
    void buffersAreReusedIfTheirCapacitySuffices() {
        byte[] bytes = random(10_000);
        ByteBuffer heap = ByteBuffer.allocate(20_000).slice(5, 15_000);
        for (ByteBuffer using : new ByteBuffer[] {heap, ByteBuffer.allocateDirect(10_000)}) {
            using.position(7).limit(9);
            assertSame(using, Codecs.read(buffers, bytes, using, scratch));
            assertEquals(0, using.position());
            assertEquals(ByteBuffer.wrap(bytes), using);
            arrays.encodeKey(bytes, scratch);
            assertSame(using, buffers.readKey(using.limit(1), scratch));
            assertEquals(ByteBuffer.wrap(bytes), using);
        }
        ByteBuffer small = ByteBuffer.allocate(9_999);
        assertNotSame(small, Codecs.read(buffers, bytes, small, scratch));
        ByteBuffer readOnly = ByteBuffer.allocate(10_000).asReadOnlyBuffer();
        assertEquals(ByteBuffer.wrap(bytes), Codecs.read(buffers, bytes, readOnly, scratch));
    }

    @Test
    void segmentsOfEachKind() {
        for (int length : LENGTHS) {
            byte[] bytes = random(length);
            checkSegment(bytes, MemorySegment.ofArray(bytes));
            checkSegment(bytes, MemorySegment.ofArray(bytes).asReadOnly());
            checkSegment(bytes, Arena.ofAuto().allocate(length, 8));
            checkSegment(bytes, MemorySegment.ofArray(new long[length / 8 + 1]).asSlice(0, length));
        }
    }

    private void checkSegment(byte[] bytes, MemorySegment source) {
        if (!source.isReadOnly()) {
            source.copyFrom(MemorySegment.ofArray(bytes));
        }
        assertArrayEquals(bytes, Codecs.write(segments, source, scratch));
        assertArrayEquals(bytes, Codecs.key(segments, source, scratch));
        assertEquals(-1, source.mismatch(segments.readKey(null, scratch)));
        MemorySegment fresh = Codecs.read(segments, bytes, source.asReadOnly(), scratch);
        assertEquals(-1, source.mismatch(fresh));
        assertTrue(fresh.maxByteAlignment() >= Long.BYTES);
        if (!source.isReadOnly()) {
            source.fill((byte) 1);
            assertSame(source, Codecs.read(segments, bytes, source, scratch));
            assertEquals(-1, source.mismatch(MemorySegment.ofArray(bytes)));
        }
    }

    @Test
    void segmentsOfAnotherLengthAreNotReused() {
        byte[] bytes = random(100);
        MemorySegment longer = MemorySegment.ofArray(new byte[101]);
        MemorySegment made = Codecs.read(segments, bytes, longer, scratch);
        assertNotSame(longer, made);
        assertArrayEquals(bytes, made.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void limits() {
        String message = "key is too long: type=byte[], length=65537, longest=65536; use a shorter key, "
            + "or a hash of it";
        assertEquals(message, assertThrows(IllegalArgumentException.class,
            () -> arrays.encodeKey(new byte[65_537], scratch)).getMessage());
        assertThrows(IllegalArgumentException.class,
            () -> buffers.encodeKey(ByteBuffer.allocate(65_537), scratch));
        assertThrows(IllegalStateException.class,
            () -> arrays.read(Codecs.memory(64), 0, Integer.MAX_VALUE, null, scratch));
    }

    /** The long segment is a file without blocks that nobody touches. */
    @Test
    void longestSegment(@TempDir Path directory) throws IOException {
        try (Arena arena = Arena.ofConfined();
            FileChannel file = FileChannel.open(directory.resolve("sparse"), CREATE, READ, WRITE)) {
            MemorySegment tooLong = file.map(MapMode.READ_WRITE, 0, 1L << 31, arena);
            assertThrows(IllegalArgumentException.class, () -> segments.encodeKey(tooLong, scratch));
            String message = "value is too long: length=2147483648, longest=2147483647; split it";
            assertEquals(message, assertThrows(IllegalArgumentException.class,
                () -> segments.valueLength(tooLong, scratch)).getMessage());
            MemorySegment longest = tooLong.asSlice(0, Integer.MAX_VALUE);
            assertEquals(Integer.MAX_VALUE, segments.valueLength(longest, scratch));
        }
    }

    @Test
    void setKeyTakesBytes() {
        byte[] bytes = random(5_000);
        scratch.setKey(bytes, 10, 4_000);
        assertEquals(4_000, scratch.keyLength);
        assertArrayEquals(Arrays.copyOfRange(bytes, 10, 4_010), arrays.readKey(null, scratch));
    }
}
