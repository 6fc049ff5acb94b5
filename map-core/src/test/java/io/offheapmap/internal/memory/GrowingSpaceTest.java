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
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.offheapmap.error.MapClosedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("portable")
@Timeout(60)
final class GrowingSpaceTest {

    private static final long MIB = 1L << 20;

    @TempDir
    private Path folder;

    private final Housekeeper housekeeper = new Housekeeper();
    private TestBacking backing;
    private MappedFile file;
    private GrowingSpace space;

    @AfterEach
    void close() {
        if (backing != null) {
            backing.gate.countDown();   // a test that failed must not hold up the thread for ever
        }
        if (space != null) {
            space.close();
        }
        if (file != null) {
            file.close();
        }
    }

    private void openOver(long reservedBytes, long length, long maxFileBytes) throws IOException {
        backing = new TestBacking(reservedBytes, length);
        file = new MappedFile(null, MappingKind.PORTABLE, backing);
        space = new GrowingSpace(file, maxFileBytes, housekeeper);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsEnsuredCanBeStoredTo(MappingKind kind) throws Exception {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        file = MappedFile.open(folder.resolve("file"), kind, 1L << 30, true);
        space = new GrowingSpace(file, Long.MAX_VALUE, housekeeper);
        for (long end = 100_000; end < 20 * MIB; end += 100_000) {
            space.ensure(end);
            assertTrue(space.reserved() >= end);
            assertTrue(file.length() >= end);
            file.memory().storeLong(end - 8 & -8, end);
        }
        for (long end = 100_000; end < 20 * MIB; end += 100_000) {
            assertEquals(end, file.memory().loadLong(end - 8 & -8));
        }
        assertTrue(file.length() <= 22 * MIB, "grown too far: " + file.length());
    }

    @Test
    void growsByOneStepAhead() throws Exception {
        openOver(64 * MIB, 0, Long.MAX_VALUE);
        space.ensure(1);
        assertEquals(MIB, space.reserved());
        space.ensure(MIB / 2);            // half of the step is left
        Thread.sleep(150);
        assertEquals(MIB, space.reserved());
        space.ensure(MIB / 2 + 1);        // less than half
        await(() -> space.reserved() == 2 * MIB);
        Thread.sleep(150);
        assertEquals(2 * MIB, space.reserved());
        space.ensure(9 * MIB + 1);        // one request that needs more than a step
        assertEquals(9 * MIB + 4096, space.reserved());
        assertEquals(3, backing.extensions.size());
    }

    /**
     * Never by more than a 64th or 1 MiB, and at every moment at most one and a half of that ahead of the
     * use.
     */
    @Test
    void stepsFollowTheLength() throws Exception {
        long start = 256 * MIB;
        openOver(512 * MIB, start, Long.MAX_VALUE);
        for (long end = start; end <= 300 * MIB; end += 10_000) {
            space.ensure(end);
            assertTrue(space.reserved() - end <= (space.reserved() >> 6) * 3 / 2 + 8192);
        }
        space.close();   // nothing grows from here on
        long length = start;
        for (long extension : backing.extensions) {
            assertTrue(extension <= Math.max(MIB, length >> 6) + 4096, "extension=" + extension);
            length += extension;
        }
        assertTrue(backing.extensions.size() < 20, "steps=" + backing.extensions);
        assertTrue(backing.extensions.stream().allMatch(bytes -> bytes % (2 * MIB) == 0),
            "ends of huge pages");
    }

    /** A large step is made in pieces: who waits needs the first only. */
    @Test
    void largeStepsComeInPieces() throws Exception {
        openOver(4L << 30, 3L << 30, Long.MAX_VALUE);
        space.ensure((3L << 30) + 1);
        await(() -> space.reserved() == (3L << 30) + 48 * MIB);
        assertEquals(12, backing.extensions.size());
        assertTrue(backing.extensions.stream().allMatch(bytes -> bytes == 4 * MIB));
    }

    private static Thread start(Runnable work, AtomicReference<Throwable> failure) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable any) {
                failure.set(any);
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void anInterruptIsKept() throws IOException {
        openOver(64 * MIB, 0, Long.MAX_VALUE);
        backing.gate = new CountDownLatch(1);
        Thread opener = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
            backing.gate.countDown();
        });
        Thread.currentThread().interrupt();
        space.ensure(1);
        assertTrue(Thread.interrupted());
        assertEquals(MIB, space.reserved());
        assertTrue(opener.isVirtual());
    }

    @Test
    void manyThreadsOfBothKinds() throws Exception {
        openOver(256 * MIB, 0, Long.MAX_VALUE);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            Runnable work = () -> {
                try {
                    for (long end = number * 1_000L; end < 100 * MIB; end += 77_777) {
                        space.ensure(end);
                        if (space.reserved() < end) {
                            throw new AssertionError("returned too early: end=" + end);
                        }
                    }
                } catch (Throwable any) {
                    failure.set(any);
                }
            };
            threads[i] = i % 2 == 0 ? Thread.ofVirtual().start(work) : Thread.ofPlatform().start(work);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get(), () -> "in a thread: " + failure.get());
    }

    @Test
    void whoWaitsIsToldThatItWasClosed() throws Exception {
        openOver(64 * MIB, 0, Long.MAX_VALUE);
        backing.gate = new CountDownLatch(1);
        AtomicReference<Throwable> served = new AtomicReference<>();
        AtomicReference<Throwable> waiting = new AtomicReference<>();
        Thread first = start(() -> space.ensure(1), served);
        await(() -> first.getState() == Thread.State.TIMED_WAITING);
        Thread second = start(() -> space.ensure(2 * MIB), waiting);
        await(() -> second.getState() == Thread.State.TIMED_WAITING);
        Thread closer = start(space::close, new AtomicReference<>());
        second.join();
        assertEquals("the map is closed: file=null; open it again",
            assertInstanceOf(MapClosedException.class, waiting.get()).getMessage());
        backing.gate.countDown();
        closer.join();
        first.join();
        assertTrue(served.get() == null || served.get() instanceof MapClosedException);
        assertThrows(MapClosedException.class, () -> space.ensure(32 * MIB));
        space.close();
    }

    /** A task of the housekeeper may need room itself. */
    @Test
    void theHousekeeperDoesNotWaitForItself() throws Exception {
        openOver(64 * MIB, 0, Long.MAX_VALUE);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        Housekeeper.Task task = () -> {
            try {
                space.ensure(5 * MIB);
            } catch (Throwable any) {
                failure.set(any);
            }
            done.countDown();
            return 0;
        };
        housekeeper.register(task);
        done.await();
        housekeeper.unregister(task);
        assertNull(failure.get());
        assertTrue(space.reserved() >= 5 * MIB);
    }
}
