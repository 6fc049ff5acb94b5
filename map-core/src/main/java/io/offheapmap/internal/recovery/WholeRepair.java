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

import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.LockWord;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.segment.MapParts;
import io.offheapmap.internal.segment.SegmentRepair;

/** Repairs all of a file that was not closed, before anybody else sees it. */
final class WholeRepair {

    private final MapParts parts;

    WholeRepair(MapParts parts) {
        this.parts = parts;
    }

    void repair() {
        parts.memory.storeRelease(GlobalsDescriptor.LOCK, LockWord.FREE);
        parts.extentTable.rebuild();
        SegmentRepair repair = new SegmentRepair(parts);
        for (int segment = 0; segment < parts.geometry.segments(); segment++) {
            parts.memory.storeRelease(parts.geometry.segmentOffset(segment) + SegmentDescriptor.LOCK, LockWord.FREE);
            repair.repair(segment, true);
        }
    }
}
