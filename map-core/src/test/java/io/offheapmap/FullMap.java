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
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import io.offheapmap.error.MapFullException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Fills a map until it refuses, with a HashMap beside it that says what must be there. */
final class FullMap {

    private static final int KEYS = 20_000;
    /** A refused map is compared as a whole so often, and otherwise the refused key. */
    private static final int COMPARE_EVERY = 16;

    private final Random random;
    private final int largest;
    private final Map<String, byte[]> expected = new HashMap<>();
    /** Names of the methods through which refusals came: tells which step of growth hit the wall. */
    private final Set<String> refusedIn;
    private int refusals;

    FullMap(Random random, int largest, Set<String> refusedIn) {
        this.random = random;
        this.largest = largest;
        this.refusedIn = refusedIn;
    }

    /** Puts, with some removes between them, until so many were refused. */
    void fill(OffHeapMap<String, byte[]> map, int refusalsWanted) {
        int most = refusals + refusalsWanted;
        for (int i = 0; refusals < most; i++) {
            assertTrue(i < 1_000_000, "never full");
            String key = "key" + random.nextInt(KEYS);
            if (random.nextInt(8) == 0) {
                remove(map, key);
            } else {
                write(map, key);
            }
        }
        compare(map);
    }

    private void remove(OffHeapMap<String, byte[]> map, String key) {
        assertArrayEquals(expected.remove(key), map.remove(key));
    }

    private void write(OffHeapMap<String, byte[]> map, String key) {
        byte[] value = value();
        try {
            switch (random.nextInt(4)) {
                case 0 -> {
                    map.set(key, value);
                    expected.put(key, value);
                }
                case 1 -> {
                    byte[] present = map.putIfAbsent(key, value);
                    assertArrayEquals(expected.putIfAbsent(key, value), present);
                }
                case 2 -> update(map, key, value);
                default -> {
                    byte[] before = map.put(key, value);
                    assertArrayEquals(expected.put(key, value), before);
                }
            }
        } catch (MapFullException full) {
            refused(map, key, full);
        }
    }

    private void update(OffHeapMap<String, byte[]> map, String key, byte[] value) {
        if (map.update(key, new Replace(value))) {
            assertTrue(expected.put(key, value) != null);
        } else {
            assertTrue(!expected.containsKey(key));
        }
    }

    private void refused(OffHeapMap<String, byte[]> map, String key, MapFullException full) {
        for (StackTraceElement frame : full.getStackTrace()) {
            if (frame.getClassName().startsWith("io.offheapmap.internal")) {
                String type = frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1);
                refusedIn.add(type + "." + frame.getMethodName());
            }
        }
        if (++refusals % COMPARE_EVERY == 0) {
            compare(map);
        }
        assertArrayEquals(expected.get(key), map.get(key));
        assertEquals(expected.size(), map.mappingCount());
    }

    private byte[] value() {
        byte[] value = new byte[random.nextInt(1 + switch (random.nextInt(30)) {
            case 0 -> largest;
            case 1, 2 -> Math.min(largest, 9_000);
            default -> 200;
        })];
        random.nextBytes(value);
        return value;
    }

    /** Removes a share of the entries; never refused. */
    void removeSome(OffHeapMap<String, byte[]> map, double share) {
        List<String> keys = new ArrayList<>(expected.keySet());
        for (String key : keys) {
            if (random.nextDouble() < share) {
                remove(map, key);
            }
        }
        compare(map);
    }

    void clear(OffHeapMap<String, byte[]> map) {
        map.clear();
        expected.clear();
        compare(map);
    }

    long payload() {
        return expected.values().stream().mapToLong(value -> value.length).sum();
    }

    int size() {
        return expected.size();
    }

    void compare(OffHeapMap<String, byte[]> map) {
        assertEquals(expected.size(), map.mappingCount());
        for (Map.Entry<String, byte[]> entry : expected.entrySet()) {
            assertArrayEquals(entry.getValue(), map.get(entry.getKey()), entry.getKey());
        }
    }

    /** Another value, by update. */
    private record Replace(byte[] value) implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return value.length;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            next.copyFrom(0, value, 0, value.length);
        }
    }
}
