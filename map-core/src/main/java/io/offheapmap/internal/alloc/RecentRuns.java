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

import io.offheapmap.internal.layout.AllocatorDescriptor;
import io.offheapmap.internal.layout.RunWord;
import io.offheapmap.internal.memory.Memory;

/**
 * Runs of a segment that were freed lately, the newest first. Hints: who takes one asks the bitmap whether
 * it is so.
 */
final class RecentRuns {

    private static final int MASK = AllocatorDescriptor.RECENT - 1;

    private final Memory memory;

    RecentRuns(Memory memory) {
        this.memory = memory;
    }

    /** Takes the newest run of so many units out, and returns its offset; 0 if there is none. */
    long take(long area, int units) {
        int newest = memory.loadInt(area + AllocatorDescriptor.RECENT_NEXT) - 1;
        for (int age = 0; age < AllocatorDescriptor.RECENT; age++) {
            long slot = slot(area, newest - age);
            long run = memory.loadLong(slot);
            if (run != RunWord.NONE && RunWord.units(run) == units) {
                memory.storeLong(slot, RunWord.NONE);
                return RunWord.offset(run);
            }
        }
        return 0;
    }

    /** Adds a run; the oldest one is forgotten. */
    void add(long area, long offset, int units) {
        int next = memory.loadInt(area + AllocatorDescriptor.RECENT_NEXT);
        memory.storeLong(slot(area, next), RunWord.of(offset, units));
        memory.storeInt(area + AllocatorDescriptor.RECENT_NEXT, next + 1 & MASK);
    }

    /** Forgets the runs of an extent. */
    void forget(long area, long start, long length) {
        for (int index = 0; index < AllocatorDescriptor.RECENT; index++) {
            long offset = RunWord.offset(memory.loadLong(slot(area, index)));
            if (offset >= start && offset < start + length) {
                memory.storeLong(slot(area, index), RunWord.NONE);
            }
        }
    }

    private static long slot(long area, int index) {
        return area + AllocatorDescriptor.RECENT_RUNS + (long) (index & MASK) * Long.BYTES;
    }
}
