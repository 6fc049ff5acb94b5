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

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** What does it cost to get a value: into a new object, into one that is reused, or when there is none? */
@BenchmarkMode({Mode.Throughput, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@org.openjdk.jmh.annotations.Measurement(iterations = 5, time = 2)
@Fork(1)
public class GetBenchmark {

    /** Into a new array. */
    @Benchmark
    public byte[] hit(FilledMap filled, ThreadKeys keys) {
        return filled.map.get(keys.present());
    }

    /** Into an array that is there. */
    @Benchmark
    public byte[] hitUsing(FilledMap filled, ThreadKeys keys) {
        return filled.map.getUsing(keys.present(), keys.target);
    }

    /** A key that is not in the map. */
    @Benchmark
    public byte[] miss(FilledMap filled, ThreadKeys keys) {
        return filled.map.getUsing(keys.absent(), keys.target);
    }

    /** Whether a key is in the map. */
    @Benchmark
    public boolean containsKey(FilledMap filled, ThreadKeys keys) {
        return filled.map.containsKey(keys.present());
    }
}
