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
package io.offheapmap.benchmarks;

import io.offheapmap.internal.memory.GrowingSpace;
import io.offheapmap.internal.memory.Housekeeper;
import io.offheapmap.internal.memory.MappedFile;
import io.offheapmap.internal.memory.MappedMemory;
import io.offheapmap.internal.memory.MappingKind;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The least that a map's operation can do: load one random cache line of an index, and copy a value from or
 * to the place that the line names. The file is mapped by the library's own class, grows in its steps, and is
 * touched for the first time in the order in which a map would do it: many extents at once, each from its
 * start, so that it is as large as a map's and lies on the same kind of pages. There is no hash, no key, no
 * header, no lock, no allocation.
 */
final class FloorRegion implements AutoCloseable {

    private static final int LINE = 64;
    private static final int SLOTS = 7;
    /** As full as the map's buckets are. */
    private static final int SLOTS_USED = 5;
    private static final int ALIGNMENT = 32;

    private final MappedFile file;
    private final GrowingSpace space;
    private final MappedMemory memory;
    private final long lines;
    private final int valueLength;
    private final int blockLength;
    private final long extentLength;
    private final long[] position;
    private final long[] end;
    private long fileEnd;

    /**
     * Creates the file, with an index.
     *
     * @param path        null for memory only
     * @param entryLength bytes of an entry with everything around the value
     * @param segments    how many extents are filled at once
     */
    FloorRegion(Path path, long entries, int valueLength, int entryLength, int segments, long extentLength)
        throws IOException {
        this.valueLength = valueLength;
        this.blockLength = entryLength + ALIGNMENT - 1 & -ALIGNMENT;
        this.extentLength = extentLength;
        this.lines = entries / SLOTS_USED + 1;
        file = path == null ? MappedFile.anonymous(MappingKind.preferred(), MappedFile.DEFAULT_RESERVED_BYTES)
            : MappedFile.open(path, MappingKind.preferred(), MappedFile.DEFAULT_RESERVED_BYTES, true);
        space = new GrowingSpace(file, Long.MAX_VALUE, Housekeeper.shared());
        memory = file.memory();
        position = new long[segments];
        end = new long[segments];
        fileEnd = lines * LINE;
        space.ensure(fileEnd);
    }

    MappedMemory memory() {
        return memory;
    }

    long length() {
        return file.length();
    }

    /** Adds a record's value; records are added in order. */
    void add(long record, byte[] value) {
        int segment = (int) Math.unsignedMultiplyHigh(Keys.mix(~record), position.length);
        if (end[segment] - position[segment] < blockLength) {
            position[segment] = fileEnd;
            fileEnd += extentLength;
            end[segment] = fileEnd;
            space.ensure(fileEnd);
        }
        long block = position[segment];
        position[segment] += blockLength;
        memory.copyFrom(block, value, 0, valueLength);
        memory.storeLong(slot(record), block);
    }

    /** Each record has a slot of its own; neighbours are far apart. */
    private long slot(long record) {
        long line = record % lines;
        return line * LINE + record / lines % SLOTS * Long.BYTES;
    }

    /** One line, then a copy out whose place depends on it. */
    void get(long record, byte[] target) {
        long block = memory.loadLong(slot(record));
        memory.copyTo(block, target, 0, valueLength);
    }

    /** One line, then a copy in whose place depends on it; returns the first byte of what was there. */
    byte set(long record, byte[] value) {
        long block = memory.loadLong(slot(record));
        byte before = memory.loadByte(block);
        memory.copyFrom(block, value, 0, valueLength);
        return before;
    }

    /** The same without a look at what was there. */
    void setBlind(long record, byte[] value) {
        long block = memory.loadLong(slot(record));
        memory.copyFrom(block, value, 0, valueLength);
    }

    @Override
    public void close() {
        space.close();
        file.close();
    }
}
