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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Everything runs, for a moment and on a few entries: the figures mean nothing here. */
final class SmokeTest {

    private static final Set<String> BENCHMARKS = Set.of("GetBenchmark.containsKey", "GetBenchmark.hit",
        "GetBenchmark.hitUsing", "GetBenchmark.miss", "InsertRemoveBenchmark.insertAndDelete",
        "IterationBenchmark.next", "ReadInPlaceBenchmark.read", "SetBenchmark.put", "SetBenchmark.set",
        "UpdateBenchmark.field");

    @TempDir
    Path directory;

    @Test
    void benchmarks() throws RunnerException {
        Options options = new OptionsBuilder().forks(0).warmupIterations(0).measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(10)).mode(Mode.SampleTime).param("entries", "500")
            .param("valueLength", "100").shouldFailOnError(true).verbosity(VerboseMode.SILENT).build();
        Set<String> seen = new TreeSet<>();
        for (RunResult result : new Runner(options).run()) {
            String name = result.getParams().getBenchmark();
            seen.add(name.substring(SmokeTest.class.getPackageName().length() + 1));
            assertTrue(result.getPrimaryResult().getStatistics().getN() > 0, name);
        }
        assertEquals(new TreeSet<>(BENCHMARKS), seen);
    }

    @Test
    void floor() throws IOException {
        for (String keys : new String[] {"text", "bytes"}) {
            String table = run(Floor::run, "--entries", "1000", "--values", "100", "--rounds", "2",
                "--operations", "500", "--keys", keys, "--clock", "processor", "--directory",
                directory.toString());
            assertTrue(table.contains("of floor get (1.25)"), table);
            assertTrue(table.contains("of floor set (1.35)"), table);
            assertTrue(table.contains("of floor set (1.50)"), table);
            try (var left = Files.list(directory)) {
                assertEquals(0, left.count());
            }
        }
    }

    @Test
    void seam() throws IOException {
        String table = run(Seam::run, "--values", "100", "--rounds", "2", "--operations", "500");
        assertTrue(table.contains("get, by the seam"), table);
        assertTrue(table.contains("set, by the seam"), table);
    }

    @Test
    void wrongOptions() {
        assertEquals("option has no value: option=--rounds", fault("--rounds"));
        assertEquals("option is too small: option=--rounds, value=0", fault("--rounds", "0"));
        assertEquals("unknown option: option=--speed", fault("--speed", "9"));
        assertEquals("option has an unknown value: option=--keys, value=numbers; give text or bytes",
            fault("--keys", "numbers"));
    }

    private static String fault(String... arguments) {
        return assertThrows(IllegalArgumentException.class, () -> FloorOptions.parse(arguments)).getMessage();
    }

    private static String run(Floor.Program program, String... arguments) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        program.run(FloorOptions.parse(arguments), new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
