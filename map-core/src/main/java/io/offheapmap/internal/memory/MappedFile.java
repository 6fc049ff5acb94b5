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

import io.offheapmap.error.MapClosedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The bytes of one map, mapped once over a range that reaches past the end of the file, and what the
 * operating system does for them. Growing moves the end of the file; no address ever changes.
 *
 * <p>Every call of the system holds the gate shared and {@link #close} holds it alone, so no call meets an
 * address that is unmapped or a descriptor that is closed (and perhaps another file's by then). Changes of
 * the length hold the length lock besides. None of these locks is on the path of an access to {@link
 * #memory}.
 */
public final class MappedFile {

    /** Address space costs nothing until it is used. */
    public static final long DEFAULT_RESERVED_BYTES = 1L << 40;

    /** How long a close waits for a channel that reads from or writes to a view of the memory. */
    private static final long CLOSE_PATIENCE_NS = 1_000_000_000;
    private static final long CLOSE_PARK_NS = 50_000;

    private final boolean isNative;
    private final Backing backing;
    private final MappedMemory memory;
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
    private final Lock lengthLock = new ReentrantLock();
    private volatile Path file;
    private volatile long length;
    private volatile boolean isClosed;

    MappedFile(Path file, MappingKind kind, Backing backing) {
        this.file = file;
        this.isNative = kind == MappingKind.NATIVE;
        this.backing = backing;
        this.memory = new MappedMemory(backing.range());
        this.length = backing.initialLength();
    }

    /**
     * Maps a file for reading and writing. The portable kind makes the file longer for a moment, so two
     * processes must not do this to the same file at once, nor one while another lets it grow.
     *
     * @param reservedBytes how far it may grow; where the system refuses, half of it, and so on; never less
     * than the file has
     * @param create        whether to make an empty file where there is none
     */
    public static MappedFile open(Path file, MappingKind kind, long reservedBytes, boolean create)
        throws IOException {
        requireAvailable(kind);
        requireMappable(file);
        if (create) {
            createIfAbsent(file);
        } else if (Files.notExists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        return new MappedFile(file, kind, kind == MappingKind.NATIVE ? NativeBacking.open(file, reservedBytes)
            : PortableBacking.open(file, reservedBytes));
    }

    /** Maps memory that no file keeps; the portable kind takes it from a temporary file without a name. */
    public static MappedFile anonymous(MappingKind kind, long reservedBytes) throws IOException {
        requireAvailable(kind);
        return new MappedFile(null, kind, kind == MappingKind.NATIVE ? NativeBacking.anonymous(reservedBytes)
            : PortableBacking.anonymous(reservedBytes));
    }

    /**
     * Refuses what is there if it is not a file that can be mapped.
     *
     * @throws IOException with the reason
     */
    public static void requireMappable(Path file) throws IOException {
        if (file.getFileSystem() != FileSystems.getDefault()) {
            throw new IOException("only a file of the operating system can be mapped: file=" + file
                + ", fileSystem=" + file.getFileSystem().provider().getScheme()
                + "; give a path of the default file system");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("only a regular file can be mapped: file=" + file
                + "; give the path of a file, not of a folder or a device");
        }
    }

    private static void requireAvailable(MappingKind kind) {
        if (kind == MappingKind.NATIVE && !NativeAccess.isAvailable()) {
            throw new UnsupportedOperationException("native access is not available: kind=" + kind
                + ", obstacle=" + NativeAccess.obstacle() + "; remove the obstacle or use the kind "
                + MappingKind.PORTABLE);
        }
    }

    private static void createIfAbsent(Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException raced) {
            // Somebody else was quicker; it is the same file.
        }
    }

    /** All bytes of the reserved range; those from {@link #length} on must not be touched. */
    public MappedMemory memory() {
        return memory;
    }

    /** How many bytes exist. */
    public long length() {
        return length;
    }

    /** How far it can grow. */
    public long reservedBytes() {
        return memory.length();
    }

    /** The path that it was opened by or moved to; null for memory only. */
    public Path file() {
        return file;
    }

    /** Whether the operating system's calls are used. */
    public boolean isNative() {
        return isNative;
    }

    /** Which file it is. */
    public FileIdentity identity() {
        return backing.identity();
    }

    /** Renames the file, replacing what is there; {@link #forceDirectory} makes it durable. */
    public void moveTo(Path target) throws IOException {
        enter();
        try {
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            file = target;
        } finally {
            leave();
        }
    }

    /**
     * False when the file was deleted, or the path leads to another one: then nobody will find what is
     * stored.
     */
    public boolean isInPlace() throws IOException {
        if (file == null) {
            return true;
        }
        try {
            return FileIdentity.of(file).equals(backing.identity());
        } catch (NoSuchFileException deleted) {
            return false;
        }
    }

    /**
     * Makes the file longer, with room on the device for every byte of it; the new bytes are zero. On failure
     * the length is as before. Nothing is done where the file is longer already.
     *
     * @throws IOException with the path, the bytes and the reason, such as "No space left on device"
     */
    public void grow(long newLength) throws IOException {
        enter();
        lengthLock.lock();
        try {
            if (newLength > memory.length()) {
                throw new IOException("the reserved range is too small: file=" + file + ", wanted="
                    + newLength + ", reservedBytes=" + memory.length()
                    + "; open with a larger reservedBytes");
            }
            if (newLength > length) {
                extend(length, newLength);
                length = newLength;
            }
        } finally {
            lengthLock.unlock();
            leave();
        }
    }

    private void extend(long from, long to) throws IOException {
        try {
            backing.extend(from, to);
        } catch (IOException reason) {
            IOException told = failure("can't make the file longer",
                ", length=" + from + ", bytes=" + (to - from), "free space on the device", reason);
            try {
                backing.cut(from);
            } catch (IOException second) {
                told.addSuppressed(second);
            }
            throw told;
        }
    }

    private IOException failure(String fault, String values, String advice, IOException reason) {
        return new IOException(fault + ": file=" + file + values + ", reason=" + reason.getMessage() + "; "
            + advice, reason);
    }

    /** Cuts the end off. Nobody may touch it any more, in no process. */
    public void truncate(long newLength) throws IOException {
        enter();
        lengthLock.lock();
        try {
            if (newLength < length) {
                backing.cut(newLength);
                length = newLength;
            }
        } catch (IOException reason) {
            throw failure("can't cut the file", ", length=" + length + ", newLength=" + newLength,
                "it may stay longer than it needs to be", reason);
        } finally {
            lengthLock.unlock();
            leave();
        }
    }

    /**
     * Gives room back to the file system; the range reads as zeros afterwards. False where that can't be
     * done; then nothing has changed.
     */
    public boolean punch(long from, long bytes) throws IOException {
        enter();
        try {
            return backing.punch(from, from + bytes);
        } catch (IOException reason) {
            throw failure("can't punch a hole into the file", ", from=" + from + ", bytes=" + bytes,
                "the room stays taken", reason);
        } finally {
            leave();
        }
    }

    /** Gives holes in a range room on the device again, before anything is stored there. */
    public void reserve(long from, long bytes) throws IOException {
        enter();
        try {
            backing.fillHoles(from, from + bytes);
        } catch (IOException reason) {
            throw failure("can't reserve room for the file", ", from=" + from + ", bytes=" + bytes,
                "free space on the device", reason);
        } finally {
            leave();
        }
    }

    /**
     * Brings the pages between two offsets into memory, ready to be stored to. Best effort; never past the
     * end.
     */
    public void populate(long from, long to) {
        enter();
        try {
            backing.populate(from, Math.min(to, length));
        } finally {
            leave();
        }
    }

    /**
     * Tells the kernel how a range will be used, also where it does not exist yet. Best effort; whole pages.
     */
    public void advise(Advice advice, long from, long bytes) {
        enter();
        try {
            backing.advise(advice, from, Math.min(from + bytes, memory.length()));
        } finally {
            leave();
        }
    }

    /** Returns when everything stored before is on the device. After a failure nothing is known about it. */
    public void force() throws IOException {
        enter();
        try {
            backing.force(length);
        } catch (IOException reason) {
            throw failure("can't force the file to the device", ", length=" + length,
                "take what was stored since the last force as lost", reason);
        } finally {
            leave();
        }
    }

    /** Makes the file's name durable, as {@link #force} does with its contents. */
    public void forceDirectory() throws IOException {
        if (file == null) {
            return;
        }
        try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent(),
            StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /** Whether {@link #close} was called. */
    public boolean isClosed() {
        return isClosed;
    }

    /**
     * Unmaps. Waits for calls of the system that are under way; accesses to {@link #memory} are not waited
     * for and throw {@link IllegalStateException}. A second call does nothing.
     */
    public void close() {
        gate.writeLock().lock();
        try {
            if (!isClosed) {
                closeBacking();
                isClosed = true;
            }
        } finally {
            gate.writeLock().unlock();
        }
    }

    private void closeBacking() {
        long start = System.nanoTime();
        while (true) {
            try {
                backing.close();
                return;
            } catch (IllegalStateException inUse) {
                // A channel holds a view for the time of a transfer; unmapping under it would be fatal.
                if (System.nanoTime() - start > CLOSE_PATIENCE_NS) {
                    throw inUse;
                }
                LockSupport.parkNanos(CLOSE_PARK_NS);
            }
        }
    }

    private void enter() {
        gate.readLock().lock();
        if (isClosed) {
            gate.readLock().unlock();
            throw new MapClosedException("the mapping is closed: file=" + file + "; open the map again");
        }
    }

    private void leave() {
        gate.readLock().unlock();
    }
}
