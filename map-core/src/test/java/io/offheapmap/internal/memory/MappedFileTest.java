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
package io.offheapmap.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.offheapmap.error.MapClosedException;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("portable")
final class MappedFileTest {

    private static final long MIB = 1L << 20;
    private static final long RESERVED = 1L << 30;

    @TempDir
    private Path folder;

    private MappedFile open(MappingKind kind, boolean create) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        return MappedFile.open(folder.resolve("file"), kind, RESERVED, create);
    }

    private MappedFile anonymous(MappingKind kind) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        return MappedFile.anonymous(kind, RESERVED);
    }

    /** What the file takes on the device, in bytes. */
    private static long blocks(Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        String answer = new String(process.getInputStream().readAllBytes()).trim();
        assumeTrue(process.waitFor(10, TimeUnit.SECONDS) && !answer.isEmpty());
        return Long.parseLong(answer) * 512;
    }

    @ParameterizedTest
    @EnumSource
    void growsAndKeepsWhatWasStored(MappingKind kind) throws Exception {
        MappedFile mapped = open(kind, true);
        Path file = mapped.file();
        assertEquals(0, mapped.length());
        assertEquals(RESERVED, mapped.reservedBytes());
        assertEquals(kind == MappingKind.NATIVE, mapped.isNative());
        mapped.grow(8192);
        mapped.memory().storeLong(8184, 42);
        mapped.grow(5 * MIB + 4096);
        mapped.grow(4096);   // shorter: nothing happens
        mapped.populate(0, 6 * MIB);
        assertEquals(5 * MIB + 4096, mapped.length());
        assertEquals(5 * MIB + 4096, Files.size(file));
        assertTrue(blocks(file) >= 5 * MIB, "blocks are reserved: " + blocks(file));
        for (long offset = 8192; offset < mapped.length(); offset += 4096) {
            assertEquals(0, mapped.memory().loadLong(offset));
        }
        mapped.memory().storeLong(mapped.length() - 8, 43);
        mapped.force();
        mapped.forceDirectory();
        mapped.close();

        MappedFile again = open(kind, false);
        assertEquals(5 * MIB + 4096, again.length());
        assertEquals(42, again.memory().loadLong(8184));
        assertEquals(43, again.memory().loadLong(again.length() - 8));
        again.close();
        assertEquals(5 * MIB + 4096, Files.size(file));
    }

    /** The kinds can be mixed: the file is the same. */
    @ParameterizedTest
    @EnumSource
    void seesWhatTheOtherKindStored(MappingKind kind) throws IOException {
        MappedFile first = open(kind, true);
        first.grow(MIB);
        first.memory().storeLong(4096, 7);
        first.close();
        MappedFile second = open(kind == MappingKind.NATIVE
            ? MappingKind.PORTABLE : MappingKind.NATIVE, false);
        assertEquals(MIB, second.length());
        assertEquals(7, second.memory().loadLong(4096));
        second.close();
    }

    @ParameterizedTest
    @EnumSource
    void storesReachTheFile(MappingKind kind) throws IOException {
        MappedFile mapped = open(kind, true);
        mapped.grow(4096);
        mapped.memory().storeByte(100, (byte) 9);
        mapped.force();
        assertEquals(9, Files.readAllBytes(mapped.file())[100]);
        mapped.close();
    }

    @ParameterizedTest
    @EnumSource
    void cutsTheEndOff(MappingKind kind) throws IOException {
        MappedFile mapped = open(kind, true);
        mapped.grow(2 * MIB);
        mapped.memory().storeLong(MIB, 1);
        mapped.truncate(MIB);
        assertEquals(MIB, mapped.length());
        assertEquals(MIB, Files.size(mapped.file()));
        mapped.truncate(2 * MIB);   // longer: nothing happens
        assertEquals(MIB, mapped.length());
        mapped.grow(2 * MIB);
        assertEquals(0, mapped.memory().loadLong(MIB));
        mapped.close();
    }

    @ParameterizedTest
    @EnumSource
    void punchesWhereItCan(MappingKind kind) throws Exception {
        MappedFile mapped = open(kind, true);
        mapped.grow(4 * MIB);
        for (long offset = 0; offset < 4 * MIB; offset += 4096) {
            mapped.memory().storeLong(offset, 5);
        }
        mapped.force();
        assertTrue(blocks(mapped.file()) >= 4 * MIB);
        if (mapped.punch(MIB, 2 * MIB)) {
            assertTrue(blocks(mapped.file()) < 3 * MIB);
            assertEquals(0, mapped.memory().loadLong(MIB));
            assertEquals(0, mapped.memory().loadLong(3 * MIB - 4096));
        } else {
            assertEquals(MappingKind.PORTABLE, kind);
            assertEquals(5, mapped.memory().loadLong(MIB));
        }
        assertEquals(5, mapped.memory().loadLong(MIB - 4096));
        assertEquals(5, mapped.memory().loadLong(3 * MIB));
        assertEquals(4 * MIB, mapped.length());
        mapped.reserve(MIB, 2 * MIB);
        assertTrue(blocks(mapped.file()) >= 4 * MIB, "the hole has blocks again");
        assertEquals(5, mapped.memory().loadLong(3 * MIB));
        mapped.close();
    }

    @ParameterizedTest
    @EnumSource
    void memoryOnlyLeavesNoFile(MappingKind kind) throws IOException {
        MappedFile mapped = anonymous(kind);
        assertNull(mapped.file());
        assertEquals(0, mapped.length());
        mapped.grow(3 * MIB);
        mapped.populate(0, 3 * MIB);
        mapped.memory().storeLong(2 * MIB, 6);
        mapped.force();
        mapped.forceDirectory();
        assertTrue(mapped.isInPlace());
        assertEquals(6, mapped.memory().loadLong(2 * MIB));
        if (mapped.punch(2 * MIB, MIB)) {
            assertEquals(0, mapped.memory().loadLong(2 * MIB));
        }
        mapped.memory().storeLong(2 * MIB, 6);
        mapped.truncate(2 * MIB);
        mapped.grow(3 * MIB);
        assertEquals(0, mapped.memory().loadLong(2 * MIB));
        Path maps = Path.of("/proc/self/maps");
        if (Files.exists(maps)) {
            for (String line : Files.readAllLines(maps)) {
                assertTrue(!line.contains("/offheapmap-") || line.endsWith(" (deleted)"), line);
            }
        }
        mapped.close();
    }

    @ParameterizedTest
    @EnumSource
    void accessAfterCloseThrows(MappingKind kind) throws IOException {
        MappedFile mapped = open(kind, true);
        mapped.grow(4096);
        MappedMemory memory = mapped.memory();
        mapped.close();
        mapped.close();
        assertTrue(mapped.isClosed());
        assertThrows(IllegalStateException.class, () -> memory.loadLong(0));
        assertThrows(IllegalStateException.class, () -> memory.storeRelease(0, 1));
        assertThrows(IllegalStateException.class, () -> memory.copyTo(0, new byte[8], 0, 8));
        assertThrows(IllegalStateException.class, () -> memory.zero(0, 4096));
        assertThrows(IllegalStateException.class, () -> memory.view(0, 8).fill((byte) 1));
        String message = "the mapping is closed: file=" + mapped.file() + "; open the map again";
        assertEquals(message, assertThrows(MapClosedException.class, () -> mapped.grow(8192)).getMessage());
        assertEquals(message, assertThrows(MapClosedException.class, mapped::force).getMessage());
        assertThrows(MapClosedException.class, () -> mapped.truncate(0));
        assertThrows(MapClosedException.class, () -> mapped.punch(0, 4096));
        assertThrows(MapClosedException.class, () -> mapped.reserve(0, 4096));
        assertThrows(MapClosedException.class, () -> mapped.populate(0, 4096));
        assertThrows(MapClosedException.class, () -> mapped.advise(Advice.NORMAL, 0, 4096));
    }

    /** Threads are in the middle of all kinds of access, and of calls of the system, when it is unmapped. */
    @ParameterizedTest
    @EnumSource
    void closeUnderWayThrowsOnly(MappingKind kind) throws Exception {
        for (int round = 0; round < 50; round++) {
            MappedFile mapped = anonymous(kind);
            mapped.grow(MIB);
            AtomicReference<Throwable> unexpected = new AtomicReference<>();
            Thread[] threads = {
                new Thread(() -> useUntilClosed(mapped, unexpected)),
                new Thread(() -> useUntilClosed(mapped, unexpected)),
                new Thread(() -> callUntilClosed(mapped, unexpected)),
            };
            for (Thread thread : threads) {
                thread.start();
            }
            Thread.sleep(round % 5);
            mapped.close();
            for (Thread thread : threads) {
                thread.join(10_000);
                assertFalse(thread.isAlive());
            }
            assertNull(unexpected.get(), () -> "in a thread: " + unexpected.get());
        }
    }

    private static void useUntilClosed(MappedFile mapped, AtomicReference<Throwable> unexpected) {
        MappedMemory memory = mapped.memory();
        byte[] bytes = new byte[10_000];
        try {
            for (long i = 0;; i++) {
                long offset = i * 64 % (MIB / 2);
                memory.storeLong(offset, memory.loadAcquire(offset) + 1);
                memory.copyTo(offset, bytes, 0, bytes.length);
                memory.copyFrom(offset, bytes, 0, bytes.length);
                memory.zero(offset, 5_000);
            }
        } catch (IllegalStateException closed) {
            // As it should be.
        } catch (Throwable failure) {
            unexpected.set(failure);
        }
    }

    private static void callUntilClosed(MappedFile mapped, AtomicReference<Throwable> unexpected) {
        try {
            for (long length = MIB;; length += 4096) {
                mapped.grow(length);
                mapped.populate(length - 4096, length);
                mapped.force();
            }
        } catch (MapClosedException closed) {
            // As it should be.
        } catch (Throwable failure) {
            unexpected.set(failure);
        }
    }

    /** The JVM turns the signal into an error; it must not be the end of it. */
    @ParameterizedTest
    @EnumSource
    void accessPastTheEndIsAnError(MappingKind kind) throws IOException {
        MappedFile mapped = open(kind, true);
        mapped.grow(4096);
        assertThrows(InternalError.class, () -> mapped.memory().storeLong(8192, 1));
        assertThrows(InternalError.class, () -> mapped.memory().copyFrom(8192, new byte[100], 0, 100));
        mapped.grow(16384);
        mapped.memory().storeLong(8192, 1);
        mapped.close();
    }

    @ParameterizedTest
    @EnumSource
    void staysInTheReservedRange(MappingKind kind) throws IOException {
        MappedFile mapped = open(kind, true);
        mapped.grow(4096);
        IOException refusal = assertThrows(IOException.class, () -> mapped.grow(RESERVED + 1));
        assertEquals("the reserved range is too small: file=" + mapped.file() + ", wanted=1073741825,"
            + " reservedBytes=1073741824; open with a larger reservedBytes", refusal.getMessage());
        assertEquals(4096, mapped.length());
        mapped.close();
    }

    @ParameterizedTest
    @EnumSource
    void takesLessAddressSpaceWhereItMust(MappingKind kind) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        MappedFile mapped = MappedFile.open(folder.resolve("file"), kind, 1L << 50, true);
        System.out.println("MappedFileTest: kind=" + kind + ", asked=" + (1L << 50) + ", reserved="
            + mapped.reservedBytes());
        assertTrue(mapped.reservedBytes() >= 1L << 40);
        assertEquals(0, Files.size(mapped.file()));
        mapped.grow(4096);
        mapped.memory().storeLong(0, 1);
        mapped.close();
    }

    @ParameterizedTest
    @EnumSource
    void reservesAtLeastTheWholeFile(MappingKind kind) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        Path file = folder.resolve("file");
        Files.write(file, new byte[10_000]);
        MappedFile mapped = MappedFile.open(file, kind, 4096, false);
        assertEquals(10_000, mapped.length());
        assertEquals(12_288, mapped.reservedBytes());
        assertEquals(0, mapped.memory().loadByte(9_999));
        mapped.close();
        assertEquals(10_000, Files.size(file));
        assertThrows(IllegalArgumentException.class, () -> MappedFile.open(file, kind, 0, false));
    }

    /** Huge pages in a file need an address that is aligned like the offset, whatever was mapped before. */
    @ParameterizedTest
    @EnumSource
    void isAligned(MappingKind kind) throws IOException {
        checkAlignment(kind, folder);
    }

    /** Where the kernel does not align by itself. */
    @ParameterizedTest
    @EnumSource
    void isAlignedInMemoryFileSystems(MappingKind kind) throws IOException {
        try (SmallDisk disk = SmallDisk.mount(folder, MIB)) {
            checkAlignment(kind, disk.folder());
        }
    }

    private static void checkAlignment(MappingKind kind, Path folder) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        MappedFile[] files = new MappedFile[6];
        for (int i = 0; i < files.length; i++) {
            files[i] = MappedFile.open(folder.resolve("file-" + i), kind, MIB * 64 + i * 4096L, true);
            files[i].grow(4096);
        }
        for (MappedFile file : files) {
            assertEquals(0, file.memory().view(0, 1).address() % (2 * MIB));
            file.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatCannotBeMapped(MappingKind kind) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        assertThrows(NoSuchFileException.class, () -> open(kind, false));
        assertFalse(Files.exists(folder.resolve("file")));
        assertEquals("only a regular file can be mapped: file=" + folder
                + "; give the path of a file, not of a folder or a device",
            assertThrows(IOException.class, () -> MappedFile.open(folder, kind, RESERVED, true))
            .getMessage());
        assertThrows(IOException.class,
            () -> MappedFile.open(folder.resolve("missing/file"), kind, RESERVED, true));
        URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
        try (FileSystem other = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
            assertEquals("only a file of the operating system can be mapped: file=/file, fileSystem=jar;"
                    + " give a path of the default file system",
                assertThrows(IOException.class,
                    () -> MappedFile.open(other.getPath("/file"), kind, RESERVED, true)).getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesBeyondAsciiAndBlanks(MappingKind kind) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")));
        MappedFile mapped = MappedFile.open(folder.resolve("ein Fäßchen 桶"), kind, RESERVED, true);
        mapped.grow(4096);
        assertEquals(4096, Files.size(folder.resolve("ein Fäßchen 桶")));
        mapped.close();
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptBreaksNothing(MappingKind kind) throws IOException {
        Thread.currentThread().interrupt();
        MappedFile mapped = open(kind, true);
        mapped.grow(2 * MIB);
        mapped.memory().storeLong(0, 1);
        mapped.force();
        mapped.truncate(MIB);
        assertTrue(Thread.currentThread().isInterrupted());
        mapped.close();
        assertTrue(Thread.interrupted());
        assertEquals(MIB, Files.size(folder.resolve("file")));
    }

    @ParameterizedTest
    @EnumSource
    void knowsWhichFileItIs(MappingKind kind) throws IOException {
        MappedFile mapped = open(kind, true);
        Path file = mapped.file();
        assertEquals(FileIdentity.of(file), mapped.identity());
        assertNotEquals(FileIdentity.UNKNOWN, mapped.identity());
        assertTrue(mapped.isInPlace());
        Path other = folder.resolve("other");
        Files.move(file, other);
        assertFalse(mapped.isInPlace());
        Files.createFile(file);
        assertFalse(mapped.isInPlace());
        Files.delete(file);
        Files.move(other, file);
        assertTrue(mapped.isInPlace());
        mapped.close();
    }

    /** The whole of the room on the device, then a little more. */
    @ParameterizedTest
    @EnumSource
    void aFullDeviceIsAnException(MappingKind kind) throws Exception {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        try (SmallDisk disk = SmallDisk.mount(folder, 4 * MIB)) {
            Path file = disk.folder().resolve("file");
            MappedFile mapped = MappedFile.open(file, kind, RESERVED, true);
            mapped.grow(2 * MIB);
            mapped.memory().storeLong(2 * MIB - 8, 11);
            IOException failure = assertThrows(IOException.class, () -> mapped.grow(16 * MIB));
            assertTrue(failure.getMessage().startsWith("can't make the file longer: file=" + file
                + ", length=2097152, bytes=14680064, reason="), failure.getMessage());
            assertTrue(failure.getMessage().contains("No space left on device"), failure.getMessage());
            assertEquals(2 * MIB, mapped.length());
            assertEquals(2 * MIB, Files.size(file));
            assertEquals(2 * MIB, blocks(file));
            mapped.grow(4 * MIB);   // what was tried in vain has been given back
            mapped.memory().storeLong(4 * MIB - 8, 12);
            assertEquals(11, mapped.memory().loadLong(2 * MIB - 8));
            mapped.force();
            mapped.close();
            assertEquals(4 * MIB, Files.size(file));
        }
    }

    /** A transfer between a channel and a view holds the mapping; close waits for it. */
    @ParameterizedTest
    @EnumSource
    void closeWaitsForATransfer(MappingKind kind) throws Exception {
        MappedFile mapped = anonymous(kind);
        mapped.grow(64 * MIB);
        Path target = folder.resolve("copy");
        Thread writer = new Thread(() -> {
            try (FileChannel channel = FileChannel.open(target, StandardOpenOption.CREATE,
                StandardOpenOption.WRITE)) {
                while (true) {
                    channel.write(mapped.memory().view(0, 32 * MIB).asByteBuffer(), 0);
                }
            } catch (IOException | IllegalStateException ended) {
                // Closed between two transfers.
            }
        });
        writer.start();
        while (Files.notExists(target)) {
            Thread.onSpinWait();
        }
        mapped.close();
        writer.join(10_000);
        assertFalse(writer.isAlive());
    }
}
