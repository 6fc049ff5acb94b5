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

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** What the binding measured in a run, read from its report. */
final class RunFigures {

    private final Properties report = new Properties();

    RunFigures(Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            report.load(reader);
        }
    }

    /**
     * Looks up a time.
     *
     * @param operation read, update or insert
     * @param figure    p50, p99, p99.9 or worst
     * @return nanoseconds, or -1 if there was no such operation
     */
    long ns(String operation, String figure) {
        return number(operation + "." + figure + ".ns", -1);
    }

    long count(String operation) {
        return number(operation + ".count", 0);
    }

    long collections() {
        return number("process.collections", 0);
    }

    /** Bytes that all threads allocated, per operation. */
    double processBytesPerOperation(long operations) {
        return (double) number("process.allocatedBytes", 0) / operations;
    }

    /** Bytes that binding and map allocated, per operation; not a number if no operation was looked at. */
    double bindingBytesPerOperation() {
        return (double) number("binding.sampledBytes", 0) / number("binding.samples", 0);
    }

    private long number(String name, long missing) {
        String value = report.getProperty(name);
        return value == null ? missing : Long.parseLong(value);
    }
}
