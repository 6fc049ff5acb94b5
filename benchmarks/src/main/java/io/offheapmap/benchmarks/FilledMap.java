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

import io.offheapmap.OffHeapMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A persisted map with the builder's defaults and records 0 to before {@code entries}, for all threads of a
 * benchmark.
 */
@State(Scope.Benchmark)
public class FilledMap {

    /** How many entries there are. */
    @Param("1000000")
    public int entries;

    /** Length of the values in bytes. */
    @Param({"100", "1000"})
    public int valueLength;

    OffHeapMap<CharSequence, byte[]> map;
    byte[] value;
    private Path directory;

    /** Creates the file. */
    @Setup(Level.Trial)
    public void fill() throws IOException {
        directory = Files.createTempDirectory("benchmark");
        value = Floor.value(valueLength);
        map = OffHeapMap.of(CharSequence.class, byte[].class).entries(entries).averageKeySize(Keys.LENGTH)
            .averageValueSize(valueLength).createPersistedTo(directory.resolve("benchmark.map"));
        for (int record = 0; record < entries; record++) {
            map.set(Keys.text(record), value);
        }
    }

    /** Deletes it. */
    @TearDown(Level.Trial)
    public void delete() throws IOException {
        map.close();
        Floor.delete(directory);
    }
}
