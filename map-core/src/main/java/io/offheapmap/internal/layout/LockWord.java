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

/** A lock: the number of the process that holds it above, its state below. 0: free. */
public final class LockWord {

    public static final long FREE = 0;
    private static final int STATE_BITS = 8;
    private static final long STATE_MASK = (1L << STATE_BITS) - 1;
    private static final int HELD = 1;
    private static final int ABANDONED = 2;

    private LockWord() {
    }

    public static long held(long process) {
        return process << STATE_BITS | HELD;
    }

    /** Its holder failed in the middle of its work: the next one repairs first. */
    public static long abandoned(long process) {
        return process << STATE_BITS | ABANDONED;
    }

    public static long process(long word) {
        return word >>> STATE_BITS;
    }

    public static boolean isAbandoned(long word) {
        return (word & STATE_MASK) == ABANDONED;
    }

    public static String describe(long word) {
        return word == FREE ? "free" : (isAbandoned(word) ? "abandoned" : "held") + ", process="
            + process(word);
    }
}
