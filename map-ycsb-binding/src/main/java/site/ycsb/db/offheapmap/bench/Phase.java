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

import java.util.List;
import java.util.Locale;

/**
 * A run of the client: the load, or a workload.
 *
 * @param name       "load", or the workload's letter
 * @param operations how many are asked for
 * @param counted    the kinds of operation that make these up
 */
record Phase(String name, long operations, List<String> counted) {

    static final String LOAD = "load";

    /** With fewer operations a kind that is one in twenty might not occur. */
    private static final long EVERY_KIND_OCCURS = 1_000;

    static Phase load(long records) {
        return new Phase(LOAD, records, List.of("INSERT"));
    }

    static Phase workload(String letter, long operations) {
        return new Phase(letter, operations, switch (letter) {
            case "a", "b" -> List.of("READ", "UPDATE");
            case "d" -> List.of("READ", "INSERT");
            // in F each read-modify-write is counted as a read, too
            default -> List.of("READ");
        });
    }

    boolean isLoad() {
        return name.equals(LOAD);
    }

    boolean hasEveryKind() {
        return operations >= EVERY_KIND_OCCURS;
    }

    /** The file that describes the workload; the load takes A's. */
    String workloadFile() {
        return "workloads/workload" + (isLoad() ? "a" : name);
    }

    String title() {
        return isLoad() ? LOAD : name.toUpperCase(Locale.ROOT);
    }
}
