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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** What the machine is. */
final class Host {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    /** Never equal to a known boot, so that an unknown one counts as another. */
    static final UUID UNKNOWN_BOOT = new UUID(0, 0);

    private Host() {
    }

    /** The name of this run of the operating system, or UNKNOWN_BOOT. */
    static UUID boot() {
        try {
            return UUID.fromString(Files.readString(BOOT_ID).trim());
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN_BOOT;
        }
    }
}
