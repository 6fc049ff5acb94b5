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
package io.offheapmap.benchmarks;

import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Keys for one thread, made beforehand: so many that the entries behind them do not stay in the processor's
 * caches.
 */
@State(Scope.Thread)
public class ThreadKeys {

    private static final int COUNT = 1 << 16;

    private final String[] present = new String[COUNT];
    private final String[] absent = new String[COUNT];
    private int next;
    byte[] target;

    /** Makes the keys. */
    @Setup(Level.Trial)
    public void make(FilledMap filled) {
        target = new byte[filled.valueLength];
        for (int i = 0; i < COUNT; i++) {
            int record = ThreadLocalRandom.current().nextInt(filled.entries);
            present[i] = Keys.text(record);
            absent[i] = Keys.text(record + (long) filled.entries);
        }
    }

    /** A key that the map has. */
    String present() {
        return present[next++ & COUNT - 1];
    }

    /** A key that the map does not have. */
    String absent() {
        return absent[next++ & COUNT - 1];
    }
}
