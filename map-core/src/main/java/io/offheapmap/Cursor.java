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
 * Walks over the entries of a map, see {@link OffHeapMap#cursor()}. It needs no closing.
 *
 * @param <K> keys
 * @param <V> values
 */
public interface Cursor<K, V> {

    /**
     * Goes to the next entry. Takes no lock. Allocates nothing after the first buckets.
     *
     * @return false if there is none
     */
    boolean next();

    /**
     * Gives the key of the present entry.
     *
     * @param using filled and returned where possible, as in {@link OffHeapMap#getUsing}; may be null
     * @return the key
     */
    K key(K using);

    /**
     * Gives the value of the present entry as it is now.
     *
     * @param using filled and returned where possible, as in {@link OffHeapMap#getUsing}; may be null
     * @return the value, or null if the entry was removed since {@link #next()}
     */
    V value(V using);
}
