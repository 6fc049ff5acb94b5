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
package io.offheapmap.internal.segment;

import io.offheapmap.internal.memory.Memory;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongArrayList;

/** Keeps each store that goes through, so that all of them can be undone and done again, one by one. */
final class StoreTrace extends SeamMemory {

    private final LongArrayList offsets = new LongArrayList();
    private final List<byte[]> before = new ArrayList<>();
    private final List<byte[]> after = new ArrayList<>();
    private int position;

    StoreTrace(Memory memory) {
        super(memory);
    }

    /** Begins a new trace. */
    void clear() {
        offsets.clear();
        before.clear();
        after.clear();
        position = 0;
    }

    private byte[] bytes(long offset, long length) {
        byte[] bytes = new byte[(int) length];
        memory.copyTo(offset, bytes, 0, bytes.length);
        return bytes;
    }

    @Override
    void onStore(long offset, long length) {
        assert position == offsets.size() : "all stores have to be done before there can be another one";
        offsets.addLong(offset);
        before.add(bytes(offset, length));
    }

    @Override
    void onStored(long offset, long length) {
        after.add(bytes(offset, length));
        position++;
    }

    /** How many stores there are. */
    int stores() {
        return offsets.size();
    }

    /** Where a store goes to. */
    long offset(int store) {
        return offsets.getLong(store);
    }

    /** Makes the memory what it was before a store. */
    void moveTo(int store) {
        while (position > store) {
            position--;
            memory.copyFrom(offset(position), before.get(position), 0, before.get(position).length);
        }
        while (position < store) {
            memory.copyFrom(offset(position), after.get(position), 0, after.get(position).length);
            position++;
        }
    }
}
