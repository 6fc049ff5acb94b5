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

/** How the last opening of a file ended, or that it has not. The order is that of the numbers in the file. */
public enum FileState {

    /** Closed: everything is on the device, nothing is half done. */
    CLEAN,

    /** Open, or left open by a process that died. */
    UNCLEAN,

    /** A recovery is under way, or was when its process died: it has to begin again. */
    RECOVERING;

    private static final FileState[] VALUES = values();

    static FileState of(int number) {
        return number < 0 || number >= VALUES.length ? null : VALUES[number];
    }
}
