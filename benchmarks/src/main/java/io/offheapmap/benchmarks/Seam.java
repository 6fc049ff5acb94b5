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

import io.offheapmap.internal.memory.MappedFile;
import io.offheapmap.internal.memory.MappedMemory;
import io.offheapmap.internal.memory.MappingKind;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Compares the steps of get and set through the library's seam to the memory with the same steps on the
 * mapped range itself, in one run, in turn. The records fit into the processor's caches, so nothing hides
 * behind a wait for memory.
 */
public final class Seam {

    private static final int RECORDS = 1_024;
    private static final long SEED = 20_260_102;
    private static final int WARM_UP_ROUNDS = 3;

    private Seam() {
    }

    /** Takes the options of {@link Floor}; those about files have no effect. */
    public static void main(String[] arguments) throws IOException {
        Floor.parseAndRun(arguments, Seam::run);
    }

    static void run(FloorOptions options, PrintStream out) throws IOException {
        for (int valueLength : options.valueLengths) {
            measure(options, valueLength, out);
        }
    }

    private static void measure(FloorOptions options, int valueLength, PrintStream out) throws IOException {
        SeamStore store = new SeamStore(RECORDS, valueLength);
        MappedFile file = MappedFile.anonymous(MappingKind.preferred(), store.length());
        try {
            file.grow(store.length());
            MappedMemory memory = file.memory();
            byte[] value = Floor.value(valueLength);
            store.fill(memory, value);
            SeamByMemory byMemory = new SeamByMemory(memory);
            SeamDirect direct = new SeamDirect(memory.view(0, memory.length()));
            byte[] target = new byte[valueLength];
            List<Measurement> all = List.of(get("get, direct", direct, target),
                get("get, by the seam", byMemory, target), set("set, direct", direct, value),
                set("set, by the seam", byMemory, value));
            Batch batch = new Batch(RECORDS, SEED);
            for (int round = -WARM_UP_ROUNDS; round < options.rounds; round++) {
                for (Measurement each : all) {
                    if (each.round(batch, options.operations, options.byProcessor, round >= 0) != 0) {
                        throw new IllegalStateException("a record was not found: measurement=" + each.name());
                    }
                }
            }
            print(out, valueLength, options, all);
        } finally {
            file.close();
        }
    }

    private static void print(PrintStream out, int valueLength, FloorOptions options, List<Measurement> all) {
        out.printf(Locale.ROOT, "%nvalue=%d bytes, rounds=%d, operations per round=%,d%n", valueLength,
            options.rounds, options.operations);
        out.printf(Locale.ROOT, "%-22s %8s %8s %8s   %s%n", "ns per operation", "median", "least", "most",
            "ratio in the same round");
        for (int i = 0; i < all.size(); i++) {
            Measurement each = all.get(i);
            String ratio = i % 2 == 0 ? "" : String.format(Locale.ROOT, "%.3f", each.ratio(all.get(i - 1)));
            out.printf(Locale.ROOT, "%-22s %8.1f %8.1f %8.1f   %s%n", each.name(), each.median(),
                each.least(), each.most(), ratio);
        }
        out.flush();
    }

    private static Measurement get(String name, SeamDirect direct, byte[] target) {
        return new Measurement(name) {
            @Override
            long run(Batch batch) {
                long failures = 0;
                for (int i = 0; i < Batch.SIZE; i++) {
                    failures += direct.get(batch.records[i], target) >>> Integer.SIZE - 1;
                }
                return failures;
            }
        };
    }

    private static Measurement get(String name, SeamByMemory byMemory, byte[] target) {
        return new Measurement(name) {
            @Override
            long run(Batch batch) {
                long failures = 0;
                for (int i = 0; i < Batch.SIZE; i++) {
                    failures += byMemory.get(batch.records[i], target) >>> Integer.SIZE - 1;
                }
                return failures;
            }
        };
    }

    private static Measurement set(String name, SeamDirect direct, byte[] value) {
        return new Measurement(name) {
            @Override
            long run(Batch batch) {
                for (int i = 0; i < Batch.SIZE; i++) {
                    direct.set(batch.records[i], value);
                }
                return 0;
            }
        };
    }

    private static Measurement set(String name, SeamByMemory byMemory, byte[] value) {
        return new Measurement(name) {
            @Override
            long run(Batch batch) {
                for (int i = 0; i < Batch.SIZE; i++) {
                    byMemory.set(batch.records[i], value);
                }
                return 0;
            }
        };
    }
}
