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
package io.offheapmap.internal.alloc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.layout.ExtentWord;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.memory.FixedSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The process is killed after each store of each operation: the walk holds, and rebuild restores the rest.
 */
final class ExtentKillTest {

    private static final int GRANULE = 4096;

    private final Geometry geometry = new Geometry(1, 16, GRANULE, 64);
    private final TestMemory memory = new TestMemory(320 * GRANULE);
    private final ExtentTable table = new ExtentTable(memory, geometry, new FixedSpace(Long.MAX_VALUE));
    private final ExtentChecks checks = new ExtentChecks(memory, geometry);
    private final List<Long> extents = new ArrayList<>();
    private int killed;

    /** Does the operation, or stops in it; afterwards checks what is there. */
    private void runAndStop(byte[] before, Runnable operation, List<Long> allowed, boolean isTwice) {
        try {
            operation.run();
        } catch (TestMemory.Stop stop) {
            killed++;
        }
        memory.reset();
        assertNull(checks.walk());
        List<Long> live = live();
        assertTrue(live.equals(extents) || live.equals(allowed), () -> "extents=" + live);
        byte[] stopped = isTwice ? memory.snapshot(memory.length()) : before;
        rebuild(live);
        for (long store = 0; isTwice; store++) {
            memory.restore(stopped);
            memory.stopAfter = store;
            try {
                table.rebuild();
                memory.reset();
                break;
            } catch (TestMemory.Stop stop) {
                memory.reset();
                assertNull(checks.walk());
                rebuild(live);
            }
        }
        memory.restore(before);
    }

    private void rebuild(List<Long> live) {
        table.rebuild();
        assertNull(checks.all());
        assertEquals(live, live());
        assertTrue(memory.isZeroFrom(table.rows().end()));
        // and it works on
        long extent = table.allocate(ExtentWord.ENTRIES, 0, 3);
        table.allocate(ExtentWord.INDEX, 0, 1);
        table.free(extent);
        assertNull(checks.all());
    }

    private List<Long> live() {
        List<Long> live = new ArrayList<>();
        for (long at = 0; at < table.rows().end(); at = table.rows().next(at)) {
            int kind = ExtentWord.kind(table.rows().useOf(at));
            if (kind == ExtentWord.ENTRIES || kind == ExtentWord.LARGE || kind == ExtentWord.INDEX) {
                live.add(at);
            }
        }
        return live;
    }

    @Test
    void everyStore() {
        table.init();
        Random random = new Random(7);
        for (int step = 0; step < 80; step++) {
            int index = extents.isEmpty() ? 0 : random.nextInt(extents.size());
            boolean isFree = step > 20 && random.nextInt(100) < 45 && isForBlocks(extents.get(index));
            int kind = random.nextInt(6) == 0 ? ExtentWord.INDEX
                : random.nextBoolean() ? ExtentWord.ENTRIES : ExtentWord.LARGE;
            long granules = 1 + random.nextInt(step % 40 == 39 ? 50 : 5);
            Runnable operation = isFree ? () -> table.free(extents.get(index))
                : () -> table.allocate(kind, 0, granules);
            killAtEveryStore(operation, step % 10 == 0);
        }
        assertTrue(killed > 1_000, "killed=" + killed);
        assertTrue(table.bytes(ExtentWord.TABLE) > 0);
    }

    private boolean isForBlocks(long extent) {
        return ExtentWord.kind(table.rows().useOf(extent)) != ExtentWord.INDEX;
    }

    private void killAtEveryStore(Runnable operation, boolean isTwice) {
        byte[] before = memory.snapshot(memory.length());
        memory.reset();
        operation.run();
        long stores = memory.stores;
        memory.reset();
        List<Long> after = live();
        byte[] done = memory.snapshot(memory.length());
        memory.restore(before);
        for (long store = 0; store <= stores; store++) {
            memory.reset();
            memory.stopAfter = store;
            runAndStop(before, operation, after, isTwice && store % 4 == 0);
            memory.reset();
            memory.omitted = store;
            runAndStop(before, operation, after, false);
        }
        memory.restore(done);
        memory.reset();
        extents.clear();
        extents.addAll(after);
        assertNull(checks.all());
    }
}
