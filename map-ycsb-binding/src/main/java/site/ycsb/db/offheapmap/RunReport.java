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
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * What a run came to: a file of {@code name=value} lines, and beside it the full histograms as a log that the
 * tools of HdrHistogram read, one tagged line per operation.
 */
final class RunReport {

    /** Added to the report's name for the histograms. */
    static final String LOG_SUFFIX = ".hlog";
    static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};

    private final Path output;
    private final OperationRecorder total = new OperationRecorder(0);
    private final long beginMs = System.currentTimeMillis();
    private final long beginBytes = allocatedBytes();
    private final long beginCollections = collections();
    private final long beginCollectionMs = collectionMs();

    /** Measuring begins here. */
    RunReport(Path output) {
        this.output = output;
    }

    /** A thread is done. */
    synchronized void add(OperationRecorder recorder) {
        total.add(recorder);
    }

    synchronized void write() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("process.allocatedBytes=" + (allocatedBytes() - beginBytes));
        lines.add("process.collections=" + (collections() - beginCollections));
        lines.add("process.collectionMs=" + (collectionMs() - beginCollectionMs));
        lines.add("binding.samples=" + total.samples());
        lines.add("binding.sampledBytes=" + total.sampledBytes());
        for (Operation operation : Operation.values()) {
            describe(operation, lines);
        }
        Path directory = output.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        Files.write(output, lines, StandardCharsets.UTF_8);
        writeLog(directory.resolve(output.getFileName() + LOG_SUFFIX));
    }

    private void describe(Operation operation, List<String> lines) {
        String name = operation.name().toLowerCase(Locale.ROOT) + ".";
        Histogram histogram = total.histogram(operation);
        lines.add(name + "count=" + histogram.getTotalCount());
        lines.add(name + "failed=" + total.failures(operation));
        if (histogram.getTotalCount() > 0) {
            for (double percentile : PERCENTILES) {
                String number = percentile == Math.rint(percentile) ? String.valueOf((long) percentile)
                    : String.valueOf(percentile);
                lines.add(name + "p" + number + ".ns=" + histogram.getValueAtPercentile(percentile));
            }
            lines.add(name + "worst.ns=" + histogram.getMaxValue());
        }
    }

    private void writeLog(Path file) throws IOException {
        try (PrintStream stream = new PrintStream(Files.newOutputStream(file), false,
            StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(stream);
            writer.outputLogFormatVersion();
            writer.outputStartTime(beginMs);
            writer.outputLegend();
            for (Operation operation : Operation.values()) {
                Histogram histogram = total.histogram(operation);
                if (histogram.getTotalCount() > 0) {
                    histogram.setTag(operation.name());
                    histogram.setStartTimeStamp(beginMs);
                    histogram.setEndTimeStamp(System.currentTimeMillis());
                    writer.outputIntervalHistogram(histogram);
                }
            }
        }
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
    }

    private static long collections() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            sum += Math.max(0, collector.getCollectionCount());
        }
        return sum;
    }

    private static long collectionMs() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            sum += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }
}
