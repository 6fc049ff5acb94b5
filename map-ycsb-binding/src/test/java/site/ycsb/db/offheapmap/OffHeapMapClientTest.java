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
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.OffHeapMap;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What YCSB sees: statuses, merges, results, the life of clients and maps. */
class OffHeapMapClientTest {

    private static final String TABLE = "usertable";

    @TempDir
    Path directory;

    private final List<OffHeapMapClient> clients = new ArrayList<>();

    @AfterEach
    void allMapsAreClosed() throws DBException {
        for (OffHeapMapClient client : clients) {
            client.cleanup();
        }
        assertEquals(0, Tables.openCount());
    }

    @Test
    void readsAllSomeOrNoFields() throws DBException {
        OffHeapMapClient client = open();
        assertEquals(Status.OK, client.insert(TABLE, "user1", values("a", "1", "b", "", "c", "333")));
        assertEquals(Map.of("a", "1", "b", "", "c", "333"), read(client, TABLE, "user1", null));
        assertEquals(Map.of("a", "1", "b", "", "c", "333"), read(client, TABLE, "user1", Set.of()));
        assertEquals(Map.of("b", "", "c", "333"), read(client, TABLE, "user1", Set.of("b", "c", "missing")));
        assertEquals(Map.of(), read(client, TABLE, "user1", Set.of("missing")));
        assertNull(read(client, TABLE, "user2", null));
        assertNull(read(client, TABLE, "user2", Set.of("a")));
    }

    @Test
    void anUpdateMergesAndDoesNotInsert() throws DBException {
        OffHeapMapClient client = open();
        Map<String, String> model = new TreeMap<>();
        for (int field = 0; field < 10; field++) {
            model.put("field" + field, "value" + field);
        }
        client.insert(TABLE, "user1", values(model));
        assertEquals(Status.OK, client.update(TABLE, "user1", values("field3", "changed and longer")));
        assertEquals(Status.OK, client.update(TABLE, "user1", values("field7", "", "new", "added")));
        model.put("field3", "changed and longer");
        model.put("field7", "");
        model.put("new", "added");
        assertEquals(model, read(client, TABLE, "user1", null));
        assertEquals(Status.NOT_FOUND, client.update(TABLE, "user2", values("field3", "x")));
        assertNull(read(client, TABLE, "user2", null));
    }

    @Test
    void aSecondInsertReplacesTheRecord() throws DBException {
        OffHeapMapClient client = open();
        assertEquals(Status.OK, client.insert(TABLE, "user1", values("a", "1", "b", "2")));
        assertEquals(Status.OK, client.insert(TABLE, "user1", values("c", "3")));
        assertEquals(Map.of("c", "3"), read(client, TABLE, "user1", null));
    }

    @Test
    void aStrictInsertLeavesTheRecord() throws DBException {
        OffHeapMapClient client = open(ClientSettings.STRICT_INSERT, "true");
        assertEquals(Status.OK, client.insert(TABLE, "user1", values("a", "1")));
        assertEquals(Status.UNEXPECTED_STATE, client.insert(TABLE, "user1", values("a", "2")));
        assertEquals(Map.of("a", "1"), read(client, TABLE, "user1", null));
    }

    @Test
    void deletesWhatIsThere() throws DBException {
        OffHeapMapClient client = open();
        client.insert(TABLE, "user1", values("a", "1"));
        assertEquals(Status.OK, client.delete(TABLE, "user1"));
        assertEquals(Status.NOT_FOUND, client.delete(TABLE, "user1"));
        assertNull(read(client, TABLE, "user1", null));
    }

    @Test
    void doesNotScan() throws DBException {
        Vector<HashMap<String, ByteIterator>> result = new Vector<>();
        assertSame(Status.NOT_IMPLEMENTED, open().scan(TABLE, "user1", 10, null, result));
        assertTrue(result.isEmpty());
    }

    @Test
    void theKeyOfTheNamesIsNoRecord() throws DBException {
        OffHeapMapClient client = open();
        client.insert(TABLE, "user1", values("a", "1"));
        assertNull(read(client, TABLE, Table.NAMES_KEY, null));
        assertEquals(Status.BAD_REQUEST, client.insert(TABLE, Table.NAMES_KEY, values("a", "1")));
        assertEquals(Status.NOT_FOUND, client.update(TABLE, Table.NAMES_KEY, values("a", "1")));
        assertEquals(Status.NOT_FOUND, client.delete(TABLE, Table.NAMES_KEY));
        assertEquals(Map.of("a", "1"), read(client, TABLE, "user1", null));
    }

    @Test
    void aBadRequestIsAStatusAndNoException() throws DBException {
        OffHeapMapClient client = open();
        Map<String, ByteIterator> values = values("a", "1");
        values.put("b", null);
        assertEquals(Status.BAD_REQUEST, client.insert(TABLE, "user1", values));
        assertEquals(Status.BAD_REQUEST, client.read(TABLE, null, null, new HashMap<>()));
    }

    @Test
    void longValuesComeBackWhole() throws DBException {
        OffHeapMapClient client = open();
        String longer = "0123456789".repeat(20_000);
        client.insert(TABLE, "user1", values("a", "1", "b", longer, "c", "3"));
        assertEquals(Map.of("a", "1", "b", longer, "c", "3"), read(client, TABLE, "user1", null));
        client.update(TABLE, "user1", values("b", "short"));
        assertEquals(Map.of("a", "1", "b", "short", "c", "3"), read(client, TABLE, "user1", null));
        client.update(TABLE, "user1", values("c", longer));
        assertEquals(Map.of("c", longer), read(client, TABLE, "user1", Set.of("c")));
    }

    @Test
    void aResultOutlivesAnUpdate() throws DBException {
        OffHeapMapClient client = open();
        client.insert(TABLE, "user1", values("a", "old"));
        Map<String, ByteIterator> result = new HashMap<>();
        client.read(TABLE, "user1", null, result);
        client.update(TABLE, "user1", values("a", "new"));
        assertEquals("old", result.get("a").toString());
    }

    @Test
    void resultsThatAreNotReusedOutliveTheNextRead() throws DBException {
        OffHeapMapClient client = open(ClientSettings.REUSE_RESULTS, "false");
        client.insert(TABLE, "user1", values("a", "1"));
        client.insert(TABLE, "user2", values("a", "2"));
        Map<String, ByteIterator> first = new HashMap<>();
        Map<String, ByteIterator> second = new HashMap<>();
        client.read(TABLE, "user1", null, first);
        client.read(TABLE, "user2", null, second);
        assertEquals("1", first.get("a").toString());
        assertEquals("2", second.get("a").toString());
    }

    @Test
    void aTableIsAFile() throws Exception {
        OffHeapMapClient client = open();
        client.insert(TABLE, "user1", values("a", "1"));
        client.insert("other/table", "user1", values("b", "2"));
        assertEquals(Map.of("a", "1"), read(client, TABLE, "user1", null));
        assertEquals(Map.of("b", "2"), read(client, "other/table", "user1", null));
        assertTrue(Files.exists(directory.resolve("usertable.map")));
        assertTrue(Files.exists(directory.resolve("other%2Ftable.map")));
    }

    @Test
    void theFileOfTheWorkloadsTableCanBeGiven() throws DBException {
        Path file = directory.resolve("sub/my.map");
        OffHeapMapClient client = open(ClientSettings.FILE, file.toString());
        client.insert("second", "user1", values("b", "2"));
        assertTrue(Files.exists(file));
        assertTrue(Files.exists(directory.resolve("second.map")));
    }

    @Test
    void recordsAreThereAfterReopeningWhateverTheSizesThen() throws Exception {
        OffHeapMapClient first = open("recordcount", "100");
        first.insert(TABLE, "user1", values("a", "1", "b", "2"));
        first.cleanup();
        assertEquals(0, Tables.openCount());
        OffHeapMapClient second = open("recordcount", "5000", "fieldlength", "7");
        assertEquals(Map.of("a", "1", "b", "2"), read(second, TABLE, "user1", null));
        second.cleanup();
        try (OffHeapMap<String, ByteBuffer> map = OffHeapMap.of(String.class, ByteBuffer.class)
            .createPersistedTo(directory.resolve("usertable.map"))) {
            assertEquals(2, map.mappingCount());
        }
    }

    @Test
    void aClientThatIsLateFindsTheMapOpen() throws DBException {
        OffHeapMapClient fast = make();
        OffHeapMapClient slow = make();
        fast.init();
        fast.insert(TABLE, "user1", values("a", "1"));
        fast.cleanup();
        assertEquals(1, Tables.openCount());
        slow.init();
        assertEquals(Map.of("a", "1"), read(slow, TABLE, "user1", null));
        slow.cleanup();
        assertEquals(0, Tables.openCount());
        assertEquals(Status.ERROR, slow.read(TABLE, "user1", null, new HashMap<>()));
    }

    @Test
    void propertiesThatAreUnknownOrWrongAreRefused() {
        assertRefused("unknown property: offheapmap.entires=5; known are ", "offheapmap.entires", "5");
        assertRefused("not a value for a property: offheapmap.entries=many; give a number, 0 or more",
            ClientSettings.ENTRIES, "many");
        assertRefused("not a value for a property: offheapmap.mapping=fast; give one of [automatic, native, portable]",
            ClientSettings.MAPPING, "fast");
        assertRefused("not a value for a property: offheapmap.sync=often; give one of [never, close, write]",
            ClientSettings.SYNC, "often");
        assertRefused("not a value for a property: offheapmap.checksums=yes; give true or false",
            ClientSettings.CHECKSUMS, "yes");
    }

    @Test
    void theMapIsWrittenToTheDeviceWhenAskedFor() throws DBException {
        for (String sync : List.of("close", "write")) {
            OffHeapMapClient client = open(ClientSettings.SYNC, sync);
            assertEquals(Status.OK, client.insert(TABLE, sync, values("a", "1")));
            assertEquals(Status.OK, client.update(TABLE, sync, values("a", "2")));
            assertEquals(Status.OK, client.delete(TABLE, sync));
            client.cleanup();
        }
    }

    @Test
    void aDrainedInsertThatIsTriedAgainStoresItsFirstValues() throws DBException {
        OffHeapMapClient client = open(ClientSettings.MAX_FILE_BYTES, String.valueOf(8 << 20));
        String text = "x".repeat(10_000);
        Status status = Status.OK;
        Map<String, ByteIterator> values = null;
        int records = 0;
        for (; status == Status.OK && records < 10_000; records++) {
            values = values("a", text + records);
            status = client.insert(TABLE, "user" + records, values);
        }
        assertEquals(Status.SERVICE_UNAVAILABLE, status);
        String key = "user" + (records - 1);
        assertNull(read(client, TABLE, key, null));
        assertEquals(0, values.get("a").bytesLeft());
        for (int record = 0; record < records - 1; record++) {
            assertEquals(Status.OK, client.delete(TABLE, "user" + record));
        }
        assertEquals(Status.OK, client.insert(TABLE, key, values));
        assertEquals(Map.of("a", text + (records - 1)), read(client, TABLE, key, null));
    }

    @Test
    void updatesOfDifferentFieldsBothLast() throws Exception {
        int threads = 4;
        int rounds = 5_000;
        List<OffHeapMapClient> each = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            each.add(make());
        }
        each.getFirst().init();
        each.getFirst().insert(TABLE, "hot", values("common", "c"));
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<Integer>> ends = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                ends.add(pool.submit(writer(each.get(thread), "field" + thread, rounds)));
            }
            for (Future<Integer> end : ends) {
                assertEquals(rounds, end.get(60, TimeUnit.SECONDS));
            }
        }
        OffHeapMapClient last = open();
        Map<String, String> expected = new TreeMap<>(Map.of("common", "c"));
        for (int thread = 0; thread < threads; thread++) {
            expected.put("field" + thread, "x".repeat((rounds - 1) % 50) + (rounds - 1));
        }
        assertEquals(expected, read(last, TABLE, "hot", null));
    }

    /** Writes its own field and finds there what it wrote before, whatever the others do to theirs. */
    private static Callable<Integer> writer(OffHeapMapClient client, String field, int rounds) {
        return () -> {
            client.init();
            for (int round = 0; round < rounds; round++) {
                String value = "x".repeat(round % 50) + round;
                assertEquals(Status.OK, client.update(TABLE, "hot", values(field, value)));
                Map<String, String> found = read(client, TABLE, "hot", round % 2 == 0 ? null : Set.of(field));
                assertNotNull(found);
                assertEquals(value, found.get(field));
            }
            client.cleanup();
            return rounds;
        };
    }

    private void assertRefused(String message, String... properties) {
        DBException refusal = assertThrows(DBException.class, () -> open(properties));
        assertTrue(refusal.getMessage().startsWith("java.lang.IllegalArgumentException: " + message),
            refusal.getMessage());
    }

    private OffHeapMapClient make(String... properties) {
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

    private OffHeapMapClient open(String... properties) throws DBException {
        OffHeapMapClient client = make(properties);
        client.init();
        return client;
    }

    /** Null if there is no such record. */
    private static Map<String, String> read(OffHeapMapClient client, String table, String key, Set<String> fields) {
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

    private static Map<String, ByteIterator> values(String... namesAndValues) {
        Map<String, ByteIterator> values = new HashMap<>();
        for (int index = 0; index < namesAndValues.length; index += 2) {
            values.put(namesAndValues[index], new StringByteIterator(namesAndValues[index + 1]));
        }
        return values;
    }

    private static Map<String, ByteIterator> values(Map<String, String> strings) {
        Map<String, ByteIterator> values = new HashMap<>();
        strings.forEach((name, value) -> values.put(name, new StringByteIterator(value)));
        return values;
    }
}
