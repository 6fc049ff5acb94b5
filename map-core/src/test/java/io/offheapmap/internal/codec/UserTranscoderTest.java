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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.offheapmap.codec.Codec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class UserTranscoderTest {

    private static final int ID = Codec.FIRST_USER_ID;
    private static final String NAME = Longs.class.getName();

    /** The object: as many longs as it says. */
    private static final class Row {

        long[] values;

        Row(long... values) {
            this.values = values;
        }
    }

    /** A codec that behaves as its fields say; uses a layout that has to be aligned, in both directions. */
    private static final class Longs implements Codec<Row> {

        int id = ID;
        long sizeError;
        long sizeGrowth;
        int extraWrites;
        boolean readsNull;

        @Override
        public int id() {
            return id;
        }

        @Override
        public long size(Row row) {
            long size = row.values.length * 8L + sizeError;
            sizeError += sizeGrowth;
            return size;
        }

        @Override
        public void write(Row row, MemorySegment target) {
            for (int i = 0; i < row.values.length + extraWrites; i++) {
                target.setAtIndex(ValueLayout.JAVA_LONG, i, i < row.values.length ? row.values[i] : -1);
            }
        }

        @Override
        public Row read(MemorySegment source, Row using) {
            if (readsNull) {
                return null;
            }
            long[] values = source.toArray(ValueLayout.JAVA_LONG);
            if (using == null) {
                return new Row(values);
            }
            using.values = values;
            return using;
        }
    }

    private final Longs codec = new Longs();
    private final Scratch scratch = new Scratch();

    private Transcoder<Row> transcoder() {
        return Transcoders.of(Row.class, codec);
    }

    @Test
    void roundTrips() {
        Transcoder<Row> transcoder = transcoder();
        assertEquals(ID, transcoder.id());
        assertFalse(transcoder.readsInPlace());
        for (int count : new int[] {0, 1, 2, 100, 8192}) {
            Row row = new Row(new long[count]);
            for (int i = 0; i < count; i++) {
                row.values[i] = i * 0x9E3779B97F4A7C15L;
            }
            byte[] bytes = Codecs.write(transcoder, row, scratch);
            assertEquals(count * 8, bytes.length);
            Row using = new Row();
            assertSame(using, Codecs.read(transcoder, bytes, using, scratch));
            assertArrayEquals(row.values, using.values);
            assertEquals(count * 8, Codecs.key(transcoder, row, scratch).length);
            assertArrayEquals(row.values, transcoder.readKey(null, scratch).values);
        }
    }

    @Test
    void impossibleSizes() {
        codec.sizeError = -9;
        String message = "codec gives an impossible size: codec=" + NAME
            + ", id=1000, size=-1, largest=2147483647; return 0 or more bytes";
        assertEquals(message, assertThrows(IllegalArgumentException.class,
            () -> transcoder().valueLength(new Row(1), scratch)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> transcoder().encodeKey(new Row(1), scratch));
        codec.sizeError = Integer.MAX_VALUE;
        assertThrows(IllegalArgumentException.class, () -> transcoder().valueLength(new Row(1), scratch));
        codec.sizeError = 0;
        String tooLong = "key is too long: type=" + Row.class.getTypeName()
            + ", length=65544, longest=65536; use a shorter key, or a hash of it";
        assertEquals(tooLong, assertThrows(IllegalArgumentException.class,
            () -> transcoder().encodeKey(new Row(new long[8193]), scratch)).getMessage());
    }

    @Test
    void sizesThatChange() {
        codec.sizeGrowth = 8;
        String message = "codec gives another size for the same object: codec=" + NAME
            + ", id=1000, before=8, after=16; don't change the object while it is stored";
        assertEquals(message, assertThrows(IllegalStateException.class,
            () -> Codecs.write(transcoder(), new Row(1), scratch)).getMessage());
        codec.sizeError = 0;
        assertEquals(message, assertThrows(IllegalStateException.class,
            () -> transcoder().encodeKey(new Row(1), scratch)).getMessage());
    }

    @Test
    void writingTooMuchEndsAtTheWindow() {
        codec.extraWrites = 1;
        assertThrows(IndexOutOfBoundsException.class, () -> Codecs.write(transcoder(), new Row(1), scratch));
        assertThrows(IndexOutOfBoundsException.class, () -> transcoder().encodeKey(new Row(1, 2), scratch));
    }

    @Test
    void readingNull() {
        codec.readsNull = true;
        String message = "codec read null: codec=" + NAME + ", id=1000, length=8; return an object";
        assertEquals(message, assertThrows(IllegalStateException.class,
            () -> Codecs.read(transcoder(), new byte[8], null, scratch)).getMessage());
    }

    @Test
    void idsOfTheLibrary() {
        codec.id = 999;
        String message = "codec has an id that belongs to the library: codec=" + NAME
            + ", id=999, lowest=1000; return another id";
        assertEquals(message,
            assertThrows(IllegalArgumentException.class, this::transcoder).getMessage());
    }

    @Test
    void unknownTypes() {
        String message = "type has no built-in codec: type=java.lang.Thread, builtIn=[String, CharSequence, "
            + "byte[], ByteBuffer, MemorySegment, Integer, Long, Double, UUID]; give a codec to the builder";
        assertEquals(message, assertThrows(IllegalArgumentException.class,
            () -> Transcoders.of(Thread.class, null)).getMessage());
        assertEquals("codec with id 1000", Transcoders.nameOf(ID));
        assertEquals("unknown id 999", Transcoders.nameOf(999));
    }
}
