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
package io.offheapmap.benchmarks;

import java.nio.charset.StandardCharsets;

/**
 * Some random records with their keys, made before the clock starts: few enough that all stay in a cache near
 * the processor, so a key costs the map what it costs a caller who has just got it from somewhere. All
 * measurements take their records from batches, the floor as well.
 */
final class Batch {

    static final int SIZE = 256;

    final long[] records = new long[SIZE];
    final byte[][] keys = new byte[SIZE][Keys.LENGTH];
    final String[] texts = new String[SIZE];
    private final long bound;
    private long state;

    /**
     * Creates a source of batches.
     *
     * @param bound records are 0 to before it
     */
    Batch(long bound, long seed) {
        this.bound = bound;
        this.state = seed;
    }

    /** Chooses other records. */
    void refill() {
        for (int i = 0; i < SIZE; i++) {
            long random = Keys.mix(state++);
            records[i] = Math.unsignedMultiplyHigh(random, bound);
            Keys.write(records[i], keys[i]);
            texts[i] = new String(keys[i], StandardCharsets.ISO_8859_1);
        }
    }
}
