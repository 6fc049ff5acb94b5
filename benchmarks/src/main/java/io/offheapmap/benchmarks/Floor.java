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

import io.offheapmap.MapStats;
import io.offheapmap.OffHeapMap;
import io.offheapmap.OffHeapMapBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Compares get and set with the least that memory lets them cost, in one run: a round measures everything in
 * turn, so that what else the machine does meets all alike. One thread.
 */
public final class Floor {

    private static final long SEED = 20_260_101;
    private static final int WARM_UP_ROUNDS = 2;
    private static final int FIRST_PRINTABLE = 32;
    private static final int PRINTABLES = 95;
    private static final int GRANULES_PER_SEGMENT = 64;

    private final FloorOptions options;
    private final PrintStream out;

    private Floor(FloorOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** What can be run with the options. */
    @FunctionalInterface
    interface Program {

        /** Runs. */
        void run(FloorOptions options, PrintStream out) throws IOException;
    }

    /** Runs with the options of the command line. */
    public static void main(String[] arguments) throws IOException {
        parseAndRun(arguments, Floor::run);
    }

    static void parseAndRun(String[] arguments, Program program) throws IOException {
        if (arguments.length == 1 && arguments[0].equals("--help")) {
            System.out.print(FloorOptions.USAGE);
            return;
        }
        FloorOptions options;
        try {
            options = FloorOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(FloorOptions.USAGE);
            System.exit(2);
            return;
        }
        program.run(options, System.out);
    }

    static void run(FloorOptions options, PrintStream out) throws IOException {
        Floor floor = new Floor(options, out);
        for (int valueLength : options.valueLengths) {
            if (options.textKeys) {
                floor.measureText(valueLength);
            } else {
                floor.measureBytes(valueLength);
            }
        }
    }

    private void measureText(int valueLength) throws IOException {
        Path directory = Files.createTempDirectory(options.directory, "floor");
        byte[] value = value(valueLength);
        try (OffHeapMap<CharSequence, byte[]> plain =
                sized(OffHeapMap.of(CharSequence.class, byte[].class), valueLength)
                    .checksums(false).createPersistedTo(directory.resolve("plain.map"));
            OffHeapMap<CharSequence, byte[]> summed =
                sized(OffHeapMap.of(CharSequence.class, byte[].class), valueLength)
                    .createPersistedTo(directory.resolve("summed.map"));
            FloorRegion region = region(directory, valueLength, summed.stats())) {
            for (long record = 0; record < options.entries; record++) {
                String key = Keys.text(record);
                plain.set(key, value);
                summed.set(key, value);
                region.add(record, value);
            }
            byte[] target = new byte[valueLength];
            measure(valueLength, directory, region, summed.stats(),
                FloorMeasurements.getByText("get", plain, target),
                FloorMeasurements.setByText("set, no checksums", plain, value),
                FloorMeasurements.setByText("set", summed, value));
        } finally {
            delete(directory);
        }
    }

    private void measureBytes(int valueLength) throws IOException {
        Path directory = Files.createTempDirectory(options.directory, "floor");
        byte[] value = value(valueLength);
        try (OffHeapMap<byte[], byte[]> plain =
                sized(OffHeapMap.of(byte[].class, byte[].class), valueLength)
                    .checksums(false).createPersistedTo(directory.resolve("plain.map"));
            OffHeapMap<byte[], byte[]> summed =
                sized(OffHeapMap.of(byte[].class, byte[].class), valueLength)
                    .createPersistedTo(directory.resolve("summed.map"));
            FloorRegion region = region(directory, valueLength, summed.stats())) {
            for (long record = 0; record < options.entries; record++) {
                byte[] key = Keys.bytes(record);
                plain.set(key, value);
                summed.set(key, value);
                region.add(record, value);
            }
            byte[] target = new byte[valueLength];
            measure(valueLength, directory, region, summed.stats(),
                FloorMeasurements.getByBytes("get", plain, target),
                FloorMeasurements.setByBytes("set, no checksums", plain, value),
                FloorMeasurements.setByBytes("set", summed, value));
        } finally {
            delete(directory);
        }
    }

    private <K> OffHeapMapBuilder<K, byte[]> sized(OffHeapMapBuilder<K, byte[]> builder, int valueLength) {
        return builder.entries(options.entries).averageKeySize(Keys.LENGTH).averageValueSize(valueLength);
    }

    private FloorRegion region(Path directory, int valueLength, MapStats stats) throws IOException {
        int entryLength = Keys.LENGTH + valueLength + 33;
        long segmentLength = options.entries / stats.segments() * entryLength;
        long extentLength = Math.max(1 << 12, Long.highestOneBit(segmentLength / GRANULES_PER_SEGMENT));
        return new FloorRegion(directory.resolve("floor.region"), options.entries, valueLength, entryLength,
            stats.segments(), extentLength);
    }

    static byte[] value(int length) {
        byte[] value = new byte[length];
        for (int i = 0; i < length; i++) {
            value[i] = (byte) (FIRST_PRINTABLE + i % PRINTABLES);
        }
        return value;
    }

    private void measure(int valueLength, Path directory, FloorRegion region, MapStats stats, Measurement get,
        Measurement setPlain, Measurement setSummed) throws IOException {
        byte[] buffer = value(valueLength);
        Measurement floorGet = FloorMeasurements.floorGet(region, new byte[valueLength]);
        Measurement floorSet = FloorMeasurements.floorSet(region, buffer);
        Measurement blind = FloorMeasurements.floorSetBlind(region, buffer);
        List<Measurement> all = List.of(floorGet, get, floorSet, setPlain, setSummed, blind);
        Batch batch = new Batch(options.entries, SEED);
        long result = 0;
        for (int round = -WARM_UP_ROUNDS; round < options.rounds; round++) {
            for (Measurement each : all) {
                result += each.round(batch, options.operations, options.byProcessor, round >= 0);
            }
        }
        if (result != 0) {
            throw new IllegalStateException("a value has a byte that nobody stored: result=" + result);
        }
        print("%nvalue=%d bytes, entries=%,d, keys=%s, rounds=%d, operations per round=%,d, clock=%s%n",
            valueLength, options.entries, options.textKeys ? "text" : "bytes", options.rounds,
            options.operations,
            options.byProcessor ? "processor" : "wall");
        print("map: %,d bytes, floor: %,d bytes; on huge pages: %s%n", stats.fileBytes(), region.length(),
            HugePages.describe(directory));
        print("%-22s %8s %8s %8s   %s%n", "ns per operation", "median", "least", "most", "ratio (bar)");
        print(floorGet, "");
        print(get, ratio(get, floorGet, 1.25));
        print(floorSet, "");
        print(setPlain, ratio(setPlain, floorSet, 1.35));
        print(setSummed, ratio(setSummed, floorSet, 1.5));
        print(blind, "for information: without the look");
    }

    private static String ratio(Measurement measurement, Measurement floor, double bar) {
        double ratio = measurement.ratio(floor);
        return String.format(Locale.ROOT, "%.2f of %s (%.2f)%s", ratio, floor.name(), bar, ratio > bar
            ? " MISSED" : "");
    }

    private void print(Measurement measurement, String remark) {
        print("%-22s %8.0f %8.0f %8.0f   %s%n", measurement.name(), measurement.median(), measurement.least(),
            measurement.most(), remark);
    }

    private void print(String format, Object... arguments) {
        out.printf(Locale.ROOT, format, arguments);
        out.flush();
    }

    static void delete(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (var listed = Files.list(directory)) {
            listed.forEach(files::add);
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(directory);
    }
}
