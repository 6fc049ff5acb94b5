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
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Good runs are taken for good, and each way to fail is noticed. */
class ClientOutputTest {

    private static final List<String> GOOD = List.of(
        "Command line: -db x -P workloads/workloada -t",
        "YCSB Client 0.17.0",
        "2026-12-01 00:31:33:305 0 sec: 0 operations; est completion in 0 second ",
        "2026-12-01 00:31:35:305 2 sec: 1500 operations; 750.5 current ops/sec; est completion in 1 second "
            + "[READ: Count=3, Max=1, Min=0, Avg=0.5, 90=1, 99=1, 99.9=1, 99.99=1]",
        "[OVERALL], RunTime(ms), 3052",
        "[OVERALL], Throughput(ops/sec), 982.96",
        "[TOTAL_GCS_G1_Young_Generation], Count, 0",
        "[READ], Operations, 1490",
        "[READ], AverageLatency(us), 0.5",
        "[READ], Return=OK, 1490",
        "[CLEANUP], Operations, 2",
        "[UPDATE], Operations, 1510",
        "[UPDATE], Return=OK, 1510");

    private final Phase phase = Phase.workload("a", 3_000);

    @Test
    void aGoodRunHasNoFault() {
        ClientOutput output = read(GOOD);
        assertNull(output.fault(phase, 0));
        assertEquals(982.96, output.throughput());
        assertEquals(1_490, output.succeeded("READ"));
    }

    @Test
    void tellsHowFarTheClientIs() {
        ClientOutput output = new ClientOutput();
        assertEquals(-1, output.accept(GOOD.get(1)));
        assertEquals(0, output.accept(GOOD.get(2)));
        assertEquals(1_500, output.accept(GOOD.get(3)));
    }

    @Test
    void noticesTheExitCode() {
        assertEquals("the client ended early: exitCode=137", read(GOOD).fault(phase, 137));
    }

    @Test
    void noticesThatResultsAreMissing() {
        assertEquals("the client printed no results", read(GOOD.subList(0, 4)).fault(phase, 0));
    }

    @Test
    void noticesFailedOperations() {
        assertFault("operations failed: READ Return=NOT_FOUND, count=1", with("[READ], Return=NOT_FOUND, 1"));
        assertFault("operations failed: VERIFY Return=UNEXPECTED_STATE, count=4",
            with("[VERIFY], Return=UNEXPECTED_STATE, 4"));
    }

    @Test
    void noticesThatOperationsAreMissing() {
        assertFault("operations are missing: READ+UPDATE Return=OK, count=2999, asked=3000",
            with("[READ], Return=OK, 1489"));
        assertFault("operations are missing: UPDATE Return=OK, count=0",
            without("[UPDATE], Return=OK, 1510"));
    }

    @Test
    void noticesThatNothingWasDone() {
        assertFault("nothing was done: throughput=0.0", with("[OVERALL], Throughput(ops/sec), 0.0"));
        assertFault("nothing was done: throughput=NaN", with("[OVERALL], Throughput(ops/sec), NaN"));
    }

    @Test
    void noticesExceptions() {
        assertException("java.lang.OutOfMemoryError: Java heap space");
        assertException("Exception in thread \"Thread-3\" java.lang.NoClassDefFoundError: javax/xml/Data");
        assertException("site.ycsb.DBException: io.offheapmap.error.CorruptMapException: x, offset=5");
        assertException("Caused by: java.lang.UnsupportedOperationException");
        assertException("Terminating due to java.lang.OutOfMemoryError: Java heap space");
        assertFault("the client printed an exception: a stack trace without a name, at a.b.C.d(C.java:5)",
            with("\tat a.b.C.d(C.java:5)"));
    }

    private void assertException(String line) {
        assertFault("the client printed an exception: " + line, with(line));
    }

    private void assertFault(String fault, List<String> lines) {
        assertEquals(fault, read(lines).fault(phase, 0));
    }

    private static List<String> with(String line) {
        List<String> lines = new ArrayList<>(GOOD);
        lines.add(line);
        return lines;
    }

    private static List<String> without(String line) {
        List<String> lines = new ArrayList<>(GOOD);
        lines.remove(line);
        return lines;
    }

    private static ClientOutput read(List<String> lines) {
        ClientOutput output = new ClientOutput();
        lines.forEach(output::accept);
        return output;
    }
}
