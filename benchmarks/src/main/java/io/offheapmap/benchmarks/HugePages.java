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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Which part of a mapping lies on huge pages, as Linux tells it. */
final class HugePages {

    private static final Path MAPPINGS = Path.of("/proc/self/smaps");

    private HugePages() {
    }

    /** The share of huge pages of each mapped file of a directory. */
    static String describe(Path directory) throws IOException {
        if (!Files.isReadable(MAPPINGS)) {
            return "unknown";
        }
        Map<String, long[]> files = new TreeMap<>();
        long[] present = null;
        for (String line : Files.readAllLines(MAPPINGS)) {
            String[] words = line.split("\\s+");
            if (!words[0].endsWith(":")) {
                present = words.length > 5 && words[5].startsWith(directory.toString())
                    ? files.computeIfAbsent(Path.of(words[5]).getFileName().toString(), name -> new long[2])
                    : null;
            } else if (present != null && words[0].equals("Rss:")) {
                present[0] += Long.parseLong(words[1]);
            } else if (present != null && words[0].endsWith("PmdMapped:")) {
                present[1] += Long.parseLong(words[1]);
            }
        }
        StringBuilder text = new StringBuilder();
        files.forEach((name, kilobytes) -> text.append(text.isEmpty() ? "" : ", ").append(
            String.format(Locale.ROOT, "%s %.0f %%", name, 100.0 * kilobytes[1] / Math.max(1,
            kilobytes[0]))));
        return text.toString();
    }
}
