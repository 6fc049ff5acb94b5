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
package io.offheapmap.benchmarks.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the cases for a short time; jcstress's own main runs them as long as one likes. */
class GetRacesTest {

    private static final String TEST_CLASSES = "test-classes";

    @TempDir
    Path folder;

    private record Run(int exitCode, String output) {
    }

    @Test
    void noForbiddenOutcome() throws Exception {
        Run run = run("GetRaces", false);
        assertEquals(0, run.exitCode, run.output);
        assertTrue(run.output.matches("(?s).*[1-9][0-9]* passed, 0 failed, 0 soft errs, 0 hard errs.*"),
            run.output);
        assertTrue(run.output.contains("All remaining tests: 4 matching test results"), run.output);
    }

    @Test
    void plantedFaultFailsTheRun() throws Exception {
        Run run = run("PlantedLostUpdate", true);
        assertNotEquals(0, run.exitCode, run.output);
        assertTrue(run.output.matches("(?s).*[1-9][0-9]* failed.*"), run.output);
        assertTrue(run.output.contains("an update is lost"), run.output);
    }

    /** The tests' classes have a list of cases of their own, which hides that of the product's classes. */
    private Run run(String cases, boolean planted) throws Exception {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String classPath = Arrays.stream(all.split(File.pathSeparator))
            .filter(entry -> planted || !Path.of(entry).endsWith(TEST_CLASSES))
            .collect(Collectors.joining(File.pathSeparator));
        Path output = folder.resolve("output");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java,
            "-cp", classPath, "org.openjdk.jcstress.Main", "-m", "sanity", "-f", "1", "-iters", "1",
            "-time", "100", "-c", "2", "-t", cases, "-r", folder.resolve("results").toString())
            .directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> "jcstress did not end: " + output);
            return new Run(process.exitValue(), Files.readString(output));
        } finally {
            process.destroyForcibly();
        }
    }
}
