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
package io.offheapmap.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees on the console: without flags one line of the library, and never a warning of the JVM. */
@Timeout(60)
final class PlainJvmTest {

    private static final String ENABLE = "--enable-native-access=ALL-UNNAMED";

    private static final String WITHOUT = "INFO: OffHeapMap works without native access: ";

    private static final String ADVICE = "to allow it, start java with --enable-native-access=ALL-UNNAMED";

    @TempDir
    private Path folder;

    /** What a child printed. */
    private record Printed(List<String> output, List<String> errors) {
    }

    private static String classPath(String without) {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(all.split(File.pathSeparator))
            .filter(entry -> without.isEmpty() || !new File(entry).getName().startsWith(without))
            .collect(Collectors.joining(File.pathSeparator));
    }

    private Printed run(String classPath, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-Duser.language=en", "-cp", classPath));
        command.addAll(List.of(options));
        command.addAll(List.of(PlainJvm.class.getName(), folder.resolve("file").toString()));
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(output.toFile())
            .redirectError(errors.toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        Process process = builder.start();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        Printed printed = new Printed(Files.readAllLines(output), Files.readAllLines(errors));
        assertEquals(0, process.exitValue(), printed::toString);
        return printed;
    }

    /** The first line is the logger's: date and place. */
    private static void assertOneLogLine(String expected, Printed printed) {
        assertEquals(2, printed.errors().size(), printed::toString);
        assertEquals(expected, printed.errors().get(1));
    }

    @Test
    void withoutFlagsThereIsOneLine() throws Exception {
        Printed printed = run(classPath(""));
        assertOneLogLine(WITHOUT + ADVICE, printed);
        assertEquals(List.of("native access is not available: kind=NATIVE, obstacle=" + ADVICE
            + "; remove the obstacle or use the kind PORTABLE", "PORTABLE"), printed.output());
    }

    /** The JVM throws at what it would otherwise warn of. */
    @Test
    void nothingRestrictedIsTouchedWithoutTheFlag() throws Exception {
        Printed printed = run(classPath(""), "--illegal-native-access=deny",
            "--sun-misc-unsafe-memory-access=deny");
        assertOneLogLine(WITHOUT + ADVICE, printed);
    }

    @Test
    void withTheFlagThereIsNone() throws Exception {
        assumeTrue(NativeAccess.isAvailable());
        Printed printed = run(classPath(""), ENABLE, "--sun-misc-unsafe-memory-access=deny");
        assertEquals(List.of(), printed.errors());
        assertEquals(List.of("NATIVE"), printed.output());
    }

    @Test
    void whoTurnsItOffIsNotToldAgain() throws Exception {
        Printed printed = run(classPath(""), ENABLE, "-Doffheapmap.native=false");
        assertEquals(List.of(), printed.errors());
        assertEquals("PORTABLE", printed.output().getLast());
    }

    @Test
    void worksWithoutJna() throws Exception {
        Printed printed = run(classPath("jna"), ENABLE);
        assertOneLogLine(WITHOUT + "JNA can't be loaded: java.lang.NoClassDefFoundError: com/sun/jna/Native",
            printed);
        assertEquals("PORTABLE", printed.output().getLast());
    }

    /** JNA keeps its library in a jar and has to copy it to a folder from which it can be loaded. */
    @Test
    void worksWhereNothingCanBeExecuted() throws Exception {
        assumeTrue(NativeAccess.isAvailable());
        try (SmallDisk disk = SmallDisk.mount(folder, "noexec,size=4m")) {
            Printed printed = run(classPath(""), ENABLE, "-Djna.tmpdir=" + disk.folder());
            assertTrue(printed.errors().get(1).startsWith(WITHOUT + "JNA can't be loaded: "),
                printed::toString);
            assertEquals("PORTABLE", printed.output().getLast());
        }
    }
}
