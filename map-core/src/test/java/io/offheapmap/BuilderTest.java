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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Codec;
import io.offheapmap.error.IncompatibleMapException;
import io.offheapmap.error.MapFullException;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.recovery.Sizing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What a builder takes, what it refuses, and what has to agree with a file. */
class BuilderTest {

    @TempDir
    Path folder;

    private static OffHeapMapBuilder<String, String> builder() {
        return OffHeapMap.of(String.class, String.class).mapping(Mapping.PORTABLE);
    }

    private static void refused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void impossibleArgumentsAreRefused() {
        refused("entries is out of range: entries=0; give 1 to 1099511627776", () -> builder().entries(0));
        refused("entries is out of range: entries=-1; give 1 to 1099511627776", () -> builder().entries(-1));
        refused("entries is out of range: entries=9223372036854775807; give 1 to 1099511627776",
            () -> builder().entries(Long.MAX_VALUE));
        refused("averageKeySize is out of range: averageKeySize=-0.5; give 0 to 65536",
            () -> builder().averageKeySize(-0.5));
        refused("averageKeySize is out of range: averageKeySize=65536.5; give 0 to 65536",
            () -> builder().averageKeySize(65_536.5));
        refused("averageValueSize is out of range: averageValueSize=NaN; give 0 to 2147483647",
            () -> builder().averageValueSize(Double.NaN));
        refused("averageValueSize is out of range: averageValueSize=Infinity; give 0 to 2147483647",
            () -> builder().averageValueSize(Double.POSITIVE_INFINITY));
        for (int segments : new int[] {0, -1, 3, 12, 1 << 17, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            refused("segments is not a power of two in its range: segments=" + segments + "; give 1 to 65536",
                () -> builder().segments(segments));
        }
        refused("maxFileBytes is out of range: maxFileBytes=0; give 1 to 9223372036854775807",
            () -> builder().maxFileBytes(0));
        refused("reservedBytes is out of range: reservedBytes=-4096; give 1 to 35184372088832",
            () -> builder().reservedBytes(-4_096));
        refused("reservedBytes is out of range: reservedBytes=9223372036854775807; give 1 to 35184372088832",
            () -> builder().reservedBytes(Long.MAX_VALUE));
        refused("type has no built-in codec: type=java.lang.Thread, builtIn=[String, CharSequence, byte[], "
            + "ByteBuffer, MemorySegment, Integer, Long, Double, UUID]; give a codec to the builder",
            () -> OffHeapMap.of(Thread.class, String.class).create());
        refused("the codec's id belongs to the library: id=999, codec=io.offheapmap.BuilderTest$OwnCodec; "
            + "choose one from 1000", () -> builder().keyCodec(new OwnCodec(999)));
        refused("the codec's id belongs to the library: id=-1, codec=io.offheapmap.BuilderTest$OwnCodec; "
            + "choose one from 1000", () -> builder().valueCodec(new OwnCodec(-1)));
    }

    @Test
    void everyPossibleHintGivesAPossibleGeometry() {
        double[] sizes = {0, 0.5, 1, 16, 1_000, 65_536, 1e6, Integer.MAX_VALUE};
        for (long entries = 1; entries <= 1L << 40; entries = entries * 7 + 1) {
            for (double size : sizes) {
                for (int segments = 0; segments <= 1 << 16; segments = Math.max(1, segments * 16)) {
                    Geometry geometry = Sizing.choose(entries, Math.min(size, 65_536), size, segments);
                    assertTrue(geometry.isValid(), geometry::toString);
                }
            }
        }
        assertTrue(Sizing.choose(1L << 40, 65_536, Integer.MAX_VALUE, 0).isValid());
    }

    @Test
    void extremesWork() throws IOException {
        List<UnaryOperator<OffHeapMapBuilder<String, String>>> extremes = List.of(
            b -> b.entries(1).segments(1).averageKeySize(0).averageValueSize(0),
            b -> b.entries(1).segments(1_024),
            b -> b.entries(1_000_000).segments(1),
            b -> b.averageKeySize(65_536).averageValueSize(Integer.MAX_VALUE),
            b -> b.reservedBytes(10 << 20).maxFileBytes(Long.MAX_VALUE),
            b -> b.reservedBytes(1L << 45),
            b -> b.checksums(true).verifyReads(true),
            b -> b.checksums(false).verifyReads(true));
        for (int i = 0; i < extremes.size(); i++) {
            try (OffHeapMap<String, String> map = TestMaps.open(TestMaps.Kind.FILE_PORTABLE,
                extremes.get(i).apply(builder()), folder.resolve("extreme" + i))) {
                for (int j = 0; j < 3_000; j++) {
                    map.set("key" + j, "value" + j);
                }
                for (int j = 0; j < 3_000; j++) {
                    assertEquals("value" + j, map.get("key" + j));
                }
            }
        }
    }

    @Test
    void mostSegments() throws IOException {
        try (OffHeapMap<String, String> map = builder().segments(65_536)
            .createPersistedTo(folder.resolve("wide.map"))) {
            fill(map);
            assertEquals(100_000, map.size());
            assertEquals(65_536, map.stats().segments());
            map.clear();
            assertTrue(map.isEmpty());
        }
    }

    @Test
    void limitsOfThisProcess() throws IOException {
        Path file = folder.resolve("limited.map");
        OffHeapMap<String, String> map = builder().reservedBytes(1 << 20).createPersistedTo(file);
        String full = assertThrows(MapFullException.class, () -> fill(map)).getMessage();
        assertTrue(full.startsWith("map has reached its maximum size: ")
            || full.startsWith("the map is full: file=" + file.toRealPath() + ", reservedBytes="), full);
        int before = map.size();
        map.close();
        try (OffHeapMap<String, String> larger = TestMaps.open(TestMaps.Kind.FILE_PORTABLE, builder(),
            file)) {
            assertEquals(before, larger.size());
            larger.set("more", "x".repeat(3 << 20));
        }
        try (OffHeapMap<String, String> smaller = TestMaps.open(TestMaps.Kind.FILE_PORTABLE,
            builder().maxFileBytes(10_000).reservedBytes(1), file)) {
            assertEquals(before + 1, smaller.size());
            assertThrows(MapFullException.class, () -> fill(smaller));
            smaller.delete("more");
            smaller.set("again", "x".repeat(1 << 20));
        }
    }

    private static void fill(OffHeapMap<String, String> map) {
        for (int i = 0; i < 100_000; i++) {
            map.set("some" + i, "value".repeat(100));
        }
    }

    /** A difference in what is fixed in the file. */
    private record Different(String name, String inFile, String wanted,
                             UnaryOperator<OffHeapMapBuilder<String, String>> setting) {
    }

    @Test
    void whatIsFixedInTheFileHasToAgree() throws IOException {
        Path file = folder.toRealPath().resolve("fixed.map");
        builder().entries(500).averageKeySize(7.5).averageValueSize(10).segments(32).checksums(false)
            .createPersistedTo(file).close();
        for (Different different : List.of(
            new Different("entries", "500", "501", b -> b.entries(501)),
            new Different("averageKeySize", "7.5", "7.0", b -> b.averageKeySize(7)),
            new Different("averageValueSize", "10.0", "10.25", b -> b.averageValueSize(10.25)),
            new Different("segments", "32", "16", b -> b.segments(16)),
            new Different("checksums", "false", "true", b -> b.checksums(true)),
            new Different("keyCodec", "text (String, CharSequence)", "codec with id 1000",
                b -> b.keyCodec(new OwnCodec(1_000))),
            new Different("valueCodec", "text (String, CharSequence)", "codec with id 2147483647",
                b -> b.valueCodec(new OwnCodec(Integer.MAX_VALUE))))) {
            assertEquals("the file was created with another setting: file=" + file + ", " + different.name
                + "=" + different.inFile + " in the file, " + different.name + "=" + different.wanted
                + " wanted; leave the setting out, or copy the entries to a new map",
                assertThrows(IncompatibleMapException.class,
                    () -> different.setting.apply(builder()).createPersistedTo(file)).getMessage());
        }
        assertEquals("the file was created with another setting: file=" + file + ", valueCodec=text (String, "
            + "CharSequence) in the file, valueCodec=bytes (byte[], ByteBuffer, MemorySegment) wanted; leave "
            + "the setting out, or copy the entries to a new map",
            assertThrows(IncompatibleMapException.class,
                () -> OffHeapMap.of(String.class, byte[].class).createPersistedTo(file)).getMessage());
        for (UnaryOperator<OffHeapMapBuilder<String, String>> agreeing
            : List.<UnaryOperator<OffHeapMapBuilder<String, String>>>of(
                b -> b,
                b -> b.entries(500).averageKeySize(7.5).averageValueSize(10).segments(32).checksums(false),
                b -> b.maxFileBytes(1L << 30).reservedBytes(1L << 30),
                b -> b.idleStrategy(YieldingIdleStrategy::new).verifyReads(true),
                b -> b.mapping(Mapping.AUTOMATIC))) {
            agreeing.apply(builder()).createPersistedTo(file).close();
        }
    }

    @Test
    void codecsOfTheSameIdAgree() throws IOException {
        Path file = folder.resolve("own.map");
        try (OffHeapMap<String, String> map = TestMaps.open(TestMaps.Kind.FILE_PORTABLE,
            builder().keyCodec(new OwnCodec(1_001)), file)) {
            map.set("a", "b");
        }
        try (OffHeapMap<String, String> map = TestMaps.open(TestMaps.Kind.FILE_PORTABLE,
            builder().keyCodec(new OwnCodec(1_001)), file)) {
            assertEquals("b", map.get("a"));
        }
        assertThrows(IncompatibleMapException.class, () -> builder().createPersistedTo(file));
    }

    /** Characters as they are. */
    private record OwnCodec(int id) implements Codec<String> {

        @Override
        public long size(String object) {
            return 2L * object.length();
        }

        @Override
        public void write(String object, MemorySegment target) {
            MemorySegment.copy(MemorySegment.ofArray(object.toCharArray()), 0, target, 0, target.byteSize());
        }

        @Override
        public String read(MemorySegment source, String using) {
            char[] chars = new char[(int) source.byteSize() / 2];
            MemorySegment.ofArray(chars).copyFrom(source);
            return new String(chars);
        }
    }
}
