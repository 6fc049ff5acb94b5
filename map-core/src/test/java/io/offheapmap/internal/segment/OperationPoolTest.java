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
package io.offheapmap.internal.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.error.MapClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.junit.jupiter.api.Test;

class OperationPoolTest {

    /** More than any pool has places for at first on the machines that there are. */
    private static final int MANY = 2 * 4 * Runtime.getRuntime().availableProcessors();

    private final OperationPool pool = new OperationPool("test", () -> BusySpinIdleStrategy.INSTANCE);

    private static <T> T on(ExecutorService thread, Callable<T> task) throws Exception {
        try {
            return thread.submit(task).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Test
    void nestedCallsAreMarked() {
        Operation outer = pool.acquire();
        Operation inner = pool.acquire();
        assertFalse(outer.nested);
        assertTrue(inner.nested);
        pool.release(inner);
        pool.release(outer);
        Operation next = pool.acquire();
        assertFalse(next.nested);
        pool.release(next);
    }

    /**
     * Each thread has its place by its id, and so it must be when the pool has grown while the thread is
     * inside.
     */
    @Test
    void nestedCallsAreMarkedAfterThePoolHasGrown() throws Exception {
        List<ExecutorService> threads = new ArrayList<>();
        try {
            List<Operation> outer = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                threads.add(Executors.newSingleThreadExecutor());
                outer.add(on(threads.get(i), pool::acquire));
            }
            // those that were displaced leave, so that nothing tells that there ever were any
            for (int i = 0; i < MANY; i++) {
                if (outer.get(i).displaced) {
                    Operation operation = outer.get(i);
                    on(threads.get(i), () -> release(operation));
                    outer.set(i, null);
                }
            }
            int inside = 0;
            for (int i = 0; i < MANY; i++) {
                if (outer.get(i) != null) {
                    inside++;
                    Operation inner = on(threads.get(i), pool::acquire);
                    assertTrue(inner.nested, "thread " + i + " is inside");
                    on(threads.get(i), () -> release(inner));
                }
            }
            assertTrue(inside > 0 && inside < MANY, "some had their own place, and the pool grew");
        } finally {
            threads.forEach(ExecutorService::shutdown);
        }
    }

    private Void release(Operation operation) {
        pool.release(operation);
        return null;
    }

    @Test
    void nobodyGetsAnOperationAfterClose() {
        pool.release(pool.acquire());
        assertTrue(pool.close());
        assertFalse(pool.close());
        assertEquals("the map is closed: map=test; open it again",
            assertThrows(MapClosedException.class, pool::acquire).getMessage());
    }
}
