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

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/**
 * The file header. There are two copies, each at the start of a page of its own and within 512 bytes; they
 * are written in turn, and the whole one with the higher generation counts.
 */
public final class FileHeaderDescriptor {

    /** "OffHpMap" in the order of the bytes. */
    public static final long MAGIC = 0x70614D704866664FL;
    /** Raised when a file can no longer be read by older versions. */
    public static final int FORMAT = 1;
    /** The hash of keys: SipHash-1-3. */
    public static final int HASH_SIPHASH_1_3 = 1;
    public static final int COPIES = 2;

    /** Feature bits that must be known to open the file at all. */
    public static final long KNOWN_INCOMPATIBLE = 0;

    static final StructLayout LAYOUT = MemoryLayout.structLayout(
        Layouts.LONG.withName("magic"),
        Layouts.INT.withName("format"),
        Layouts.INT.withName("checksum"),           // of all other bytes of the copy
        Layouts.LONG.withName("generation"),        // raised at each write
        Layouts.LONG.withName("incompatible"),      // features: who does not know one can't open the file
        Layouts.LONG.withName("readOnlyCompatible"), // … can only read it
        Layouts.LONG.withName("compatible"),        // … need not care
        Layouts.LONG.withName("uuidHigh"),
        Layouts.LONG.withName("uuidLow"),
        Layouts.LONG.withName("seed0"),             // secret of the hash and of the checksums
        Layouts.LONG.withName("seed1"),
        Layouts.INT.withName("hash"),
        Layouts.INT.withName("keyCodec"),
        Layouts.INT.withName("valueCodec"),
        Layouts.INT.withName("segments"),           // Geometry
        Layouts.INT.withName("baseBuckets"),
        Layouts.INT.withName("granuleBytes"),
        Layouts.INT.withName("tableBase"),
        Layouts.INT.withName("checksums"),          // 1: entries have checksums
        Layouts.INT.withName("durability"),         // 0: PROCESS
        Layouts.INT.withName("residence"),          // 0: FILE
        Layouts.LONG.withName("entries"),           // what the builder was told
        Layouts.LONG.withName("averageKeySize"),    // bits of a double
        Layouts.LONG.withName("averageValueSize"),  // bits of a double
        Layouts.LONG.withName("metadataOffset"),    // area for schemas and codecs' own data
        Layouts.LONG.withName("metadataLength"),
        Layouts.LONG.withName("processes"),         // the highest process number given out
        Layouts.LONG.withName("bootHigh"),          // where the file was open last
        Layouts.LONG.withName("bootLow"),
        Layouts.LONG.withName("device"),
        Layouts.LONG.withName("inode"),
        Layouts.INT.withName("state"),              // FileState
        Layouts.INT.withName("poisoned"),           // 1: the device failed to keep what was synced
        Layouts.reserved(512 - 240));

    public static final long LENGTH = LAYOUT.byteSize();

    private FileHeaderDescriptor() {
    }

    static long offset(String field) {
        return Layouts.offset(LAYOUT, field);
    }
}
