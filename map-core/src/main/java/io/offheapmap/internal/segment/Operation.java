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

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.internal.codec.Scratch;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.agrona.concurrent.IdleStrategy;

/**
 * What one call of the map works with: the key's bytes, what was found, buffers that are reused. One thread
 * at a time has it, from {@link OperationPool#acquire} to {@link OperationPool#release}; while it is out, the
 * memory stays mapped.
 */
public final class Operation {

    static final int IDLE = 0;
    static final int BUSY = 1;
    static final int CLOSED = 2;

    private static final AtomicIntegerFieldUpdater<Operation> STATE =
        AtomicIntegerFieldUpdater.newUpdater(Operation.class, "state");

    /** IDLE, BUSY or CLOSED. */
    volatile int state = IDLE;
    /**
     * Id of the thread that has it, 0 while nobody has. Safe without order because: a thread only ever looks
     * for its own id, which it alone stores here and takes back itself.
     */
    long thread;
    /** The thread is inside of a callback of this map already. */
    boolean nested;
    /** Taken from another place than the thread's own. */
    boolean displaced;

    /** How a writer waits for a lock. */
    final IdleStrategy idle;
    /** The key's bytes, and the bytes of a value that is written. */
    public final Scratch scratch = new Scratch();
    /** Bytes of a value that is read. */
    final Scratch copies = new Scratch();
    /** What callbacks see. */
    final Bytes present = new Bytes();
    final MutableBytes next = new MutableBytes();

    // the key
    long hash;
    int segment;
    long header;

    /** How many bytes of the entry to ask for as soon as its place is known, 0 for none. */
    long ahead;
    /** What came of asking for bytes ahead: without a meaning. */
    long touched;

    // what a search found
    long epoch;
    long splitWord;
    long slotAddress;
    long slot;
    long block;
    long stamp;
    int sequence;
    int valueLength;

    // what a writer does
    /** Stores are under way that a repair would have to finish. */
    boolean dirty;
    long freshBlock;
    long freshStamp;
    int freshLength;

    Operation(IdleStrategy idle) {
        this.idle = idle;
    }

    /** Tries to take it, or to close it, for good. */
    boolean take(int newState) {
        return STATE.compareAndSet(this, IDLE, newState);
    }

    /** Gives it back. */
    void giveBack() {
        thread = 0;
        STATE.lazySet(this, IDLE);
    }
}
