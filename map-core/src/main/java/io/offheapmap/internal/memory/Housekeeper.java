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

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;

/**
 * One daemon thread that does what must not happen on the path of an operation. It lives while there are
 * tasks. All maps of the JVM share the one that {@link #shared()} gives.
 */
public final class Housekeeper {

    /** The name of the thread. */
    public static final String THREAD_NAME = "offheapmap-housekeeper";

    /** How long the thread sleeps when there is nothing to do and nobody wakes it. */
    public static final long PARK_NS = 100_000_000;

    private static final Housekeeper SHARED = new Housekeeper();

    private static final System.Logger LOGGER = System.getLogger("io.offheapmap");

    // Guarded by itself: the list of tasks and the life of the thread change together.
    private final ReentrantLock lock = new ReentrantLock();

    /** Replaced, never changed. */
    private volatile List<Entry> entries = List.of();

    private volatile Thread thread;

    /** Set by who wants attention; a permit to park alone can be used up by a lock inside a task. */
    private final AtomicBoolean isWanted = new AtomicBoolean();

    Housekeeper() {
    }

    /** Something to be done now and then. */
    @FunctionalInterface
    public interface Task {

        /**
         * Does a small piece of work, some milliseconds at most. Is called at least every
         * {@value Housekeeper#PARK_NS} ns; what it throws is logged once and does no harm to others.
         *
         * @return how much was done; while it is not 0 the thread does not sleep
         */
        int doWork() throws Exception;
    }

    /** A task and whether it may still run. */
    private static final class Entry {

        private final Task task;
        private final ReentrantLock running = new ReentrantLock();
        private boolean isRemoved;
        private boolean hasFailed;

        private Entry(Task task) {
            this.task = task;
        }
    }

    /** The one of this JVM. */
    public static Housekeeper shared() {
        return SHARED;
    }

    /** Adds a task, and starts the thread if it is the first one. A task may be added once only. */
    public void register(Task task) {
        lock.lock();
        try {
            if (find(task) != null) {
                throw new IllegalArgumentException("the task is registered already: task=" + task
                    + "; register each task once");
            }
            List<Entry> more = new ArrayList<>(entries);
            more.add(new Entry(task));
            entries = List.copyOf(more);
            if (thread == null) {
                start();
            }
        } finally {
            lock.unlock();
        }
        wakeUp();
    }

    /**
     * Removes a task; it is not running any more on return, unless it removes itself. The thread ends after
     * the last one. Does nothing where the task is not registered.
     */
    public void unregister(Task task) {
        Entry entry;
        lock.lock();
        try {
            entry = find(task);
            List<Entry> fewer = new ArrayList<>(entries);
            fewer.remove(entry);
            entries = List.copyOf(fewer);
        } finally {
            lock.unlock();
        }
        if (entry == null) {
            return;
        }
        entry.running.lock();
        entry.isRemoved = true;
        entry.running.unlock();
        wakeUp();
    }

    /** Has the tasks run soon. Never waits. */
    public void wakeUp() {
        if (!isWanted.getAndSet(true)) {
            LockSupport.unpark(thread);   // no thread: nothing happens
        }
    }

    /** Whether the caller runs on a housekeeping thread, and so must not wait for one. */
    public static boolean isHousekeepingThread() {
        return Thread.currentThread() instanceof HousekeepingThread;
    }

    private Entry find(Task task) {
        for (Entry entry : entries) {
            if (entry.task == task) {
                return entry;
            }
        }
        return null;
    }

    private void start() {
        AgentRunner runner = new AgentRunner(new ParkingStrategy(), Housekeeper::log, null, new TaskAgent());
        thread = AgentRunner.startOnThread(runner, HousekeepingThread::new);
    }

    private static void log(Throwable failure) {
        LOGGER.log(Level.WARNING, "housekeeping failed: thread=" + THREAD_NAME + "; it goes on", failure);
    }

    /** True when there is nothing left to do; then the next task starts a new thread. */
    private boolean isOver() {
        lock.lock();
        try {
            if (!entries.isEmpty()) {
                return false;
            }
            thread = null;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Runs every task in turn. */
    private final class TaskAgent implements Agent {

        @Override
        public int doWork() {
            int done = 0;
            for (Entry entry : entries) {
                done += run(entry);
            }
            if (entries.isEmpty() && isOver()) {
                throw new AgentTerminationException(true);
            }
            return done;
        }

        private int run(Entry entry) {
            entry.running.lock();
            try {
                return entry.isRemoved ? 0 : entry.task.doWork();
            } catch (Throwable failure) {   // one task's trouble is not the others'
                if (!entry.hasFailed) {
                    entry.hasFailed = true;
                    logFailure(entry, failure);
                }
                return 0;
            } finally {
                entry.running.unlock();
            }
        }

        private void logFailure(Entry entry, Throwable failure) {
            try {
                log(failure);
            } catch (Throwable second) {
                entry.hasFailed = false;   // told next time, when there is memory or stack again
            }
        }

        @Override
        public String roleName() {
            return THREAD_NAME;
        }
    }

    /** Sleeps until somebody wants something. */
    private final class ParkingStrategy implements IdleStrategy {

        @Override
        public void idle(int done) {
            if (done == 0) {
                idle();
            }
        }

        @Override
        public void idle() {
            // Whoever sets the mark after this look also gives the permit, so the park ends at once.
            if (!isWanted.getAndSet(false)) {
                LockSupport.parkNanos(Housekeeper.this, PARK_NS);
                isWanted.set(false);
            }
        }

        @Override
        public void reset() {
            // Has no state of its own.
        }
    }

    /**
     * Can't be interrupted: an interrupt would close a channel that a task is using, and its file lock with
     * it.
     */
    private static final class HousekeepingThread extends Thread {

        private HousekeepingThread(Runnable work) {
            super(null, work, THREAD_NAME, 0, false);
            setDaemon(true);
            setContextClassLoader(null);   // the thread outlives whoever happened to start it
        }

        @Override
        public void interrupt() {
            // On purpose nothing.
        }
    }
}
