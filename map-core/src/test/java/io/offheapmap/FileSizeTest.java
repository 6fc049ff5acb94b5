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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How large a file is against its payload, with the builder's defaults plus entries and average sizes. */
class FileSizeTest {

    private static final int ENTRIES = 200_000;
    private static final int KEY_LENGTH = 23;
    private static final int ROUNDS = 10;
    private static final int STAT_BLOCK = 512;

    @TempDir
    Path folder;

    private final Random random = new Random(7);
    private byte[] buffer = new byte[0];

    @Test
    void thousandByteValues() throws IOException, InterruptedException {
        load(1_000, 1.10);
    }

    @Test
    void hundredByteValues() throws IOException, InterruptedException {
        load(100, 1.5);
    }

    /** Loads, loads again, clears and loads again: the file is within its bar, and does not grow. */
    private void load(int valueLength, double most) throws IOException, InterruptedException {
        Path file = folder.resolve("load.map");
        long payload = (long) ENTRIES * (KEY_LENGTH + valueLength);
        try (OffHeapMap<String, byte[]> map = open(file, valueLength)) {
            fill(map, valueLength);
        }
        long first = allocatedBytes(file);
        print("load of " + valueLength, first, payload);
        assertTrue(first <= payload * most, "file=" + first + ", payload=" + payload);
        try (OffHeapMap<String, byte[]> map = open(file, valueLength)) {
            fill(map, valueLength);
            assertEquals(ENTRIES, map.mappingCount());
        }
        long again = allocatedBytes(file);
        print("loaded again", again, payload);
        assertTrue(again <= first * 1.01, "first=" + first + ", again=" + again);
        try (OffHeapMap<String, byte[]> map = open(file, valueLength)) {
            map.clear();
            fill(map, valueLength);
        }
        long cleared = allocatedBytes(file);
        print("cleared and loaded again", cleared, payload);
        assertTrue(cleared <= again * 1.01, "again=" + again + ", cleared=" + cleared);
    }

    @Test
    void tenRoundsOfOverwriting() throws IOException, InterruptedException {
        Path file = folder.resolve("overwritten.map");
        long live = 0;
        try (OffHeapMap<String, byte[]> map = open(file, 1_000)) {
            for (int round = 0; round <= ROUNDS; round++) {
                live = 0;
                for (int i = 0; i < ENTRIES; i++) {
                    int length = 500 + random.nextInt(1_001);
                    map.set(key(i), value(length));
                    live += KEY_LENGTH + length;
                }
            }
        }
        long size = allocatedBytes(file);
        print("ten rounds, sizes +-50 %", size, live);
        assertTrue(size <= live * 1.35, "file=" + size + ", live=" + live);
    }

    private OffHeapMap<String, byte[]> open(Path file, int valueLength) throws IOException {
        return OffHeapMap.of(String.class, byte[].class).entries(ENTRIES).averageKeySize(KEY_LENGTH)
            .averageValueSize(valueLength).createPersistedTo(file);
    }

    private void fill(OffHeapMap<String, byte[]> map, int valueLength) {
        for (int i = 0; i < ENTRIES; i++) {
            map.set(key(i), value(valueLength));
        }
    }

    private static String key(int i) {
        return "user" + (1_000_000_000_000_000_000L + i);
    }

    private byte[] value(int length) {
        if (buffer.length != length) {
            buffer = new byte[length];
            random.nextBytes(buffer);
        }
        return buffer;
    }

    /** What the file has on the device. */
    private static long allocatedBytes(Path file) throws IOException, InterruptedException {
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        String blocks = new String(stat.getInputStream().readAllBytes()).trim();
        return stat.waitFor() == 0 ? Long.parseLong(blocks) * STAT_BLOCK : Files.size(file);
    }

    private static void print(String what, long bytes, long payload) {
        System.err.printf("FileSizeTest %s: %,d bytes, %.3f of the payload%n", what, bytes,
            (double) bytes / payload);
    }
}
