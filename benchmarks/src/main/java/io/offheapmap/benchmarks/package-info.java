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
/**
 * Measurements. {@link io.offheapmap.benchmarks.Floor} compares get and set with the least that the memory
 * lets them cost; {@link io.offheapmap.benchmarks.Seam} compares the library's way to the memory with a
 * direct one. The other classes are JMH's, one per question.
 */
package io.offheapmap.benchmarks;
