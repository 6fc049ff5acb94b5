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

import io.offheapmap.error.MapFullException;
import io.offheapmap.internal.alloc.ExtentTable;
import io.offheapmap.internal.alloc.Extents;
import io.offheapmap.internal.index.BucketSource;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.lock.Locks;
import io.offheapmap.internal.memory.Memory;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;

/**
 * Extents for all segments, under the map's global lock. Lock order: a segment's lock, then this one. Waiting
 * for the file to grow happens under it, so whoever needs an extent meanwhile waits, too.
 */
public final class SharedExtents implements Extents, BucketSource {

    private static final long PARK_NS = 1_000;

    private final Memory memory;
    private final Geometry geometry;
    private final ExtentTable table;
    private final Locks locks;
    /** Has no state, so all threads may share it. */
    private final IdleStrategy idle = new SleepingIdleStrategy(PARK_NS);
    private final long lockOffset = GlobalsDescriptor.LOCK;

    SharedExtents(Memory memory, Geometry geometry, ExtentTable table, Locks locks) {
        this.memory = memory;
        this.geometry = geometry;
        this.table = table;
        this.locks = locks;
    }

    @Override
    public long allocate(int kind, int owner, long granules) {
        return allocate(kind, owner, granules, false);
    }

    private long allocate(int kind, int owner, long granules, boolean zeroed) {
        lock();
        boolean done = false;
        try {
            long extent = allocateLocked(kind, owner, granules, zeroed);
            done = true;
            return extent;
        } catch (MapFullException e) {
            done = true;    // nothing was changed
            throw e;
        } finally {
            unlock(done);
        }
    }

    private long allocateLocked(int kind, int owner, long granules, boolean zeroed) {
        try {
            return zeroed ? table.allocateFresh(kind, owner, granules)
                : table.allocate(kind, owner, granules);
        } catch (MapFullException full) {
            if (kind != ExtentWord.INDEX) {
                throw full;
            }
            return reuse(owner, granules, zeroed, full);
        }
    }

    /**
     * Gives an extent back. The segment's epoch goes up before, so that late readers notice (protocol rule
     * 4).
     */
    @Override
    public void free(long offset) {
        long epoch = geometry.segmentOffset(ExtentWord.owner(table.rows().useOf(offset)))
            + SegmentDescriptor.EPOCH;
        memory.storeRelease(epoch, memory.loadLong(epoch) + 1);
        Memory.releaseFence();
        lock();
        boolean done = false;
        try {
            table.free(offset);
            done = true;
        } finally {
            unlock(done);
        }
    }

    @Override
    public long allocate(int segment, long bytes, boolean zeroed) {
        return allocate(ExtentWord.INDEX, segment, bytes / geometry.granuleBytes(), zeroed);
    }

    /**
     * What blocks have left behind serves as well when the file can't grow, though it is lost for blocks
     * then: buckets stay buckets. Late readers of those blocks are refused by the epoch, whatever the buckets
     * hold.
     */
    private long reuse(int segment, long granules, boolean zeroed, MapFullException full) {
        long start = table.allocateFreed(ExtentWord.INDEX, segment, granules);
        if (start == ExtentTable.NOT_FOUND) {
            throw full;
        }
        if (zeroed) {
            memory.zero(start, granules * geometry.granuleBytes());
        }
        return start;
    }

    @Override
    public long roundUp(long bytes) {
        return bytes + geometry.granuleBytes() - 1 & -(long) geometry.granuleBytes();
    }

    private void lock() {
        if (!locks.lock(lockOffset, idle)) {
            mend();
        }
    }

    /** Releases the lock; what a Throwable left undone is repaired before (protocol rule 9). */
    private void unlock(boolean done) {
        if (!done) {
            mend();
        }
        locks.unlock(lockOffset);
    }

    /** Repairs under the lock, and keeps it; if that fails the lock is left to the next one to try. */
    private void mend() {
        boolean mended = false;
        try {
            table.rebuild();
            mended = true;
        } finally {
            if (!mended) {
                locks.abandon(lockOffset);
            }
        }
    }
}
