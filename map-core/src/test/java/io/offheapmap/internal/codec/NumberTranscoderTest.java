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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.offheapmap.error.CorruptMapException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NumberTranscoderTest {

    private final Scratch scratch = new Scratch();

    @Test
    void integers() {
        roundTrip(Integer.class, 4, List.of(0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE));
        assertBytes(Integer.class, 0x01020304, 4, 3, 2, 1);
    }

    @Test
    void longs() {
        roundTrip(Long.class, 8, List.of(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE));
        assertBytes(Long.class, 0x0102030405060708L, 8, 7, 6, 5, 4, 3, 2, 1);
    }

    @Test
    void doubles() {
        roundTrip(Double.class, 8,
            List.of(0.0, -0.0, 1.5, Double.MIN_VALUE, Double.NEGATIVE_INFINITY, Double.NaN));
        Transcoder<Double> doubles = Transcoders.of(Double.class, null);
        double otherNaN = Double.longBitsToDouble(0x7FF8_0000_0000_0001L);
        assertArrayEquals(Codecs.key(doubles, Double.NaN, scratch), Codecs.key(doubles, otherNaN, scratch));
    }

    @Test
    void uuids() {
        roundTrip(UUID.class, 16, List.of(new UUID(0, 0), new UUID(-1, -1), new UUID(1, 2)));
        assertBytes(UUID.class, new UUID(0x0102030405060708L, 0x090A0B0C0D0E0F10L),
            8, 7, 6, 5, 4, 3, 2, 1, 16, 15, 14, 13, 12, 11, 10, 9);
    }

    private <T> void roundTrip(Class<T> type, int size, List<T> values) {
        Transcoder<T> transcoder = Transcoders.of(type, null);
        for (T value : values) {
            byte[] bytes = Codecs.write(transcoder, value, scratch);
            assertEquals(size, bytes.length);
            assertEquals(value, Codecs.read(transcoder, bytes, null, scratch));
            assertArrayEquals(bytes, Codecs.key(transcoder, value, scratch));
            assertEquals(value, transcoder.readKey(null, scratch));
            transcoder.copyForCodec(Codecs.memory(64), 0, size, scratch);
            System.arraycopy(bytes, 0, scratch.buffer, 0, size);
            assertEquals(value, transcoder.readCopy(size, null, scratch));
        }
        String message = "entry has the wrong length: type=" + type.getName() + ", length=" + (size + 1)
            + ", expected=" + size + "; restore the file from a copy, offset=64";
        assertEquals(message, assertThrows(CorruptMapException.class,
            () -> Codecs.read(transcoder, new byte[size + 1], null, scratch)).getMessage());
        scratch.keyLength = size - 1;
        assertThrows(CorruptMapException.class, () -> transcoder.readKey(null, scratch));
    }

    private <T> void assertBytes(Class<T> type, T value, int... expected) {
        byte[] bytes = new byte[expected.length];
        for (int i = 0; i < expected.length; i++) {
            bytes[i] = (byte) expected[i];
        }
        assertArrayEquals(bytes, Codecs.write(Transcoders.of(type, null), value, scratch));
    }
}
