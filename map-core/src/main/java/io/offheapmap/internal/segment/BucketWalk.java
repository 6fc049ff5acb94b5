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

import io.offheapmap.internal.index.BucketIndex;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.SplitWord;

/**
 * Goes over all buckets of a map while others split. In a column, its position is a place in the order of
 * bit-reversed rows: a bucket covers an interval of places, a split cuts an interval in two, so nothing is
 * passed over or met twice (protocol rule 5).
 */
public final class BucketWalk {

    private final Geometry geometry;
    private final BucketIndex index;
    private int segment;
    private long column;
    private long place;
    private int rowBits;

    public BucketWalk(MapParts parts) {
        this.geometry = parts.geometry;
        this.index = parts.index;
    }

    public boolean isDone() {
        return segment == geometry.segments();
    }

    int segment() {
        return segment;
    }

    long header() {
        return geometry.segmentOffset(segment);
    }

    /** The bucket at this place by that split word; the old one while it is being split. */
    long enter(long splitWord) {
        long rows = Long.reverse(place);
        rowBits = index.rowBits(splitWord, column, rows);
        return index.bucket(header(), column, BucketIndex.row(rows, rowBits));
    }

    /** The bucket that the one at this place is being split into, or NOT_FOUND. */
    long sibling(long splitWord) {
        long row = BucketIndex.row(Long.reverse(place), SplitWord.level(splitWord));
        boolean splitting = SplitWord.isMarked(splitWord)
            && index.number(column, row) == SplitWord.next(splitWord);
        return splitting ? index.bucket(header(), column, row | 1L << SplitWord.level(splitWord))
            : BucketIndex.NOT_FOUND;
    }

    /** Goes on behind the bucket that was entered. */
    public void advance() {
        place = rowBits == 0 ? 0 : place + (1L << Long.SIZE - rowBits);
        if (place == 0 && ++column == geometry.baseBuckets()) {
            column = 0;
            segment++;
        }
    }
}
