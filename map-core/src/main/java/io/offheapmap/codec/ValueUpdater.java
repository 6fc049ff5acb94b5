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
package io.offheapmap.codec;

/** Makes the next version of a value from the present one, see {@link io.offheapmap.OffHeapMap#update}. */
public interface ValueUpdater {

    /**
     * Tells how long the next version is.
     *
     * @param present the bytes of the present version, whole, valid during the call only
     * @return bytes, 0 or more
     */
    long newLength(Bytes present);

    /**
     * Writes the next version. All its bytes must be written; they hold old bytes before.
     *
     * @param present the bytes of the present version, whole, valid during the call only
     * @param next    the bytes to fill, as many as {@link #newLength} said, valid during the call only
     */
    void write(Bytes present, MutableBytes next);
}
