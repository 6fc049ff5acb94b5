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
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.offheapmap.error.MapFullException;
import io.offheapmap.error.OffHeapMapException;
import java.io.IOException;
import java.nio.file.Files;
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

/** Limits, full devices, and what the one who wants more is told. */
@Tag("portable")
@Timeout(60)
final class GrowingSpaceFullTest {

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
    void theLimitIsExact() throws Exception {
        long limit = 3 * MIB + 12_345;
        openOver(64 * MIB, 0, limit);
        space.ensure(2 * MIB);
        space.ensure(limit);
        assertEquals(limit, space.reserved());
        MapFullException full = assertThrows(MapFullException.class, () -> space.ensure(limit + 1));
        assertEquals("the map is full: file=null, maxFileBytes=3158073, wanted=3158074;"
            + " remove entries or raise maxFileBytes", full.getMessage());
        space.ensure(limit);
        Thread.sleep(150);
        assertEquals(limit, file.length());
    }

    @Test
    void theReservedRangeIsALimitToo() throws IOException {
        openOver(2 * MIB, 0, Long.MAX_VALUE);
        space.ensure(2 * MIB);
        MapFullException full = assertThrows(MapFullException.class, () -> space.ensure(2 * MIB + 1));
        assertEquals("the map is full: file=null, reservedBytes=2097152, wanted=2097153;"
            + " open it again with larger reservedBytes", full.getMessage());
    }

    @Test
    void takesWhatIsNeededWhereAStepDoesNotFit() throws IOException {
        openOver(64 * MIB, 0, Long.MAX_VALUE);
        backing.room = 5 * MIB + 8192;
        space.ensure(5 * MIB);
        space.ensure(5 * MIB + 4097);
        assertEquals(5 * MIB + 8192, space.reserved());
        MapFullException full = assertThrows(MapFullException.class, () -> space.ensure(5 * MIB + 8193));
        assertEquals("the map is full because its file can't grow: file=null, length=5251072, wanted=5251073,"
            + " reason=no room: to=5255168; free space on the device or remove entries", full.getMessage());
        assertEquals(5 * MIB + 8192, file.length());
    }

    @Test
    void triesAgainWhenRoomWasMade() throws Exception {
        openOver(64 * MIB, 0, Long.MAX_VALUE);
        backing.room = MIB;
        space.ensure(MIB);
        for (int i = 0; i < 5; i++) {
            assertThrows(MapFullException.class, () -> space.ensure(MIB + 1));
        }
        int tries = backing.extensions.size();
        for (int i = 0; i < 100; i++) {
            space.ensure(MIB);            // would like to have more ahead, but was refused
            Thread.sleep(1);
        }
        assertEquals(tries, backing.extensions.size());
        backing.room = Long.MAX_VALUE;
        space.ensure(MIB + 1);
        assertEquals(2 * MIB, space.reserved());
        space.ensure(2 * MIB);
        await(() -> space.reserved() == 3 * MIB);   // and growing ahead goes on
    }

    @Test
    void aSmallWishIsGrantedBesideALargeOne() throws Exception {
        openOver(64 * MIB, 0, Long.MAX_VALUE);
        backing.room = 4 * MIB;
        backing.gate = new CountDownLatch(1);
        AtomicReference<Throwable> large = new AtomicReference<>();
        AtomicReference<Throwable> small = new AtomicReference<>();
        Thread first = start(() -> space.ensure(40 * MIB), large);
        Thread second = start(() -> space.ensure(3 * MIB), small);
        backing.gate.countDown();
        first.join();
        second.join();
        assertInstanceOf(MapFullException.class, large.get());
        assertNull(small.get());
    }

    /** Anything that goes wrong is told to who waits; nobody waits for ever. */
    @Test
    void anyFaultTravelsBack() throws IOException {
        openOver(64 * MIB, 0, Long.MAX_VALUE);
        backing.fault = new IllegalStateException("planted");
        OffHeapMapException told = assertThrows(OffHeapMapException.class, () -> space.ensure(1));
        assertSame(backing.fault, told.getCause());
        assertFalse(told instanceof MapFullException);
        assertEquals("the file could not grow: file=null, length=0, wanted=1,"
            + " reason=java.lang.IllegalStateException: planted; try again", told.getMessage());
        backing.fault = null;
        space.ensure(1);
    }

    @ParameterizedTest
    @EnumSource
    void aFullDeviceIsAnException(MappingKind kind) throws Exception {
        assumeTrue(kind == MappingKind.PORTABLE || NativeAccess.isAvailable());
        try (SmallDisk disk = SmallDisk.mount(folder, 4 * MIB)) {
            Path ballast = disk.folder().resolve("ballast");
            Files.write(ballast, new byte[(int) MIB]);
            file = MappedFile.open(disk.folder().resolve("file"), kind, 1L << 30, true);
            space = new GrowingSpace(file, Long.MAX_VALUE, housekeeper);
            long end = 0;
            MapFullException full = null;
            while (full == null) {
                try {
                    space.ensure(end + 4096);
                    end += 4096;
                    file.memory().storeLong(end - 8, end);
                } catch (MapFullException refusal) {
                    full = refusal;
                }
            }
            assertEquals(3 * MIB, end, "every page of the device could be used");
            assertTrue(full.getMessage().contains("No space left on device"), full.getMessage());
            assertEquals(end, file.memory().loadLong(end - 8));
            Files.delete(ballast);
            space.ensure(end + 4096);
            file.memory().storeLong(end, 1);
            space.close();
            file.close();
        }
    }
}
