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
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("portable")
@Timeout(60)
final class HousekeeperTest {

    private final Housekeeper housekeeper = new Housekeeper();

    private Thread threadOf(AtomicReference<Thread> seen) throws InterruptedException {
        while (seen.get() == null) {
            Thread.sleep(1);
        }
        return seen.get();
    }

    @Test
    void oneDaemonThreadLivesWhileThereAreTasks() throws InterruptedException {
        AtomicReference<Thread> first = new AtomicReference<>();
        AtomicReference<Thread> second = new AtomicReference<>();
        Housekeeper.Task one = () -> note(first);
        Housekeeper.Task two = () -> note(second);
        housekeeper.register(one);
        housekeeper.register(two);
        Thread thread = threadOf(first);
        assertSame(thread, threadOf(second));
        assertEquals("offheapmap-housekeeper", thread.getName());
        assertTrue(thread.isDaemon());
        assertNull(thread.getContextClassLoader());
        housekeeper.unregister(one);
        Thread.sleep(50);
        assertTrue(thread.isAlive());
        housekeeper.unregister(two);
        thread.join(5_000);
        assertFalse(thread.isAlive());

        first.set(null);
        housekeeper.register(one);
        assertNotSame(thread, threadOf(first));
        housekeeper.unregister(one);
        first.get().join(5_000);
        assertFalse(first.get().isAlive());
    }

    private static int note(AtomicReference<Thread> seen) {
        assertTrue(Housekeeper.isHousekeepingThread());
        seen.set(Thread.currentThread());
        return 0;
    }

    @Test
    void callerIsNoHousekeeper() {
        assertFalse(Housekeeper.isHousekeepingThread());
        assertSame(Housekeeper.shared(), Housekeeper.shared());
    }

    @Test
    void registersOnceOnly() {
        Housekeeper.Task task = () -> 0;
        housekeeper.unregister(task);
        housekeeper.register(task);
        assertThrows(IllegalArgumentException.class, () -> housekeeper.register(task));
        housekeeper.unregister(task);
        housekeeper.unregister(task);
    }

    /** Also what Agrona's runner takes as a wish to end. */
    @Test
    void aFailureHarmsNobodyElse() throws InterruptedException {
        for (Throwable failure : new Throwable[] {new IllegalStateException("planted"),
            new InterruptedException("planted"), new AgentTerminationException(true),
            new StackOverflowError("planted")}) {
            AtomicInteger failures = new AtomicInteger();
            AtomicInteger runs = new AtomicInteger();
            Housekeeper.Task bad = () -> {
                failures.incrementAndGet();
                throw HousekeeperTest.<RuntimeException>disguise(failure);
            };
            Housekeeper.Task good = runs::incrementAndGet;
            housekeeper.register(bad);
            housekeeper.register(good);
            while (failures.get() < 3 || runs.get() < 3) {
                Thread.sleep(1);
            }
            housekeeper.unregister(bad);
            housekeeper.unregister(good);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T disguise(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void unregisteringWaitsForTheTask() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            CountDownLatch started = new CountDownLatch(1);
            AtomicBoolean isRunning = new AtomicBoolean();
            AtomicInteger runs = new AtomicInteger();
            Housekeeper.Task task = () -> {
                isRunning.set(true);
                started.countDown();
                Thread.sleep(5);
                isRunning.set(false);
                return runs.incrementAndGet();
            };
            housekeeper.register(task);
            started.await();
            housekeeper.unregister(task);
            assertFalse(isRunning.get());
            int before = runs.get();
            housekeeper.wakeUp();
            Thread.sleep(10);
            assertEquals(before, runs.get());
        }
    }

    @Test
    void aTaskMayRemoveItself() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        AtomicReference<Housekeeper.Task> self = new AtomicReference<>();
        self.set(() -> {
            housekeeper.unregister(self.get());
            done.countDown();
            return runs.incrementAndGet();
        });
        housekeeper.register(self.get());
        assertTrue(done.await(10, TimeUnit.SECONDS));
        Thread.sleep(20);
        assertEquals(1, runs.get());
    }

    @Test
    void cannotBeInterrupted() throws InterruptedException {
        AtomicReference<Thread> seen = new AtomicReference<>();
        AtomicInteger runs = new AtomicInteger();
        Housekeeper.Task task = () -> {
            note(seen);
            Thread.currentThread().interrupt();
            Thread.sleep(1);   // would throw
            runs.incrementAndGet();
            return 0;
        };
        housekeeper.register(task);
        threadOf(seen).interrupt();
        while (runs.get() < 3) {
            housekeeper.wakeUp();
            Thread.sleep(1);
        }
        assertTrue(seen.get().isAlive());
        assertFalse(seen.get().isInterrupted());
        housekeeper.unregister(task);
    }

    /** Many hand-overs take less time than they would if each had to wait for the end of a sleep. */
    @Test
    void wakesUpAtOnce() throws InterruptedException {
        AtomicInteger wanted = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Housekeeper.Task task = () -> {
            done.set(wanted.get());
            return 0;
        };
        housekeeper.register(task);
        long start = System.nanoTime();
        int rounds = 200;
        for (int i = 1; i <= rounds; i++) {
            wanted.set(i);
            housekeeper.wakeUp();
            while (done.get() < i) {
                Thread.onSpinWait();
            }
        }
        long ns = System.nanoTime() - start;
        housekeeper.unregister(task);
        assertTrue(ns < rounds * Housekeeper.PARK_NS / 4, "ns=" + ns);
    }

    @Test
    void sleepsWhenThereIsNothingToDo() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        Housekeeper.Task task = () -> {
            runs.incrementAndGet();
            return 0;
        };
        housekeeper.register(task);
        Thread.sleep(500);
        housekeeper.unregister(task);
        assertTrue(runs.get() >= 2 && runs.get() <= 10, "runs=" + runs.get());
    }
}
