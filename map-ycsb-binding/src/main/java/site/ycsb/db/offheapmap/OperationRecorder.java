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
package site.ycsb.db.offheapmap;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.HdrHistogram.Histogram;
import site.ycsb.Status;

/**
 * Measures the operations of one thread in nanoseconds, and for one in so many the bytes that its thread
 * allocated meanwhile. Allocates nothing itself. The look at the allocation lies outside of the time that is
 * measured.
 */
final class OperationRecorder {

    /** Longer ones count as this long. */
    static final long LONGEST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 3;
    private static final Operation[] OPERATIONS = Operation.values();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Histogram[] histograms = new Histogram[OPERATIONS.length];
    private final long[] failures = new long[OPERATIONS.length];
    private final int sample;
    private int untilSample;
    private long samples;
    private long sampledBytes;
    private boolean sampling;
    private long beginBytes;
    private long beginNs;

    /** One in {@code sample} operations is looked at for garbage; none if it is 0. */
    OperationRecorder(int sample) {
        this.sample = sample;
        untilSample = sample;
        for (int index = 0; index < histograms.length; index++) {
            histograms[index] = new Histogram(LONGEST_NS, DIGITS);
        }
    }

    void begin() {
        sampling = sample > 0 && --untilSample == 0;
        if (sampling) {
            untilSample = sample;
            beginBytes = THREADS.getCurrentThreadAllocatedBytes();
        }
        beginNs = System.nanoTime();
    }

    /** Failed operations are counted, but are no part of the times. */
    void end(Operation operation, Status status) {
        long durationNs = System.nanoTime() - beginNs;
        if (sampling) {
            sampledBytes += THREADS.getCurrentThreadAllocatedBytes() - beginBytes;
            samples++;
        }
        if (status.isOk()) {
            histograms[operation.ordinal()].recordValue(Math.clamp(durationNs, 0, LONGEST_NS));
        } else {
            failures[operation.ordinal()]++;
        }
    }

    Histogram histogram(Operation operation) {
        return histograms[operation.ordinal()];
    }

    long failures(Operation operation) {
        return failures[operation.ordinal()];
    }

    long samples() {
        return samples;
    }

    long sampledBytes() {
        return sampledBytes;
    }

    /** Adds what another thread has measured, after that thread is done. */
    void add(OperationRecorder other) {
        for (int index = 0; index < histograms.length; index++) {
            histograms[index].add(other.histograms[index]);
            failures[index] += other.failures[index];
        }
        samples += other.samples;
        sampledBytes += other.sampledBytes;
    }
}
