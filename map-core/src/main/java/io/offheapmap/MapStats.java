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
package io.offheapmap;

/**
 * The figures of a map.
 *
 * @param entries      live entries
 * @param payloadBytes key and value bytes of the live entries
 * @param usedBytes    bytes of the file, or of memory, that are given to the map's structures
 * @param fileBytes    length of the file, or of the memory that is reserved
 * @param segments     parts of the map with a lock each
 * @param buckets      buckets of all segments, without those for overflow
 */
public record MapStats(long entries, long payloadBytes, long usedBytes, long fileBytes, int segments,
    long buckets) {
}
