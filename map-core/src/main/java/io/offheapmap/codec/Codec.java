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
package io.offheapmap.codec;

import java.lang.foreign.MemorySegment;

/**
 * Turns objects of one type into bytes and back, for types that the library does not know. The bytes are what
 * is compared: keys are equal when their bytes are. The {@linkplain #id() id}, not a class name, is kept in
 * the file, so classes may move.
 *
 * <p>A codec is used by many threads at once and must not enter the map. What it throws reaches the caller of
 * the operation, and the map is unchanged.
 *
 * @param <T> the type
 */
public interface Codec<T> {

    /** Ids below this one belong to the library. */
    int FIRST_USER_ID = 1_000;

    /**
     * Names the format in the file; a file can only be opened with a codec of the same id.
     *
     * @return at least {@link #FIRST_USER_ID}, the same for ever
     */
    int id();

    /**
     * Computes the exact number of bytes that {@link #write} will fill.
     *
     * @param object never null
     * @return bytes, 0 or more
     */
    long size(T object);

    /**
     * Writes the object. All bytes of the target must be written; they hold old bytes before.
     *
     * @param object never null
     * @param target exactly {@link #size} bytes, valid during the call only
     */
    void write(T object, MemorySegment target);

    /**
     * Reads an object.
     *
     * @param source the bytes of one object, a private copy, valid during the call only
     * @param using  an object that may be filled and returned, or null
     * @return the object, never null
     */
    T read(MemorySegment source, T using);
}
