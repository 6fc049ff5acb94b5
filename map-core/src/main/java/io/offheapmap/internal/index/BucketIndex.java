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
package io.offheapmap.internal.index;

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.internal.layout.BucketDescriptor;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.Slot;
import io.offheapmap.internal.layout.SplitWord;
import io.offheapmap.internal.memory.Memory;

/**
 * Finds buckets. Linear hashing (W. Litwin, 1980), per segment.
 *
 * <pre> hash: | segment, up to 16 bits | base, 24 bits | tag, 24 bits | </pre> The base chooses one of
 * {@code baseBuckets} columns; the low bits of the hash, taken one more at each doubling, choose the row. A
 * bucket's number is {@code column + baseBuckets * row}, so that bucket {@code b} of a level splits into
 * {@code b} and {@code b + baseBuckets << level}. Rows up to 2^24 are told apart by the tag in the slot. Rows
 * come in blocks that double: row 0; row 1; rows 2 and 3; rows 4 to 7; …
 */
public final class BucketIndex {

    /** No such bucket or slot. */
    public static final long NOT_FOUND = 0;

    /**
     * Entries per bucket at which the next bucket is split. Seven would fill each; the rest is for the
     * unlucky.
     */
    public static final int TARGET_LOAD = 5;

    private static final int BASE_BITS = 24;
    private static final long BASE_MASK = (1L << BASE_BITS) - 1;

    private final Memory memory;
    private final Geometry geometry;
    private final int segmentShift;
    private final long baseBuckets;

    public BucketIndex(Memory memory, Geometry geometry) {
        this.memory = memory;
        this.geometry = geometry;
        this.segmentShift = Long.SIZE - geometry.segmentBits();
        this.baseBuckets = geometry.baseBuckets();
    }

    public int segmentOf(long hash) {
        return segmentShift == Long.SIZE ? 0 : (int) (hash >>> segmentShift);
    }

    /** Which column of buckets the hash chooses. */
    public long column(long hash) {
        return (hash >>> Slot.TAG_BITS & BASE_MASK) * baseBuckets >>> BASE_BITS;
    }

    /** Which row the hash chooses when all buckets were doubled that often. */
    public static long row(long hash, int level) {
        return hash & (1L << level) - 1;
    }

    /** How many buckets the segment has, without those for overflow. */
    public long buckets(long splitWord) {
        return (baseBuckets << SplitWord.level(splitWord)) + SplitWord.next(splitWord);
    }

    /**
     * How many bits of the hash tell the row of a column's entries apart there: the level, or one more where
     * the split has passed already. A split under way does not count yet.
     */
    public int rowBits(long splitWord, long column, long hash) {
        int level = SplitWord.level(splitWord);
        return number(column, row(hash, level)) < SplitWord.next(splitWord) ? level + 1 : level;
    }

    /** Tells whether the bucket of this hash is the one that is being split. */
    public boolean isSplitting(long splitWord, long hash) {
        return SplitWord.isMarked(splitWord)
            && number(column(hash), row(hash, SplitWord.level(splitWord))) == SplitWord.next(splitWord);
    }

    /** The bucket of a hash, by a split word; the old one while it is being split. */
    public long home(long segment, long splitWord, long hash) {
        long column = column(hash);
        return bucket(segment, column, row(hash, rowBits(splitWord, column, hash)));
    }

    /** The bucket that the bucket of this hash is being split into. */
    public long sibling(long segment, long splitWord, long hash) {
        int level = SplitWord.level(splitWord);
        return bucket(segment, column(hash), row(hash, level) | 1L << level);
    }

    /** The number of a bucket in its segment. */
    public long number(long column, long row) {
        return column + baseBuckets * row;
    }

    /** The offset of a bucket, or NOT_FOUND where its block does not exist yet (it is empty then). */
    public long bucket(long segment, long column, long row) {
        int block = blockOf(row);
        long start = memory.loadAcquire(blockPointer(segment, block));
        if (start == NOT_FOUND) {
            return NOT_FOUND;
        }
        return start + number(column, row - firstRow(block)) * BucketDescriptor.LENGTH;
    }

    /** Which block of rows a row is in. */
    public static int blockOf(long row) {
        return Long.SIZE - Long.numberOfLeadingZeros(row);
    }

    private static long firstRow(int block) {
        return block == 0 ? 0 : 1L << block - 1;
    }

    /** Where the segment keeps the offset of a block of rows. */
    public static long blockPointer(long segment, int block) {
        return segment + SegmentDescriptor.BUCKET_BLOCK + (long) block * Long.BYTES;
    }

    /** How many bytes a block of rows takes. */
    public long blockBytes(int block) {
        return (block == 0 ? 1 : 1L << block - 1) * baseBuckets * BucketDescriptor.LENGTH;
    }

    /** The bucket that continues a bucket, or NOT_FOUND. The file may be damaged: the link is checked. */
    public long next(long bucket, long limit) {
        long link = memory.loadAcquire(bucket + BucketDescriptor.LINK);
        if ((link & BucketDescriptor.LENGTH - 1) != 0 || link < 0 || link > limit - BucketDescriptor.LENGTH) {
            throw new CorruptMapException("link to a bucket outside of the file: link=" + link + ", limit="
                + limit + "; restore the file from a copy", bucket + BucketDescriptor.LINK);
        }
        return link;
    }

    public Geometry geometry() {
        return geometry;
    }
}
