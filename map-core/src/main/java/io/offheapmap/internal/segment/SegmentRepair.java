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

import io.offheapmap.internal.alloc.ExtentRows;
import io.offheapmap.internal.alloc.SegmentRebuild;
import io.offheapmap.internal.index.BucketIndex;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.DeathWord;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.IntentWord;
import io.offheapmap.internal.layout.LockWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.layout.SplitWord;
import io.offheapmap.internal.memory.Memory;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongHashSet;

/**
 * Mends a segment whose last writer did not finish, under its lock, while readers read: finishes the split
 * and the operation, then derives counts, free space and unused buckets from the index. Doing it again is
 * harmless. Not for several threads at once.
 */
public final class SegmentRepair {

    private final MapParts parts;
    private final Memory memory;
    private final SlotScan scan;
    private final SegmentRebuild rebuild;

    public SegmentRepair(MapParts parts) {
        this.parts = parts;
        this.memory = parts.memory;
        this.rebuild = new SegmentRebuild(memory, parts.geometry, parts.extents);
        this.scan = new SlotScan(parts);
    }

    /** Repairs one segment whose lock is held. */
    public void repair(int segment) {
        rebuild.begin(segment);
        repairIndex(segment, false);
        rebuild.finish(segment);
    }

    /** Repairs all segments while nobody else uses the map. Entries that are not whole are dropped. */
    public void repairAll() {
        rebuild.begin(SegmentRebuild.ALL);
        for (int segment = 0; segment < parts.geometry.segments(); segment++) {
            memory.storeRelease(parts.geometry.segmentOffset(segment) + SegmentDescriptor.LOCK,
                LockWord.FREE);
            repairIndex(segment, true);
        }
        rebuild.finish(SegmentRebuild.ALL);
    }

    /**
     * Repairs.
     *
     * @param suspicious whether entries may be damaged, too: each is checked, and dropped if it is not whole
     */
    private void repairIndex(int segment, boolean suspicious) {
        long header = parts.geometry.segmentOffset(segment);
        if (SplitWord.isMarked(memory.loadLong(header + SegmentDescriptor.SPLIT))) {
            parts.splitter.resume(segment);
        }
        finishIntent(segment, header);
        Found found = new Found();
        scan.scan(segment, (address, slot, number) -> scanSlot(segment, address, suspicious, found));
        memory.storeLong(header + SegmentDescriptor.ENTRIES, found.entries);
        memory.storeLong(header + SegmentDescriptor.BYTES, found.bytes);
        rebuildPool(segment, header, scan.overflow());
    }

    /** What a scan of the index finds. */
    private static final class Found {
        private long entries;
        private long bytes;
    }

    /** Rolls forward what was published, and ends what was not (protocol rule 15). */
    private void finishIntent(int segment, long header) {
        long intent = memory.loadLong(header + SegmentDescriptor.INTENT_STAMP);
        long stamp = IntentWord.stamp(intent);
        if (intent == 0 || stamp <= memory.loadLong(header + SegmentDescriptor.COMPLETED)) {
            memory.storeLong(header + SegmentDescriptor.COMPLETED,
                memory.loadLong(header + SegmentDescriptor.ISSUED));
            return;
        }
        long old = memory.loadLong(header + SegmentDescriptor.INTENT_OLD);
        long fresh = memory.loadLong(header + SegmentDescriptor.INTENT_NEW);
        boolean done = IntentWord.operation(intent) == IntentWord.PUT ? isReferred(segment, fresh)
            : !isReferred(segment, old);
        if (done) {
            die(old, stamp);
        } else {
            die(fresh, stamp + 1);
            memory.storeLong(header + SegmentDescriptor.ISSUED,
                Math.max(stamp + 1, memory.loadLong(header + SegmentDescriptor.ISSUED)));
        }
        memory.storeRelease(header + SegmentDescriptor.COMPLETED,
            memory.loadLong(header + SegmentDescriptor.ISSUED));
    }

    private void die(long block, long stamp) {
        if (block != 0 && block <= parts.space.reserved() - BlockDescriptor.KEY) {
            memory.storeLong(block + BlockDescriptor.DEATH,
                DeathWord.of(stamp, memory.loadLong(block + BlockDescriptor.STAMP)));
        }
    }

    private boolean isReferred(int segment, long block) {
        boolean[] found = new boolean[1];
        scan.scan(segment, (address, slot, number) -> found[0] |= Slot.block(slot) == block);
        return found[0];
    }

    private void scanSlot(int segment, long address, boolean suspicious, Found found) {
        long slot = memory.loadLong(address);
        if (slot == Slot.EMPTY) {
            return;
        }
        long block = Slot.block(slot);
        if (!isWhole(segment, slot, suspicious) || !rebuild.markUsed(segment, block, units(block))) {
            memory.storeRelease(address, Slot.EMPTY);
            return;
        }
        found.entries++;
        found.bytes += BlockDescriptor.keyLength(memory, block)
            + (long) BlockDescriptor.valueLength(memory, block);
    }

    private long units(long block) {
        return BlockDescriptor.units(BlockDescriptor.keyLength(memory, block),
            BlockDescriptor.valueLength(memory, block));
    }

    private boolean isWhole(int segment, long slot, boolean suspicious) {
        long block = Slot.block(slot);
        long room = parts.space.reserved() - block;
        if (room < BlockDescriptor.KEY) {
            return false;
        }
        int sequence = memory.loadInt(block + BlockDescriptor.SEQUENCE);
        int keyLength = BlockDescriptor.keyLength(memory, block);
        int valueLength = BlockDescriptor.valueLength(memory, block);
        if ((sequence & 1) != 0 || sequence == 0 || keyLength > BlockDescriptor.MAX_KEY_LENGTH
            || valueLength < 0
            || BlockDescriptor.length(keyLength, valueLength) > room) {
            return false;
        }
        return !suspicious || hasRightPlace(segment, slot)
            && (!parts.checksums
            || parts.checksum(block) == memory.loadInt(block + BlockDescriptor.CHECKSUM));
    }

    private boolean hasRightPlace(int segment, long slot) {
        long hash = parts.hashOf(slot);
        return parts.index.segmentOf(hash) == segment && Slot.tagOf(hash) == Slot.tag(slot);
    }

    /** Unused buckets are those of the segment's index extents that are neither primary nor in a chain. */
    private void rebuildPool(int segment, long header, LongHashSet used) {
        parts.pool.reset(segment);
        List<long[]> areas = new ArrayList<>();
        ExtentRows rows = parts.extentRows;
        for (long extent = 0; extent < rows.end(); extent = rows.next(extent)) {
            long use = rows.useOf(extent);
            if (ExtentWord.kind(use) == ExtentWord.INDEX && ExtentWord.owner(use) == segment) {
                areas.add(new long[] {extent + primaryBytes(header, extent), extent + rows.lengthOf(extent)});
            }
        }
        for (long[] area : areas) {
            for (long bucket = area[0]; bucket < area[1]; bucket += BucketDescriptor.LENGTH) {
                if (!used.contains(bucket)) {
                    memory.zero(bucket, BucketDescriptor.LENGTH);
                    parts.pool.give(segment, bucket);
                }
            }
        }
    }

    private long primaryBytes(long header, long extent) {
        for (int block = 0; block < SegmentDescriptor.BUCKET_BLOCKS; block++) {
            if (memory.loadLong(BucketIndex.blockPointer(header, block)) == extent) {
                return parts.index.blockBytes(block);
            }
        }
        return 0;
    }
}
