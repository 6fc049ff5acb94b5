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
package site.ycsb.db.offheapmap.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How big a file is.
 *
 * @param length    bytes from its start to its end
 * @param allocated bytes that it takes on the device, or -1 where the system does not say
 */
record FileSize(long length, long allocated) {

    static FileSize of(Path file) throws IOException {
        return new FileSize(Files.size(file), allocated(file));
    }

    /** Java can't ask for it; {@code du -k} can wherever there is a POSIX system. */
    private static long allocated(Path file) {
        try {
            Process process = new ProcessBuilder("du", "-k", file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Long.parseLong(answer.split("\\s", 2)[0]) * 1_024 : -1;
        } catch (IOException | NumberFormatException e) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }
}
