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

import java.nio.file.Path;
import java.util.Arrays;

/** The options of {@link Floor}. */
final class FloorOptions {

    static final String USAGE = """
        Usage: bin/floor [options]

          --entries n            entries of each map, default 2000000
          --values a,b           value lengths in bytes, default 1000,100
          --keys text|bytes      what the maps' keys are, default text
          --rounds n             how often all is measured in turn, default 11
          --operations n         operations of one measurement in one round, default 400000
          --clock wall|processor what is measured, default wall; processor is the thread's own time,
          for a machine
                                 that does other things as well
          --directory path       where the files lie meanwhile,
          default the directory for temporary files; needs 3
                                 times the entries
        """;

    long entries = 2_000_000;
    int[] valueLengths = {1_000, 100};
    boolean textKeys = true;
    boolean byProcessor;
    int rounds = 11;
    int operations = 400_000;
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException with a message for the user
     */
    static FloorOptions parse(String... arguments) {
        FloorOptions options = new FloorOptions();
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException("option has no value: option=" + arguments[i]);
            }
            options.set(arguments[i], arguments[i + 1]);
        }
        return options;
    }

    private void set(String name, String value) {
        switch (name) {
            case "--entries" -> entries = atLeastOne(name, Long.parseLong(value));
            case "--values" -> valueLengths = Arrays.stream(value.split(","))
                .mapToInt(length -> (int) atLeastOne(name, Integer.parseInt(length))).toArray();
            case "--keys" -> textKeys = isFirst(name, value, "text", "bytes");
            case "--clock" -> byProcessor = !isFirst(name, value, "wall", "processor");
            case "--rounds" -> rounds = (int) atLeastOne(name, Integer.parseInt(value));
            case "--operations" -> operations = (int) atLeastOne(name, Integer.parseInt(value));
            case "--directory" -> directory = Path.of(value);
            default -> throw new IllegalArgumentException("unknown option: option=" + name);
        }
    }

    private static long atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException("option is too small: option=" + name + ", value=" + value);
        }
        return value;
    }

    private static boolean isFirst(String name, String value, String first, String second) {
        if (!value.equals(first) && !value.equals(second)) {
            throw new IllegalArgumentException("option has an unknown value: option=" + name + ", value="
                + value
                + "; give " + first + " or " + second);
        }
        return value.equals(first);
    }
}
