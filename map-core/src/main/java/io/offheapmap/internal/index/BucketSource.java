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
package io.offheapmap.internal.index;

/** Who gives memory for buckets. It never becomes anything else again. */
public interface BucketSource {

    /**
     * Gives memory for the buckets of a segment.
     *
     * @param zeroed whether it must read as zeros
     * @return its offset, on a multiple of a bucket's length
     * @throws io.offheapmap.error.MapFullException if there is none
     */
    long allocate(int segment, long bytes, boolean zeroed);

    /** How many bytes were given for that many: the rest may be used, too. */
    long roundUp(long bytes);
}
