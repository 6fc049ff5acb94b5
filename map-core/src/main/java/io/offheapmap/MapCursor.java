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

import io.offheapmap.internal.segment.EntryWalk;
import io.offheapmap.internal.segment.Operation;

/** A walk over the entries, one operation at a time: nothing is held between the calls. */
final class MapCursor<K, V> implements Cursor<K, V> {

    private final SegmentedMap<K, V> map;
    private final EntryWalk walk;

    MapCursor(SegmentedMap<K, V> map) {
        this.map = map;
        this.walk = new EntryWalk(map.parts(), map.locks());
    }

    @Override
    public boolean next() {
        Operation op = map.operations().acquire();
        try {
            while (walk.next(op)) {
                if (map.reader().contains(op)) {
                    return true;
                }
            }
            return false;
        } finally {
            map.operations().release(op);
        }
    }

    @Override
    public K key(K using) {
        Operation op = beginCurrent();
        try {
            return map.keys().readKey(using, op.scratch);
        } finally {
            map.operations().release(op);
        }
    }

    @Override
    public V value(V using) {
        Operation op = beginCurrent();
        try {
            return map.reader().get(op, map.values(), using);
        } finally {
            map.operations().release(op);
        }
    }

    private Operation beginCurrent() {
        if (!walk.hasCurrent()) {
            throw new IllegalStateException("the cursor is at no entry; call next() until it returns false");
        }
        Operation op = map.operations().acquire();
        boolean ready = false;
        try {
            walk.toScratch(op);
            ready = true;
            return op;
        } finally {
            if (!ready) {
                map.operations().release(op);
            }
        }
    }
}
