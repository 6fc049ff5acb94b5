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

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table as it is printed. */
class ResultTableTest {

    @TempDir
    Path directory;

    @Test
    void printsOneTable() throws IOException {
        Path load = report("""
            process.allocatedBytes=12345
            process.collections=3
            binding.samples=10
            binding.sampledBytes=5
            insert.count=1000
            insert.p50.ns=1234
            insert.p99.ns=2000
            insert.p99.9.ns=3004
            insert.worst.ns=1000005000
            """);
        Path reads = report("""
            process.allocatedBytes=1000000
            process.collections=0
            binding.samples=0
            binding.sampledBytes=0
            read.count=2000
            read.p50.ns=5
            read.p99.ns=994
            read.p99.9.ns=996
            read.worst.ns=1000
            """);
        ResultTable table = new ResultTable(List.of(
            new PhaseResult(Phase.load(1_000), 1234.5, new RunFigures(load),
                new FileSize(2_000_000, 1_100_000), 1_000_000),
            new PhaseResult(Phase.workload("c", 2_000), 1_000_000, new RunFigures(reads),
                new FileSize(2_000_000, -1), 1_000_000)));
        assertEquals("""
                                                                 load          C
            --------------------------------------------------------------------
            operations                                          1,000      2,000
            throughput, operations/s                            1,235  1,000,000
            read p50, µs                                            -       0.01
            read p99, µs                                            -       0.99
            read p99.9, µs                                          -       1.00
            read worst, µs                                          -       1.00
            insert p50, µs                                       1.23          -
            insert p99, µs                                       2.00          -
            insert p99.9, µs                                     3.00          -
            insert worst, µs                             1,000,005.00          -
            allocated, bytes/operation, process                  12.3      500.0
            allocated, bytes/operation, binding and map           0.5          -
            garbage collections                                     3          0
            payload, MB                                           1.0        1.0
            file length, MB                                       2.0        2.0
            file allocated, MB                                    1.1          -
            file allocated / payload                            1.100          -
            """, table.render());
    }

    private Path report(String lines) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "report", ".properties"), lines);
    }
}
