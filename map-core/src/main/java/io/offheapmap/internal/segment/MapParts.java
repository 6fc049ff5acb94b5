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

import io.offheapmap.internal.alloc.BlockAllocator;
import io.offheapmap.internal.alloc.ExtentRows;
import io.offheapmap.internal.alloc.ExtentTable;
import io.offheapmap.internal.index.BucketIndex;
import io.offheapmap.internal.index.Chain;
import io.offheapmap.internal.index.OverflowPool;
import io.offheapmap.internal.index.SipHash;
import io.offheapmap.internal.index.Splitter;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.Checksum;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.LockWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.lock.Locks;
import io.offheapmap.internal.memory.Memory;
import io.offheapmap.internal.memory.Space;

/** The rooms below, put together for one open map, and what is fixed for it. */
public final class MapParts {

    public final Memory memory;
    public final Geometry geometry;
    public final Space space;
    public final Locks locks;
    public final ExtentTable extentTable;
    /** Look-ups in the extent table, also without a lock. */
    public final ExtentRows extentRows;
    public final SharedExtents extents;
    public final BlockAllocator blocks;
    public final BucketIndex index;
    public final OverflowPool pool;
    public final Chain chain;
    public final Splitter splitter;
    public final boolean checksums;
    public final boolean verifyReads;
    private final long seed0;
    private final long seed1;

    /**
     * Puts the parts together.
     *
     * @param seed0 first half of the file's secret
     * @param seed1 second half of the file's secret
     */
    public MapParts(Memory memory, Geometry geometry, Space space, long process, long seed0, long seed1,
        boolean checksums, boolean verifyReads) {
        this.memory = memory;
        this.geometry = geometry;
        this.space = space;
        this.seed0 = seed0;
        this.seed1 = seed1;
        this.checksums = checksums;
        this.verifyReads = verifyReads && checksums;
        locks = new Locks(memory, process);
        extentTable = new ExtentTable(memory, geometry, space);
        extentRows = extentTable.rows();
        extents = new SharedExtents(memory, geometry, extentTable, locks);
        blocks = new BlockAllocator(memory, geometry, extents);
        index = new BucketIndex(memory, geometry);
        pool = new OverflowPool(memory, index, extents);
        chain = new Chain(memory, pool);
        splitter = new Splitter(memory, index, chain, pool, extents, this::hashOf);
    }

    /** Tells whether no lock is held, and none was left with its work undone. */
    public boolean areLocksFree() {
        boolean free = memory.loadAcquire(GlobalsDescriptor.LOCK) == LockWord.FREE;
        for (int segment = 0; segment < geometry.segments(); segment++) {
            free &= memory.loadAcquire(geometry.segmentOffset(segment) + SegmentDescriptor.LOCK)
                == LockWord.FREE;
        }
        return free;
    }

    /** Finds out where the key in the operation's scratch belongs. */
    public void locate(Operation op) {
        op.hash = SipHash.hash13(op.scratch.key, op.scratch.keyLength, seed0, seed1);
        op.segment = index.segmentOf(op.hash);
        op.header = geometry.segmentOffset(op.segment);
    }

    /** The hash of the entry that a slot refers to, for who holds the lock; allocates. */
    public long hashOf(long slot) {
        long block = Slot.block(slot);
        byte[] key = new byte[BlockDescriptor.keyLength(memory, block) + Long.BYTES];
        memory.copyTo(block + BlockDescriptor.KEY, key, 0, key.length - Long.BYTES);
        return SipHash.hash13(key, key.length - Long.BYTES, seed0, seed1);
    }

    /** The checksum of a whole block: keyed by the secret, its place and the generation of its extent. */
    public int checksum(long block) {
        long lengths = (long) BlockDescriptor.valueLength(memory, block) << Integer.SIZE
            | memory.loadInt(block + BlockDescriptor.KEY_LENGTH) & 0xFFFF_FFFFL;
        long seed = Checksum.mix(seed0 ^ block, lengths)
            ^ Checksum.mix(seed1 ^ extentRows.generation(block),
            memory.loadLong(block + BlockDescriptor.STAMP));
        long length = BlockDescriptor.length(BlockDescriptor.keyLength(memory, block),
            BlockDescriptor.valueLength(memory, block)) - BlockDescriptor.KEY;
        return Checksum.of(memory, block + BlockDescriptor.KEY, length, seed);
    }
}
