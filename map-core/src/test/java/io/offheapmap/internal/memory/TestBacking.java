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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Stands for a device: remembers what was asked, has a size, and can be slow. */
final class TestBacking implements Backing {

    final List<Long> extensions = Collections.synchronizedList(new ArrayList<>());
    volatile long room = Long.MAX_VALUE;
    volatile RuntimeException fault;

    /** Extending waits for it. */
    volatile CountDownLatch gate = new CountDownLatch(0);

    /** Has addresses, and nothing behind them. */
    private final Backing addresses;

    private final long initialLength;

    TestBacking(long reservedBytes, long initialLength) throws IOException {
        this.addresses = PortableBacking.anonymous(reservedBytes);
        this.initialLength = initialLength;
    }

    @Override
    public MemorySegment range() {
        return addresses.range();
    }

    @Override
    public long initialLength() {
        return initialLength;
    }

    @Override
    public void extend(long from, long to) throws IOException {
        try {
            gate.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
        extensions.add(to - from);
        if (fault != null) {
            throw fault;
        }
        if (to > room) {
            throw new IOException("no room: to=" + to);
        }
    }

    @Override
    public void cut(long length) {
        // Nothing was kept.
    }

    @Override
    public void fillHoles(long from, long to) {
        // Has no holes.
    }

    @Override
    public boolean punch(long from, long to) {
        return false;
    }

    @Override
    public void populate(long from, long to) {
        // Is in memory.
    }

    @Override
    public void advise(Advice advice, long from, long to) {
        // Needs none.
    }

    @Override
    public void force(long length) {
        // Has no device.
    }

    @Override
    public FileIdentity identity() {
        return FileIdentity.UNKNOWN;
    }

    @Override
    public void close() {
        addresses.close();
    }
}
