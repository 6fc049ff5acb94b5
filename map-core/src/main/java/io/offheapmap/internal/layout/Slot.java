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

/**
 * The slot word: a tag (24 bits of the hash) above, a reference (block offset in units, from 1) below; 0 is
 * empty.
 */
public final class Slot {

    public static final long EMPTY = 0;
    static final int REFERENCE_BITS = 40;
    /** How many blocks a reference can tell apart. */
    public static final long MAX_BLOCKS = 1L << REFERENCE_BITS;
    /** How many bits of the hash the tag holds. */
    public static final int TAG_BITS = Long.SIZE - REFERENCE_BITS;
    private static final long REFERENCE_MASK = (1L << REFERENCE_BITS) - 1;
    private static final int TAG_MASK = (1 << TAG_BITS) - 1;

    private Slot() {
    }

    /** A slot for the block at this offset; the tag is the low bits of the hash. */
    public static long of(long hash, long block) {
        return hash << REFERENCE_BITS | block >>> BlockDescriptor.UNIT_SHIFT;
    }

    public static int tag(long slot) {
        return (int) (slot >>> REFERENCE_BITS);
    }

    /** The tag that a slot of an entry with this hash has. */
    public static int tagOf(long hash) {
        return (int) hash & TAG_MASK;
    }

    /** The offset of the block. */
    public static long block(long slot) {
        return (slot & REFERENCE_MASK) << BlockDescriptor.UNIT_SHIFT;
    }

    public static String describe(long slot) {
        return slot == EMPTY ? "empty" : "tag=" + tag(slot) + ", block=" + block(slot);
    }
}
