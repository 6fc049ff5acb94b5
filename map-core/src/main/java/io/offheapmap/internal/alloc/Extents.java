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

/** Where the block allocator gets extents from: the extent table under the global lock. */
public interface Extents {

    /**
     * Gives the segment an extent.
     *
     * @return where it starts
     * @throws io.offheapmap.error.MapFullException if there is no room; nothing is changed
     */
    long allocate(int kind, int owner, long granules);

    /** Takes back the extent that starts there; late readers of the segment must be made to notice first. */
    void free(long offset);
}
