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
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many more virtual threads than carriers, all on one segment: they come to an end, whatever the idle
 * strategy.
 */
@Tag("portable")
class VirtualThreadsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int THREADS = 200;
    private static final int ROUNDS = 20;
    private static final int KEYS = 10;

    /** Adds one, and lets others run in the middle of it now and then: with the lock held. */
    private record Increment(boolean pauses) implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return Long.BYTES;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            long value = present.getLong(0);
            if (pauses) {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(50));
            }
            next.putLong(0, value + 1);
        }
    }

    private static void run(Supplier<? extends IdleStrategy> idle) throws IOException {
        OffHeapMapBuilder<Integer, Long> builder = OffHeapMap.of(Integer.class, Long.class).segments(1)
            .idleStrategy(idle);
        try (OffHeapMap<Integer, Long> map = TestMaps.open(TestMaps.Kind.MEMORY_PORTABLE, builder,
            Path.of(""))) {
            for (int key = 0; key < KEYS; key++) {
                map.set(key, 0L);
            }
            assertTimeoutPreemptively(LIMIT, () -> {
                List<Future<?>> done = new ArrayList<>();
                try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                    for (int i = 0; i < THREADS; i++) {
                        int number = i;
                        done.add(threads.submit(() -> work(map, number)));
                    }
                }
                for (Future<?> each : done) {
                    each.get();
                }
            });
            long sum = 0;
            for (int key = 0; key < KEYS; key++) {
                sum += map.get(key);
            }
            assertEquals((long) THREADS * ROUNDS, sum, "no increment is lost");
            assertEquals(KEYS, map.size());
        }
    }

    private static void work(OffHeapMap<Integer, Long> map, int number) {
        for (int round = 0; round < ROUNDS; round++) {
            int key = (number + round) % KEYS;
            assertTrue(map.update(key, new Increment(round % 8 == 0)));
            map.set(KEYS + number, 0L);
            assertTrue(map.get(key) > 0);
            assertTrue(map.delete(KEYS + number));
        }
    }

    @Test
    void busySpinning() throws IOException {
        run(() -> BusySpinIdleStrategy.INSTANCE);
    }

    @Test
    void notIdlingAtAll() throws IOException {
        run(() -> NoOpIdleStrategy.INSTANCE);
    }

    @Test
    void yielding() throws IOException {
        run(YieldingIdleStrategy::new);
    }

    @Test
    void backingOff() throws IOException {
        run(BackoffIdleStrategy::new);
    }
}
