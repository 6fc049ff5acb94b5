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
package site.ycsb.db.offheapmap.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The one table at the end: a line per figure, a column per phase. */
final class ResultTable {

    private static final String NOTHING = "-";
    private static final double NS_PER_US = 1_000;
    private static final double BYTES_PER_MB = 1_000_000;
    private static final int GAP = 2;

    private final List<PhaseResult> results;
    private final List<List<String>> lines = new ArrayList<>();

    ResultTable(List<PhaseResult> results) {
        this.results = results;
        line("", result -> result.phase().title());
        line("operations", result -> whole(result.phase().operations()));
        line("throughput, operations/s", result -> whole(Math.round(result.throughput())));
        times("read", "read");
        times("update", "update");
        times("insert", "insert");
        line("allocated, bytes/operation, process", result -> tenths(
            result.figures().processBytesPerOperation(result.phase().operations())));
        line("allocated, bytes/operation, binding and map", result -> tenths(
            result.figures().bindingBytesPerOperation()));
        line("garbage collections", result -> whole(result.figures().collections()));
        line("payload, MB", result -> megabytes(result.payload()));
        line("file length, MB", result -> megabytes(result.size().length()));
        line("file allocated, MB", result -> megabytes(result.size().allocated()));
        line("file allocated / payload", this::ratio);
    }

    private void times(String title, String operation) {
        if (results.stream().noneMatch(result -> result.figures().count(operation) > 0)) {
            return;
        }
        for (String figure : List.of("p50", "p99", "p99.9", "worst")) {
            line(title + " " + figure + ", µs",
                result -> microseconds(result.figures().ns(operation, figure)));
        }
    }

    private void line(String title, Function<PhaseResult, String> cell) {
        List<String> line = new ArrayList<>();
        line.add(title);
        for (PhaseResult result : results) {
            line.add(cell.apply(result));
        }
        lines.add(line);
    }

    private String ratio(PhaseResult result) {
        long allocated = result.size().allocated();
        return allocated < 0 ? NOTHING
            : String.format(Locale.ROOT, "%.3f", (double) allocated / result.payload());
    }

    private static String whole(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String tenths(double number) {
        return Double.isFinite(number) ? String.format(Locale.ROOT, "%,.1f", number) : NOTHING;
    }

    private static String microseconds(long ns) {
        return ns < 0 ? NOTHING : String.format(Locale.ROOT, "%,.2f", ns / NS_PER_US);
    }

    private static String megabytes(long bytes) {
        return bytes < 0 ? NOTHING : String.format(Locale.ROOT, "%,.1f", bytes / BYTES_PER_MB);
    }

    /** Titles to the left, numbers to the right, a rule below the first line. */
    String render() {
        int[] widths = new int[results.size() + 1];
        for (List<String> line : lines) {
            for (int column = 0; column < line.size(); column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < lines.size(); row++) {
            List<String> line = lines.get(row);
            text.append(line.getFirst()).repeat(' ', widths[0] - line.getFirst().length());
            for (int column = 1; column < line.size(); column++) {
                text.repeat(' ', GAP + widths[column] - line.get(column).length()).append(line.get(column));
            }
            text.append('\n');
            if (row == 0) {
                for (int column = 0; column < widths.length; column++) {
                    text.repeat('-', widths[column] + (column == 0 ? 0 : GAP));
                }
                text.append('\n');
            }
        }
        return text.toString();
    }
}
