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
package io.offheapmap.internal.segment;

import io.offheapmap.CheckedValues;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Random writes to a small map, and what the map must hold before and after each. */
final class RandomWrites {

    private static final int LARGE = 132_000;
    /** Only these have large values. */
    private static final int LARGE_KEYS = 2;
    /** Written more often than others. */
    private static final int HOT_KEYS = 4;

    final int keys;
    /** What was there before the write under way. */
    final Map<Long, byte[]> before = new HashMap<>();
    /** What will be there behind it. */
    final Map<Long, byte[]> after = new HashMap<>();
    private final Random random;
    private int versions;

    /** Writes to the keys from 0 to that. */
    RandomWrites(Random random, int keys) {
        this.random = random;
        this.keys = keys;
    }

    private byte[] value(long key) {
        int length = switch (random.nextInt(8)) {
            case 0 -> key < LARGE_KEYS ? LARGE + random.nextInt(2) * 5_000 : 700;
            case 1, 2 -> CheckedValues.LEAST + random.nextInt(300);
            default -> CheckedValues.LEAST; // often the same, so that blocks come back
        };
        return CheckedValues.make((int) key, ++versions, length);
    }

    /**
     * Writes something; in the middle of it, the map holds what was before, except that the key may be
     * changed.
     */
    void write(SmallMap.Client client) {
        write(client, someKey());
    }

    long someKey() {
        return random.nextInt(random.nextInt(4) == 0 ? HOT_KEYS : keys);
    }

    void write(SmallMap.Client client, long key) {
        Prepared write = prepare(key);
        write.run(client);
        write.confirm();
    }

    /** Decides about a write, which may be done more than once. */
    Prepared prepare() {
        return prepare(someKey());
    }

    private Prepared prepare(long key) {
        byte[] value = random.nextInt(4) == 0 ? null : value(key);
        boolean onlyIfAbsent = value != null && random.nextInt(6) == 0 && !before.containsKey(key);
        if (value == null) {
            after.remove(key);
        } else {
            after.put(key, value);
        }
        return new Prepared(key, value, onlyIfAbsent);
    }

    /** A write under way: either of both values may be found. */
    final class Prepared {
        private final long key;
        private final byte[] value;
        private final boolean onlyIfAbsent;

        private Prepared(long key, byte[] value, boolean onlyIfAbsent) {
            this.key = key;
            this.value = value;
            this.onlyIfAbsent = onlyIfAbsent;
        }

        void run(SmallMap.Client client) {
            if (value == null) {
                client.delete(key);
            } else if (onlyIfAbsent) {
                client.putIfAbsent(key, value);
            } else {
                client.set(key, value);
            }
        }

        /** From now on only the new value may be found. */
        void confirm() {
            before.clear();
            before.putAll(after);
        }
    }

    /** Tells whether the key is not being written. */
    boolean isQuiet(long key) {
        return before.get(key) == after.get(key);
    }

    /** Throws unless the value is one of those that the key has around the write under way. */
    void check(long key, byte[] value) {
        if (value != null) {
            CheckedValues.version((int) key, value);
        }
        if (!Arrays.equals(value, before.get(key)) && !Arrays.equals(value, after.get(key))) {
            throw new AssertionError("wrong value: key=" + key + ", found=" + describe(key, value)
                + ", before=" + describe(key, before.get(key)) + ", after=" + describe(key, after.get(key)));
        }
    }

    private static String describe(long key, byte[] value) {
        return value == null ? "none" : "version " + CheckedValues.version((int) key, value);
    }
}
