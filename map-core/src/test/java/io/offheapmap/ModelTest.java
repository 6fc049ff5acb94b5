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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random operations, compared with a HashMap after each. */
@Tag("portable")
class ModelTest {

    private static final int OPERATIONS = Integer.getInteger("offheapmap.model.operations", 60_000);
    private static final int KEYS = 4_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void behavesLikeAHashMap(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        long seed = Long.getLong("offheapmap.seed", System.nanoTime());
        System.err.println("ModelTest seed=" + seed + ", kind=" + kind);
        try (Model model = new Model(kind, new Random(seed))) {
            for (int i = 0; i < OPERATIONS; i++) {
                model.step();
            }
            model.compareAll();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed=" + seed + ", kind=" + kind, e);
        }
    }

    private final class Model implements AutoCloseable {
        private final TestMaps.Kind kind;
        private final Random random;
        private final Path file = folder.resolve("model.map");
        private final Map<String, byte[]> expected = new HashMap<>();
        private OffHeapMap<String, byte[]> map;

        Model(TestMaps.Kind kind, Random random) throws IOException {
            this.kind = kind;
            this.random = random;
            this.map = open();
        }

        private OffHeapMap<String, byte[]> open() throws IOException {
            // sized for a hundredth: most buckets come from splits
            return TestMaps.open(kind, OffHeapMap.of(String.class, byte[].class).entries(KEYS / 100)
                .segments(16), file);
        }

        void step() throws IOException {
            String key = "key" + random.nextInt(KEYS);
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4 -> put(key);
                case 5, 6 -> set(key);
                case 7 -> putIfAbsent(key);
                case 8, 9 -> remove(key);
                case 10 -> assertEquals(expected.remove(key) != null, map.delete(key));
                case 11, 12 -> update(key);
                case 13 -> assertEquals(expected.containsKey(key), map.containsKey(key));
                case 14 -> rarely(key);
                default -> assertArrayEquals(expected.get(key), map.get(key));
            }
            assertEquals(expected.size(), map.size());
        }

        private void rarely(String key) throws IOException {
            switch (random.nextInt(300)) {
                case 0 -> reopen();
                case 1 -> compareAll();
                case 2 -> clear();
                case 3 -> put(key, value(3_000_000));
                default -> getUsing(key);
            }
        }

        private byte[] value(int most) {
            byte[] value = new byte[random.nextInt(most + 1)];
            random.nextBytes(value);
            return value;
        }

        private byte[] value() {
            return switch (random.nextInt(40)) {
                case 0 -> value(0);
                case 1 -> value(100_000);
                case 2, 3, 4 -> value(5_000);
                default -> value(200);
            };
        }

        private void put(String key) {
            put(key, value());
        }

        private void put(String key, byte[] value) {
            assertArrayEquals(expected.put(key, value), map.put(key, value));
        }

        private void set(String key) {
            byte[] value = value();
            map.set(key, value);
            expected.put(key, value);
        }

        private void putIfAbsent(String key) {
            byte[] value = value();
            assertArrayEquals(expected.putIfAbsent(key, value), map.putIfAbsent(key, value));
        }

        private void remove(String key) {
            assertArrayEquals(expected.remove(key), map.remove(key));
        }

        private void update(String key) {
            byte[] tail = value();
            boolean updated = map.update(key, new Append(tail));
            assertEquals(expected.containsKey(key), updated);
            expected.computeIfPresent(key, (k, present) -> Append.next(present, tail));
        }

        private void getUsing(String key) {
            byte[] present = expected.get(key);
            byte[] using = new byte[present == null ? 0 : present.length];
            byte[] got = map.getUsing(key, using);
            assertArrayEquals(present, got);
            assertTrue(present == null || got == using, "reuses an array of the right length");
            byte[] read = map.read(key, bytes -> {
                byte[] copy = new byte[(int) bytes.length()];
                bytes.copyTo(0, copy, 0, copy.length);
                return copy;
            });
            assertArrayEquals(present, read);
        }

        private void clear() {
            map.clear();
            expected.clear();
            assertTrue(map.isEmpty());
        }

        private void reopen() throws IOException {
            if (kind.isPersisted()) {
                map.close();
                map = open();
                compareAll();
            }
        }

        void compareAll() {
            Set<String> seen = new HashSet<>();
            map.forEach((key, value) -> {
                assertTrue(seen.add(key), "seen twice: " + key);
                assertArrayEquals(expected.get(key), value);
            });
            assertEquals(expected.keySet(), seen);
            assertNull(map.get("no such key"));
            assertFalse(map.containsKey(""));
        }

        @Override
        public void close() {
            map.close();
        }
    }

    /** Appends, up to a limit. */
    private record Append(byte[] tail) implements ValueUpdater {

        private static final int LIMIT = 20_000;

        static byte[] next(byte[] present, byte[] tail) {
            if (present.length + tail.length > LIMIT) {
                return tail;
            }
            byte[] next = Arrays.copyOf(present, present.length + tail.length);
            System.arraycopy(tail, 0, next, present.length, tail.length);
            return next;
        }

        private boolean fits(Bytes present) {
            return present.length() + tail.length <= LIMIT;
        }

        @Override
        public long newLength(Bytes present) {
            return fits(present) ? present.length() + tail.length : tail.length;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            long kept = fits(present) ? present.length() : 0;
            next.copyFrom(0, present, 0, kept);
            next.copyFrom(kept, tail, 0, tail.length);
        }
    }
}
