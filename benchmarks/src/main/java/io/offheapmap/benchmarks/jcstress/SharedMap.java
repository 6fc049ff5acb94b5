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
package io.offheapmap.benchmarks.jcstress;

import io.offheapmap.OffHeapMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Gives each state a key of its own in a map that many states share, since a map per state is too slow. A
 * full map is replaced by an empty one, so that buckets go on splitting; it is closed when its states are
 * long gone: only some hundred are alive at a time.
 */
final class SharedMap {

    static final int MISS = -1;
    static final int TORN = -2;
    static final int VALUE_LENGTH = 64;
    private static final int STATES_PER_MAP = 20_000;
    private static final int OPEN_MAPS = 3;
    private static final ArrayDeque<SharedMap> OPEN = new ArrayDeque<>();

    final OffHeapMap<Long, byte[]> map;
    private long states;

    private SharedMap() {
        try {
            map = OffHeapMap.of(Long.class, byte[].class).entries(1).segments(1).create();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a state works on; for its further keys it adds less than {@code 1 << 8} to the key. */
    record Place(OffHeapMap<Long, byte[]> map, long key) {
    }

    static synchronized Place newPlace() {
        SharedMap last = OPEN.peekLast();
        if (last == null || last.states == STATES_PER_MAP) {
            last = new SharedMap();
            OPEN.addLast(last);
            if (OPEN.size() > OPEN_MAPS) {
                OPEN.removeFirst().map.close();
            }
        }
        return new Place(last.map, ++last.states << 8);
    }

    /** A value that tells whether it is whole: one byte repeated. */
    static byte[] value(int number) {
        byte[] value = new byte[VALUE_LENGTH];
        Arrays.fill(value, (byte) number);
        return value;
    }

    /** The number that a value was made of, MISS, or TORN. */
    static int number(byte[] value) {
        if (value == null) {
            return MISS;
        }
        return value.length == VALUE_LENGTH && Arrays.equals(value, value(value[0])) ? value[0] : TORN;
    }
}
