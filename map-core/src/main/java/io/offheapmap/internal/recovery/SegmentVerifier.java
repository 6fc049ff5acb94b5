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
package io.offheapmap.internal.recovery;

import io.offheapmap.internal.alloc.BlockChecks;
import io.offheapmap.internal.alloc.ExtentRows;
import io.offheapmap.internal.index.BucketIndex;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.DeathWord;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.layout.SplitWord;
import io.offheapmap.internal.memory.Memory;
import io.offheapmap.internal.segment.MapParts;
import io.offheapmap.internal.segment.SlotScan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

/** The invariants of one segment's buckets and blocks. */
final class SegmentVerifier {

    /** Gets what is wrong. */
    @FunctionalInterface
    interface Report {
        void found(Invariant invariant, long offset, String detail);
    }

    private final MapParts parts;
    private final Memory memory;
    private final int segment;
    private final long header;
    private final Report report;
    private final SlotScan scan;
    /** Slots whose blocks can be looked at. */
    private final LongArrayList slots = new LongArrayList();
    private final LongArrayList numbers = new LongArrayList();

    SegmentVerifier(MapParts parts, int segment, Report report) {
        this.parts = parts;
        this.memory = parts.memory;
        this.segment = segment;
        this.header = parts.geometry.segmentOffset(segment);
        this.report = report;
        this.scan = new SlotScan(parts);
    }

    void verify() {
        scan.scan(segment, this::verifySlot);
        verifyChains();
        verifyPool();
        for (int i = 0; i < slots.size(); i++) {
            long slot = slots.getLong(i);
            verifyFilled(Slot.block(slot));
            verifyAlive(Slot.block(slot));
            verifyPlace(slot, numbers.getLong(i));
            verifyChecksum(Slot.block(slot));
        }
        verifyUniqueKeys();
        verifyCounts();
        verifySpace();
        verifyLargeExtents();
    }

    private void verifySlot(long address, long slot, long number) {
        long block = Slot.block(slot);
        long room = parts.space.reserved() - block;
        int keyLength = room < BlockDescriptor.KEY ? -1 : BlockDescriptor.keyLength(memory, block);
        int valueLength = room < BlockDescriptor.KEY ? -1 : BlockDescriptor.valueLength(memory, block);
        boolean sound = keyLength >= 0 && keyLength <= BlockDescriptor.MAX_KEY_LENGTH && valueLength >= 0
            && BlockDescriptor.length(keyLength, valueLength) <= room
            && isOurs(block, keyLength, valueLength);
        if (sound) {
            slots.addLong(slot);
            numbers.addLong(number);
        } else {
            report.found(Invariant.SLOTS_REFER_TO_BLOCKS, address, Slot.describe(slot) + ", keyLength="
                + keyLength + ", valueLength=" + valueLength);
        }
    }

    private boolean isOurs(long block, int keyLength, int valueLength) {
        ExtentRows rows = parts.extentRows;
        long extent = rows.extentOf(block);
        if (extent == ExtentRows.NOT_FOUND || ExtentWord.owner(rows.useOf(extent)) != segment) {
            return false;
        }
        int kind = ExtentWord.kind(rows.useOf(extent));
        return (kind == ExtentWord.ENTRIES || kind == ExtentWord.LARGE && extent == block)
            && block + BlockDescriptor.length(keyLength, valueLength) <= extent + rows.lengthOf(extent);
    }

    private void verifyChains() {
        if (scan.badLink() != 0) {
            report.found(Invariant.CHAINS_SOUND, scan.badLink(), "bucket is linked twice");
        }
        LongHashSet.LongIterator overflow = scan.overflow().iterator();
        while (overflow.hasNext()) {
            long bucket = overflow.nextValue();
            if (!isIndex(bucket)) {
                report.found(Invariant.CHAINS_SOUND, bucket,
                    "overflow bucket is not in an index extent of its segment");
            }
        }
    }

    private boolean isIndex(long bucket) {
        long extent = parts.extentRows.extentOf(bucket);
        long use = extent == ExtentRows.NOT_FOUND ? 0 : parts.extentRows.useOf(extent);
        return ExtentWord.kind(use) == ExtentWord.INDEX && ExtentWord.owner(use) == segment;
    }

    private void verifyPool() {
        LongHashSet met = new LongHashSet();
        long next = memory.loadLong(header + SegmentDescriptor.OVERFLOW_NEXT);
        long end = memory.loadLong(header + SegmentDescriptor.OVERFLOW_END);
        if (next > end || next != end && (!isIndex(next) || !isIndex(end - BucketDescriptor.LENGTH))) {
            report.found(Invariant.POOL_SOUND, header + SegmentDescriptor.OVERFLOW_NEXT, "next=" + next
                + ", end=" + end);
        }
        long free = memory.loadLong(header + SegmentDescriptor.OVERFLOW_FREE);
        while (free != 0) {
            if (!isIndex(free) || !met.add(free) || scan.overflow().contains(free)
                || free >= next && free < end) {
                report.found(Invariant.POOL_SOUND, free,
                    "free bucket is used, listed twice, or not in an index extent");
                return;
            }
            verifyEmpty(free);
            free = memory.loadLong(free + BucketDescriptor.LINK);
        }
    }

    private void verifyEmpty(long bucket) {
        for (long at = 0; at < BucketDescriptor.LINK; at += Long.BYTES) {
            if (memory.loadLong(bucket + at) != Slot.EMPTY) {
                report.found(Invariant.POOL_SOUND, bucket + at, "free bucket is not empty: "
                    + Slot.describe(memory.loadLong(bucket + at)));
            }
        }
    }

    private void verifyFilled(long block) {
        int sequence = memory.loadInt(block + BlockDescriptor.SEQUENCE);
        if (sequence == 0 || (sequence & 1) != 0) {
            report.found(Invariant.BLOCKS_FILLED, block, "sequence=" + sequence);
        }
    }

    private void verifyAlive(long block) {
        long stamp = memory.loadLong(block + BlockDescriptor.STAMP);
        long death = memory.loadLong(block + BlockDescriptor.DEATH);
        long issued = memory.loadLong(header + SegmentDescriptor.ISSUED);
        if (stamp < 1 || stamp > issued || DeathWord.ends(death, stamp)) {
            report.found(Invariant.BLOCKS_ALIVE, block, "stamp=" + stamp + ", issued=" + issued + ", death="
                + DeathWord.describe(death));
        }
    }

    private void verifyPlace(long slot, long number) {
        long hash = parts.hashOf(slot);
        long word = memory.loadLong(header + SegmentDescriptor.SPLIT);
        long column = parts.index.column(hash);
        long row = BucketIndex.row(hash, parts.index.rowBits(word, column, hash));
        if (parts.index.segmentOf(hash) != segment || Slot.tagOf(hash) != Slot.tag(slot)
            || parts.index.number(column, row) != number) {
            report.found(Invariant.ENTRIES_IN_PLACE, Slot.block(slot), "segment=" + segment + ", bucket="
                + number
                + ", byHash: segment=" + parts.index.segmentOf(hash) + ", bucket="
                + parts.index.number(column, row) + ", split: " + SplitWord.describe(word));
        }
    }

    private void verifyChecksum(long block) {
        if (parts.checksums && parts.checksum(block) != memory.loadInt(block + BlockDescriptor.CHECKSUM)) {
            report.found(Invariant.CHECKSUMS_MATCH, block, "checksum="
                + memory.loadInt(block + BlockDescriptor.CHECKSUM) + ", expected=" + parts.checksum(block));
        }
    }

    private void verifyUniqueKeys() {
        Map<Long, LongArrayList> byHash = new HashMap<>();
        for (int i = 0; i < slots.size(); i++) {
            long slot = slots.getLong(i);
            LongArrayList same = byHash.computeIfAbsent(parts.hashOf(slot), hash -> new LongArrayList());
            for (int j = 0; j < same.size(); j++) {
                if (Arrays.equals(key(Slot.block(slot)), key(Slot.block(same.getLong(j))))) {
                    report.found(Invariant.KEYS_UNIQUE, Slot.block(slot), "also at "
                        + Slot.block(same.getLong(j)));
                }
            }
            same.addLong(slot);
        }
    }

    private byte[] key(long block) {
        byte[] key = new byte[BlockDescriptor.keyLength(memory, block)];
        memory.copyTo(block + BlockDescriptor.KEY, key, 0, key.length);
        return key;
    }

    private void verifyCounts() {
        long bytes = 0;
        for (int i = 0; i < slots.size(); i++) {
            long block = Slot.block(slots.getLong(i));
            bytes += BlockDescriptor.keyLength(memory, block)
                + (long) BlockDescriptor.valueLength(memory, block);
        }
        long entries = memory.loadLong(header + SegmentDescriptor.ENTRIES);
        if (entries != slots.size() || bytes != memory.loadLong(header + SegmentDescriptor.BYTES)) {
            report.found(Invariant.COUNTS_MATCH, header + SegmentDescriptor.ENTRIES, "entries=" + entries
                + ", found="
                + slots.size() + ", bytes=" + memory.loadLong(header + SegmentDescriptor.BYTES) + ", found="
                + bytes);
        }
    }

    private void verifySpace() {
        BlockChecks checks = new BlockChecks(memory, parts.geometry);
        long[] blocks = new long[slots.size()];
        long bytes = 0;
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = Slot.block(slots.getLong(i));
            bytes += units(blocks[i]) << BlockDescriptor.UNIT_SHIFT;
            if (!checks.isTaken(segment, blocks[i], units(blocks[i]))) {
                report.found(Invariant.SPACE_ACCOUNTED, blocks[i],
                    "block has units that are not marked as used");
            }
        }
        Arrays.sort(blocks);
        for (int i = 1; i < blocks.length; i++) {
            if (blocks[i - 1] + (units(blocks[i - 1]) << BlockDescriptor.UNIT_SHIFT) > blocks[i]) {
                report.found(Invariant.SPACE_ACCOUNTED, blocks[i], "block overlaps the one at "
                    + blocks[i - 1]);
            }
        }
        String spare = checks.spare(segment);
        verifyAllocator(spare);
        long used = spare == null ? parts.blocks.usedBytes(segment) : bytes;
        if (used != bytes) {
            report.found(Invariant.SPACE_ACCOUNTED, header, "bytes marked as used=" + used + ", of blocks="
                + bytes);
        }
        verifyAllocator(checks.bitmaps(segment));
        verifyAllocator(checks.fill(segment));
        verifyAllocator(checks.longestRuns(segment));
        verifyAllocator(checks.lists(segment));
        verifyAllocator(checks.counts(segment));
    }

    private void verifyAllocator(String fault) {
        if (fault != null) {
            report.found(Invariant.SPACE_ACCOUNTED, header + SegmentDescriptor.ALLOCATOR, fault);
        }
    }

    private long units(long block) {
        return BlockDescriptor.units(BlockDescriptor.keyLength(memory, block),
            BlockDescriptor.valueLength(memory, block));
    }

    private void verifyLargeExtents() {
        LongHashSet referred = new LongHashSet();
        for (int i = 0; i < slots.size(); i++) {
            referred.add(Slot.block(slots.getLong(i)));
        }
        ExtentRows rows = parts.extentRows;
        for (long extent = 0; extent < rows.end(); extent = rows.next(extent)) {
            long use = rows.useOf(extent);
            if (ExtentWord.kind(use) == ExtentWord.LARGE && ExtentWord.owner(use) == segment
                && !referred.contains(extent)) {
                report.found(Invariant.LARGE_EXTENTS_REACHED, extent, "no slot refers to it");
            }
        }
    }
}
