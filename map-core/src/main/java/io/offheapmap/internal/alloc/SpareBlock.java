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
package io.offheapmap.internal.alloc;

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.internal.layout.AllocatorDescriptor;
import io.offheapmap.internal.layout.SpareWord;
import io.offheapmap.internal.memory.Memory;

/**
 * One block of a segment that was replaced lately. Its units stay marked as used, so that the next put of the
 * same size touches neither bitmap nor row: both lie far from everything else that a put needs.
 */
final class SpareBlock {

    private final Memory memory;
    private final ExtentRows rows;

    SpareBlock(Memory memory, ExtentRows rows) {
        this.memory = memory;
        this.rows = rows;
    }

    /** The word of the spare block, checked; SpareWord.NONE if there is none. */
    long get(long area) {
        long word = memory.loadLong(area + AllocatorDescriptor.SPARE);
        if (!SpareWord.isWhole(word) || word != SpareWord.NONE && SpareWord.offset(word) >= rows.end()) {
            throw new CorruptMapException("spare block of a segment is not a block: "
                + SpareWord.describe(word) + ", limit=" + rows.end(), area + AllocatorDescriptor.SPARE);
        }
        return word;
    }

    /** Takes the spare block if it has exactly so many units; 0 if not. */
    long take(long area, int units) {
        long word = get(area);
        if (SpareWord.units(word) != units) {
            return 0;
        }
        put(area, SpareWord.NONE);
        return SpareWord.offset(word);
    }

    void put(long area, long word) {
        memory.storeLong(area + AllocatorDescriptor.SPARE, word);
    }
}
