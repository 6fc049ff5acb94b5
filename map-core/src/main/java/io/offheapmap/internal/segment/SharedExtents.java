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
        boolean whole = false;
        lock();
        try {
            long extent = table.allocate(kind, owner, granules);
            whole = true;
            return extent;
        } catch (MapFullException full) {
            whole = true;
            throw full;
        } finally {
            unlock(whole);
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
        boolean whole = false;
        lock();
        try {
            table.free(offset);
            whole = true;
        } finally {
            unlock(whole);
        }
    }

    @Override
    public long allocate(int segment, long bytes, boolean zeroed) {
        long granules = bytes / geometry.granuleBytes();
        boolean whole = false;
        lock();
        try {
            long start = allocateOrReuse(segment, granules, zeroed);
            whole = true;
            return start;
        } catch (MapFullException full) {
            whole = true;
            throw full;
        } finally {
            unlock(whole);
        }
    }

    private long allocateOrReuse(int segment, long granules, boolean zeroed) {
        try {
            return zeroed ? table.allocateFresh(ExtentWord.INDEX, segment, granules)
                : table.allocate(ExtentWord.INDEX, segment, granules);
        } catch (MapFullException full) {
            return reuse(segment, granules, zeroed, full);
        }
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
            rebuild();
        }
    }

    /** Whatever else than a full file came between may have left the table half changed (protocol rule 9). */
    private void unlock(boolean whole) {
        if (!whole) {
            rebuild();
        }
        locks.unlock(lockOffset);
    }

    /** Under the lock, which is kept; if it fails, the next one tries. */
    private void rebuild() {
        boolean rebuilt = false;
        try {
            table.rebuild();
            rebuilt = true;
        } finally {
            if (!rebuilt) {
                locks.abandon(lockOffset);
            }
        }
    }
}
