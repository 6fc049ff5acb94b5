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

import java.io.PrintStream;
import java.util.Locale;

/** Says how far a phase is; on a terminal in one line that is written over. */
final class Progress {

    private static final double NS_PER_SECOND = 1e9;

    private final PrintStream stream;
    private final boolean terminal;
    private final Phase phase;
    private final long beginNs = System.nanoTime();
    private int longest;

    Progress(PrintStream stream, boolean terminal, Phase phase) {
        this.stream = stream;
        this.terminal = terminal;
        this.phase = phase;
        say("starts");
    }

    /** Takes note of how far it is; the two ends are said elsewhere. */
    void reached(long done) {
        if (done <= 0 || done >= phase.operations()) {
            return;
        }
        double seconds = (System.nanoTime() - beginNs) / NS_PER_SECOND;
        long left = Math.round(seconds * (phase.operations() - done) / done);
        say(String.format(Locale.ROOT, "%3d %%  %,d of %,d operations, %,d s, about %,d s left",
            100 * done / phase.operations(), done, phase.operations(), Math.round(seconds), left));
    }

    void finished(double throughput) {
        say(String.format(Locale.ROOT, "done   %,d operations, %,d per second", phase.operations(),
            Math.round(throughput)));
        end();
    }

    /** Whatever is printed next begins a line. */
    void end() {
        if (terminal) {
            stream.println();
        }
    }

    private synchronized void say(String words) {
        String line = String.format(Locale.ROOT, "%-4s  %s", phase.title(), words);
        if (terminal) {
            stream.print("\r" + line + " ".repeat(Math.max(0, longest - line.length())));
            stream.flush();
            longest = Math.max(longest, line.length());
        } else {
            stream.println(line);
        }
    }
}
