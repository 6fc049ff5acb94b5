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
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

/** What YCSB sees: statuses, merges, results. */
class OffHeapMapClientTest extends ClientFixture {

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
}
