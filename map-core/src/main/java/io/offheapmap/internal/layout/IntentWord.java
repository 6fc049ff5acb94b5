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

/** What an operation is about to do: its stamp above, what kind it is below. 0: nothing is under way. */
public final class IntentWord {

    public static final int PUT = 1;
    public static final int REMOVE = 2;
    private static final int OPERATION_BITS = 8;
    private static final long OPERATION_MASK = (1L << OPERATION_BITS) - 1;

    private IntentWord() {
    }

    public static long of(long stamp, int operation) {
        return stamp << OPERATION_BITS | operation;
    }

    public static long stamp(long word) {
        return word >>> OPERATION_BITS;
    }

    public static int operation(long word) {
        return (int) (word & OPERATION_MASK);
    }

    public static String describe(long word) {
        return word == 0 ? "none" : "stamp=" + stamp(word) + ", operation="
            + (operation(word) == PUT ? "put" : "remove");
    }
}
