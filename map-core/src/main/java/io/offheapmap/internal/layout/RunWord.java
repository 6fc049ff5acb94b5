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
package io.offheapmap.internal.layout;

/** A run of units of the file: the first above, how many below; 0 is none. */
public final class RunWord {

    public static final long NONE = 0;
    private static final int LENGTH_BITS = 24;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;

    private RunWord() {
    }

    /** A run that starts at this offset. */
    public static long of(long offset, int units) {
        return offset >>> BlockDescriptor.UNIT_SHIFT << LENGTH_BITS | units;
    }

    public static long offset(long word) {
        return word >>> LENGTH_BITS << BlockDescriptor.UNIT_SHIFT;
    }

    public static int units(long word) {
        return (int) word & LENGTH_MASK;
    }

    public static String describe(long word) {
        return word == NONE ? "none" : "offset=" + offset(word) + ", units=" + units(word);
    }
}
