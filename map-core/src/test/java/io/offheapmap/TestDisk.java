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
package io.offheapmap;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system of a chosen size. Mounting needs rights; a test is skipped where they are missing. */
final class TestDisk implements AutoCloseable {

    private final Kind kind;
    private final Path folder;
    private final Path image;

    private TestDisk(Kind kind, Path folder, Path image) {
        this.kind = kind;
        this.folder = folder;
        this.image = image;
    }

    /** What is mounted. */
    enum Kind {

        /** Gives each page where it is first touched: what was not reserved is a SIGBUS. */
        TMPFS,

        /** In a file; puts off the choice of blocks until they are written back. */
        EXT4
    }

    /** A folder in memory where there is one, so that nobody waits for a device; delete it. */
    static Path quickFolder(Path other) throws IOException {
        Path shared = Path.of("/dev/shm");
        return Files.createTempDirectory(Files.isWritable(shared) ? shared : other, "offheapmap-");
    }

    static TestDisk mount(Kind kind, Path parent, long bytes) throws IOException {
        Path folder = Files.createTempDirectory(parent, "disk-");
        Path image = folder.resolveSibling(folder.getFileName() + ".image");
        boolean mounted = kind == Kind.TMPFS
            ? run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", folder.toString())
            : makeImage(image, bytes) && run("mount", "-o", "loop", image.toString(), folder.toString());
        if (!mounted) {
            Files.deleteIfExists(image);
            Files.delete(folder);
        }
        assumeTrue(mounted, "mounting needs rights: kind=" + kind);
        return new TestDisk(kind, folder, image);
    }

    private static boolean makeImage(Path image, long bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(bytes);
        }
        return run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
    }

    /** Makes it larger or smaller; what is in use stays. */
    void resize(long bytes) {
        assumeTrue(kind == Kind.TMPFS);
        assumeTrue(run("mount", "-o", "remount,size=" + bytes, folder.toString()), "remounting needs rights");
    }

    /** From now on nothing can be written. */
    void protect() {
        assumeTrue(run("mount", "-o", "remount,ro", folder.toString()), "remounting needs rights");
    }

    Path folder() {
        return folder;
    }

    /** Leaves so many bytes free, more or less, by a file that takes the rest. */
    void leave(long bytes) throws IOException {
        Path ballast = folder.resolve("ballast");
        long excess = Files.getFileStore(folder).getUsableSpace() - bytes;
        if (excess > 0) {
            Files.write(ballast, new byte[(int) excess]);
        }
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        run("umount", "-l", folder.toString());
        Files.delete(folder);
        Files.deleteIfExists(image);
    }
}
