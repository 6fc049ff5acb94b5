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
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.offheapmap.error.MapClosedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing that races with a close, or comes after it, ends the JVM. */
@Tag("portable")
final class MappedFileCloseTest {

    private static final long MIB = 1L << 20;
    private static final long RESERVED = 1L << 30;

    @TempDir
    private Path folder;

    private MappedFile open(MappingKind kind, boolean create) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        return MappedFile.open(folder.resolve("file"), kind, RESERVED, create);
    }

    private static MappedFile anonymous(MappingKind kind) throws IOException {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        return MappedFile.anonymous(kind, RESERVED);
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
                    LockSupport.parkNanos(1_000_000);
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
