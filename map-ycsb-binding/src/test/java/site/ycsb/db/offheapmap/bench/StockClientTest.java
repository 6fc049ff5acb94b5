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
package site.ycsb.db.offheapmap.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.OffHeapMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.DBException;
import site.ycsb.StringByteIterator;
import site.ycsb.db.offheapmap.OffHeapMapClient;

/** The stock client in a JVM of its own: it does what it should, and where it does not that is noticed. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class StockClientTest {

    private static final int RECORDS = 2_000;
    private static final int OPERATIONS = 3_001;

    @TempDir
    Path directory;

    @Test
    void whatIsReadIsWhatWasWritten() throws Exception {
        ClientOutput load = run(OffHeapMapClient.class, Phase.load(RECORDS), "dataintegrity=true");
        assertNull(load.fault(Phase.load(RECORDS), 0));
        for (String letter : List.of("a", "f", "d")) {
            Phase phase = Phase.workload(letter, OPERATIONS);
            ClientOutput output = run(OffHeapMapClient.class, phase, "dataintegrity=true");
            assertNull(output.fault(phase, 0));
            assertEquals(output.succeeded("READ"), output.succeeded("VERIFY"), letter);
        }
    }

    @Test
    void fieldsOfEveryLengthAreReadOneByOne() throws Exception {
        String[] properties = {"fieldlengthdistribution=uniform", "fieldlength=300", "readallfields=false",
            "writeallfields=true"};
        assertNull(run(OffHeapMapClient.class, Phase.load(RECORDS), properties)
            .fault(Phase.load(RECORDS), 0));
        Phase phase = Phase.workload("a", OPERATIONS);
        assertNull(run(OffHeapMapClient.class, phase, properties).fault(phase, 0));
    }

    @Test
    void theReportHasTheSameCounts() throws Exception {
        Path report = directory.resolve("report.properties");
        String[] properties = {"offheapmap.latency=true", "offheapmap.latency.output=" + report};
        run(OffHeapMapClient.class, Phase.load(RECORDS), properties);
        assertEquals(RECORDS, new RunFigures(report).count("insert"));
        ClientOutput output = run(OffHeapMapClient.class, Phase.workload("a", OPERATIONS), properties);
        RunFigures figures = new RunFigures(report);
        assertEquals(output.succeeded("READ"), figures.count("read"));
        assertEquals(output.succeeded("UPDATE"), figures.count("update"));
        assertTrue(figures.ns("read", "p50") > 0);
        assertTrue(figures.ns("read", "worst") >= figures.ns("read", "p99.9"));
        assertTrue(figures.processBytesPerOperation(OPERATIONS) > 0);
        assertTrue(Files.readString(directory.resolve("report.properties.hlog")).contains("Tag=UPDATE,"));
    }

    @Test
    void aRunWithoutALoadIsNoticed() throws Exception {
        Phase phase = Phase.workload("c", OPERATIONS);
        assertEquals("operations failed: READ Return=NOT_FOUND, count=" + OPERATIONS,
            run(OffHeapMapClient.class, phase).fault(phase, 0));
    }

    @Test
    void aWrongPropertyIsNoticed() throws Exception {
        Phase phase = Phase.load(RECORDS);
        String fault = run(OffHeapMapClient.class, phase, "offheapmap.mapping=fast").fault(phase, 0);
        assertEquals("the client printed an exception: site.ycsb.DBException:"
            + " java.lang.IllegalArgumentException: not a value for a property: offheapmap.mapping=fast;"
            + " give one of [automatic, native, portable]", fault);
    }

    @Test
    void brokenClientsAreNoticed() throws Exception {
        for (Class<? extends BrokenClient> broken : List.of(BrokenClient.FailsToOpen.class,
            BrokenClient.Throws.class, BrokenClient.SaysNothing.class, BrokenClient.Loses.class,
            BrokenClient.Exits.class)) {
            Phase phase = Phase.load(RECORDS);
            assertNotNull(run(broken, phase).fault(phase, 0), broken.getSimpleName());
        }
    }

    @Test
    void theMapIsClosedWhenNobodyCleansUp() throws Exception {
        Path file = directory.resolve("usertable.map");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "--enable-native-access=ALL-UNNAMED", "-cp",
            System.getProperty("java.class.path"), Leaver.class.getName(), file.toString()).inheritIO()
            .start();
        assertEquals(0, process.waitFor());
        try (OffHeapMap<String, ByteBuffer> map = OffHeapMap.of(String.class, ByteBuffer.class)
            .createPersistedTo(file)) {
            assertEquals(101, map.mappingCount());
        }
    }

    /** Leaves without a word, as YCSB does after an exception. */
    static final class Leaver {

        public static void main(String[] arguments) throws DBException {
            OffHeapMapClient client = new OffHeapMapClient();
            Properties properties = new Properties();
            properties.setProperty("offheapmap.file", arguments[0]);
            client.setProperties(properties);
            client.init();
            for (int record = 0; record < 100; record++) {
                client.insert("usertable", "user" + record,
                    new HashMap<>(Map.of("a", new StringByteIterator("1"))));
            }
            System.exit(0);
        }
    }

    private ClientOutput run(Class<?> client, Phase phase, String... properties)
        throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-db", client.getName(), "-P",
            Path.of("..").resolve(phase.workloadFile()).toString(), "-threads", "3", "-s"));
        for (String property : List.of("recordcount=" + RECORDS, "operationcount=" + OPERATIONS,
            "offheapmap.dir=" + directory)) {
            arguments.addAll(List.of("-p", property));
        }
        for (String property : properties) {
            arguments.addAll(List.of("-p", property));
        }
        arguments.add(phase.isLoad() ? "-load" : "-t");
        ClientRun run = new ClientRun(List.of("-Xmx256m"), arguments);
        assertEquals(0, run.run(directory.resolve("client.log"), done -> { }));
        return run.output();
    }
}
