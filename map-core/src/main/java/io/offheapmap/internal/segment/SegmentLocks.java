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

import io.offheapmap.error.ReentrantAccessException;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.lock.Locks;

/** The lock of an operation's segment, with the repair of what a holder left undone. */
public final class SegmentLocks {

    private final MapParts parts;
    private final Locks locks;

    public SegmentLocks(MapParts parts) {
        this.parts = parts;
        this.locks = parts.locks;
    }

    /**
     * Takes the lock of the operation's segment.
     *
     * @throws ReentrantAccessException if the thread is inside of a callback: it could wait for itself
     */
    void lock(Operation op) {
        if (op.nested) {
            throw new ReentrantAccessException("a callback calls the map in a way that locks: segment="
                + op.segment + "; read there, and write after the operation");
        }
        if (!locks.lock(op.header + SegmentDescriptor.LOCK, op.idle)) {
            mend(op);
        }
    }

    /**
     * Releases it. What a Throwable left undone is repaired before, or else by the next holder (protocol rule
     * 9).
     */
    void unlock(Operation op) {
        if (op.dirty) {
            op.dirty = false;
            mend(op);
        }
        locks.unlock(op.header + SegmentDescriptor.LOCK);
    }

    /** Repairs under the lock, and keeps it; if that fails the lock is left to the next one to try. */
    private void mend(Operation op) {
        boolean mended = false;
        try {
            new SegmentRepair(parts).repair(op.segment);
            mended = true;
        } finally {
            if (!mended) {
                locks.abandon(op.header + SegmentDescriptor.LOCK);
            }
        }
    }
}
