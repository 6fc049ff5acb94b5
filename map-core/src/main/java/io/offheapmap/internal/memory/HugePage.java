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
package io.offheapmap.internal.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The unit in which memory is cheapest to use. The page cache makes one of a write that is as long and
 * aligned; a mapping shows it as one where its address is aligned like the offset in the file.
 */
final class HugePage {

    static final long LENGTH = 2L << 20;

    private HugePage() {
    }

    /** The last boundary at or below an offset. */
    static long floor(long offset) {
        return offset & -LENGTH;
    }

    /** The first boundary at or above an offset. */
    static long ceiling(long offset) {
        return offset + LENGTH - 1 & -LENGTH;
    }

    /** The end of a range that begins at {@code from}: the last boundary in it if any, otherwise its end. */
    static long lastBoundary(long from, long end) {
        return floor(end) > from ? floor(end) : end;
    }

    /** A huge page of zeros outside of the heap, made when it is needed first. */
    static MemorySegment zeros() {
        return Zeros.PAGE;
    }

    /** Initialised at the first use. */
    private static final class Zeros {

        private static final MemorySegment PAGE =
            Arena.global().allocate(LENGTH, ReservedRange.PAGE).asReadOnly();

        private Zeros() {
        }
    }
}
