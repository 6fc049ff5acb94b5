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
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import site.ycsb.DBException;
import site.ycsb.Status;

/** The life of clients and maps: files, properties, many threads. */
class ClientLifeTest extends ClientFixture {

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
        assertRefused("not a value for a property: offheapmap.mapping=fast; give one of [automatic, native,"
            + " portable]", ClientSettings.MAPPING, "fast");
        assertRefused("not a value for a property: offheapmap.sync=often; give one of [never, close, write]",
            ClientSettings.SYNC, "often");
        assertRefused("not a value for a property: offheapmap.checksums=yes; give true or false",
            ClientSettings.CHECKSUMS, "yes");
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
}
