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

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system that is soon full. Mounting needs rights; a test is skipped where they are missing. */
public final class SmallDisk implements AutoCloseable {

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Mounts a memory file system; the test is skipped where that is not allowed. */
    public static SmallDisk mount(Path parent, long bytes) throws IOException {
        return mount(parent, "size=" + bytes);
    }

    static SmallDisk mount(Path parent, String options) throws IOException {
        Path folder = Files.createTempDirectory(parent, "small-disk-");
        assumeTrue(run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString()),
            "mounting needs rights");
        return new SmallDisk(folder);
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Where it is mounted. */
    public Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        run("umount", "-l", folder.toString());
        Files.delete(folder);
    }
}
