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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.codec.Transcoder;
import io.offheapmap.internal.codec.Transcoders;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.CountingMemory;
import io.offheapmap.internal.memory.GrowingSpace;
import io.offheapmap.internal.memory.Housekeeper;
import io.offheapmap.internal.memory.MappedFile;
import io.offheapmap.internal.memory.MappingKind;
import io.offheapmap.internal.recovery.Sizing;
import java.io.IOException;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Filling a map far past its estimate works, and the work of a single insert has the same bound for every
 * estimate.
 */
class InsertWorkTest {

    /**
     * The most stores of one insert, whatever the map's size: a split, a new extent and a new bitmap
     * together.
     */
    private static final long MOST_STORES = 450;
    /** The most bytes stored by one insert; most of it is the bitmap of a new extent. */
    private static final long MOST_BYTES = 12_000;
    private static final long RESERVED = 1L << 36;
    private static final Transcoder<Long> LONGS = Transcoders.of(Long.class, null);

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 100, 1_000, 10_000, 100_000})
    void tenTimesTheEstimate(long estimate) throws IOException {
        fill(estimate, estimate * 10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 100, 1_000, 10_000})
    void hundredTimesTheEstimate(long estimate) throws IOException {
        fill(estimate, estimate * 100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000})
    void exactlyTheEstimate(long estimate) throws IOException {
        fill(estimate, estimate);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {10_000_000})
    void theLargestOfEach(long entries) throws IOException {
        fill(entries / 100, entries);
        fill(entries / 10, entries);
    }

    private void fill(long estimate, long entries) throws IOException {
        MappedFile file = MappedFile.anonymous(MappingKind.preferred(), RESERVED);
        GrowingSpace space = new GrowingSpace(file, Long.MAX_VALUE, Housekeeper.shared());
        try {
            Geometry geometry = Sizing.choose(estimate, Long.BYTES, Long.BYTES, 0);
            space.ensure(geometry.fixedGranules() * geometry.granuleBytes());
            CountingMemory memory = new CountingMemory(file.memory());
            MapParts parts = new MapParts(memory, geometry, space, 1, 2, 3, true, false);
            parts.extentTable.init();
            fill(parts, memory, estimate, entries);
        } finally {
            space.close();
            file.close();
        }
    }

    private void fill(MapParts parts, CountingMemory memory, long estimate, long entries) {
        SegmentLocks locks = new SegmentLocks(parts);
        Reader reader = new Reader(parts, locks);
        Writer writer = new Writer(parts, reader, locks);
        Operation op = new Operation(new BackoffIdleStrategy());
        long stores = 0;
        long bytes = 0;
        for (long key = 0; key < entries; key++) {
            locate(parts, op, key);
            memory.reset();
            writer.put(op, LONGS, ~key, false, false);
            stores = Math.max(stores, memory.stores());
            bytes = Math.max(bytes, memory.storedBytes());
        }
        System.err.println("InsertWorkTest estimate=" + estimate + ", entries=" + entries + ", mostStores="
            + stores
            + ", mostBytes=" + bytes);
        assertTrue(stores <= MOST_STORES, "stores of one insert: " + stores);
        assertTrue(bytes <= MOST_BYTES, "bytes stored by one insert: " + bytes);
        for (long key = 0; key < entries; key += 1 + entries / 1_000) {
            locate(parts, op, key);
            assertEquals(~key, reader.get(op, LONGS, null));
        }
    }

    private static void locate(MapParts parts, Operation op, long key) {
        op.scratch.keyLength = LONGS.encodeKey(key, op.scratch);
        parts.locate(op);
    }
}
