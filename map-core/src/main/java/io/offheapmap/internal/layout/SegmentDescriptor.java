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
 * The header of a segment. What readers load lies on cache lines of its own, away from what writers store.
 * Only the holder of the segment's lock stores here, except for the lock word itself and the durable mark.
 */
public final class SegmentDescriptor {

    /** Blocks of buckets: the first, and one for each doubling. */
    public static final int BUCKET_BLOCKS = 38;

    /** The table of the segment header, as rendered into format.md. */
    public static final StructLayout LAYOUT = MemoryLayout.structLayout(
        Layouts.LONG.withName("split"),           // SplitWord
        // raised before memory changes its use or slots move in a chain
        Layouts.LONG.withName("epoch"),
        Layouts.longs(BUCKET_BLOCKS, "bucketBlocks"), // offset of each block of buckets, 0 = not there yet
        Layouts.LONG.withName("lock"),            // LockWord
        Layouts.LONG.withName("issued"),          // the highest stamp given out; stored before its use
        Layouts.LONG.withName("completed"),       // the highest stamp whose operation is whole
        Layouts.LONG.withName("durable"),         // everything up to this stamp is on the device
        Layouts.LONG.withName("entries"),         // live entries
        Layouts.LONG.withName("intentStamp"),     // IntentWord: stamp and operation; 0 = none
        Layouts.LONG.withName("intentOld"),       // block that the operation ends, 0 = none
        Layouts.LONG.withName("intentNew"),       // block that the operation publishes, 0 = none
        Layouts.LONG.withName("intentEntries"),   // live entries when the operation is done
        Layouts.LONG.withName("overflowNext"),    // next unused bucket for overflow
        Layouts.LONG.withName("overflowEnd"),     // end of the unused buckets
        Layouts.LONG.withName("overflowFree"),    // first of the linked free overflow buckets, 0 = none
        Layouts.LONG.withName("bytes"),           // key and value bytes of the live entries
        Layouts.reserved(192 - 13 * Long.BYTES),
        MemoryLayout.sequenceLayout(64, Layouts.LONG).withName("allocator")); // AllocatorDescriptor

    public static final long SPLIT = Layouts.offset(LAYOUT, "split");
    public static final long EPOCH = Layouts.offset(LAYOUT, "epoch");
    public static final long BUCKET_BLOCK = Layouts.offset(LAYOUT, "bucketBlocks");
    public static final long LOCK = Layouts.offset(LAYOUT, "lock");
    public static final long ISSUED = Layouts.offset(LAYOUT, "issued");
    public static final long COMPLETED = Layouts.offset(LAYOUT, "completed");
    public static final long DURABLE = Layouts.offset(LAYOUT, "durable");
    public static final long ENTRIES = Layouts.offset(LAYOUT, "entries");
    public static final long INTENT_STAMP = Layouts.offset(LAYOUT, "intentStamp");
    public static final long INTENT_OLD = Layouts.offset(LAYOUT, "intentOld");
    public static final long INTENT_NEW = Layouts.offset(LAYOUT, "intentNew");
    public static final long INTENT_ENTRIES = Layouts.offset(LAYOUT, "intentEntries");
    public static final long OVERFLOW_NEXT = Layouts.offset(LAYOUT, "overflowNext");
    public static final long OVERFLOW_END = Layouts.offset(LAYOUT, "overflowEnd");
    public static final long OVERFLOW_FREE = Layouts.offset(LAYOUT, "overflowFree");
    public static final long BYTES = Layouts.offset(LAYOUT, "bytes");
    public static final long ALLOCATOR = Layouts.offset(LAYOUT, "allocator");
    public static final long LENGTH = LAYOUT.byteSize();

    private SegmentDescriptor() {
    }
}
