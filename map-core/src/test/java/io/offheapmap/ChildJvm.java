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
package io.offheapmap;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of the tests in a JVM of its own. */
final class ChildJvm implements AutoCloseable {

    private static final int PATIENCE_S = 60;

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    static ChildJvm start(Class<?> program, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        if (TestMaps.class.getModule().isNativeAccessEnabled()) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add(program.getName());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        return new ChildJvm(builder.start());
    }

    /** The next line that the child prints, null behind the last one. */
    String nextLine() throws IOException {
        return output.readLine();
    }

    /** Tells the child to go on. */
    void send(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    void kill() {
        process.destroyForcibly();
    }

    int exitValue() throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), "the child does not end");
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
