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

import io.offheapmap.error.MapClosedException;
import io.offheapmap.error.MapFullException;
import io.offheapmap.error.OffHeapMapException;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets a file grow ahead of its use: by a 64th of itself, or 1 MiB where that is more, begun when half of the
 * last step is used up. The housekeeping thread does it, piece by piece; who comes too early waits for the
 * piece that he needs, and is told when it can't be had.
 *
 * <p>The fields {@link #target} and {@link #populated} belong to the housekeeping thread alone.
 */
public final class GrowingSpace implements Space {

    /** The least that the file grows by. */
    public static final long SMALLEST_STEP = 1L << 20;

    /** A step is the file's length divided by 2 to this. */
    private static final int STEP_SHIFT = 6;

    /**
     * How much of a step is made at once, so that other maps, and who waits here, get their turn:
     * milliseconds.
     */
    private static final long PIECE = 4L << 20;

    /** How much is brought into memory at once: some milliseconds. */
    private static final long POPULATE_PIECE = 4L << 20;

    private static final long PAGE = ReservedRange.PAGE;

    /** A lost wake-up costs this much. */
    private static final long WAIT_PARK_NS = 10_000_000;

    private final MappedFile file;
    private final long maxFileBytes;
    private final long limit;
    private final Housekeeper housekeeper;
    private final Housekeeper.Task task = this::doWork;
    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
    private volatile long reserved;
    private volatile Ahead ahead = Ahead.IDLE;
    private volatile long used;
    private volatile boolean isClosed;
    private long target;
    private long populated;

    /** Growth that nobody waits for. */
    private enum Ahead {

        /** Not asked for. */
        IDLE,

        /** Asked for, or under way. */
        WANTED,

        /** Was refused; not tried again before somebody needs it and gets it. */
        REFUSED
    }

    /** Who waits, and for what. */
    private static final class Request {

        private final long end;
        private final Thread thread;
        private Throwable failure;
        private volatile boolean isDone;

        private Request(long end, Thread thread) {
            this.end = end;
            this.thread = thread;
        }

        private void finish(Throwable failure) {
            this.failure = failure;
            isDone = true;   // releases the failure
            LockSupport.unpark(thread);
        }
    }

    /**
     * Creates a space and registers it with the housekeeper.
     *
     * @param file         whose present length counts as reserved
     * @param maxFileBytes the length that the user allows; {@link Long#MAX_VALUE} for any
     */
    public GrowingSpace(MappedFile file, long maxFileBytes, Housekeeper housekeeper) {
        this.file = file;
        this.maxFileBytes = maxFileBytes;
        this.limit = Math.min(maxFileBytes, file.reservedBytes());
        this.housekeeper = housekeeper;
        this.reserved = file.length();
        this.target = reserved;
        this.populated = reserved;   // what is in the file already comes into memory when it is used
        housekeeper.register(task);
    }

    @Override
    public void ensure(long end) {
        long have = reserved;
        if (end > have) {
            obtain(end);
        } else if (ahead == Ahead.IDLE && isNearEnd(end, have)) {
            used = end;
            ahead = Ahead.WANTED;
            housekeeper.wakeUp();
        }
    }

    private static boolean isNearEnd(long used, long reserved) {
        return reserved - used < step(reserved) / 2;
    }

    @Override
    public long reserved() {
        return reserved;
    }

    /** Ends growth; who waits gets an exception. The file stays open. */
    public void close() {
        isClosed = true;
        housekeeper.unregister(task);
        for (Request request = requests.poll(); request != null; request = requests.poll()) {
            request.finish(closed());
        }
    }

    private static long step(long length) {
        return roundUp(Math.max(SMALLEST_STEP, length >> STEP_SHIFT));
    }

    private static long roundUp(long bytes) {
        return bytes + PAGE - 1 & -PAGE;
    }

    private void obtain(long end) {
        refuseBeyondLimit(end);
        if (Housekeeper.isHousekeepingThread()) {
            try {
                growFor(end);   // it would wait for itself
            } catch (IOException failure) {
                throw full(end, failure);
            }
            return;
        }
        Request request = new Request(end, Thread.currentThread());
        requests.add(request);
        await(request);
        if (!request.isDone) {
            throw closed();
        }
        tell(end, request.failure);
    }

    /** Throws what happened on the other thread as something that was thrown here. */
    private void tell(long end, Throwable failure) {
        switch (failure) {
            case null -> { }
            case MapClosedException closing -> throw closed();
            case IOException refusal -> throw full(end, refusal);
            default -> throw new OffHeapMapException("the file could not grow: file=" + file.file()
                + ", length=" + reserved + ", wanted=" + end + ", reason=" + failure + "; try again",
                failure);
        }
    }

    /** An interrupt is kept for later: half an operation is worth less than a short wait. */
    private void await(Request request) {
        boolean interrupted = false;
        // A close that did not see the request in the queue has set its mark before this look at it.
        while (!request.isDone && !isClosed) {
            housekeeper.wakeUp();
            LockSupport.parkNanos(this, WAIT_PARK_NS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void refuseBeyondLimit(long end) {
        if (end > maxFileBytes) {
            throw new MapFullException("the map is full: file=" + file.file() + ", maxFileBytes="
                + maxFileBytes + ", wanted=" + end + "; remove entries or raise maxFileBytes");
        }
        if (end > limit) {
            throw new MapFullException("the map is full: file=" + file.file() + ", reservedBytes=" + limit
                + ", wanted=" + end + "; open it again with larger reservedBytes");
        }
    }

    private MapFullException full(long end, IOException refusal) {
        Throwable reason = refusal.getCause() == null ? refusal : refusal.getCause();
        return new MapFullException("the map is full because its file can't grow: file=" + file.file()
            + ", length=" + reserved + ", wanted=" + end + ", reason=" + reason.getMessage()
            + "; free space on the device or remove entries", refusal);
    }

    private MapClosedException closed() {
        return new MapClosedException("the map is closed: file=" + file.file() + "; open it again");
    }

    private int doWork() {
        if (isClosed) {
            return 0;
        }
        Request request = requests.poll();
        if (request != null) {
            serve(request);
            return 1;
        }
        return growAhead() + populateAhead();
    }

    /** Whatever happens, who waits is told. */
    private void serve(Request request) {
        Throwable failure = null;
        try {
            growFor(request.end);
        } catch (Throwable any) {
            failure = any;
        } finally {
            request.finish(failure);
        }
    }

    /** By a whole step if that can be had, of which the first piece now; otherwise by what is needed. */
    private void growFor(long end) throws IOException {
        long have = reserved;
        if (end <= have) {
            return;
        }
        long needed = Math.min(limit, roundUp(end));
        target = Math.max(needed, nextTarget(have));
        long first = Math.max(needed, nextPiece(have));
        try {
            growTo(first);
        } catch (IOException failure) {
            stopAhead();
            if (first == needed) {
                throw failure;
            }
            growTo(needed);
            return;
        }
        ahead = target > reserved ? Ahead.WANTED : Ahead.IDLE;
    }

    private int growAhead() {
        if (ahead != Ahead.WANTED) {
            return 0;
        }
        long have = reserved;
        if (target <= have) {
            if (!isNearEnd(used, have)) {
                ahead = Ahead.IDLE;   // whoever asked had looked before the last step was made
                return 0;
            }
            target = nextTarget(have);
        }
        if (target <= have) {
            ahead = Ahead.REFUSED;   // the limit; beyond it nobody is served either
            return 0;
        }
        try {
            growTo(nextPiece(have));
        } catch (IOException failure) {
            stopAhead();   // who needs it will ask, and be told
            return 0;
        }
        if (reserved >= target) {
            ahead = Ahead.IDLE;
        }
        return 1;
    }

    /**
     * A step, down to the end of a huge page if it is that long; those are only made where all of it exists.
     */
    private long nextTarget(long have) {
        long most = Math.min(limit, have + step(have));
        return most < limit && most - have >= HugePage.LENGTH ? HugePage.lastBoundary(have, most) : most;
    }

    private long nextPiece(long have) {
        return target - have <= PIECE ? target : HugePage.lastBoundary(have, have + PIECE);
    }

    private void stopAhead() {
        target = reserved;
        ahead = Ahead.REFUSED;
    }

    private void growTo(long length) throws IOException {
        file.grow(length);
        reserved = length;
    }

    /** Returns 0 when all is in memory that was made here. */
    private int populateAhead() {
        long from = populated;
        long to = Math.min(reserved, HugePage.lastBoundary(from, from + POPULATE_PIECE));
        if (from == to || !file.isNative()) {
            return 0;
        }
        populated = to;
        file.populate(from, to);
        return 1;
    }
}
