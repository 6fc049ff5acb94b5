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
package io.offheapmap.internal.alloc;

/** Classes of run lengths: exact below 4 units, then four classes for each power of two. */
final class SizeClass {

    /** No class. */
    static final int NOT_FOUND = Long.SIZE;
    private static final int STEP_BITS = 2;

    private SizeClass() {
    }

    static int of(int units) {
        if (units < 1 << STEP_BITS) {
            return units;
        }
        int power = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(units);
        return (power - 1 << STEP_BITS) + (units >>> power - STEP_BITS & (1 << STEP_BITS) - 1);
    }

    /** The first class from this one whose bit is set, or NOT_FOUND. */
    static int next(long classes, int from) {
        return from >= Long.SIZE ? NOT_FOUND : Math.min(NOT_FOUND,
            from + Long.numberOfTrailingZeros(classes >>> from));
    }
}
