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

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.error.MapFullException;
import io.offheapmap.error.OffHeapMapException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can lie at a path, and who else may have it open. */
@Tag("portable")
class OpeningTest {

    @TempDir
    Path folder;

    private static OffHeapMapBuilder<String, String> builder() {
        return OffHeapMap.of(String.class, String.class).entries(10);
    }

    private static OffHeapMap<String, String> open(Path file) throws IOException {
        return TestMaps.open(TestMaps.Kind.FILE_PORTABLE, builder(), file);
    }

    private static OffHeapMap<String, String> openFilled(Path file) throws IOException {
        OffHeapMap<String, String> map = open(file);
        map.set("a", "b");
        return map;
    }

    private static void assertFilled(Path file) throws IOException {
        try (OffHeapMap<String, String> map = open(file)) {
            assertEquals("b", map.get("a"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void emptyFileBecomesAMap(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        Path file = Files.createTempFile(folder, "empty", ".map");
        String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        try (OffHeapMap<String, String> map = TestMaps.open(kind, builder(), file)) {
            map.set("a", "b");
        }
        assertFilled(file);
        assertEquals(permissions, PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
            "who made the file private wants it private");
    }

    @Test
    void leftOversOfAFailedCreationAreNoObstacle() throws IOException {
        Path file = folder.resolve("again.map");
        Files.write(folder.resolve("again.map.new"), new byte[100]);
        openFilled(file).close();
        assertFilled(file);
        assertFalse(Files.exists(folder.resolve("again.map.new")));
    }

    @Test
    void namesAreNoObstacle() throws IOException {
        Path file = folder.resolve("Karte f\u00fcr $(ls) 'x' \u4e16.map");
        openFilled(file).close();
        assertFilled(file);
        Path relative = Path.of("").toAbsolutePath().relativize(file);
        assertFilled(relative);
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void whatIsNoFileIsAnIoException(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        Path plain = Files.createFile(folder.resolve("plain"));
        assertThrows(NoSuchFileException.class,
            () -> TestMaps.open(kind, builder(), folder.resolve("missing").resolve("a.map")));
        assertThrows(FileSystemException.class, () -> TestMaps.open(kind, builder(), plain.resolve("a.map")));
        Path inner = Files.createDirectory(folder.resolve("inner"));
        for (Path path : List.of(inner, Path.of("/"), Path.of(""), Path.of("/dev/null"))) {
            assertEquals("only a regular file can be mapped: file=" + path
                + "; give the path of a file, not of a folder or a device",
                assertThrows(IOException.class, () -> TestMaps.open(kind, builder(), path)).getMessage());
        }
        assertFalse(Files.exists(folder.resolve("inner.lock")));
        Path zip = folder.resolve("a.zip");
        try (FileSystem other = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
            Path path = other.getPath("/a.map");
            assertEquals("only a file of the operating system can be mapped: file=/a.map, fileSystem=jar; "
                + "give a path of the default file system",
                assertThrows(IOException.class, () -> TestMaps.open(kind, builder(), path)).getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void protectedDisk(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        try (TestDisk disk = TestDisk.mount(TestDisk.Kind.TMPFS, folder, 4 << 20)) {
            openFilled(disk.folder().resolve("a.map")).close();
            disk.protect();
            for (String name : List.of("a.map", "b.map")) {
                IOException refused = assertThrows(IOException.class,
                    () -> TestMaps.open(kind, builder(), disk.folder().resolve(name)));
                assertTrue(refused.getMessage().contains(name), refused::getMessage);
                assertTrue(refused.getMessage().contains("Read-only file system"), refused::getMessage);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 4_095, 4_096, 16_383, 16_384, 20_000, 1_000_000})
    void whatIsNoMapIsRefusedAndUntouched(int length) throws IOException {
        for (byte fill : new byte[] {0, 1, -1, 77}) {
            Path file = folder.resolve("no.map");
            byte[] bytes = new byte[length];
            if (fill == 77) {
                new Random(length).nextBytes(bytes);
            } else {
                java.util.Arrays.fill(bytes, fill);
            }
            Files.write(file, bytes);
            CorruptMapException refused = assertThrows(CorruptMapException.class, () -> open(file));
            assertEquals(length < 16_384 ? "file is too short for a map: length=" + length
                + ", least=16384; give the path of a map, or of no file, offset=" + length
                : "file has no whole header: length=" + length
                + "; give the path of a map, or restore the file from a copy, offset=0",
                refused.getMessage());
            assertTrue(java.util.Arrays.equals(bytes, Files.readAllBytes(file)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void cutFileIsRefused(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        Path file = folder.resolve("cut.map");
        try (OffHeapMap<String, String> map = TestMaps.open(kind, builder(), file)) {
            for (int i = 0; i < 1_000; i++) {
                map.set("key" + i, "value".repeat(10));
            }
        }
        long whole = Files.size(file);
        Random random = new Random(whole);
        for (int i = 0; i < 60; i++) {
            long length = i < 20 ? whole - 1 - i * 4_096 : 1 + random.nextLong(whole - 1);
            Path cut = folder.resolve("shorter.map");
            Files.copy(file, cut);
            try (FileChannel channel = FileChannel.open(cut, StandardOpenOption.WRITE)) {
                channel.truncate(length);
            }
            CorruptMapException refused = assertThrows(CorruptMapException.class,
                () -> TestMaps.open(kind, builder(), cut));
            assertTrue(refused.getMessage().startsWith(length < 16_384
                ? "file is too short for a map: length=" : "file is cut off: length=" + length),
                refused::getMessage);
            assertEquals(length, refused.offset());
            assertEquals(length, Files.size(cut));
            Files.delete(cut);
        }
    }

    @Test
    void openedTwiceInOneJvm() throws IOException {
        Path file = folder.resolve("twice.map");
        Path link = Files.createSymbolicLink(folder.resolve("link.map"), file.getFileName());
        Path other = Files.createSymbolicLink(folder.resolve("folder"), folder).resolve("twice.map");
        Path dotted = folder.resolve(".").resolve("twice.map");
        try (OffHeapMap<String, String> map = openFilled(file)) {
            for (Path path : List.of(file, other, dotted, link)) {
                assertEquals("the map is open in this JVM already: file=" + path
                    + "; share the map object, or close it first",
                    assertThrows(OffHeapMapException.class, () -> open(path)).getMessage());
            }
            assertEquals("b", map.get("a"));
        }
        assertFilled(link);
        assertTrue(Files.isSymbolicLink(link));
        assertFilled(file);
    }

    @Test
    void linkToNothingIsFollowed() throws IOException {
        Path target = Files.createDirectory(folder.resolve("there")).resolve("target.map");
        Path link = Files.createSymbolicLink(folder.resolve("link.map"), Path.of("there", "target.map"));
        openFilled(link).close();
        assertTrue(Files.isSymbolicLink(link));
        assertFilled(target);
    }

    @Test
    void openInAnotherProcess() throws Exception {
        Path file = folder.resolve("theirs.map");
        try (ChildJvm child = ChildJvm.start(MapHolder.class, List.of(file.toString()))) {
            assertEquals("open", child.nextLine());
            assertEquals("the map is open in another process: file=" + file.toRealPath() + ", lockFile="
                + folder.toRealPath().resolve("theirs.map.lock") + "; close it there",
                assertThrows(OffHeapMapException.class, () -> open(file)).getMessage());
            child.send("go on");
            assertEquals("closed", child.nextLine());
            assertEquals(0, child.exitValue());
        }
        try (OffHeapMap<String, String> map = open(file)) {
            assertEquals("the child", map.get("from"));
        }
    }

    @Test
    void interruptIsNoObstacleAndKept() throws IOException {
        Path file = folder.resolve("interrupted.map");
        for (int i = 0; i < 3; i++) {
            Thread.currentThread().interrupt();
            OffHeapMap<String, String> map = open(file);
            assertTrue(Thread.currentThread().isInterrupted());
            map.set("a" + i, "b".repeat(2_000_000));
            map.sync();
            assertTrue(Thread.currentThread().isInterrupted());
            map.close();
            assertTrue(Thread.interrupted());
        }
        try (OffHeapMap<String, String> map = open(file)) {
            assertEquals(3, map.size());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE_PORTABLE", "FILE_NATIVE"})
    void deletedFileIsNoticedBySync(TestMaps.Kind kind) throws IOException {
        kind.assumeAvailable();
        Path file = folder.toRealPath().resolve("deleted.map");
        try (OffHeapMap<String, String> map = TestMaps.open(kind, builder(), file)) {
            map.set("a", "b");
            map.sync();
            Files.delete(file);
            assertEquals("b", map.get("a"));
            String fault = "the file is not at its place any more: file=" + file
                + "; copy the entries to another map before this one is closed";
            assertEquals(fault, assertThrows(OffHeapMapException.class, map::sync).getMessage());
            Files.write(file, new byte[10]);
            assertEquals(fault, assertThrows(OffHeapMapException.class, map::sync).getMessage());
            map.set("a", "c");
            assertEquals("c", map.get("a"));
        }
        assertEquals(10, Files.size(file));
    }

    @Test
    void messagesNameTheFile() throws IOException {
        Path file = folder.toRealPath().resolve("small.map");
        try (OffHeapMap<String, String> map = TestMaps.open(TestMaps.Kind.FILE_PORTABLE,
            builder().maxFileBytes(100_000), file)) {
            String full = assertThrows(MapFullException.class,
                () -> map.set("a", "b".repeat(1_000_000))).getMessage();
            assertTrue(full.startsWith("the map is full: file=" + file + ", maxFileBytes=100000, wanted="),
                full);
        }
    }

    @Test
    void failedOpeningLeavesNothingOpen() throws IOException {
        Path file = folder.resolve("free.map");
        for (int i = 0; i < 300; i++) {
            assertThrows(MapFullException.class, () -> builder().maxFileBytes(1).createPersistedTo(file));
        }
        assertFalse(Files.exists(file));
        openFilled(file).close();
        for (int i = 0; i < 300; i++) {
            assertThrows(OffHeapMapException.class, () -> builder().segments(1).createPersistedTo(file));
        }
        Path descriptors = Path.of("/proc/self/fd");
        if (Files.exists(descriptors)) {
            try (var all = Files.list(descriptors)) {
                assertTrue(all.count() < 200);
            }
        }
        assertFilled(file);
    }
}
