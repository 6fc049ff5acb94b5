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
package io.offheapmap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Codec;
import io.offheapmap.error.ReentrantAccessException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each type as key and as value, also after reopening; and codecs of users, also dishonest ones. */
@Tag("portable")
class TypesTest {

    @TempDir
    Path folder;

    /** Objects of a type, no two of them equal, and how to compare them. */
    private record Samples<T>(Class<T> type, List<T> objects, Function<T, Object> comparable) {

        Samples(Class<T> type, List<T> objects) {
            this(type, objects, object -> object);
        }
    }

    private static final byte[][] ARRAYS = {{}, {0}, {0, 0}, {-1}, {1, 2, 3, 4, 5, 6, 7, 8}, new byte[5_000]};

    private static final List<Samples<?>> ALL = List.of(
        new Samples<>(String.class, List.of("", "a", "\0", "\u00e4\u20ac", "\ud83d\ude00",
            "x".repeat(5_000))),
        new Samples<>(CharSequence.class, List.of("", "a", "\0", "\u00e4\u20ac"), CharSequence::toString),
        new Samples<>(byte[].class, List.of(ARRAYS), ByteBuffer::wrap),
        new Samples<>(ByteBuffer.class, List.of(ByteBuffer.allocate(0), ByteBuffer.allocateDirect(3),
            ByteBuffer.wrap(ARRAYS[4], 2, 4), ByteBuffer.wrap(ARRAYS[4]).slice(1, 3).asReadOnlyBuffer())),
        new Samples<>(MemorySegment.class, List.of(MemorySegment.ofArray(new long[0]),
            MemorySegment.ofArray(ARRAYS[4]).asSlice(3, 2), MemorySegment.ofArray(new int[] {1, 2})),
            segment -> ByteBuffer.wrap(segment.toArray(ValueLayout.JAVA_BYTE))),
        new Samples<>(Integer.class, List.of(0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE)),
        new Samples<>(Long.class, List.of(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE)),
        new Samples<>(Double.class, List.of(0.0, -0.0, Double.NaN, Double.MIN_VALUE,
            Double.NEGATIVE_INFINITY)),
        new Samples<>(UUID.class, List.of(new UUID(0, 0), new UUID(0, -1), new UUID(-1, 0), new UUID(1, 2))));

    @ParameterizedTest
    @EnumSource
    void everyTypeOfKeyWithEveryTypeOfValue(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        for (Samples<?> keys : ALL) {
            for (Samples<?> values : ALL) {
                pair(kind, keys, values);
            }
        }
    }

    private <K, V> void pair(TestMaps.Kind kind, Samples<K> keys, Samples<V> values) throws IOException {
        Path file = folder.resolve(keys.type.getSimpleName() + "-" + values.type.getSimpleName());
        OffHeapMap<K, V> map = TestMaps.open(kind, OffHeapMap.of(keys.type, values.type).segments(1), file);
        Map<Object, Object> expected = new HashMap<>();
        for (int i = 0; i < keys.objects.size(); i++) {
            V value = values.objects.get(i % values.objects.size());
            assertNull(map.put(keys.objects.get(i), value));
            expected.put(keys.comparable.apply(keys.objects.get(i)), values.comparable.apply(value));
        }
        assertEquals(keys.objects.size(), expected.size());
        compare(map, keys, values, expected);
        if (kind.isPersisted()) {
            map.close();
            map = TestMaps.open(kind, OffHeapMap.of(keys.type, values.type), file);
            compare(map, keys, values, expected);
        }
        map.close();
    }

    private static <K, V> void compare(OffHeapMap<K, V> map, Samples<K> keys, Samples<V> values,
        Map<Object, Object> expected) {
        for (K key : keys.objects) {
            V value = map.get(key);
            assertNotNull(value);
            assertEquals(expected.get(keys.comparable.apply(key)), values.comparable.apply(value));
        }
        Map<Object, Object> seen = new HashMap<>();
        map.forEach((key, value) -> seen.put(keys.comparable.apply(key), values.comparable.apply(value)));
        assertEquals(expected, seen);
    }

    @Test
    void typesWithTheSameBytesShareAFile() throws IOException {
        Path file = folder.resolve("shared");
        try (OffHeapMap<String, byte[]> map = OffHeapMap.of(String.class, byte[].class)
            .createPersistedTo(file)) {
            map.set("a\u20ac", new byte[] {1, 2});
        }
        try (OffHeapMap<CharSequence, ByteBuffer> map = OffHeapMap.of(CharSequence.class, ByteBuffer.class)
            .createPersistedTo(file)) {
            assertEquals(ByteBuffer.wrap(new byte[] {1, 2}), map.get(new StringBuilder("a\u20ac")));
            map.set("a\u20ac", ByteBuffer.wrap(new byte[] {3}));
        }
        try (OffHeapMap<String, MemorySegment> map = OffHeapMap.of(String.class, MemorySegment.class)
            .createPersistedTo(file)) {
            assertArrayEquals(new byte[] {3}, map.get("a\u20ac").toArray(ValueLayout.JAVA_BYTE));
        }
    }

    /** What a dishonest codec does. */
    private enum Trick { NONE, SIZE_CHANGES, SIZE_TOO_SMALL, SIZE_NEGATIVE, SIZE_HUGE, WRITE_THROWS,
        READ_NULL, READ_THROWS, ENTERS_THE_MAP }

    private static final class TrickCodec implements Codec<String> {

        private Trick trick = Trick.NONE;
        private int sizes;
        private OffHeapMap<?, String> map;

        @Override
        public int id() {
            return 4_711;
        }

        @Override
        public long size(String object) {
            return switch (trick) {
                case SIZE_CHANGES -> object.length() + ++sizes;
                case SIZE_TOO_SMALL -> object.length() - 1;
                case SIZE_NEGATIVE -> -1;
                case SIZE_HUGE -> 1L << 31;
                default -> object.length();
            };
        }

        @Override
        public void write(String object, MemorySegment target) {
            for (int i = 0; i < object.length(); i++) {
                target.set(ValueLayout.JAVA_BYTE, i, (byte) object.charAt(i));
            }
            if (trick == Trick.WRITE_THROWS) {
                throw new ArithmeticException("by the codec");
            }
            if (trick == Trick.ENTERS_THE_MAP) {
                map.clear();
            }
        }

        @Override
        public String read(MemorySegment source, String using) {
            if (trick == Trick.READ_THROWS) {
                throw new ArithmeticException("by the codec");
            }
            StringBuilder text = new StringBuilder();
            for (long i = 0; i < source.byteSize(); i++) {
                text.append((char) source.get(ValueLayout.JAVA_BYTE, i));
            }
            return trick == Trick.READ_NULL ? null : text.toString();
        }
    }

    private static final Map<Trick, Class<? extends Exception>> ON_WRITE = Map.of(
        Trick.SIZE_CHANGES, IllegalStateException.class,
        Trick.SIZE_TOO_SMALL, IndexOutOfBoundsException.class,
        Trick.SIZE_NEGATIVE, IllegalArgumentException.class,
        Trick.SIZE_HUGE, IllegalArgumentException.class,
        Trick.WRITE_THROWS, ArithmeticException.class,
        Trick.ENTERS_THE_MAP, ReentrantAccessException.class);

    private static final Map<Trick, Class<? extends Exception>> ON_READ = Map.of(
        Trick.READ_NULL, IllegalStateException.class,
        Trick.READ_THROWS, ArithmeticException.class);

    @Test
    void dishonestCodecOfValuesHarmsNobody() throws IOException {
        TrickCodec codec = new TrickCodec();
        try (OffHeapMap<Integer, String> map = TestMaps.open(TestMaps.Kind.FILE_PORTABLE,
            OffHeapMap.of(Integer.class, String.class).valueCodec(codec).segments(1), folder.resolve("v"))) {
            codec.map = map;
            for (int i = 0; i < 100; i++) {
                map.set(i, "value" + i);
            }
            ON_WRITE.forEach((trick, expected) -> {
                codec.trick = trick;
                assertThrows(expected, () -> map.set(3, "another"), trick::toString);
                assertThrows(expected, () -> map.put(1_000, "new"), trick::toString);
                check(codec, map, 100);
            });
            ON_READ.forEach((trick, expected) -> {
                codec.trick = trick;
                assertThrows(expected, () -> map.get(3), trick::toString);
                assertThrows(expected, () -> map.remove(3), trick::toString);
                assertThrows(expected, () -> map.put(3, "another"), trick::toString);
                assertThrows(expected, () -> map.putIfAbsent(3, "another"), trick::toString);
                check(codec, map, 100);
            });
        }
    }

    private static void check(TrickCodec codec, OffHeapMap<Integer, String> map, int count) {
        codec.trick = Trick.NONE;
        assertEquals(count, map.size());
        for (int i = 0; i < count; i++) {
            assertEquals("value" + i, map.get(i));
        }
        map.set(7, "value7");
    }

    @Test
    void dishonestCodecOfKeysHarmsNobody() throws IOException {
        TrickCodec codec = new TrickCodec();
        try (OffHeapMap<String, String> map = TestMaps.open(TestMaps.Kind.FILE_PORTABLE,
            OffHeapMap.of(String.class, String.class).keyCodec(codec).segments(1), folder.resolve("k"))) {
            codec.map = map;
            map.set("a", "b");
            ON_WRITE.forEach((trick, expected) -> {
                codec.trick = trick;
                assertThrows(expected, () -> map.set("key", "value"), trick::toString);
                assertThrows(expected, () -> map.get("key"), trick::toString);
                assertThrows(expected, () -> map.delete("key"), trick::toString);
                codec.trick = Trick.NONE;
                assertEquals("b", map.get("a"));
            });
            ON_READ.forEach((trick, expected) -> {
                codec.trick = trick;
                Cursor<String, String> cursor = map.cursor();
                assertTrue(cursor.next());
                assertThrows(expected, () -> cursor.key(null), trick::toString);
                assertEquals("b", cursor.value(null));
                codec.trick = Trick.NONE;
                assertEquals("a", cursor.key(null));
            });
            assertEquals(1, map.size());
        }
    }
}
