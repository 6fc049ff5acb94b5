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

/**
 * The root of everything that this library throws by itself. A message names the fault, then the values
 * that matter, then what to do.
 */
public class OffHeapMapException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message fault, values, advice
     */
    public OffHeapMapException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message fault, values, advice
     * @param cause   what led to it
     */
    public OffHeapMapException(String message, Throwable cause) {
        super(message, cause);
    }
}
