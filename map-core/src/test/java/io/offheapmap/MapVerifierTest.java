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
package io.offheapmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.index.Chain;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.DeathWord;
import io.offheapmap.internal.layout.ExtentDescriptor;
import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.LockWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.layout.SplitWord;
import io.offheapmap.internal.memory.Memory;
import io.offheapmap.internal.recovery.Invariant;
import io.offheapmap.internal.recovery.MapVerifier;
import io.offheapmap.internal.segment.MapParts;
import io.offheapmap.internal.segment.SlotScan;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One planted fault for each invariant; the verifier has to name that invariant. */
class MapVerifierTest {

    private static final int ENTRIES = 2_000;
    private static final int LARGE = 700_000;

    private OffHeapMap<Long, byte[]> map;
    private MapParts parts;
    private Memory memory;

    @BeforeEach
    void open() throws IOException {
        // one segment, grown a lot, so that there are splits, overflow buckets, free ones, and a large extent
        map = OffHeapMap.of(Long.class, byte[].class).entries(10).segments(1).checksums(true)
            .mapping(Mapping.PORTABLE).create();
        for (long key = 0; key < ENTRIES; key++) {
            map.set(key, new byte[(int) key % 300]);
        }
        map.set(-1L, new byte[LARGE]);
        for (long key = 0; key < ENTRIES; key += 10) {
            map.delete(key);
        }
        parts = ((SegmentedMap<Long, byte[]>) map).parts();
        memory = parts.memory;
    }

    @AfterEach
    void close() {
        map.close();
    }

    @Test
    void findsNothingInASoundMap() {
        assertEquals(List.of(), new MapVerifier(parts).verify());
    }

    @ParameterizedTest
    @EnumSource
    void namesThePlantedFault(Invariant invariant) {
        plant(invariant);
        List<MapVerifier.Finding> findings = new MapVerifier(parts).verify();
        assertTrue(findings.stream().anyMatch(finding -> finding.invariant() == invariant),
            invariant + " was planted; found: "
                + findings.stream().limit(5).map(Object::toString).collect(Collectors.joining("; ")));
    }

    private void plant(Invariant invariant) {
        long header = parts.geometry.segmentOffset(0);
        long address = anySlot(false);
        long block = Slot.block(memory.loadLong(address));
        switch (invariant) {
            case HEADER_WHOLE -> flip(Geometry.HEADER_OFFSET + 600);
            case LOCKS_FREE -> memory.storeLong(header + SegmentDescriptor.LOCK, LockWord.held(77));
            case SPLITS_FINISHED -> memory.storeLong(header + SegmentDescriptor.SPLIT,
                SplitWord.marked(memory.loadLong(header + SegmentDescriptor.SPLIT)));
            case OPERATIONS_FINISHED -> add(header + SegmentDescriptor.ISSUED, 1);
            case CHAINS_SOUND -> linkTwice();
            case POOL_SOUND -> memory.storeLong(header + SegmentDescriptor.OVERFLOW_FREE, block);
            case SLOTS_REFER_TO_BLOCKS ->
                memory.storeLong(address, Slot.of(Slot.tag(memory.loadLong(address)), 64));
            case BLOCKS_FILLED -> flip(block + BlockDescriptor.SEQUENCE);
            case BLOCKS_ALIVE -> memory.storeLong(block + BlockDescriptor.DEATH, DeathWord.of(
                memory.loadLong(block + BlockDescriptor.STAMP) + 1,
                memory.loadLong(block + BlockDescriptor.STAMP)));
            case ENTRIES_IN_PLACE -> memory.storeLong(address, memory.loadLong(address) ^ Long.MIN_VALUE);
            case KEYS_UNIQUE -> copyEntry(address);
            case CHECKSUMS_MATCH -> flip(block + BlockDescriptor.CHECKSUM);
            case COUNTS_MATCH -> add(header + SegmentDescriptor.ENTRIES, 1);
            case SPACE_ACCOUNTED -> memory.storeLong(address, Slot.EMPTY);
            case LARGE_EXTENTS_REACHED -> memory.storeLong(anySlot(true), Slot.EMPTY);
            case EXTENTS_COVER_FILE -> add(rowOf(block) + ExtentDescriptor.USE, 1);
            case EXTENT_LISTS_SOUND -> add(GlobalsDescriptor.kindGranules(ExtentWord.INDEX), 1);
        }
    }

    private long rowOf(long block) {
        return parts.extentRows.rowOf(parts.extentRows.extentOf(block));
    }

    private void flip(long offset) {
        memory.storeInt(offset, memory.loadInt(offset) ^ 1);
    }

    private void add(long offset, long value) {
        memory.storeLong(offset, memory.loadLong(offset) + value);
    }

    /** A slot whose entry is long, or is not. */
    private long anySlot(boolean large) {
        long[] found = new long[1];
        new SlotScan(parts).scan(0, (address, slot, number) -> {
            if (BlockDescriptor.valueLength(memory, Slot.block(slot)) >= LARGE == large) {
                found[0] = address;
            }
        });
        return found[0];
    }

    /** Lets a second chain continue in an overflow bucket of another one. */
    private void linkTwice() {
        long overflow = 0;
        for (long number = 0; overflow == 0; number++) {
            overflow = memory.loadLong(bucket(number) + BucketDescriptor.LINK);
        }
        for (long number = 0;; number++) {
            if (memory.loadLong(bucket(number) + BucketDescriptor.LINK) == 0) {
                memory.storeLong(bucket(number) + BucketDescriptor.LINK, overflow);
                return;
            }
        }
    }

    private long bucket(long number) {
        return parts.index.bucket(parts.geometry.segmentOffset(0), number % parts.geometry.baseBuckets(),
            number / parts.geometry.baseBuckets());
    }

    /** Puts the same entry into the index once more. */
    private void copyEntry(long address) {
        long first = address & -BucketDescriptor.LENGTH;
        for (int i = 0; i < BucketDescriptor.SLOTS; i++) {
            if (memory.loadLong(Chain.slotAddress(first, i)) == Slot.EMPTY) {
                memory.storeLong(Chain.slotAddress(first, i), memory.loadLong(address));
                return;
            }
        }
        memory.storeLong(Chain.slotAddress(first, address == first ? 1 : 0), memory.loadLong(address));
    }
}
