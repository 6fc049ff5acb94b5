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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the command line says.
 *
 * @param records      how many are loaded
 * @param operations   how many each workload has
 * @param threads      of the client
 * @param file         where the map is and stays; null for a temporary one
 * @param distribution which records are asked for
 * @param workloads    letters
 * @param help         only the usage is wanted
 */
record BenchOptions(int records, int operations, int threads, Path file, String distribution,
    List<String> workloads, boolean help) {

    static final String USAGE = """
        Usage: bin/bench [options]

        Loads records of ten 100-byte fields into a persisted map, runs YCSB workloads on it through the stock
        client, and prints one table.

          --records n           records to load, default 1000000
          --operations n        operations of each workload, default as many as records
          --threads n           client threads, default one per core (here %d)
          --file path           put the map there and keep it; without it the file is temporary, in $TMPDIR or
                                else beside the build, and deleted at the end
          --distribution name   zipfian (default), uniform, latest, hotspot, sequential or exponential
          --workloads a,b       which of a, b, c, d and f, in this order; default a,b,c
          --help                this text

        JAVA_OPTS is given to the client's JVM. Exit code: 0 if all went well, 1 if anything failed, 2 if an
        option is wrong.
        """;

    private static final int DEFAULT_RECORDS = 1_000_000;
    private static final Set<String> DISTRIBUTIONS =
        Set.of("zipfian", "uniform", "latest", "hotspot", "sequential", "exponential");
    private static final Set<String> WORKLOADS = Set.of("a", "b", "c", "d", "f");

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException says what is wrong, in one line
     */
    static BenchOptions parse(String[] arguments, int cores) {
        int records = DEFAULT_RECORDS;
        int operations = 0;
        int threads = cores;
        Path file = null;
        String distribution = "zipfian";
        List<String> workloads = List.of("a", "b", "c");
        boolean help = false;
        Iterator<String> words = split(arguments).iterator();
        while (words.hasNext()) {
            String option = words.next();
            switch (option) {
                case "--help", "-h" -> help = true;
                case "--records" -> records = number(option, value(option, words));
                case "--operations" -> operations = number(option, value(option, words));
                case "--threads" -> threads = number(option, value(option, words));
                case "--file" -> file = Path.of(value(option, words));
                case "--distribution" -> distribution = oneOf(option, value(option, words), DISTRIBUTIONS);
                case "--workloads" -> workloads = list(option, value(option, words));
                default -> throw new IllegalArgumentException("unknown option: " + option
                    + "; bin/bench --help shows what there is");
            }
        }
        return new BenchOptions(records, operations == 0 ? records : operations, threads, file, distribution,
            workloads, help);
    }

    /** {@code --records=5} is {@code --records 5}. */
    private static List<String> split(String[] arguments) {
        List<String> words = new ArrayList<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (argument.startsWith("--") && equals > 0) {
                words.add(argument.substring(0, equals));
                words.add(argument.substring(equals + 1));
            } else {
                words.add(argument);
            }
        }
        return words;
    }

    private static String value(String option, Iterator<String> words) {
        String value = words.hasNext() ? words.next() : "";
        if (value.isBlank()) {
            throw new IllegalArgumentException("a value is missing: " + option
                + "; bin/bench --help shows what there is");
        }
        return value;
    }

    private static int number(String option, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("not a number of at least 1: " + option + "=" + value
            + "; give 1 to " + Integer.MAX_VALUE);
    }

    private static String oneOf(String option, String value, Set<String> allowed) {
        if (!allowed.contains(value)) {
            throw new IllegalArgumentException("not a value of this option: " + option + "=" + value
                + "; give one of " + String.join(", ", allowed.stream().sorted().toList()));
        }
        return value;
    }

    private static List<String> list(String option, String value) {
        List<String> list = List.of(value.toLowerCase(Locale.ROOT).split(",", -1));
        for (String each : list) {
            oneOf(option, each, WORKLOADS);
        }
        return list;
    }
}
