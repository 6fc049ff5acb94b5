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
package site.ycsb.db.offheapmap;

import io.offheapmap.Mapping;
import io.offheapmap.OffHeapMap;
import io.offheapmap.OffHeapMapBuilder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What the properties say. Every one is described in the module's README. What is fixed in a map's file is
 * given to the builder either because the user said it (a file that differs is then an error), or, for a new
 * file only, because it follows from YCSB's own properties.
 */
final class ClientSettings {

    /** When the map is written to the device. */
    enum Sync {
        /** Never: the operating system does it some time; survives a killed process. */
        NEVER,
        /** At the end of the run. */
        CLOSE,
        /** After every operation that writes. */
        WRITE
    }

    static final String PREFIX = "offheapmap.";
    static final String DIR = PREFIX + "dir";
    static final String FILE = PREFIX + "file";
    static final String ENTRIES = PREFIX + "entries";
    static final String AVERAGE_KEY_SIZE = PREFIX + "averagekeysize";
    static final String AVERAGE_VALUE_SIZE = PREFIX + "averagevaluesize";
    static final String SEGMENTS = PREFIX + "segments";
    static final String CHECKSUMS = PREFIX + "checksums";
    static final String MAPPING = PREFIX + "mapping";
    static final String MAX_FILE_BYTES = PREFIX + "maxfilebytes";
    static final String RESERVED_BYTES = PREFIX + "reservedbytes";
    static final String VERIFY_READS = PREFIX + "verifyreads";
    static final String STRICT_INSERT = PREFIX + "strictinsert";
    static final String REUSE_RESULTS = PREFIX + "reuseresults";
    static final String SYNC = PREFIX + "sync";
    static final String LATENCY = PREFIX + "latency";
    static final String LATENCY_OUTPUT = PREFIX + "latency.output";
    static final String ALLOCATION_SAMPLE = PREFIX + "allocation.sample";

    static final String DEFAULT_DIR = "offheapmap-data";
    static final String DEFAULT_LATENCY_OUTPUT = "offheapmap-latency.properties";
    static final int DEFAULT_ALLOCATION_SAMPLE = 64;

    private static final Set<String> KNOWN = Set.of(DIR, FILE, ENTRIES, AVERAGE_KEY_SIZE, AVERAGE_VALUE_SIZE,
        SEGMENTS, CHECKSUMS, MAPPING, MAX_FILE_BYTES, RESERVED_BYTES, VERIFY_READS, STRICT_INSERT,
        REUSE_RESULTS, SYNC, LATENCY, LATENCY_OUTPUT, ALLOCATION_SAMPLE);

    /** "user" and, nearly always, 19 digits. */
    private static final double USUAL_KEY_SIZE = 23;

    private final Properties properties;

    /**
     * Reads the properties.
     *
     * @throws IllegalArgumentException if there is one of ours that is unknown, or one that can't be what it
     * says
     */
    ClientSettings(Properties properties) {
        this.properties = properties;
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PREFIX) && !KNOWN.contains(name)) {
                throw new IllegalArgumentException("unknown property: " + name + "="
                    + properties.getProperty(name) + "; known are "
                    + String.join(", ", new TreeSet<>(KNOWN)));
            }
        }
        configure(OffHeapMap.of(String.class, ByteBuffer.class), true);
        sync();
        allocationSample();
        strictInsert();
        reuseResults();
        latency();
    }

    /** The table that YCSB's core workload uses. */
    String workloadTable() {
        return properties.getProperty("table", "usertable");
    }

    /** A file per table. */
    Path file(String table) {
        String file = properties.getProperty(FILE);
        if (file != null && table.equals(workloadTable())) {
            return Path.of(file);
        }
        String name = URLEncoder.encode(table, StandardCharsets.UTF_8) + ".map";
        String dir = properties.getProperty(DIR);
        return dir == null && file != null ? Path.of(file).resolveSibling(name)
            : Path.of(dir == null ? DEFAULT_DIR : dir, name);
    }

    /** Tells the builder what is said, and for a new file what follows. */
    void configure(OffHeapMapBuilder<String, ByteBuffer> builder, boolean newFile) {
        if (isGiven(ENTRIES)) {
            builder.entries(number(ENTRIES, 0));
        } else if (newFile && expectedEntries() > 0) {
            builder.entries(expectedEntries());
        }
        if (isGiven(AVERAGE_KEY_SIZE) || newFile) {
            builder.averageKeySize(size(AVERAGE_KEY_SIZE, USUAL_KEY_SIZE));
        }
        if (isGiven(AVERAGE_VALUE_SIZE) || newFile) {
            builder.averageValueSize(size(AVERAGE_VALUE_SIZE, expectedValueSize()));
        }
        if (isGiven(SEGMENTS)) {
            builder.segments(Math.toIntExact(number(SEGMENTS, 0)));
        }
        if (isGiven(CHECKSUMS)) {
            builder.checksums(flag(CHECKSUMS, true));
        }
        builder.mapping(word(MAPPING, Mapping.AUTOMATIC, Mapping::valueOf));
        builder.verifyReads(flag(VERIFY_READS, false));
        if (isGiven(MAX_FILE_BYTES)) {
            builder.maxFileBytes(number(MAX_FILE_BYTES, 0));
        }
        if (isGiven(RESERVED_BYTES)) {
            builder.reservedBytes(number(RESERVED_BYTES, 0));
        }
    }

    boolean strictInsert() {
        return flag(STRICT_INSERT, false);
    }

    boolean reuseResults() {
        return flag(REUSE_RESULTS, true);
    }

    Sync sync() {
        return word(SYNC, Sync.NEVER, Sync::valueOf);
    }

    boolean latency() {
        return flag(LATENCY, false);
    }

    Path latencyOutput() {
        return Path.of(properties.getProperty(LATENCY_OUTPUT, DEFAULT_LATENCY_OUTPUT));
    }

    /** One in how many operations is looked at for garbage; 0 for none. */
    int allocationSample() {
        return Math.toIntExact(number(ALLOCATION_SAMPLE, DEFAULT_ALLOCATION_SAMPLE));
    }

    private long expectedEntries() {
        return Math.max(number("recordcount", 0), number("insertstart", 0) + number("insertcount", 0));
    }

    private double expectedValueSize() {
        int fields = (int) Math.min(number("fieldcount", 10), Integer.MAX_VALUE / Long.BYTES);
        double longest = number("fieldlength", 100);
        boolean even = properties.getProperty("fieldlengthdistribution", "constant").equals("uniform");
        double values = fields * (even ? (1 + longest) / 2 : longest);
        return RecordHeader.length(RecordHeader.isWide(fields, fields - 1, (long) values), fields) + values;
    }

    private boolean isGiven(String name) {
        return properties.getProperty(name) != null;
    }

    private long number(String name, long missing) {
        String value = properties.getProperty(name);
        try {
            long number = value == null ? missing : Long.parseLong(value.strip());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw wrong(name, "a number, 0 or more");
    }

    private double size(String name, double missing) {
        String value = properties.getProperty(name);
        try {
            return value == null ? missing : Double.parseDouble(value.strip());
        } catch (NumberFormatException e) {
            throw wrong(name, "a number of bytes");
        }
    }

    private boolean flag(String name, boolean missing) {
        String value = properties.getProperty(name, String.valueOf(missing)).strip();
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(name, "true or false");
        };
    }

    private <T extends Enum<T>> T word(String name, T missing, Function<String, T> valueOf) {
        String value = properties.getProperty(name, missing.name()).strip().toUpperCase(Locale.ROOT);
        try {
            return valueOf.apply(value);
        } catch (IllegalArgumentException e) {
            throw wrong(name, "one of " + Arrays.toString(missing.getDeclaringClass().getEnumConstants())
                .toLowerCase(Locale.ROOT));
        }
    }

    private IllegalArgumentException wrong(String name, String right) {
        return new IllegalArgumentException("not a value for a property: " + name + "="
            + properties.getProperty(name) + "; give " + right);
    }
}
