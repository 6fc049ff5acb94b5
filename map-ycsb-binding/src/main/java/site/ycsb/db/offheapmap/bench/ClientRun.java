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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** A JVM of its own with the stock YCSB client, as its exit is the end of the JVM. */
final class ClientRun {

    private static final String CLIENT = "site.ycsb.Client";
    private static final long GRACE_SECONDS = 10;

    private final List<String> command = new ArrayList<>();
    private final ClientOutput output = new ClientOutput();
    private volatile Process process;
    private volatile boolean stopped;

    /**
     * Prepares a run.
     *
     * @param jvmOptions options of the JVM
     * @param arguments  of the client
     */
    ClientRun(List<String> jvmOptions, List<String> arguments) {
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(CLIENT);
        command.addAll(arguments);
    }

    /**
     * Runs the client to its end.
     *
     * @param log     gets all that the client prints
     * @param reached is told how far it is
     * @return the exit code
     */
    int run(Path log, LongConsumer reached) throws IOException, InterruptedException {
        try (Writer writer = Files.newBufferedWriter(log)) {
            start();
            Thread errors = Thread.ofVirtual().start(() -> follow(process.getErrorStream(), writer, reached));
            follow(process.getInputStream(), writer, reached);
            errors.join();
            return process.waitFor();
        }
    }

    private synchronized void start() throws IOException {
        if (stopped) {
            throw new IOException("the run was stopped before it began");
        }
        process = new ProcessBuilder(command).start();
        process.getOutputStream().close();
    }

    private void follow(InputStream stream, Writer log, LongConsumer reached) {
        try (BufferedReader reader = new BufferedReader(
            new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                synchronized (log) {
                    log.write(line);
                    log.write('\n');
                }
                long operations = output.accept(line);
                if (operations >= 0) {
                    reached.accept(operations);
                }
            }
        } catch (IOException e) {
            // to stop the client closes its streams
            if (!isStopped()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    ClientOutput output() {
        return output;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Ends the client if it runs, and returns when it has ended. */
    synchronized void stop() {
        stopped = true;
        if (process == null || !process.isAlive()) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
