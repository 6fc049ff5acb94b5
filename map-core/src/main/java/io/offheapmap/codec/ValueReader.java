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

/**
 * Reads a value in place, see {@link io.offheapmap.OffHeapMap#read}.
 *
 * @param <R> what it makes of the value
 */
@FunctionalInterface
public interface ValueReader<R> {

    /**
     * Reads. It may run again when a writer came between, with bytes that were half old and half new the time
     * before: only the result of the last run counts, and an exception only when the bytes were whole. It
     * must not enter the map, nor change anything that a second run would not set right.
     *
     * @param value the bytes, valid during the call only
     * @return the result, may be null
     */
    R read(Bytes value);
}
