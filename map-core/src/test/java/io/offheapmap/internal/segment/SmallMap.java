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

import io.offheapmap.codec.ValueReader;
import io.offheapmap.codec.ValueUpdater;
import io.offheapmap.internal.codec.Transcoder;
import io.offheapmap.internal.codec.Transcoders;
import io.offheapmap.internal.layout.FileHeader;
import io.offheapmap.internal.layout.FileState;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.memory.FixedSpace;
import io.offheapmap.internal.memory.MappedMemory;
import io.offheapmap.internal.memory.Memory;
import io.offheapmap.internal.memory.Space;
import io.offheapmap.internal.recovery.MapVerifier;
import io.offheapmap.internal.recovery.Sizing;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.IdleStrategy;

/** One segment with one bucket at first, from long to bytes, over any memory; the same hashes in each run. */
final class SmallMap {

    static final Geometry GEOMETRY = Sizing.minimum();
    private static final long SEED_0 = 0x0706050403020100L;
    private static final long SEED_1 = 0x0F0E0D0C0B0A0908L;
    private static final long PROCESS = 1;
    private static final Transcoder<Long> KEYS = Transcoders.of(Long.class, null);
    private static final Transcoder<byte[]> VALUES = Transcoders.of(byte[].class, null);

    final MapParts parts;
    private final SegmentLocks locks;
    private final Reader reader;
    private final Writer writer;

    /** Looks at the map in a memory; several may look at the same. */
    SmallMap(Memory memory, boolean checksums) {
        this(memory, checksums, new FixedSpace(memory.length()));
    }

    SmallMap(Memory memory, boolean checksums, Space space) {
        parts = new MapParts(memory, GEOMETRY, space, PROCESS, SEED_0, SEED_1, checksums, false);
        locks = new SegmentLocks(parts);
        reader = new Reader(parts, locks);
        writer = new Writer(parts, reader, locks);
    }

    /** A piece of memory outside of the heap, zeroed. */
    static Memory memory(Arena arena, int length) {
        return new MappedMemory(arena.allocate(length, Long.BYTES));
    }

    /** Makes an empty map of zeroed memory. */
    static void format(Memory memory) {
        UUID uuid = new UUID(0, 1);
        new FileHeader(0, uuid, SEED_0, SEED_1, GEOMETRY, KEYS.id(), VALUES.id(), true, 1, 8, 8, PROCESS,
            uuid, 0, 0, FileState.UNCLEAN).store(memory);
        new SmallMap(memory, true).parts.extentTable.init();
    }

    /** Throws if the map is not sound; nobody may use it. */
    void verify() {
        List<MapVerifier.Finding> findings = new MapVerifier(parts).verify();
        if (!findings.isEmpty()) {
            throw new AssertionError("the map is not sound: " + findings);
        }
    }

    long header() {
        return GEOMETRY.segmentOffset(0);
    }

    /** What one thread does with the map. */
    Client client(IdleStrategy idle) {
        return new Client(idle);
    }

    /** The operations of one thread. */
    final class Client {
        final Operation op;

        private Client(IdleStrategy idle) {
            op = new Operation(idle);
        }

        private Operation locate(long key) {
            op.scratch.keyLength = KEYS.encodeKey(key, op.scratch);
            parts.locate(op);
            return op;
        }

        byte[] get(long key) {
            return reader.get(locate(key), VALUES, null);
        }

        byte[] getUsing(long key, byte[] using) {
            return reader.get(locate(key), VALUES, using);
        }

        boolean contains(long key) {
            return reader.contains(locate(key));
        }

        <R> R read(long key, ValueReader<R> valueReader) {
            return reader.read(locate(key), valueReader);
        }

        void set(long key, byte[] value) {
            writer.put(locate(key), VALUES, value, false, false);
        }

        byte[] put(long key, byte[] value) {
            return writer.put(locate(key), VALUES, value, false, true);
        }

        /** As the map does it: looks without the lock first. */
        byte[] putIfAbsent(long key, byte[] value) {
            byte[] present = get(key);
            return present == null ? writer.put(locate(key), VALUES, value, true, true) : present;
        }

        byte[] remove(long key) {
            return writer.remove(locate(key), VALUES);
        }

        boolean delete(long key) {
            return writer.delete(locate(key));
        }

        boolean update(long key, ValueUpdater updater) {
            return writer.update(locate(key), updater);
        }

        void clear() {
            for (BucketWalk walk = new BucketWalk(parts); !walk.isDone(); walk.advance()) {
                writer.clearBucket(op, walk);
            }
        }

        long size() {
            return parts.memory.loadOpaque(header() + SegmentDescriptor.ENTRIES);
        }

        /** The keys that a cursor finds, as it finds them. */
        List<Long> keys() {
            List<Long> keys = new ArrayList<>();
            for (EntryWalk walk = new EntryWalk(parts, locks); walk.next(op);) {
                keys.add(KEYS.readKey(null, op.scratch));
            }
            return keys;
        }
    }
}
