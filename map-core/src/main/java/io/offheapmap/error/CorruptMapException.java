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
package io.offheapmap.error;

/** The file holds something that this library never writes: it is damaged, or is not a map at all. */
public final class CorruptMapException extends OffHeapMapException {

    private static final long serialVersionUID = 1L;

    /** Where in the file, in bytes from its start. */
    private final long offset;

    /**
     * Creates an exception.
     *
     * @param message fault, values, advice; the offset is added
     * @param offset  where in the file, in bytes from its start
     */
    public CorruptMapException(String message, long offset) {
        super(message + ", offset=" + offset);
        this.offset = offset;
    }

    /**
     * Tells where the damage is.
     *
     * @return bytes from the start of the file
     */
    public long offset() {
        return offset;
    }
}
