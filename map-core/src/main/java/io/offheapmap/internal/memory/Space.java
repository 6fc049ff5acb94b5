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
package io.offheapmap.internal.memory;

/** Who makes more of the memory usable: the file's length and its blocks on the device. */
public interface Space {

    /**
     * Returns once all bytes below {@code end} exist and have room on the device, so that touching them can't
     * fail. Cheap when they do already; otherwise it waits for the housekeeping agent.
     *
     * @throws io.offheapmap.error.MapFullException if the device or the user's limit is full
     */
    void ensure(long end);

    /** How many bytes exist and have room on the device; only ever grows. Costs a load. */
    long reserved();
}
