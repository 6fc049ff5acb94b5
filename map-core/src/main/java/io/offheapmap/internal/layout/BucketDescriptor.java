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

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/**
 * A bucket: one cache line of seven slots and the offset of the overflow bucket that continues it (0: none).
 */
public final class BucketDescriptor {

    public static final int SLOTS = 7;

    public static final StructLayout LAYOUT = MemoryLayout.structLayout(
        Layouts.longs(SLOTS, "slots"),
        Layouts.LONG.withName("link"));

    public static final long SLOT = Layouts.offset(LAYOUT, "slots");
    public static final long LINK = Layouts.offset(LAYOUT, "link");
    public static final long LENGTH = LAYOUT.byteSize();

    private BucketDescriptor() {
    }
}
