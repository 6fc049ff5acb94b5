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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** By the operating system's own calls: a file, or memory only. */
final class NativeBacking implements Backing {

    /** Stands for the file that memory only does not have. */
    private static final int NO_FILE = -1;

    /** How many zeros may be written while somebody waits: some milliseconds' worth. */
    private static final long MOST_ZEROS = 16L << 20;

    private final int descriptor;
    private final Arena arena;
    private final MemorySegment range;
    private final long initialLength;
    private final FileIdentity identity;

    /** Kernels before 5.14 can't populate. */
    private volatile boolean canPopulate = true;

    private NativeBacking(int descriptor, long address, long bytes, long initialLength,
                          FileIdentity identity) {
        this.descriptor = descriptor;
        this.arena = Arena.ofShared();
        this.range = claim(address, bytes, arena);
        this.initialLength = initialLength;
        this.identity = identity;
    }

    /** Allowed because {@link NativeAccess} said so before anything here was called. */
    @SuppressWarnings("restricted")
    private static MemorySegment claim(long address, long bytes, Arena arena) {
        return MemorySegment.ofAddress(address)
            .reinterpret(bytes, arena, ending -> NativeCalls.unmap(address, bytes));
    }

    /** Maps a file that exists. */
    static NativeBacking open(Path file, long reservedBytes) throws IOException {
        int descriptor = NativeCalls.openFile(file);
        try {
            // Through the descriptor: it is the file that was opened, even if the path leads elsewhere now.
            FileIdentity identity = FileIdentity.of(Path.of("/proc/self/fd/" + descriptor));
            long length = NativeCalls.length(descriptor);
            long bytes = ReservedRange.first(reservedBytes, length);
            long address = NativeCalls.mapFile(descriptor, bytes);
            while (address == 0) {
                bytes = ReservedRange.next(file, bytes, length, null);
                address = NativeCalls.mapFile(descriptor, bytes);
            }
            return new NativeBacking(descriptor, address, bytes, length, identity);
        } catch (IOException | RuntimeException | Error failure) {
            NativeCalls.closeFile(descriptor);
            throw failure;
        }
    }

    /** Maps fresh memory. */
    static NativeBacking anonymous(long reservedBytes) throws IOException {
        long bytes = ReservedRange.first(reservedBytes, 0);
        long address = NativeCalls.mapAnonymous(bytes);
        while (address == 0) {
            bytes = ReservedRange.next(null, bytes, 0, null);
            address = NativeCalls.mapAnonymous(bytes);
        }
        // No file system writes these pages back, so that large ones have no drawback.
        NativeCalls.advise(address, bytes, NativeCalls.MADV_HUGEPAGE);
        return new NativeBacking(NO_FILE, address, bytes, 0, FileIdentity.UNKNOWN);
    }

    @Override
    public MemorySegment range() {
        return range;
    }

    @Override
    public long initialLength() {
        return initialLength;
    }

    /**
     * Where it does not take long, zeros are written into what was reserved: a page that comes into memory by
     * a huge write is a huge one, by a fault it is a small one.
     */
    @Override
    public void extend(long from, long to) throws IOException {
        if (descriptor == NO_FILE) {
            return;
        }
        NativeCalls.allocate(descriptor, from, to);
        if (to - from <= MOST_ZEROS) {
            NativeCalls.writeZeros(descriptor, HugePage.ceiling(from), HugePage.floor(to));
        }
    }

    @Override
    public void cut(long length) throws IOException {
        if (descriptor != NO_FILE) {
            NativeCalls.setLength(descriptor, length);
        } else {
            dropPages(length, range.byteSize());
        }
    }

    @Override
    public void fillHoles(long from, long to) throws IOException {
        if (descriptor != NO_FILE) {
            NativeCalls.allocate(descriptor, from, to);
        }
    }

    @Override
    public boolean punch(long from, long to) throws IOException {
        if (descriptor != NO_FILE) {
            return NativeCalls.punch(descriptor, from, to);
        }
        return dropPages(from, to);
    }

    /** Whole pages only; they read as zeros afterwards. */
    private boolean dropPages(long from, long to) {
        long first = from + ReservedRange.PAGE - 1 & -ReservedRange.PAGE;
        long end = to & -ReservedRange.PAGE;
        return first < end
            && NativeCalls.advise(range.address() + first, end - first, NativeCalls.MADV_DONTNEED);
    }

    @Override
    public void populate(long from, long to) {
        if (!canPopulate || from >= to) {
            return;
        }
        long first = from & -ReservedRange.PAGE;
        long end = to + ReservedRange.PAGE - 1 & -ReservedRange.PAGE;
        if (!NativeCalls.advise(range.address() + first, end - first, NativeCalls.MADV_POPULATE_WRITE)) {
            canPopulate = NativeCalls.lastError() != NativeCalls.EINVAL;
        }
    }

    @Override
    public void advise(Advice advice, long from, long to) {
        NativeCalls.advise(range.address() + from, to - from, switch (advice) {
            case NORMAL -> NativeCalls.MADV_NORMAL;
            case RANDOM -> NativeCalls.MADV_RANDOM;
            case HUGE_PAGES -> NativeCalls.MADV_HUGEPAGE;
            case SMALL_PAGES -> NativeCalls.MADV_NOHUGEPAGE;
        });
    }

    @Override
    public void force(long length) throws IOException {
        if (descriptor != NO_FILE) {
            NativeCalls.force(descriptor);
        }
    }

    @Override
    public FileIdentity identity() {
        return identity;
    }

    @Override
    public void close() {
        arena.close();
        if (descriptor != NO_FILE) {
            NativeCalls.closeFile(descriptor);
        }
    }
}
