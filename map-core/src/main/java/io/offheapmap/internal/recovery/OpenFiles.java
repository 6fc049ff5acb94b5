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

import io.offheapmap.error.OffHeapMapException;
import io.offheapmap.internal.memory.MappedFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * Who has which file open: in this JVM by a set, against other processes by an operating-system lock on
 * {@code <file>.lock}, which the system drops when the process dies. The set comes first: a POSIX lock is
 * lost when the process closes any descriptor of the lock file, so it is never opened twice.
 */
final class OpenFiles {

    /** A link that leads to a link, and so on. */
    private static final int MOST_LINKS = 40;

    private static final Set<Path> CLAIMED = new HashSet<>();

    private OpenFiles() {
    }

    /** Claims a file until the claim is closed. */
    static Claim claim(Path file) throws IOException {
        Path real = realPath(file);
        synchronized (CLAIMED) {
            if (!CLAIMED.add(real)) {
                throw new OffHeapMapException("the map is open in this JVM already: file=" + file
                    + "; share the map object, or close it first");
            }
        }
        boolean claimed = false;
        try {
            Claim claim = lock(real);
            claimed = true;
            return claim;
        } finally {
            if (!claimed) {
                release(real);
            }
        }
    }

    /**
     * One path for all ways that lead to the file: one that came in through a link would otherwise be another
     * claim, and two mappings would give the same blocks to two entries.
     */
    private static Path realPath(Path file) throws IOException {
        MappedFile.requireMappable(file);
        Path path = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(path) && Files.notExists(path); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemLoopException(file.toString());
            }
            path = path.resolveSibling(Files.readSymbolicLink(path));
        }
        if (Files.notExists(path)) {
            return path.getParent().toRealPath().resolve(path.getFileName());
        }
        return path.toRealPath();
    }

    private static Claim lock(Path real) throws IOException {
        Path lockFile = real.resolveSibling(real.getFileName() + ".lock");
        FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock(0, 1, false);
        } catch (OverlappingFileLockException e) {
            throw new OffHeapMapException("the map is open in this JVM already, by another class loader:"
                + " file=" + real + "; share the map object, or close it first", e);
        } catch (IOException e) {
            throw new IOException("the file system does not lock files: lockFile=" + lockFile
                + "; put the map on a local file system", e);
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            throw new OffHeapMapException("the map is open in another process: file=" + real + ", lockFile="
                + lockFile + "; close it there");
        }
        return new Claim(real, channel);
    }

    private static void release(Path real) {
        synchronized (CLAIMED) {
            CLAIMED.remove(real);
        }
    }

    /** One file that is ours; closing the channel drops the lock. */
    record Claim(Path file, FileChannel channel) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            try {
                channel.close();
            } finally {
                release(file);
            }
        }
    }
}
