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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What tests of the client need; all maps are closed at their end. */
abstract class ClientFixture {

    static final String TABLE = "usertable";

    @TempDir
    Path directory;

    final List<OffHeapMapClient> clients = new ArrayList<>();
    private final PrintStream errors = System.err;

    /** The exceptions that clients print are meant here. */
    @BeforeEach
    void beQuiet() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    }

    @AfterEach
    void beLoud() {
        System.setErr(errors);
    }

    @AfterEach
    void allMapsAreClosed() throws DBException {
        for (OffHeapMapClient client : clients) {
            client.cleanup();
        }
        assertEquals(0, Tables.openCount());
    }

    OffHeapMapClient make(String... properties) {
        OffHeapMapClient client = new OffHeapMapClient();
        clients.add(client);
        Properties set = new Properties();
        set.setProperty("recordcount", "1000");
        set.setProperty(ClientSettings.DIR, directory.toString());
        for (int index = 0; index < properties.length; index += 2) {
            set.setProperty(properties[index], properties[index + 1]);
        }
        client.setProperties(set);
        return client;
    }

    OffHeapMapClient open(String... properties) throws DBException {
        OffHeapMapClient client = make(properties);
        client.init();
        return client;
    }

    /** Null if there is no such record. */
    static Map<String, String> read(OffHeapMapClient client, String table, String key,
        Set<String> fields) {
        Map<String, ByteIterator> result = new HashMap<>();
        Status status = client.read(table, key, fields, result);
        if (status == Status.NOT_FOUND) {
            assertTrue(result.isEmpty());
            return null;
        }
        assertSame(Status.OK, status);
        Map<String, String> strings = new TreeMap<>();
        result.forEach((name, value) -> strings.put(name, value.toString()));
        return strings;
    }

    static Map<String, ByteIterator> values(String... namesAndValues) {
        Map<String, ByteIterator> values = new HashMap<>();
        for (int index = 0; index < namesAndValues.length; index += 2) {
            values.put(namesAndValues[index], new StringByteIterator(namesAndValues[index + 1]));
        }
        return values;
    }

    static Map<String, ByteIterator> values(Map<String, String> strings) {
        Map<String, ByteIterator> values = new HashMap<>();
        strings.forEach((name, value) -> values.put(name, new StringByteIterator(value)));
        return values;
    }
}
