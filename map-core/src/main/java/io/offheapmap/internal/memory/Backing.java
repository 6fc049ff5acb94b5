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
package io.offheapmap.internal.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * What stands behind a mapping. {@link MappedFile} keeps the order: no two changes of the length at a time,
 * and no call after or during {@link #close}.
 */
interface Backing {

    /** The whole reserved range. */
    MemorySegment range();

    /** How many bytes exist when the mapping is made. */
    long initialLength();

    /** Makes bytes and gives them room on the device; after a failure the end may lie anywhere between. */
    void extend(long from, long to) throws IOException;

    /** Moves the end down, or back after an {@link #extend} that failed. */
    void cut(long length) throws IOException;

    /** Gives a range that may have holes room on the device again. */
    void fillHoles(long from, long to) throws IOException;

    /**
     * Gives room back; the range reads as zeros. False if this can't be done here, and nothing has changed.
     */
    boolean punch(long from, long to) throws IOException;

    /** Brings pages into memory and makes them writable, if that can be done off the caller's path. */
    void populate(long from, long to);

    /** Tells the kernel how the range will be used; best effort. */
    void advise(Advice advice, long from, long to);

    /** Everything stored before below {@code length} is on the device. */
    void force(long length) throws IOException;

    /** Which file it is. */
    FileIdentity identity();

    /**
     * Ends every use; a racing access to the range throws. An {@link IllegalStateException} is worth another
     * try.
     */
    void close();
}
