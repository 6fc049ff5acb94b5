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

import java.io.IOException;
import java.nio.file.Path;

/** How much address space a mapping asks for, and what to do when it is refused. */
final class ReservedRange {

    static final long PAGE = 4096;

    /** A mapping is not tried with less, unless less was asked for. */
    static final long SMALLEST = 64L << 20;

    private ReservedRange() {
    }

    /** What to ask for first: whole pages, and all of a file that is there already. */
    static long first(long reservedBytes, long length) {
        if (reservedBytes < 1) {
            throw new IllegalArgumentException("the reserved range must have a size: reservedBytes="
                + reservedBytes + "; give the size that the map may grow to");
        }
        return (Math.max(reservedBytes, length) + PAGE - 1) & -PAGE;
    }

    /** Half of what was refused, or an exception where that would be of no use. */
    static long next(Path file, long refused, long length, IOException cause) throws IOException {
        long half = refused / 2 & -PAGE;
        if (half < Math.max(SMALLEST, length)) {
            throw new IOException("no address space to map the file: file=" + file + ", bytes=" + refused
                + ", fileLength=" + length + "; raise the limit of virtual memory (ulimit -v) or the largest"
                + " file size (ulimit -f), or give a smaller reservedBytes", cause);
        }
        return half;
    }
}
