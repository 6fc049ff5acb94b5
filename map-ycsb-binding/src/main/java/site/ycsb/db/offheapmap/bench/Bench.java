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

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import site.ycsb.Utils;
import site.ycsb.db.offheapmap.OffHeapMapClient;

/** The main job, see {@link BenchOptions#USAGE}. */
public final class Bench {

    /** Where the repository is; the scripts set it. */
    static final String ROOT_PROPERTY = "offheapmap.root";

    private static final int WRONG_OPTION = 2;
    private static final int FIELDS = 10;
    private static final int FIELD_BYTES = 100;
    private static final int STATUS_SECONDS = 2;
    /** What a record may take on the disk, with room for updates that are under way. */
    private static final long DISK_BYTES_PER_RECORD = 1_400;
    private static final long DISK_BYTES_MORE = 128L << 20;

    private final BenchOptions options;
    private final Path root;
    private final Path directory;
    private final Path file;
    private final Path log;
    private final boolean terminal;
    private volatile ClientRun running;
    private long inserted;

    private Bench(BenchOptions options, Path root) throws IOException {
        this.options = options;
        this.root = root;
        Path target = Files.createDirectories(root.resolve("map-ycsb-binding").resolve("target"));
        String temporary = System.getenv("TMPDIR");
        boolean isSet = temporary != null && !temporary.isBlank();
        directory = Files.createTempDirectory(isSet ? Path.of(temporary) : target, "bench-");
        file = options.file() == null ? directory.resolve("usertable.map") : options.file().toAbsolutePath();
        log = target.resolve("bench.log");
        Console console = System.console();
        terminal = console != null && console.isTerminal();
    }

    /**
     * Runs.
     *
     * @param arguments see {@link BenchOptions#USAGE}
     */
    public static void main(String[] arguments) {
        int cores = Runtime.getRuntime().availableProcessors();
        try {
            BenchOptions options = BenchOptions.parse(arguments, cores);
            if (options.help()) {
                System.out.printf(Locale.ROOT, BenchOptions.USAGE, cores);
                return;
            }
            Path root = Path.of(System.getProperty(ROOT_PROPERTY, "")).toAbsolutePath();
            new Bench(options, root).run();
        } catch (IllegalArgumentException e) {
            exit(e.getMessage(), WRONG_OPTION);
        } catch (BenchFailure e) {
            exit(e.getMessage(), 1);
        } catch (IOException | InterruptedException e) {
            exit(e.toString(), 1);
        }
    }

    private static void exit(String fault, int code) {
        System.err.println("bin/bench: " + fault);
        System.exit(code);
    }

    private void run() throws IOException, InterruptedException, BenchFailure {
        Thread hook = new Thread(this::cleanUp, "bench-clean-up");
        Runtime.getRuntime().addShutdownHook(hook);
        prepareFile();
        List<PhaseResult> results = new ArrayList<>();
        results.add(run(Phase.load(options.records())));
        for (String letter : options.workloads()) {
            results.add(run(Phase.workload(letter, options.operations())));
        }
        System.out.println();
        System.out.println(heading());
        System.out.println();
        System.out.print(new ResultTable(results).render());
        System.out.println();
        System.out.println(footnote());
    }

    private void prepareFile() throws IOException, BenchFailure {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException("a directory is not a file: --file=" + file
                + "; give a file in it");
        }
        Files.createDirectories(file.getParent());
        boolean exists = Files.exists(file);
        if (exists) {
            System.err.println("the file is there already, its records are written again: " + file);
        }
        long needed = DISK_BYTES_PER_RECORD * options.records()
            + DISK_BYTES_MORE - (exists ? Files.size(file) : 0);
        long usable = Files.getFileStore(file.getParent()).getUsableSpace();
        if (usable < needed) {
            throw new BenchFailure(String.format(Locale.ROOT, "not enough room on the disk: directory=%s,"
                + " usable=%,d, needed=%,d; set TMPDIR, or give --file or fewer --records", file.getParent(),
                usable, needed));
        }
    }

    private PhaseResult run(Phase phase) throws IOException, InterruptedException, BenchFailure {
        Path report = directory.resolve(phase.name() + ".properties");
        Files.deleteIfExists(report);
        Progress progress = new Progress(System.err, terminal, phase);
        running = new ClientRun(jvmOptions(), clientArguments(phase, report));
        int exitCode = running.run(log, progress::reached);
        if (running.isStopped()) {
            progress.end();
            throw new BenchFailure("interrupted");
        }
        ClientOutput output = running.output();
        String fault = output.fault(phase, exitCode);
        if (fault == null) {
            fault = reportFault(phase, output, report);
        }
        if (fault != null) {
            progress.end();
            throw new BenchFailure(phase.title() + " failed: " + fault + "; see " + log);
        }
        progress.finished(output.throughput());
        if (!phase.isLoad()) {
            // each run of D inserts the same records
            inserted = Math.max(inserted, output.succeeded("INSERT"));
        }
        return new PhaseResult(phase, output.throughput(), new RunFigures(report), FileSize.of(file),
            payload(options.records() + inserted));
    }

    /** The binding's own counts have to be those of YCSB. */
    private static String reportFault(Phase phase, ClientOutput output, Path report) throws IOException {
        if (Files.notExists(report)) {
            return "the binding wrote no report: file=" + report;
        }
        RunFigures figures = new RunFigures(report);
        for (String operation : phase.counted()) {
            long measured = figures.count(operation.toLowerCase(Locale.ROOT));
            if (measured != output.succeeded(operation)) {
                return "the counts differ: operation=" + operation + ", binding=" + measured + ", client="
                    + output.succeeded(operation);
            }
        }
        return null;
    }

    private static List<String> jvmOptions() {
        String given = System.getenv("JAVA_OPTS");
        return given == null || given.isBlank() ? List.of() : List.of(given.strip().split("\\s+"));
    }

    private List<String> clientArguments(Phase phase, Path report) {
        List<String> arguments = new ArrayList<>(List.of("-db", OffHeapMapClient.class.getName(), "-P",
            root.resolve(phase.workloadFile()).toString(), "-threads", String.valueOf(options.threads()),
            "-s"));
        property(arguments, "recordcount", options.records());
        property(arguments, "operationcount", options.operations());
        property(arguments, "fieldcount", FIELDS);
        property(arguments, "fieldlength", FIELD_BYTES);
        property(arguments, "status.interval", STATUS_SECONDS);
        if (!phase.name().equals("d") || !options.distribution().equals("zipfian")) {
            // D's own distribution is its point: it stands unless another one is asked for
            property(arguments, "requestdistribution", options.distribution());
        }
        property(arguments, "offheapmap.file", file);
        property(arguments, "offheapmap.latency", true);
        property(arguments, "offheapmap.latency.output", report);
        arguments.add(phase.isLoad() ? "-load" : "-t");
        return arguments;
    }

    private static void property(List<String> arguments, String name, Object value) {
        arguments.add("-p");
        arguments.add(name + "=" + value);
    }

    /** Keys are "user" and a hash, the way the core workload makes them. */
    private static long payload(long records) {
        long bytes = records * FIELDS * FIELD_BYTES;
        for (long record = 0; record < records; record++) {
            bytes += "user".length() + String.valueOf(Utils.fnvhash64(record)).length();
        }
        return bytes;
    }

    private String heading() {
        return String.format(Locale.ROOT,
            "OffHeapMap under YCSB 0.17.0: %,d records of %d fields of %d bytes, %s, %d threads"
            + " on %d cores, Java %s, %s", options.records(), FIELDS, FIELD_BYTES, options.distribution(),
            options.threads(), Runtime.getRuntime().availableProcessors(), Runtime.version(),
            System.getProperty("os.name") + " " + System.getProperty("os.version"));
    }

    private static String footnote() {
        return """
            Throughput is YCSB's, opening and closing the map included. Times are of the binding and the map,
            by a clock of nanoseconds around each call. Binding and map: without the nodes of YCSB's result
            maps. Payload: bytes of keys and values, without field names.""";
    }

    private void cleanUp() {
        ClientRun run = running;
        if (run != null) {
            run.stop();
        }
        try (var files = Files.list(directory)) {
            for (Path each : files.toList()) {
                Files.deleteIfExists(each);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            System.err.println("bin/bench: temporary files could not be deleted: " + directory + ", " + e);
        }
    }
}
