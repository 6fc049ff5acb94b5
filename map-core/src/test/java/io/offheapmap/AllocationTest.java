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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueReader;
import io.offheapmap.codec.ValueUpdater;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With objects that are reused, no operation allocates anything. */
@Tag("portable")
class AllocationTest {

    private static final int KEYS = 2_000;
    private static final int OPERATIONS = 100_000;
    private static final int WARM_UP = 20_000;
    /** Until everything is compiled; on a busy machine the compiler is late. */
    private static final long PATIENCE_NS = 30_000_000_000L;
    /** What the JVM does by itself now and then, spread over the operations. */
    private static final double TOLERANCE = 0.01;
    private static final int VALUE_LENGTH = 100;

    private static final ValueUpdater INCREMENT = new Increment();
    private static final ValueReader<Boolean> IS_EVEN = value -> value.getLong(0) % 2 == 0;

    @TempDir
    Path folder;

    /** One operation on the i-th key. */
    @FunctionalInterface
    private interface Work {
        void run(int i);
    }

    // Maps are opened plain: the proxy that verifies them on close makes an array per call.
    private static void assertAllocatesNothing(String what, Work work) {
        long start = System.nanoTime();
        loop(work, WARM_UP);
        double best = loop(work, OPERATIONS);
        while (best > TOLERANCE && System.nanoTime() - start < PATIENCE_NS) {
            best = Math.min(best, loop(work, OPERATIONS));
        }
        System.err.println("AllocationTest " + what + ": " + best + " B/op");
        assertTrue(best <= TOLERANCE, what + ": " + best + " B/op");
    }

    private static double loop(Work work, int count) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < count; i++) {
            work.run(i % KEYS);
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / (double) count;
    }

    private static boolean canMeasure() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
            && threads.isThreadAllocatedMemorySupported();
    }

    @Test
    void measureSeesOneObjectInAThousandOperations() {
        assumeTrue(canMeasure());
        Object[] kept = new Object[1];
        assertTrue(loop(i -> {
            if (i % 1_000 == 0) {
                kept[0] = new byte[16];
            }
        }, OPERATIONS) > TOLERANCE);
    }

    /** All operations, with keys of a type and byte[] values. */
    private <K> void everyOperation(TestMaps.Kind kind, Class<K> keyType, IntFunction<? extends K> key)
        throws IOException {
        kind.assumeAvailable();
        assumeTrue(canMeasure());
        @SuppressWarnings("unchecked")
        K[] keys = (K[]) new Object[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = key.apply(i);
        }
        try (OffHeapMap<K, byte[]> map = TestMaps.openPlain(kind, OffHeapMap.of(keyType, byte[].class),
            folder.resolve(keyType.getSimpleName()))) {
            byte[] value = new byte[VALUE_LENGTH];
            byte[] using = new byte[VALUE_LENGTH];
            String name = kind + " " + keys[0].getClass().getSimpleName() + " ";
            assertAllocatesNothing(name + "set", i -> map.set(keys[i], value));
            assertAllocatesNothing(name + "getUsing", i -> assertSame(using, map.getUsing(keys[i], using)));
            assertAllocatesNothing(name + "containsKey", i -> map.containsKey(keys[i]));
            assertAllocatesNothing(name + "update", i -> map.update(keys[i], INCREMENT));
            assertAllocatesNothing(name + "read", i -> map.read(keys[i], IS_EVEN));
            assertAllocatesNothing(name + "delete and set", i -> {
                map.delete(keys[i]);
                map.set(keys[i], value);
            });
            assertAllocatesNothing(name + "delete of nothing", i -> {
                map.delete(keys[i]);
            });
            assertEquals(0, map.size());
            assertAllocatesNothing(name + "getUsing of nothing", i -> map.getUsing(keys[i], using));
            TestMaps.verify(map);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE", "MEMORY_NATIVE"})
    void textKeys(TestMaps.Kind kind) throws IOException {
        everyOperation(kind, String.class, i -> "some key \u00e4 " + i);
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void builderKeys(TestMaps.Kind kind) throws IOException {
        everyOperation(kind, CharSequence.class, i -> new StringBuilder("some key ").append(i));
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void arrayKeys(TestMaps.Kind kind) throws IOException {
        everyOperation(kind, byte[].class, i -> ("some key " + i).getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void numberKeys(TestMaps.Kind kind) throws IOException {
        everyOperation(kind, Long.class, i -> 1_000_000_007L * i);
    }

    private static Long[] numbers() {
        Long[] numbers = new Long[KEYS];
        for (int i = 0; i < KEYS; i++) {
            numbers[i] = 1_000_000_007L * i;
        }
        return numbers;
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void bufferValues(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        assumeTrue(canMeasure());
        Long[] keys = numbers();
        try (OffHeapMap<Long, ByteBuffer> map = TestMaps.openPlain(kind,
            OffHeapMap.of(Long.class, ByteBuffer.class), folder.resolve("buffers"))) {
            for (ByteBuffer value : new ByteBuffer[] {ByteBuffer.allocate(VALUE_LENGTH),
                ByteBuffer.allocateDirect(VALUE_LENGTH)}) {
                String name = kind + (value.isDirect() ? " direct" : "") + " ByteBuffer ";
                ByteBuffer using = value.isDirect()
                    ? ByteBuffer.allocateDirect(500) : ByteBuffer.allocate(500);
                assertAllocatesNothing(name + "set", i -> map.set(keys[i], value));
                assertAllocatesNothing(name + "getUsing", i -> map.getUsing(keys[i], using));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void textValues(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        assumeTrue(canMeasure());
        Long[] keys = numbers();
        try (OffHeapMap<Long, CharSequence> map = TestMaps.openPlain(kind,
            OffHeapMap.of(Long.class, CharSequence.class), folder.resolve("texts"))) {
            for (String text : new String[] {"a text ".repeat(20),
                "a text with \u20ac and \ud83d\ude00 ".repeat(9)}) {
                StringBuilder value = new StringBuilder(text);
                StringBuilder using = new StringBuilder();
                String name = kind + " text ";
                assertAllocatesNothing(name + "set", i -> map.set(keys[i], text));
                assertAllocatesNothing(name + "set of a builder", i -> map.set(keys[i], value));
                assertAllocatesNothing(name + "getUsing", i -> map.getUsing(keys[i], using));
                assertEquals(text, using.toString());
            }
        }
    }

    /** Values of all lengths: the allocator searches, extents come and go. */
    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void mixedLengths(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        assumeTrue(canMeasure());
        Long[] keys = numbers();
        byte[][] values = new byte[997][];
        for (int i = 0; i < values.length; i++) {
            values[i] = new byte[i * i % 3_001];
        }
        try (OffHeapMap<Long, byte[]> map = TestMaps.openPlain(kind, OffHeapMap.of(Long.class, byte[].class),
            folder.resolve("mixed"))) {
            int[] next = new int[1];
            assertAllocatesNothing(kind + " mixed set", i -> {
                next[0] = (next[0] + 1) % values.length;
                map.set(keys[i], values[next[0]]);
            });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void cursors(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        assumeTrue(canMeasure());
        try (OffHeapMap<CharSequence, byte[]> map = TestMaps.openPlain(kind,
            OffHeapMap.of(CharSequence.class, byte[].class), folder.resolve("walked"))) {
            for (int i = 0; i < OPERATIONS; i++) {
                map.set("key " + i, new byte[8]);
            }
            StringBuilder key = new StringBuilder();
            byte[] value = new byte[8];
            long start = System.nanoTime();
            double best = walk(map, key, value);
            while (best > TOLERANCE * 2 && System.nanoTime() - start < PATIENCE_NS) {
                best = Math.min(best, walk(map, key, value));
            }
            System.err.println("AllocationTest " + kind + " cursor: " + best + " B/op");
            // the buffers of a cursor grow a few times, when a bucket is fuller than any before
            assertTrue(best <= TOLERANCE * 2, best + " B/op");
        }
    }

    private static double walk(OffHeapMap<CharSequence, byte[]> map, StringBuilder key, byte[] value) {
        Cursor<CharSequence, byte[]> cursor = map.cursor();
        Work step = i -> {
            assertTrue(cursor.next());
            cursor.key(key);
            assertSame(value, cursor.value(value));
        };
        loop(step, WARM_UP);
        return loop(step, OPERATIONS - WARM_UP);
    }

    /** Counts in the first eight bytes. */
    private static final class Increment implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return present.length();
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            next.copyFrom(0, present, 0, present.length());
            next.putLong(0, present.getLong(0) + 1);
        }
    }
}
