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
package io.offheapmap.internal.layout;

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.error.IncompatibleMapException;
import io.offheapmap.internal.memory.Memory;
import java.util.UUID;

/**
 * The values of the file header.
 *
 * @param generation       how often the header was written
 * @param uuid             the map's name for ever
 * @param seed0            first half of the secret
 * @param seed1            second half of the secret
 * @param geometry         the fixed numbers
 * @param keyCodec         id of the key codec
 * @param valueCodec       id of the value codec
 * @param checksums        whether entries have checksums
 * @param entries          the builder's hint
 * @param averageKeySize   the builder's hint, in bytes
 * @param averageValueSize the builder's hint, in bytes
 * @param processes        the highest process number given out
 * @param boot             boot id of the machine that opened it last
 * @param device           device that it was on then
 * @param inode            inode that it had then
 * @param state            how the last opening ended, or that it has not
 */
public record FileHeader(long generation, UUID uuid, long seed0, long seed1, Geometry geometry, int keyCodec,
    int valueCodec, boolean checksums, long entries, double averageKeySize, double averageValueSize,
    long processes, UUID boot, long device, long inode, FileState state) {

    private static final long CHECKSUM_SEED = FileHeaderDescriptor.MAGIC;
    private static final long CHECKSUM = FileHeaderDescriptor.offset("checksum");

    /** The same header at its next write. */
    public FileHeader next(FileState newState, long newProcesses, UUID newBoot, long newDevice,
        long newInode) {
        return new FileHeader(generation + 1, uuid, seed0, seed1, geometry, keyCodec, valueCodec, checksums,
            entries, averageKeySize, averageValueSize, newProcesses, newBoot, newDevice, newInode, newState);
    }

    /** The same header at its next write, in another state. */
    public FileHeader next(FileState newState) {
        return next(newState, processes, boot, device, inode);
    }

    /** Where a generation of the header is written: in turn. */
    private static long copyOffset(long generation) {
        return Geometry.HEADER_OFFSET + generation % FileHeaderDescriptor.COPIES * Geometry.PAGE_BYTES;
    }

    /** Writes the copy of this generation; the other copy is untouched. */
    public void store(Memory memory) {
        long copy = copyOffset(generation);
        memory.storeInt(copy + CHECKSUM, 0);
        memory.zero(copy + Long.BYTES * 2, FileHeaderDescriptor.LENGTH - Long.BYTES * 2);
        new FileHeaderFields(memory, copy).store(this);
        memory.storeIntRelease(copy + CHECKSUM, checksum(memory, copy));
    }

    /**
     * Reads the newest whole copy.
     *
     * @param length bytes of the file
     */
    public static FileHeader load(Memory memory, long length) {
        if (length < Geometry.SEGMENTS_OFFSET) {
            throw new CorruptMapException("file is too short for a map: length=" + length + ", least="
                + Geometry.SEGMENTS_OFFSET + "; give the path of a map, or of no file", length);
        }
        FileHeader newest = null;
        for (int i = 0; i < FileHeaderDescriptor.COPIES; i++) {
            long copy = copyOffset(i);
            if (isWhole(memory, copy)) {
                FileHeader header = new FileHeaderFields(memory, copy).load();
                newest = newest == null || header.generation > newest.generation ? header : newest;
            }
        }
        if (newest == null) {
            throw new CorruptMapException("file has no whole header: length=" + length
                + "; give the path of a map, or restore the file from a copy", Geometry.HEADER_OFFSET);
        }
        return newest;
    }

    /** What is wrong with the copies, for the verifier; null if nothing is. An older copy may be missing. */
    public static String fault(Memory memory) {
        int whole = 0;
        for (int i = 0; i < FileHeaderDescriptor.COPIES; i++) {
            long copy = copyOffset(i);
            boolean isUnused = memory.loadLong(copy) == 0;
            if (isWhole(memory, copy)) {
                whole++;
            } else if (!isUnused) {
                return "copy of the header is not whole: copy=" + i;
            }
        }
        return whole == 0 ? "no copy of the header is whole" : null;
    }

    private static boolean isWhole(Memory memory, long copy) {
        FileHeaderFields fields = new FileHeaderFields(memory, copy);
        if (fields.getLong("magic") != FileHeaderDescriptor.MAGIC) {
            return false;
        }
        if (fields.getInt("format") > FileHeaderDescriptor.FORMAT) {
            throw new IncompatibleMapException("file format is too new: format=" + fields.getInt("format")
                + ", newestReadable=" + FileHeaderDescriptor.FORMAT + "; open it with a newer OffHeapMap");
        }
        return memory.loadInt(copy + CHECKSUM) == checksum(memory, copy);
    }

    private static int checksum(Memory memory, long copy) {
        int low = Checksum.of(memory, copy + Long.BYTES * 2, FileHeaderDescriptor.LENGTH - Long.BYTES * 2,
            CHECKSUM_SEED ^ memory.loadInt(copy + Long.BYTES));
        return low == 0 ? 1 : low;
    }
}
