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
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
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
        MappedFile second = open(kind == MappingKind.NATIVE ? MappingKind.PORTABLE : MappingKind.NATIVE,
            false);
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
}
