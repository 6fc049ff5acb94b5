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

/** One copy of the file header in memory: moves values between {@link FileHeader} and the bytes. */
final class FileHeaderFields {

    private final Memory memory;
    private final long copy;

    FileHeaderFields(Memory memory, long copy) {
        this.memory = memory;
        this.copy = copy;
    }

    long getLong(String field) {
        return memory.loadLong(copy + FileHeaderDescriptor.offset(field));
    }

    int getInt(String field) {
        return memory.loadInt(copy + FileHeaderDescriptor.offset(field));
    }

    private void put(String field, long value) {
        memory.storeLong(copy + FileHeaderDescriptor.offset(field), value);
    }

    private void putInt(String field, int value) {
        memory.storeInt(copy + FileHeaderDescriptor.offset(field), value);
    }

    void store(FileHeader header) {
        put("magic", FileHeaderDescriptor.MAGIC);
        putInt("format", FileHeaderDescriptor.FORMAT);
        put("generation", header.generation());
        put("uuidHigh", header.uuid().getMostSignificantBits());
        put("uuidLow", header.uuid().getLeastSignificantBits());
        put("seed0", header.seed0());
        put("seed1", header.seed1());
        putInt("hash", FileHeaderDescriptor.HASH_SIPHASH_1_3);
        putInt("keyCodec", header.keyCodec());
        putInt("valueCodec", header.valueCodec());
        putInt("segments", header.geometry().segments());
        putInt("baseBuckets", header.geometry().baseBuckets());
        putInt("granuleBytes", header.geometry().granuleBytes());
        putInt("tableBase", header.geometry().tableBase());
        putInt("checksums", header.checksums() ? 1 : 0);
        put("entries", header.entries());
        put("averageKeySize", Double.doubleToLongBits(header.averageKeySize()));
        put("averageValueSize", Double.doubleToLongBits(header.averageValueSize()));
        put("metadataOffset", Geometry.METADATA_OFFSET);
        put("metadataLength", Geometry.METADATA_BYTES);
        put("processes", header.processes());
        put("bootHigh", header.boot().getMostSignificantBits());
        put("bootLow", header.boot().getLeastSignificantBits());
        put("device", header.device());
        put("inode", header.inode());
        putInt("state", header.state().ordinal());
    }

    FileHeader load() {
        long unknown = getLong("incompatible") & ~FileHeaderDescriptor.KNOWN_INCOMPATIBLE;
        if (unknown != 0) {
            throw new IncompatibleMapException("file uses features that this version does not know:"
                + " features=0x" + Long.toHexString(unknown) + "; open it with a newer OffHeapMap");
        }
        Geometry geometry = new Geometry(getInt("segments"), getInt("baseBuckets"), getInt("granuleBytes"),
            getInt("tableBase"));
        FileState state = FileState.of(getInt("state"));
        if (!geometry.isValid() || state == null || getInt("hash") != FileHeaderDescriptor.HASH_SIPHASH_1_3) {
            throw new CorruptMapException("header has impossible numbers: " + geometry + ", state="
                + getInt("state") + ", hash=" + getInt("hash") + "; restore the file from a copy", copy);
        }
        return new FileHeader(getLong("generation"), new UUID(getLong("uuidHigh"), getLong("uuidLow")),
            getLong("seed0"), getLong("seed1"), geometry, getInt("keyCodec"), getInt("valueCodec"),
            getInt("checksums") != 0, getLong("entries"), Double.longBitsToDouble(getLong("averageKeySize")),
            Double.longBitsToDouble(getLong("averageValueSize")), getLong("processes"),
            new UUID(getLong("bootHigh"), getLong("bootLow")), getLong("device"), getLong("inode"), state);
    }
}
