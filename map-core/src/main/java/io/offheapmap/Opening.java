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
import io.offheapmap.error.IncompatibleMapException;
import io.offheapmap.internal.codec.Transcoder;
import io.offheapmap.internal.codec.Transcoders;
import io.offheapmap.internal.layout.FileHeader;
import io.offheapmap.internal.layout.FileState;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.MappingKind;
import io.offheapmap.internal.recovery.MapFile;
import io.offheapmap.internal.recovery.MappingOptions;
import io.offheapmap.internal.recovery.Sizing;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.UUID;

/** Creates and opens maps: from a builder's settings to the header of the file and back. */
final class Opening {

    private static final long DEFAULT_ENTRIES = 1_000;
    private static final double DEFAULT_KEY_SIZE = 16;
    private static final double DEFAULT_VALUE_SIZE = 64;
    private static final UUID NOWHERE = new UUID(0, 0);
    private static final SecureRandom SECRETS = new SecureRandom();

    private Opening() {
    }

    static <K, V> OffHeapMap<K, V> persisted(Class<K> keyType, Class<V> valueType, Codec<K> keyCodec,
        Codec<V> valueCodec, Settings settings, Path file) throws IOException {
        Objects.requireNonNull(file, "file");
        Transcoder<K> keys = Transcoders.of(keyType, keyCodec);
        Transcoder<V> values = Transcoders.of(valueType, valueCodec);
        MapFile map = MapFile.open(file, mapping(settings), fresh(settings, keys.id(), values.id(), true),
            header -> check(header, settings, keys.id(), values.id(), file));
        return new SegmentedMap<>(keys, values, map, settings.idleStrategies);
    }

    static <K, V> OffHeapMap<K, V> inMemory(Class<K> keyType, Class<V> valueType, Codec<K> keyCodec,
        Codec<V> valueCodec, Settings settings) throws IOException {
        Transcoder<K> keys = Transcoders.of(keyType, keyCodec);
        Transcoder<V> values = Transcoders.of(valueType, valueCodec);
        MapFile map = MapFile.inMemory(mapping(settings), fresh(settings, keys.id(), values.id(), false));
        return new SegmentedMap<>(keys, values, map, settings.idleStrategies);
    }

    private static MappingOptions mapping(Settings settings) {
        MappingKind kind = switch (settings.mapping) {
            case AUTOMATIC -> MappingKind.preferred();
            case NATIVE -> MappingKind.NATIVE;
            case PORTABLE -> MappingKind.PORTABLE;
        };
        return new MappingOptions(kind, settings.reservedBytes, settings.maxFileBytes, settings.verifyReads);
    }

    private static FileHeader fresh(Settings settings, int keyCodec, int valueCodec, boolean persisted) {
        long entries = settings.entries == null ? DEFAULT_ENTRIES : settings.entries;
        double keySize = settings.averageKeySize == null ? DEFAULT_KEY_SIZE : settings.averageKeySize;
        double valueSize = settings.averageValueSize == null ? DEFAULT_VALUE_SIZE : settings.averageValueSize;
        Geometry geometry = settings.geometry != null
            ? settings.geometry : Sizing.choose(entries, keySize, valueSize,
            settings.segments == null ? 0 : settings.segments);
        boolean checksums = settings.checksums == null ? persisted : settings.checksums;
        return new FileHeader(0, UUID.randomUUID(), SECRETS.nextLong(), SECRETS.nextLong(), geometry,
            keyCodec, valueCodec, checksums, entries, keySize, valueSize, 0, NOWHERE, 0, 0, FileState.CLEAN);
    }

    /** What was said to the builder must be what the file has; what was not said is taken from the file. */
    private static void check(FileHeader header, Settings settings, int keyCodec, int valueCodec, Path file) {
        same(file, "keyCodec", Transcoders.nameOf(header.keyCodec()), Transcoders.nameOf(keyCodec));
        same(file, "valueCodec", Transcoders.nameOf(header.valueCodec()), Transcoders.nameOf(valueCodec));
        same(file, "entries", header.entries(), settings.entries);
        same(file, "averageKeySize", header.averageKeySize(), settings.averageKeySize);
        same(file, "averageValueSize", header.averageValueSize(), settings.averageValueSize);
        same(file, "segments", header.geometry().segments(), settings.segments);
        same(file, "checksums", header.checksums(), settings.checksums);
    }

    private static void same(Path file, String name, Object inFile, Object wanted) {
        if (wanted != null && !wanted.equals(inFile)) {
            throw new IncompatibleMapException("the file was created with another setting: file=" + file
                + ", " + name
                + "=" + inFile + " in the file, " + name + "=" + wanted
                + " wanted; leave the setting out, or copy the" + " entries to a new map");
        }
    }
}
