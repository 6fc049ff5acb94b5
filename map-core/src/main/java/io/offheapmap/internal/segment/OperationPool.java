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

import io.offheapmap.error.MapClosedException;
import io.offheapmap.error.ReentrantAccessException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.concurrent.IdleStrategy;

/**
 * The operations of a map. Each thread has a place of its own by its id, and goes elsewhere when another
 * thread is there; there are as many operations as calls were ever under way at once. Who has an operation
 * keeps the map from being unmapped: closing takes all operations away first.
 */
public final class OperationPool {

    private static final int PLACES_PER_PROCESSOR = 4;
    private static final long PARK_NS = 20_000;
    private static final int SPINS = 100;
    private static final int HASH_SHIFT = 32;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final String name;
    private final Supplier<? extends IdleStrategy> idleStrategies;
    /**
     * Operations that are away from their thread's own place, and one more once the map is closed: while it
     * is not 0, nesting and closing must be looked for.
     */
    private final AtomicInteger displaced = new AtomicInteger();
    /** A thread's own place is one of the first so many, also when there are more: it never changes. */
    private final int ownPlaces;
    private volatile Operation[] operations;
    private volatile boolean closed;

    /**
     * Creates a pool.
     *
     * @param name the map's name for messages
     */
    public OperationPool(String name, Supplier<? extends IdleStrategy> idleStrategies) {
        this.name = name;
        this.idleStrategies = idleStrategies;
        int processors = Runtime.getRuntime().availableProcessors();
        ownPlaces = Integer.highestOneBit(processors * PLACES_PER_PROCESSOR - 1) << 1;
        operations = grown(new Operation[0], ownPlaces);
    }

    private Operation[] grown(Operation[] present, int length) {
        Operation[] more = Arrays.copyOf(present, length);
        for (int i = present.length; i < length; i++) {
            more[i] = new Operation(idleStrategies.get());
        }
        return more;
    }

    /**
     * Takes an operation for a call.
     *
     * @throws MapClosedException if the map is closed
     */
    public Operation acquire() {
        long thread = Thread.currentThread().threadId();
        Operation[] all = operations;
        Operation own = all[(int) (thread * GOLDEN >>> HASH_SHIFT) & ownPlaces - 1];
        if (own.take(Operation.BUSY)) {
            if (displaced.get() == 0) {
                own.nested = false;
            } else {
                refuseIfClosed(own);
                own.nested = isInside(all, thread);
            }
            own.thread = thread;
            return own;
        }
        return acquireElsewhere(thread);
    }

    private Operation acquireElsewhere(long thread) {
        Operation[] all = operations;
        boolean nested = isInside(all, thread);
        displaced.incrementAndGet();
        while (!closed) {
            for (Operation operation : all) {
                if (operation.take(Operation.BUSY)) {
                    operation.nested = nested;
                    operation.displaced = true;
                    operation.thread = thread;
                    return operation;
                }
            }
            all = more(all);
        }
        displaced.decrementAndGet();
        throw closed();
    }

    /**
     * Once a call was refused no later one gets through, though its place may not have been taken away yet.
     */
    private void refuseIfClosed(Operation operation) {
        if (closed) {
            operation.giveBack();
            throw closed();
        }
    }

    private MapClosedException closed() {
        return new MapClosedException("the map is closed: map=" + name + "; open it again");
    }

    private synchronized Operation[] more(Operation[] full) {
        if (operations.length == full.length && !closed) {
            operations = grown(full, full.length * 2);
        }
        return operations;
    }

    /** Tells whether the thread has an operation already: then it is inside of a callback. */
    private static boolean isInside(Operation[] all, long thread) {
        for (Operation operation : all) {
            if (operation.thread == thread) {
                return true;
            }
        }
        return false;
    }

    /** Gives an operation back. */
    public void release(Operation operation) {
        boolean done = false;
        try {
            if (operation.displaced) {
                operation.displaced = false;
                displaced.decrementAndGet();
            }
            operation.scratch.trim();
            operation.copies.trim();
            operation.giveBack();
            done = true;
        } finally {
            if (!done) {
                // no memory, or a full stack: what calls nothing always works
                operation.thread = 0;
                operation.state = Operation.IDLE;
            }
        }
    }

    /**
     * Waits for the calls under way and lets no other begin.
     *
     * @return false if it was closed before
     */
    public boolean close() {
        Operation[] all;
        synchronized (this) {
            if (closed) {
                return false;
            }
            if (isInside(operations, Thread.currentThread().threadId())) {
                throw new ReentrantAccessException("a callback closes the map that it was called by: map="
                    + name + "; close it after the operation");
            }
            // for ever, and before the mark: whoever comes now looks at the mark
            displaced.incrementAndGet();
            closed = true;
            all = operations;
        }
        for (Operation operation : all) {
            for (int i = 0; !operation.take(Operation.CLOSED); i++) {
                if (i < SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.parkNanos(PARK_NS);
                }
            }
        }
        return true;
    }
}
