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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.error.MapFullException;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.NativeAccess;
import io.offheapmap.internal.recovery.MapVerifier;
import io.offheapmap.internal.recovery.Sizing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Full disks and full limits of every size, so that each step of growth meets the wall: an exception, the map
 * unchanged, removes and close work, room that was given back is used again, and the file opens again.
 */
class DiskFullTest {

    private static final int PAGE = Geometry.PAGE_BYTES;
    private static final long SEED = Long.getLong("offheapmap.seed", 20_260_101L);

    @TempDir
    Path temporary;

    /** Where no device has to be waited for. */
    private Path folder;

    private final Set<String> refusedIn = new TreeSet<>();
    private int neverCreated;
    private int splitsRefused;

    @BeforeEach
    void createFolder() throws IOException {
        folder = TestDisk.quickFolder(temporary);
    }

    @AfterEach
    void deleteFolder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static void assumeAvailable(Mapping mapping) {
        Assumptions.assumeTrue(mapping != Mapping.NATIVE || NativeAccess.isAvailable());
    }

    private static Settings settings(Mapping mapping, boolean smallest) {
        Settings settings = new Settings();
        settings.mapping = mapping;
        settings.geometry = smallest ? Sizing.minimum() : Sizing.choose(1_000, 16, 64, 16);
        return settings;
    }

    private static SegmentedMap<String, byte[]> open(Settings settings, Path file) throws IOException {
        return (SegmentedMap<String, byte[]>) Opening.persisted(String.class, byte[].class, null, null,
            settings, file);
    }

    private static void close(SegmentedMap<String, byte[]> map) {
        List<MapVerifier.Finding> findings = new MapVerifier(map.parts()).verify();
        map.close();
        assertEquals(List.of(), findings);
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "PORTABLE"})
    void limitOfEverySize(Mapping mapping) throws IOException {
        assumeAvailable(mapping);
        limitFrom(mapping, true, 1, 60, 1);
        limitFrom(mapping, true, 60, 160, 9);
        limitFrom(mapping, false, 10, 1_000, 111);
        assertEverythingWasRefused();
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "PORTABLE"})
    void limitAtEveryPage(Mapping mapping) throws IOException {
        assumeAvailable(mapping);
        limitFrom(mapping, true, 1, 600, 1);
        limitFrom(mapping, false, 1, 2_000, 5);
        assertEverythingWasRefused();
    }

    private void limitFrom(Mapping mapping, boolean smallest, int pages, int end, int step)
        throws IOException {
        for (long limit = pages; limit < end; limit += step) {
            limited(mapping, smallest, limit * PAGE);
        }
    }

    private void limited(Mapping mapping, boolean smallest, long limit) throws IOException {
        Path file = folder.resolve("limited.map");
        Settings settings = settings(mapping, smallest);
        settings.maxFileBytes = limit;
        try {
            work(settings, file, limit);
            assertTrue(Files.size(file) <= limit);
        } catch (MapFullException tooSmall) {
            assertFalse(Files.exists(file), "limit=" + limit);
            neverCreated++;
        } catch (Throwable e) {
            throw new AssertionError("seed=" + SEED + ", mapping=" + mapping + ", smallest=" + smallest
                + ", limit=" + limit, e);
        }
        Files.deleteIfExists(file);
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "PORTABLE"})
    void memoryDiskOfManySizes(Mapping mapping) throws IOException {
        assumeAvailable(mapping);
        try (TestDisk disk = TestDisk.mount(TestDisk.Kind.TMPFS, folder, PAGE)) {
            diskFrom(disk, mapping, true, 1, 60, 3);
            diskFrom(disk, mapping, true, 60, 160, 24);
            diskFrom(disk, mapping, false, 10, 1_000, 177);
        }
        assertEverythingWasRefused();
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "PORTABLE"})
    void memoryDiskAtEveryPage(Mapping mapping) throws IOException {
        assumeAvailable(mapping);
        try (TestDisk disk = TestDisk.mount(TestDisk.Kind.TMPFS, folder, PAGE)) {
            diskFrom(disk, mapping, true, 1, 600, 1);
            diskFrom(disk, mapping, false, 1, 2_000, 5);
        }
        assertEverythingWasRefused();
    }

    private void diskFrom(TestDisk disk, Mapping mapping, boolean smallest, int pages, int end, int step)
        throws IOException {
        for (long size = pages; size < end; size += step) {
            onDisk(disk, mapping, smallest, size * PAGE);
        }
    }

    private void onDisk(TestDisk disk, Mapping mapping, boolean smallest, long bytes) throws IOException {
        disk.resize(bytes);
        Path file = disk.folder().resolve("full.map");
        try {
            work(settings(mapping, smallest), file, bytes);
        } catch (IOException noRoom) {
            assertFalse(Files.exists(file), "bytes=" + bytes);
            neverCreated++;
        } catch (Throwable e) {
            throw new AssertionError("seed=" + SEED + ", mapping=" + mapping + ", smallest=" + smallest
                + ", bytes=" + bytes, e);
        }
        try (Stream<Path> left = Files.list(disk.folder())) {
            assertEquals(List.of(), left.map(path -> path.getFileName().toString())
                .filter(name -> !name.equals("full.map") && !name.equals("full.map.lock")).toList());
        }
        Files.deleteIfExists(file);
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "PORTABLE"})
    void diskOfBlocks(Mapping mapping) throws IOException {
        assumeAvailable(mapping);
        long seed = SEED;
        try (TestDisk disk = TestDisk.mount(TestDisk.Kind.EXT4, folder, 6L << 20)) {
            for (long free = 16L * PAGE; free < 5L << 20; free += 300L * PAGE) {
                disk.leave(free);
                work(settings(mapping, free % 3 == 0), disk.folder().resolve("full.map"), seed++);
                Files.deleteIfExists(disk.folder().resolve("full.map"));
                Files.deleteIfExists(disk.folder().resolve("ballast"));
            }
        }
    }

    /** There is room for blocks, since entries are removed all the time, but not for one more bucket. */
    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "PORTABLE"})
    void overflowBucketIsRefused(Mapping mapping) throws IOException {
        assumeAvailable(mapping);
        Settings settings = settings(mapping, true);
        settings.maxFileBytes = 30L * PAGE;
        SegmentedMap<String, byte[]> map = open(settings, folder.resolve("chains.map"));
        FullMap full = new FullMap(new Random(SEED), 8, refusedIn);
        for (int round = 0; round < 300 && !refusedIn.contains("Chain.extend"); round++) {
            full.fill(map, 5);
            full.removeSome(map, 0.02);
        }
        assertTrue(refusedIn.contains("Chain.extend"), refusedIn::toString);
        full.removeSome(map, 1);
        close(map);
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "PORTABLE"})
    void roomOfLargeValuesServesSmallOnes(Mapping mapping) throws IOException {
        assumeAvailable(mapping);
        Settings settings = settings(mapping, false);
        settings.maxFileBytes = 8L << 20;
        SegmentedMap<String, byte[]> map = open(settings, folder.resolve("mixed.map"));
        int large = fillWith(map, 200_000);
        map.clear();
        int small = fillWith(map, 60);
        assertTrue(large > 30);
        assertTrue(small > 30_000);
        map.clear();
        // buckets stay where they are for ever, and large values need a whole run between them
        int again = fillWith(map, 200_000);
        System.err.println("DiskFullTest mapping=" + mapping + ", large=" + large + ", small=" + small
            + ", again=" + again);
        assertTrue(again > large / 4);
        close(map);
    }

    private static int fillWith(SegmentedMap<String, byte[]> map, int length) {
        byte[] value = new byte[length];
        for (int i = 0;; i++) {
            try {
                map.set("key" + i, value);
            } catch (MapFullException full) {
                assertEquals(i, map.size());
                return i;
            }
        }
    }

    /** Fills, makes room, fills again, reopens. */
    private void work(Settings settings, Path file, long salt) throws IOException {
        Random random = new Random(SEED + salt);
        FullMap full = new FullMap(random, random.nextBoolean() ? 2_000_000 : 20_000, refusedIn);
        SegmentedMap<String, byte[]> map = open(settings, file);
        boolean done = false;
        try {
            full.fill(map, 12);
            countRefusedSplits(map);
            full.removeSome(map, 0.5);
            full.fill(map, 5);
            close(map);
            map = open(settings, file);
            full.compare(map);
            full.fill(map, 5);
            full.clear(map);
            int before = full.size();
            full.fill(map, 5);
            assertTrue(full.size() >= before);
            full.removeSome(map, 1);
            done = true;
        } finally {
            if (done) {
                close(map);
            } else {
                map.close();
            }
        }
    }

    private void countRefusedSplits(SegmentedMap<String, byte[]> map) {
        for (int segment = 0; segment < map.parts().geometry.segments(); segment++) {
            splitsRefused += map.parts().splitter.isDue(map.parts().geometry.segmentOffset(segment)) ? 1 : 0;
        }
    }

    /** Creation; buckets; an extent for entries; one for a large value; a split. */
    private void assertEverythingWasRefused() {
        System.err.println("DiskFullTest seed=" + SEED + ", neverCreated=" + neverCreated + ", splitsRefused="
            + splitsRefused + ", refusedIn=" + refusedIn);
        assertTrue(neverCreated > 0);
        assertTrue(splitsRefused > 0);
        assertTrue(refusedIn.containsAll(Set.of("Writer.emptySlot", "BlockAllocator.grow",
            "BlockAllocator.allocateLarge")),
            refusedIn::toString);
    }
}
