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
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.Slot;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** What a builder was told; null where nothing was said and the file, or a default, decides. */
final class Settings {

    static final int MAX_SEGMENTS = Geometry.MAX_SEGMENTS;
    static final long MAX_ENTRIES = Slot.MAX_BLOCKS;
    static final long MAX_FILE_BYTES = Slot.MAX_BLOCKS * BlockDescriptor.UNIT_BYTES;
    static final long DEFAULT_RESERVED_BYTES = 1L << 40;

    // fixed in the file
    Long entries;
    Double averageKeySize;
    Double averageValueSize;
    Integer segments;
    Boolean checksums;
    /** For tests only: instead of what is chosen from the sizes. */
    Geometry geometry;

    // this process only
    Mapping mapping = Mapping.AUTOMATIC;
    long maxFileBytes = Long.MAX_VALUE;
    long reservedBytes = DEFAULT_RESERVED_BYTES;
    Supplier<? extends IdleStrategy> idleStrategies = BackoffIdleStrategy::new;
    boolean verifyReads;

    static <T> Codec<T> checkId(Codec<T> codec) {
        if (codec.id() < Codec.FIRST_USER_ID) {
            throw new IllegalArgumentException("the codec's id belongs to the library: id=" + codec.id()
                + ", codec=" + codec.getClass().getName() + "; choose one from " + Codec.FIRST_USER_ID);
        }
        return codec;
    }
}
