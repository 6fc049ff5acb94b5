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

import io.offheapmap.codec.Codec;
import java.io.IOException;
import java.nio.file.Path;

/** Creates and opens maps. */
final class Opening {

    private Opening() {
    }

    static <K, V> OffHeapMap<K, V> persisted(Class<K> keyType, Class<V> valueType, Codec<K> keyCodec,
        Codec<V> valueCodec, Settings settings, Path file) throws IOException {
        throw new UnsupportedOperationException();
    }

    static <K, V> OffHeapMap<K, V> inMemory(Class<K> keyType, Class<V> valueType, Codec<K> keyCodec,
        Codec<V> valueCodec, Settings settings) throws IOException {
        throw new UnsupportedOperationException();
    }
}
