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

/** What must be true of a map when no operation is under way. {@link MapVerifier} has a method for each. */
public enum Invariant {

    /** Both copies of the header are whole, or the older one is; the reserved bytes are zero. */
    HEADER_WHOLE,
    /** No lock is held or abandoned. */
    LOCKS_FREE,
    /** No split is under way, and the buckets that the split word counts exist. */
    SPLITS_FINISHED,
    /** No operation is under way: completed is what was issued. */
    OPERATIONS_FINISHED,
    /** Each overflow bucket is reached by one link, and lies in an index extent of its segment. */
    CHAINS_SOUND,
    /** Unused overflow buckets are empty, in no chain, and in an index extent of their segment. */
    POOL_SOUND,
    /** Each slot refers to a block inside of an extent of its segment, with possible lengths. */
    SLOTS_REFER_TO_BLOCKS,
    /** Each block's sequence is even and not 0. */
    BLOCKS_FILLED,
    /** Each block was born at a stamp that was issued, and has not died. */
    BLOCKS_ALIVE,
    /** Each entry is in the segment and bucket that its key's hash chooses, under the right tag. */
    ENTRIES_IN_PLACE,
    /** No key is there twice. */
    KEYS_UNIQUE,
    /** Each block's checksum matches, where there are checksums. */
    CHECKSUMS_MATCH,
    /** The segment's counts are those of its entries. */
    COUNTS_MATCH,
    /** No two blocks overlap, and a unit is marked as used exactly if a block has it. */
    SPACE_ACCOUNTED,
    /** Each large extent is reached by exactly one slot. */
    LARGE_EXTENTS_REACHED,
    /** Extents follow each other without a gap up to the high-water mark. */
    EXTENTS_COVER_FILE,
    /** Lists and sums of the extent table agree with its rows. */
    EXTENT_LISTS_SOUND
}
