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
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

/** Binding and map make no garbage: measured with result maps that make none either. */
class AllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String TABLE = "usertable";
    private static final int KEYS = 1_000;
    private static final int FIELDS = 10;
    private static final int FIELD_BYTES = 100;
    private static final int WARM_UP = 60_000;
    private static final int MEASURED = 20_000;
    /** The JVM itself, once in a while. */
    private static final double NEARLY_NOTHING = 0.5;

    @TempDir
    Path directory;

    private final String[] keys = new String[KEYS];
    private final OffHeapMapClient client = new OffHeapMapClient();
    private final Map<String, ByteIterator> all = new HashMap<>();
    private final Map<String, ByteIterator> one = new HashMap<>();
    private final Map<String, ByteIterator> result = new Forgetful();

    /** One round of an operation. */
    private interface Work {
        Status run(String key);
    }

    @Test
    void noOperationMakesGarbage() throws DBException {
        Properties properties = new Properties();
        properties.setProperty(ClientSettings.DIR, directory.toString());
        properties.setProperty("recordcount", String.valueOf(KEYS));
        properties.setProperty(ClientSettings.LATENCY, "true");
        properties.setProperty(ClientSettings.LATENCY_OUTPUT,
            directory.resolve("report.properties").toString());
        client.setProperties(properties);
        client.init();
        for (int key = 0; key < KEYS; key++) {
            keys[key] = "user" + key;
        }
        byte[] bytes = new byte[FIELD_BYTES];
        for (int field = 0; field < FIELDS; field++) {
            BufferIterator value = new BufferIterator();
            value.wrap(bytes, 0, bytes.length);
            all.put("field" + field, value);
        }
        one.put("field3", all.get("field3"));
        Set<String> some = new HashSet<>(Set.of("field4", "field7"));
        assertMakesNone("insert", key -> {
            all.forEach((name, value) -> value.reset());
            return client.insert(TABLE, key, all);
        });
        assertMakesNone("update", key -> {
            one.forEach((name, value) -> value.reset());
            return client.update(TABLE, key, one);
        });
        assertMakesNone("read all", key -> client.read(TABLE, key, null, result));
        assertMakesNone("read some", key -> client.read(TABLE, key, some, result));
        client.cleanup();
    }

    private void assertMakesNone(String name, Work work) {
        rounds(work, WARM_UP);
        double least = Double.MAX_VALUE;
        for (int attempt = 0; attempt < 5 && least > NEARLY_NOTHING; attempt++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            rounds(work, MEASURED);
            least = Math.min(least, (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / MEASURED);
        }
        assertTrue(least <= NEARLY_NOTHING, name + " allocates: bytesPerOperation=" + least);
    }

    private void rounds(Work work, int count) {
        for (int round = 0; round < count; round++) {
            assertEquals(Status.OK, work.run(keys[round % KEYS]));
        }
    }

    /** Takes everything and keeps nothing. */
    private static final class Forgetful extends AbstractMap<String, ByteIterator> {

        @Override
        public ByteIterator put(String name, ByteIterator value) {
            return null;
        }

        @Override
        public Set<Entry<String, ByteIterator>> entrySet() {
            return Set.of();
        }
    }
}
