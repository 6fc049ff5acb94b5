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

import io.offheapmap.codec.ValueReader;
import io.offheapmap.codec.ValueUpdater;
import java.util.function.BiConsumer;

/**
 * A hash map outside of the Java heap: in memory, or in a memory-mapped file that outlives the process.
 *
 * <p>All methods may be called from many threads at once. Readers take no lock and never wait for writers;
 * writers wait only for writers of the same segment. What a method wrote is visible to all threads when it
 * returns, and is in the file even when the process is killed in the next instruction; power loss is survived
 * by what was there before a {@link #sync()} that returned and has not been changed since.
 *
 * <p>No method accepts null ({@link NullPointerException}). After {@link #close()} each method throws
 * {@link io.offheapmap.error.MapClosedException}. Keys are equal when their bytes are.
 *
 * @param <K> keys, at most 65,536 bytes each
 * @param <V> values, at most 2<sup>31</sup> - 1 bytes each
 */
public interface OffHeapMap<K, V> extends AutoCloseable {

    /**
     * Starts the description of a map.
     *
     * @param keyType   String, CharSequence, byte[], ByteBuffer, MemorySegment, Integer, Long, Double, UUID,
     *                  or any type for which the builder is given a codec
     * @param valueType likewise
     * @param <K>       keys
     * @param <V>       values
     * @return a builder with default settings
     */
    static <K, V> OffHeapMapBuilder<K, V> of(Class<K> keyType, Class<V> valueType) {
        return new OffHeapMapBuilder<>(keyType, valueType);
    }

    /**
     * Gets the value of a key. Takes no lock. Allocates the value.
     *
     * @param key the key
     * @return the value, or null if there is none
     */
    V get(K key);

    /**
     * Gets the value of a key into an object that is reused: a byte[] or MemorySegment of the right length, a
     * ByteBuffer of sufficient capacity (cleared, filled, flipped), a StringBuilder for CharSequence. Takes
     * no lock. Allocates nothing if {@code using} could be used.
     *
     * @param key   the key
     * @param using filled and returned where possible; may be null. Its content is undefined if it is not
     *         returned
     * @return {@code using}, or a new object where that can't be used, or null if there is no value
     */
    V getUsing(K key, V using);

    /**
     * Tells whether the map has a key. Takes no lock. Allocates nothing.
     *
     * @param key the key
     * @return whether it has a value
     */
    boolean containsKey(K key);

    /**
     * Stores a value and returns the one before. Waits for the key's segment. Allocates the value before; see
     * {@link #set}.
     *
     * @param key   the key
     * @param value the value
     * @return the value before, or null
     * @throws io.offheapmap.error.MapFullException if there is no room; the map is unchanged
     */
    V put(K key, V value);

    /**
     * Stores a value. Waits for the key's segment. Allocates nothing.
     *
     * @param key   the key
     * @param value the value
     * @throws io.offheapmap.error.MapFullException if there is no room; the map is unchanged
     */
    void set(K key, V value);

    /**
     * Stores a value if the key has none. Waits for the key's segment unless there is one.
     *
     * @param key   the key
     * @param value the value
     * @return the value that is there already, or null if this one was stored
     * @throws io.offheapmap.error.MapFullException if there is no room; the map is unchanged
     */
    V putIfAbsent(K key, V value);

    /**
     * Removes a key and returns its value. Waits for the key's segment. Never needs space. Allocates the
     * value; see {@link #delete}.
     *
     * @param key the key
     * @return the value that was removed, or null
     */
    V remove(K key);

    /**
     * Removes a key. Waits for the key's segment. Never needs space. Allocates nothing.
     *
     * @param key the key
     * @return whether there was a value
     */
    boolean delete(K key);

    /**
     * Writes a new version of a value from the present one, atomically: no other change of the key comes
     * between, readers see the old version or the new one. The updater runs once, under the lock of the key's
     * segment: it must be short and may not change any map. Allocates nothing by itself.
     *
     * @param key     the key
     * @param updater makes the new version; what it throws reaches the caller and the map is unchanged
     * @return false if the key has no value; the updater did not run then
     * @throws io.offheapmap.error.MapFullException if there is no room; the map is unchanged
     */
    boolean update(K key, ValueUpdater updater);

    /**
     * Reads a value in place, without a copy. Takes no lock. Allocates nothing by itself.
     *
     * @param key    the key
     * @param reader reads; may run several times, see {@link ValueReader#read}
     * @param <R>    what the reader makes
     * @return what the reader returned, or null if the key has no value
     */
    <R> R read(K key, ValueReader<R> reader);

    /**
     * Counts the entries. Exact when nothing is changed meanwhile.
     *
     * @return entries, at most {@link Integer#MAX_VALUE}
     */
    int size();

    /**
     * Counts the entries. Exact when nothing is changed meanwhile.
     *
     * @return entries
     */
    long mappingCount();

    /**
     * Tells whether there are no entries.
     *
     * @return whether it is empty
     */
    boolean isEmpty();

    /**
     * Removes all entries that are there when it starts, one bucket at a time; other threads go on meanwhile.
     * The space is kept for new entries.
     */
    void clear();

    /**
     * Calls an action for each entry: what is there throughout exactly once, what comes or goes meanwhile at
     * most once. Holds no lock while the action runs; the action may use the map.
     *
     * @param action gets key and value
     */
    void forEach(BiConsumer<? super K, ? super V> action);

    /**
     * Walks over the entries without garbage. What is there throughout is seen exactly once, what comes or
     * goes meanwhile at most once. Holds no lock. For one thread at a time.
     *
     * @return a cursor before the first entry
     */
    Cursor<K, V> cursor();

    /**
     * Writes everything to the device: what was acknowledged before this call is there after a power loss
     * once it has returned, unless it has been changed since. Blocks as long as the device takes.
     *
     * @throws io.offheapmap.error.OffHeapMapException if the device failed
     */
    void sync();

    /**
     * Measures the map.
     *
     * @return figures, each exact when nothing is changed meanwhile
     */
    MapStats stats();

    /** Closes the map after the operations under way; later ones throw. Closing again does nothing. */
    @Override
    void close();
}
