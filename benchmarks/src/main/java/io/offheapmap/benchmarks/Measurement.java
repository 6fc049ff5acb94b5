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

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** One line of a table: something that is done with batches of records, and what it cost in each round. */
abstract class Measurement {

    /** Values have no byte below zero, so shifting by this makes 0 of it, which no compiler can know. */
    static final int TO_ZERO = Byte.SIZE - 1;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final String name;
    private double[] nanosPerOperation = new double[0];

    Measurement(String name) {
        this.name = name;
    }

    /**
     * Does it once for each record of the batch.
     *
     * @return something that depends on all of it
     */
    abstract long run(Batch batch);

    final String name() {
        return name;
    }

    /**
     * Runs whole batches until so many operations are done, and notes their time; filling batches is not
     * counted.
     *
     * @param byProcessor whether to take the thread's own processor time, for a machine that does other
     *                    things as well
     */
    final long round(Batch batch, int operations, boolean byProcessor, boolean counts) {
        long nanos = 0;
        long done = 0;
        long result = 0;
        while (done < operations) {
            batch.refill();
            long start = now(byProcessor);
            result += run(batch);
            nanos += now(byProcessor) - start;
            done += Batch.SIZE;
        }
        if (counts) {
            nanosPerOperation = Arrays.copyOf(nanosPerOperation, nanosPerOperation.length + 1);
            nanosPerOperation[nanosPerOperation.length - 1] = (double) nanos / done;
        }
        return result;
    }

    private static long now(boolean byProcessor) {
        return byProcessor ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    final double median() {
        return median(nanosPerOperation);
    }

    final double least() {
        return Arrays.stream(nanosPerOperation).min().orElse(0);
    }

    final double most() {
        return Arrays.stream(nanosPerOperation).max().orElse(0);
    }

    /**
     * The median over all rounds of what this one cost in a round, divided by what another one cost in the
     * same.
     */
    final double ratio(Measurement other) {
        double[] ratios = new double[nanosPerOperation.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = nanosPerOperation[i] / other.nanosPerOperation[i];
        }
        return median(ratios);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
