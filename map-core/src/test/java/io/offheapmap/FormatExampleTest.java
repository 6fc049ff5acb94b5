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
package io.offheapmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes that {@code doc/format.md} shows as an example are those of a real file. */
class FormatExampleTest {

    private static final Pattern LINE =
        Pattern.compile("([0-9a-f]{8})  ((?:[0-9a-f.]{2} {1,2}){15}[0-9a-f.]{2}).*");
    private static final int LENGTH = 28_672;

    private static List<Matcher> lines() throws IOException {
        Path doc = Path.of("doc", "format.md");
        String text = Files.readString(Files.exists(doc) ? doc : Path.of("map-core").resolve(doc));
        String example = text.substring(text.indexOf("<!-- example -->"));
        return example.substring(0, example.indexOf("<!-- end -->")).lines().map(LINE::matcher)
            .filter(Matcher::matches).toList();
    }

    private static byte[] exampleFile(Path directory) throws IOException {
        Path file = directory.resolve("example.map");
        try (OffHeapMap<String, String> map = OffHeapMap.of(String.class, String.class).entries(1).segments(1)
            .createPersistedTo(file)) {
            map.put("user1", "hello");
            map.put("user2", "bye");
            map.put("user1", "world!");
        }
        return Files.readAllBytes(file);
    }

    @Test
    void exampleIsReal(@TempDir Path directory) throws IOException {
        byte[] bytes = exampleFile(directory);
        assertEquals(LENGTH, bytes.length);
        assertTrue(lines().size() > 25);
        for (Matcher line : lines()) {
            int offset = HexFormat.fromHexDigits(line.group(1));
            String expected = line.group(2).replaceAll(" +", " ");
            String found = HexFormat.ofDelimiter(" ").formatHex(bytes, offset, offset + 16);
            for (int i = 0; i < expected.length(); i++) {
                if (expected.charAt(i) == '.') {
                    found = found.substring(0, i) + '.' + found.substring(i + 1);
                }
            }
            assertEquals(expected, found, "line " + line.group(1));
        }
    }

    @Test
    void slotsReferToTheBlocks(@TempDir Path directory) throws IOException {
        String buckets = HexFormat.of().formatHex(exampleFile(directory), 0x5000, 0x5100);
        assertTrue(buckets.contains("0303000000"), buckets);
        assertTrue(buckets.contains("0503000000"), buckets);
    }
}
