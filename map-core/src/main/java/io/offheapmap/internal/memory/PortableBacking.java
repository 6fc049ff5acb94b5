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
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * By the JDK alone. A writable mapping that reaches past the end of the file makes the file that long, so the
 * file is cut back at once; between the two it looks a terabyte long (without blocks), so opening must
 * exclude others.
 *
 * <p>File access goes through {@link RandomAccessFile}, which an interrupt does not close, unlike a channel;
 * the channel is used for mapping, with the interrupt held back, and on the housekeeping thread, which has
 * none.
 */
final class PortableBacking implements Backing {

    /** How often the range is mapped, at most, to have it aligned. */
    private static final int ALIGNING_TRIES = 3;

    private static final byte[] ZEROS = new byte[1 << 16];

    private final RandomAccessFile access;
    private final Mapped mapped;
    private final long initialLength;
    private final FileIdentity identity;

    /** A mapping and what ends it. */
    private record Mapped(Arena arena, MemorySegment range) {
    }

    private PortableBacking(RandomAccessFile access, Mapped mapped, long initialLength,
                            FileIdentity identity) {
        this.access = access;
        this.mapped = mapped;
        this.initialLength = initialLength;
        this.identity = identity;
    }

    /** Maps a file that exists. */
    static PortableBacking open(Path file, long reservedBytes) throws IOException {
        RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw");
        boolean interrupted = Thread.interrupted();
        try {
            return map(file, access, reservedBytes);
        } catch (IOException | RuntimeException | Error failure) {
            access.close();
            throw failure;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Maps a temporary file that has no name any more. */
    static PortableBacking anonymous(long reservedBytes) throws IOException {
        Path file = Files.createTempFile("offheapmap-", ".tmp");
        try {
            return open(file, reservedBytes);
        } finally {
            Files.delete(file);
        }
    }

    private static PortableBacking map(Path file, RandomAccessFile access, long reservedBytes)
        throws IOException {
        long length = access.length();
        FileIdentity identity = FileIdentity.of(file);
        Mapped mapped;
        try {
            mapped = mapLargest(file, access.getChannel(), reservedBytes, length);
        } finally {
            access.setLength(length);
        }
        return new PortableBacking(access, mapped, length, identity);
    }

    private static Mapped mapLargest(Path file, FileChannel channel, long reservedBytes, long length)
        throws IOException {
        long bytes = ReservedRange.first(reservedBytes, length);
        while (true) {
            try {
                return mapAligned(channel, bytes);
            } catch (IOException failure) {
                if (!channel.isOpen()) {
                    throw failure;   // an interrupt, not a refusal
                }
                bytes = ReservedRange.next(file, bytes, length, failure);
            }
        }
    }

    /**
     * The kernel puts a mapping at the upper end of a gap. So where it is not aligned, one that is longer by
     * just the excess ends at the same address and begins at an aligned one. Best effort.
     */
    private static Mapped mapAligned(FileChannel channel, long bytes) throws IOException {
        Mapped mapped = mapOnce(channel, bytes);
        for (int tries = 1; tries < ALIGNING_TRIES; tries++) {
            long excess = mapped.range().address() % HugePage.LENGTH;
            if (excess == 0) {
                break;
            }
            long longer = mapped.range().byteSize() + excess;
            mapped.arena().close();
            mapped = mapOnce(channel, longer);
        }
        return new Mapped(mapped.arena(), mapped.range().asSlice(0, bytes));
    }

    private static Mapped mapOnce(FileChannel channel, long bytes) throws IOException {
        Arena arena = Arena.ofShared();
        try {
            return new Mapped(arena, channel.map(MapMode.READ_WRITE, 0, bytes, arena));
        } catch (IOException | RuntimeException | Error failure) {
            arena.close();
            throw failure;
        }
    }

    @Override
    public MemorySegment range() {
        return mapped.range();
    }

    @Override
    public long initialLength() {
        return initialLength;
    }

    /**
     * Zeros are written, since a file that is merely made longer has no blocks yet. One write of a whole and
     * aligned huge page makes the page cache keep it as one, and the mapping then shows it as one; that takes
     * the channel, so it can only be done on the thread that nobody can interrupt.
     */
    @Override
    public void extend(long from, long to) throws IOException {
        if (Housekeeper.isHousekeepingThread()) {
            extendByHugePages(from, to);
        } else {
            extendBySmallWrites(from, to);
        }
    }

    private void extendByHugePages(long from, long to) throws IOException {
        FileChannel channel = access.getChannel();
        ByteBuffer zeros = HugePage.zeros().asByteBuffer();
        long at = from;
        while (at < to) {
            long end = Math.min(to, HugePage.floor(at) + HugePage.LENGTH);
            zeros.position(0).limit((int) (end - at));
            at += channel.write(zeros, at);
        }
    }

    private void extendBySmallWrites(long from, long to) throws IOException {
        access.seek(from);
        for (long at = from; at < to; at += ZEROS.length) {
            access.write(ZEROS, 0, (int) Math.min(ZEROS.length, to - at));
        }
    }

    @Override
    public void cut(long length) throws IOException {
        access.setLength(length);
    }

    @Override
    public void fillHoles(long from, long to) {
        // Makes no holes, and can't fill those of others: writing would race with stores into the mapping.
    }

    @Override
    public boolean punch(long from, long to) {
        return false;
    }

    @Override
    public void populate(long from, long to) {
        // The zeros just written are in memory already.
    }

    @Override
    public void advise(Advice advice, long from, long to) {
        // The JDK has no call for it.
    }

    /** Through the mapping, whose force no interrupt can break; the file's length is forced with it. */
    @Override
    public void force(long length) throws IOException {
        if (length == 0) {
            return;
        }
        try {
            mapped.range().asSlice(0, length).force();
        } catch (UncheckedIOException failure) {
            throw new IOException(failure.getCause().getMessage(), failure.getCause());
        }
    }

    @Override
    public FileIdentity identity() {
        return identity;
    }

    @Override
    public void close() {
        mapped.arena().close();
        try {
            access.close();
        } catch (IOException ignored) {
            // Nothing is buffered, and what had to reach the device was forced before.
        }
    }
}
