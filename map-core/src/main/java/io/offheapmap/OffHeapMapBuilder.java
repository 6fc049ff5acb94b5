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
import io.offheapmap.internal.layout.BlockDescriptor;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.agrona.concurrent.IdleStrategy;

/**
 * Describes a map and creates or opens it. Each setting is either <em>fixed in the file</em>: given at
 * creation, kept in the file, and an error if it is given again and differs; or it is for <em>this process
 * only</em>. What is not given is taken from the file, or has a default.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class OffHeapMapBuilder<K, V> {

    private final Class<K> keyType;
    private final Class<V> valueType;
    private Codec<K> keyCodec;
    private Codec<V> valueCodec;
    private final Settings settings = new Settings();

    OffHeapMapBuilder(Class<K> keyType, Class<V> valueType) {
        this.keyType = Objects.requireNonNull(keyType, "keyType");
        this.valueType = Objects.requireNonNull(valueType, "valueType");
    }

    // Fixed in the file

    /**
     * How many entries are expected. Sizes the start: the map grows past it. Default 1,000. Fixed in the
     * file.
     *
     * @param entries 1 to 2^40
     * @return this
     */
    public OffHeapMapBuilder<K, V> entries(long entries) {
        settings.entries = inRange("entries", entries, Settings.MAX_ENTRIES);
        return this;
    }

    /**
     * How many bytes a key has on average. Sizes the start. Default 16. Fixed in the file.
     *
     * @param bytes 0 to 65,536
     * @return this
     */
    public OffHeapMapBuilder<K, V> averageKeySize(double bytes) {
        settings.averageKeySize = inRange("averageKeySize", bytes, BlockDescriptor.MAX_KEY_LENGTH);
        return this;
    }

    /**
     * How many bytes a value has on average. Sizes the start. Default 64. Fixed in the file.
     *
     * @param bytes 0 to 2^31 - 1
     * @return this
     */
    public OffHeapMapBuilder<K, V> averageValueSize(double bytes) {
        settings.averageValueSize = inRange("averageValueSize", bytes, BlockDescriptor.MAX_VALUE_LENGTH);
        return this;
    }

    /**
     * How many segments the map has, each with a lock. Default: about one per 16,000 entries, at least 16.
     * Fixed in the file.
     *
     * @param segments a power of two, 1 to 65,536
     * @return this
     */
    public OffHeapMapBuilder<K, V> segments(int segments) {
        if (segments < 1 || segments > Settings.MAX_SEGMENTS || Integer.bitCount(segments) != 1) {
            throw new IllegalArgumentException("segments is not a power of two in its range: segments="
                + segments + "; give 1 to " + Settings.MAX_SEGMENTS);
        }
        settings.segments = segments;
        return this;
    }

    /**
     * Whether each entry has a checksum. Default: in a file yes, in memory no. Fixed in the file.
     *
     * @param checksums whether to have them
     * @return this
     */
    public OffHeapMapBuilder<K, V> checksums(boolean checksums) {
        settings.checksums = checksums;
        return this;
    }

    /**
     * How keys become bytes, for a type that the library does not know. The codec's id is fixed in the file.
     *
     * @param codec the codec
     * @return this
     */
    public OffHeapMapBuilder<K, V> keyCodec(Codec<K> codec) {
        keyCodec = Settings.checkId(codec);
        return this;
    }

    /**
     * How values become bytes, for a type that the library does not know. The codec's id is fixed in the
     * file.
     *
     * @param codec the codec
     * @return this
     */
    public OffHeapMapBuilder<K, V> valueCodec(Codec<V> codec) {
        valueCodec = Settings.checkId(codec);
        return this;
    }

    // This process only

    /**
     * How the file is mapped. Default {@link Mapping#AUTOMATIC}. This process only.
     *
     * @param mapping how
     * @return this
     */
    public OffHeapMapBuilder<K, V> mapping(Mapping mapping) {
        settings.mapping = Objects.requireNonNull(mapping, "mapping");
        return this;
    }

    /**
     * How long the file may become. An entry that does not fit gets a
     * {@link io.offheapmap.error.MapFullException}. Default: as long as the disk and the reserved addresses
     * allow. This process only.
     *
     * @param bytes length of the file in bytes, 1 or more
     * @return this
     */
    public OffHeapMapBuilder<K, V> maxFileBytes(long bytes) {
        settings.maxFileBytes = inRange("maxFileBytes", bytes, Long.MAX_VALUE);
        return this;
    }

    /**
     * How many addresses are reserved for the file to grow into; costs no memory. Default 1 TiB. This process
     * only.
     *
     * @param bytes reserved address range in bytes, 1 to 2^45
     * @return this
     */
    public OffHeapMapBuilder<K, V> reservedBytes(long bytes) {
        settings.reservedBytes = inRange("reservedBytes", bytes, Settings.MAX_FILE_BYTES);
        return this;
    }

    /**
     * How a writer waits for a segment's lock: gives each waiting place a strategy of its own, since
     * strategies have state. A virtual thread never busy-spins, whatever is given. Default: back off. This
     * process only.
     *
     * @param strategies gives a new strategy at each call
     * @return this
     */
    public OffHeapMapBuilder<K, V> idleStrategy(Supplier<? extends IdleStrategy> strategies) {
        settings.idleStrategies = Objects.requireNonNull(strategies, "strategies");
        return this;
    }

    /**
     * Whether each read compares the entry's checksum, too. Default no. This process only.
     *
     * @param verifyReads whether to
     * @return this
     */
    public OffHeapMapBuilder<K, V> verifyReads(boolean verifyReads) {
        settings.verifyReads = verifyReads;
        return this;
    }

    /**
     * Opens the map in a file, or creates both. A file that was not closed is repaired first.
     *
     * @param file the file; {@code <file>.lock} is created beside it
     * @return the open map
     * @throws IOException if the file can't be opened, created or mapped
     * @throws io.offheapmap.error.IncompatibleMapException if the file's settings differ from the given ones
     * @throws io.offheapmap.error.CorruptMapException if the file is damaged or not a map
     */
    public OffHeapMap<K, V> createPersistedTo(Path file) throws IOException {
        return Opening.persisted(keyType, valueType, keyCodec, valueCodec, settings, file);
    }

    /**
     * Opens the map in a file, or creates both; see {@link #createPersistedTo(Path)}.
     *
     * @param file the file
     * @return the open map
     * @throws IOException if the file can't be opened, created or mapped
     */
    public OffHeapMap<K, V> createPersistedTo(File file) throws IOException {
        return createPersistedTo(file.toPath());
    }

    /**
     * Creates a map in memory only; it is gone when it is closed.
     *
     * @return the open map
     * @throws IOException if the memory can't be mapped
     */
    public OffHeapMap<K, V> create() throws IOException {
        return Opening.inMemory(keyType, valueType, keyCodec, valueCodec, settings);
    }

    private static long inRange(String name, long value, long most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + " is out of range: " + name + "=" + value
                + "; give 1 to " + most);
        }
        return value;
    }

    private static double inRange(String name, double value, int most) {
        if (!(value >= 0 && value <= most)) {
            throw new IllegalArgumentException(name + " is out of range: " + name + "=" + value
                + "; give 0 to " + most);
        }
        return value;
    }
}
