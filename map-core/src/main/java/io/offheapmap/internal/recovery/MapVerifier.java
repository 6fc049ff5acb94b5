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

import io.offheapmap.internal.alloc.ExtentChecks;
import io.offheapmap.internal.index.BucketIndex;
import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.FileHeader;
import io.offheapmap.internal.layout.FileHeaderDescriptor;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.LockWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.SplitWord;
import io.offheapmap.internal.memory.Memory;
import io.offheapmap.internal.segment.MapParts;
import java.util.ArrayList;
import java.util.List;


/**
 * Checks a map that nobody changes meanwhile, reading only: one method for each {@link Invariant}. Those
 * about the blocks and buckets of a segment are in {@link SegmentVerifier}.
 */
public final class MapVerifier {

    private static final int MOST_FINDINGS = 1_000;

    private final MapParts parts;
    private final Memory memory;
    private final List<Finding> findings = new ArrayList<>();

    public MapVerifier(MapParts parts) {
        this.parts = parts;
        this.memory = parts.memory;
    }

    /**
     * Something that is not as it must be.
     *
     * @param invariant which rule is broken
     * @param offset    where in the file
     * @param detail    what was found there
     */
    public record Finding(Invariant invariant, long offset, String detail) {
    }

    /** Checks everything; an empty list is a sound map. */
    public List<Finding> verify() {
        verifyHeader();
        verifyLocks();
        verifySplits();
        verifyOperations();
        if (!verifyExtentsCoverFile()) {
            return List.copyOf(findings);   // the rest looks blocks up in the extents
        }
        verifyExtentLists();
        for (int segment = 0; segment < parts.geometry.segments(); segment++) {
            new SegmentVerifier(parts, segment, this::found).verify();
        }
        return List.copyOf(findings);
    }

    void found(Invariant invariant, long offset, String detail) {
        if (findings.size() < MOST_FINDINGS) {
            findings.add(new Finding(invariant, offset, detail));
        }
    }

    private void verifyHeader() {
        for (int copy = 0; copy < FileHeaderDescriptor.COPIES; copy++) {
            long start = Geometry.HEADER_OFFSET + (long) copy * Geometry.PAGE_BYTES;
            for (long at = FileHeaderDescriptor.LENGTH; at < Geometry.PAGE_BYTES; at += Long.BYTES) {
                if (memory.loadLong(start + at) != 0) {
                    found(Invariant.HEADER_WHOLE, start + at, "reserved bytes are not zero: word="
                        + memory.loadLong(start + at));
                }
            }
        }
        String fault = FileHeader.fault(memory);
        if (fault != null) {
            found(Invariant.HEADER_WHOLE, Geometry.HEADER_OFFSET, fault);
        }
    }

    private void verifyLocks() {
        verifyLock(GlobalsDescriptor.LOCK, "global");
        for (int segment = 0; segment < parts.geometry.segments(); segment++) {
            verifyLock(parts.geometry.segmentOffset(segment) + SegmentDescriptor.LOCK, "segment " + segment);
        }
    }

    private void verifyLock(long offset, String name) {
        long word = memory.loadLong(offset);
        if (word != LockWord.FREE) {
            found(Invariant.LOCKS_FREE, offset, name + ": " + LockWord.describe(word));
        }
    }

    private void verifySplits() {
        for (int segment = 0; segment < parts.geometry.segments(); segment++) {
            long header = parts.geometry.segmentOffset(segment);
            long word = memory.loadLong(header + SegmentDescriptor.SPLIT);
            boolean possible = SplitWord.level(word) < SegmentDescriptor.BUCKET_BLOCKS
                && SplitWord.next(word) < (long) parts.geometry.baseBuckets() << SplitWord.level(word);
            if (SplitWord.isMarked(word) || !possible || !hasBlocks(header, word)) {
                found(Invariant.SPLITS_FINISHED, header + SegmentDescriptor.SPLIT, SplitWord.describe(word));
            }
        }
    }

    private boolean hasBlocks(long header, long word) {
        int blocks = SplitWord.level(word) + (SplitWord.next(word) == 0 ? 1 : 2);
        if (blocks == 1 && memory.loadLong(header + SegmentDescriptor.ENTRIES) == 0) {
            return true;
        }
        for (int block = 0; block < blocks; block++) {
            if (memory.loadLong(BucketIndex.blockPointer(header, block)) == 0) {
                return false;
            }
        }
        return true;
    }

    private void verifyOperations() {
        for (int segment = 0; segment < parts.geometry.segments(); segment++) {
            long header = parts.geometry.segmentOffset(segment);
            long issued = memory.loadLong(header + SegmentDescriptor.ISSUED);
            long completed = memory.loadLong(header + SegmentDescriptor.COMPLETED);
            if (issued != completed) {
                found(Invariant.OPERATIONS_FINISHED, header + SegmentDescriptor.COMPLETED, "issued=" + issued
                    + ", completed=" + completed);
            }
        }
    }

    private boolean verifyExtentsCoverFile() {
        ExtentChecks checks = new ExtentChecks(memory, parts.geometry);
        return sound(Invariant.EXTENTS_COVER_FILE, checks.walk()) && sound(Invariant.EXTENTS_COVER_FILE,
            checks.parts())
            && sound(Invariant.EXTENTS_COVER_FILE, checks.chunks());
    }

    private void verifyExtentLists() {
        ExtentChecks checks = new ExtentChecks(memory, parts.geometry);
        sound(Invariant.EXTENT_LISTS_SOUND, checks.freeRuns());
        sound(Invariant.EXTENT_LISTS_SOUND, checks.freeLists());
        sound(Invariant.EXTENT_LISTS_SOUND, checks.counts());
        sound(Invariant.EXTENT_LISTS_SOUND, checks.generations());
    }

    private boolean sound(Invariant invariant, String fault) {
        if (fault != null) {
            found(invariant, parts.geometry.tableOffset(), fault);
        }
        return fault == null;
    }
}
