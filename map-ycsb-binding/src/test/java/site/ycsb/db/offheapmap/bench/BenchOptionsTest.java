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
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command line of bin/bench. */
class BenchOptionsTest {

    @Test
    void hasDefaults() {
        BenchOptions options = parse();
        assertEquals(1_000_000, options.records());
        assertEquals(1_000_000, options.operations());
        assertEquals(7, options.threads());
        assertNull(options.file());
        assertEquals("zipfian", options.distribution());
        assertEquals(List.of("a", "b", "c"), options.workloads());
    }

    @Test
    void takesWhatIsGiven() {
        BenchOptions options = parse("--records", "10", "--operations=20", "--threads", "3", "--file",
            "/a b/map", "--distribution", "uniform", "--workloads=C,f");
        assertEquals(new BenchOptions(10, 20, 3, Path.of("/a b/map"), "uniform", List.of("c", "f"), false),
            options);
    }

    @Test
    void operationsAreAsManyAsRecords() {
        assertEquals(10, parse("--records", "10").operations());
    }

    @Test
    void helpIsHelp() {
        assertTrue(parse("--help").help());
    }

    @Test
    void saysWhatIsWrong() {
        assertWrong("unknown option: --thread; bin/bench --help shows what there is", "--thread", "2");
        assertWrong("unknown option: a; bin/bench --help shows what there is", "a");
        assertWrong("a value is missing: --file; bin/bench --help shows what there is", "--file");
        assertWrong("a value is missing: --file; bin/bench --help shows what there is", "--file=");
        assertWrong("not a number of at least 1: --records=1e6; give 1 to 2147483647", "--records", "1e6");
        assertWrong("not a number of at least 1: --threads=0; give 1 to 2147483647", "--threads", "0");
        assertWrong("not a number of at least 1: --operations=3000000000; give 1 to 2147483647",
            "--operations", "3000000000");
        assertWrong("not a value of this option: --workloads=e; give one of a, b, c, d, f",
            "--workloads", "a,e");
        assertWrong("not a value of this option: --workloads=; give one of a, b, c, d, f",
            "--workloads", "a,");
        assertWrong("not a value of this option: --distribution=zipf; give one of exponential, hotspot,"
            + " latest, sequential, uniform, zipfian", "--distribution", "zipf");
    }

    private static void assertWrong(String message, String... arguments) {
        assertEquals(message,
            assertThrows(IllegalArgumentException.class, () -> parse(arguments)).getMessage());
    }

    private static BenchOptions parse(String... arguments) {
        return BenchOptions.parse(arguments, 7);
    }
}
