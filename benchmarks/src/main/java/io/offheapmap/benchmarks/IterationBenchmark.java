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

import io.offheapmap.Cursor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What does each entry cost when all are visited? */
@BenchmarkMode({Mode.Throughput, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@org.openjdk.jmh.annotations.Measurement(iterations = 5, time = 2)
@Fork(1)
public class IterationBenchmark {

    private static final int STEPS = 1_000;

    /** A cursor that begins anew when it has seen all. */
    @State(Scope.Thread)
    public static class Position {

        private final StringBuilder key = new StringBuilder();
        private Cursor<CharSequence, byte[]> cursor;

        /** Moves on. */
        private long step(FilledMap filled, byte[] target) {
            if (cursor == null || !cursor.next()) {
                cursor = filled.map.cursor();
                return 0;
            }
            byte[] value = cursor.value(target);
            return cursor.key(key).length() + (value == null ? 0 : value.length);
        }
    }

    /** Key and value of a thousand entries. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long next(FilledMap filled, ThreadKeys keys, Position position) {
        long sum = 0;
        for (int i = 0; i < STEPS; i++) {
            sum += position.step(filled, keys.target);
        }
        return sum;
    }
}
