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

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** What does it cost to change a few bytes of a value, atomically? */
@BenchmarkMode({Mode.Throughput, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@org.openjdk.jmh.annotations.Measurement(iterations = 5, time = 2)
@Fork(1)
public class UpdateBenchmark {

    private static final int FIELD = 8;
    private static final Increment INCREMENT = new Increment();

    /** A counter at the start of the value goes up. */
    @Benchmark
    public boolean field(FilledMap filled, ThreadKeys keys) {
        return filled.map.update(keys.present(), INCREMENT);
    }

    /** Copies all and adds one to the first eight bytes. */
    private static final class Increment implements ValueUpdater {

        @Override
        public long newLength(Bytes present) {
            return present.length();
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            next.copyFrom(FIELD, present, FIELD, present.length() - FIELD);
            next.putLong(0, present.getLong(0) + 1);
        }
    }
}
