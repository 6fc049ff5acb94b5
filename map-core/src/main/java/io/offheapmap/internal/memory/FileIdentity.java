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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Which file it is, whatever its name.
 *
 * @param device the file system's number
 * @param inode  the file's number there
 */
public record FileIdentity(long device, long inode) {

    /** Where the operating system does not say. */
    public static final FileIdentity UNKNOWN = new FileIdentity(0, 0);

    /** Asks for the file that the path leads to now. */
    public static FileIdentity of(Path file) throws IOException {
        Map<String, Object> attributes;
        try {
            attributes = Files.readAttributes(file, "unix:dev,ino");
        } catch (UnsupportedOperationException | IllegalArgumentException noSuchView) {
            return UNKNOWN;
        }
        return new FileIdentity(((Number) attributes.get("dev")).longValue(),
            ((Number) attributes.get("ino")).longValue());
    }
}
