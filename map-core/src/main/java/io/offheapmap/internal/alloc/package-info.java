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
 * Floor 2: who has which bytes of the file. {@link io.offheapmap.internal.alloc.ExtentTable} divides the file
 * into extents, {@link io.offheapmap.internal.alloc.BlockAllocator} divides the extents of a segment into
 * blocks. Everything lies in the file; {@code doc/allocator.md} says why it is built so.
 */
package io.offheapmap.internal.alloc;
