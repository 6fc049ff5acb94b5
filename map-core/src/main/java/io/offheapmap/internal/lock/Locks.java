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
package io.offheapmap.internal.lock;

import io.offheapmap.internal.layout.LockWord;
import io.offheapmap.internal.memory.Memory;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/**
 * Takes and releases lock words for one process. A word names the process, not the thread: threads of one
 * process exclude each other by the same compare-and-set. Not reentrant.
 */
public final class Locks {

    private static final long VIRTUAL_PARK_NS = 10_000;

    private final Memory memory;
    private final long mine;

    /**
     * Creates the locks of a process.
     *
     * @param process a number that no other opening of the file ever had, 1 or more
     */
    public Locks(Memory memory, long process) {
        this.memory = memory;
        this.mine = LockWord.held(process);
    }

    /**
     * Takes a lock, waiting as long as it takes.
     *
     * @param idle how to wait; a virtual thread parks instead
     * @return false if whoever held it last left its work undone: repair, before anything else
     */
    public boolean lock(long offset, IdleStrategy idle) {
        if (memory.compareAndSet(offset, LockWord.FREE, mine)) {
            return true;
        }
        idle.reset();
        while (true) {
            long word = memory.loadAcquire(offset);
            if ((word == LockWord.FREE || LockWord.isAbandoned(word))
                && memory.compareAndSet(offset, word, mine)) {
                return word == LockWord.FREE;
            }
            if (Thread.currentThread().isVirtual()) {
                LockSupport.parkNanos(VIRTUAL_PARK_NS);
            } else {
                idle.idle();
            }
        }
    }

    /** Releases a lock of this process. */
    public void unlock(long offset) {
        if (!memory.compareAndSet(offset, mine, LockWord.FREE)) {
            throw new IllegalStateException("the lock is not ours: lock="
                + LockWord.describe(memory.loadAcquire(offset)) + ", ours=" + LockWord.describe(mine));
        }
    }

    /** Releases a lock of this process whose work is undone, so that the next holder repairs it. */
    public void abandon(long offset) {
        memory.compareAndSet(offset, mine, LockWord.abandoned(LockWord.process(mine)));
    }
}
