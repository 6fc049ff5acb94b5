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

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what the YCSB client prints. The client exits with code 0 whatever happens, so what it says, and what
 * it leaves out, is all there is to tell a good run from a bad one.
 */
final class ClientOutput {

    private static final Pattern RESULT = Pattern.compile("\\[([^\\]]+)\\], ([^,]+), (.+)");
    private static final Pattern EXCEPTION = Pattern.compile(
        "(?:Exception in thread \"[^\"]*\" |Caused by: )?[\\w.$]+\\.[\\w$]*(?:Exception|Error)(?::.*)?");
    private static final Pattern FRAME = Pattern.compile("\\s+at [\\w.$/<>@]+\\([^)]*\\)");
    private static final Pattern STATUS =
        Pattern.compile(".* (\\d+) sec: (\\d+) operations; (?:([\\d.,]+) current ops/sec; )?.*");
    private static final String OK = "Return=OK";

    private final Map<String, Map<String, String>> results = new TreeMap<>();
    private String exception;

    /**
     * Takes a line, of the standard output or of the error output. Called by both readers.
     *
     * @return how far the client is, in operations; -1 if the line does not say
     */
    synchronized long accept(String line) {
        Matcher result = RESULT.matcher(line);
        if (result.matches()) {
            results.computeIfAbsent(result.group(1), name -> new TreeMap<>())
                .put(result.group(2), result.group(3));
        } else if (exception == null
            && (EXCEPTION.matcher(line).matches() || line.contains("OutOfMemoryError"))) {
            exception = line.strip();
        } else if (exception == null && FRAME.matcher(line).matches()) {
            exception = "a stack trace without a name, " + line.strip();
        }
        Matcher status = STATUS.matcher(line);
        return status.matches() ? Long.parseLong(status.group(2)) : -1;
    }

    /** How many operations of a kind ended well. */
    synchronized long succeeded(String operation) {
        return Long.parseLong(value(operation, OK, "0").strip());
    }

    synchronized double throughput() {
        try {
            return Double.parseDouble(value("OVERALL", "Throughput(ops/sec)", "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /**
     * Looks for anything that is not as it has to be.
     *
     * @return what is wrong, in one line, or null
     */
    synchronized String fault(Phase phase, int exitCode) {
        if (exception != null) {
            return "the client printed an exception: " + exception;
        }
        if (exitCode != 0) {
            return "the client ended early: exitCode=" + exitCode;
        }
        if (!results.containsKey("OVERALL")) {
            return "the client printed no results";
        }
        String failures = failures();
        if (failures != null) {
            return "operations failed: " + failures;
        }
        if (!(throughput() > 0)) {
            return "nothing was done: throughput=" + throughput();
        }
        return missing(phase);
    }

    private String failures() {
        for (Map.Entry<String, Map<String, String>> operation : results.entrySet()) {
            for (Map.Entry<String, String> line : operation.getValue().entrySet()) {
                if (line.getKey().startsWith("Return=") && !line.getKey().equals(OK)) {
                    return operation.getKey() + " " + line.getKey() + ", count=" + line.getValue();
                }
            }
        }
        return null;
    }

    private String missing(Phase phase) {
        long sum = 0;
        for (String operation : phase.counted()) {
            long count = succeeded(operation);
            if (count == 0 && phase.hasEveryKind()) {
                return "operations are missing: " + operation + " " + OK + ", count=0";
            }
            sum += count;
        }
        return sum == phase.operations() ? null
            : "operations are missing: " + String.join("+", phase.counted()) + " "
            + OK + ", count=" + sum + ", asked=" + phase.operations();
    }

    private String value(String metric, String name, String missing) {
        return results.getOrDefault(metric, Map.of()).getOrDefault(name, missing);
    }
}
