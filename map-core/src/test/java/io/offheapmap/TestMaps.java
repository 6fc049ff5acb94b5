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

import io.offheapmap.internal.memory.NativeAccess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Opens maps for tests; each is verified when it is closed. */
final class TestMaps {

    private TestMaps() {
    }

    /** Where the bytes are. */
    enum Kind {
        MEMORY_PORTABLE, FILE_PORTABLE, MEMORY_NATIVE, FILE_NATIVE;

        boolean isPersisted() {
            return this == FILE_PORTABLE || this == FILE_NATIVE;
        }

        boolean isNative() {
            return this == MEMORY_NATIVE || this == FILE_NATIVE;
        }

        void assumeAvailable() {
            Assumptions.assumeTrue(!isNative() || NativeAccess.isAvailable(), "needs native access");
        }
    }

    static <K, V> OffHeapMap<K, V> open(Kind kind, OffHeapMapBuilder<K, V> builder, Path file) throws IOException {
        builder.mapping(kind.isNative() ? Mapping.NATIVE : Mapping.PORTABLE);
        return kind.isPersisted() ? builder.createPersistedTo(file) : builder.create();
    }
}
