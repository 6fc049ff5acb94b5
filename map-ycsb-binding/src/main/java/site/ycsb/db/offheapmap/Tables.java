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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The open tables of this process, one per file, whatever the number of clients. YCSB makes all its clients
 * before it starts the first one, so they are counted when they are made: a fast thread that ends before a
 * slow one has begun then does not close the maps under it. The last one to leave closes them. YCSB can also
 * exit without a word to its clients; a shutdown hook closes the maps then.
 */
final class Tables {

    private static final Map<Path, Table> OPEN = new HashMap<>();
    private static int clients;
    private static boolean hooked;
    private static boolean exiting;
    private static RunReport report;

    private Tables() {
    }

    /** A client was made. */
    static synchronized void join() {
        clients++;
    }

    /** Opens a table, or finds it open. */
    static synchronized Table open(ClientSettings settings, String name) throws IOException {
        if (exiting) {
            throw new IllegalStateException("the process is about to exit: table=" + name);
        }
        if (!hooked) {
            hooked = true;
            Runtime.getRuntime().addShutdownHook(new Thread(Tables::exit, "offheapmap-close"));
        }
        Path file = canonical(settings.file(name));
        Table table = OPEN.get(file);
        if (table == null) {
            table = Table.open(settings, file);
            OPEN.put(file, table);
        }
        return table;
    }

    /** What this process measures, from the first client that wants it to the last that leaves. */
    static synchronized RunReport report(ClientSettings settings) {
        if (report == null) {
            report = new RunReport(settings.latencyOutput());
        }
        return report;
    }

    /** A client is done with everything; the last one closes the maps. */
    static synchronized void leave(boolean sync) throws IOException {
        clients--;
        if (clients > 0) {
            return;
        }
        try {
            if (report != null) {
                report.write();
            }
        } finally {
            report = null;
            close(sync);
        }
    }

    /** How many maps are open. */
    static synchronized int openCount() {
        return OPEN.size();
    }

    private static synchronized void exit() {
        exiting = true;
        close(false);
    }

    private static void close(boolean sync) {
        try {
            for (Table table : OPEN.values()) {
                if (sync) {
                    table.map().sync();
                }
                table.map().close();
            }
        } finally {
            OPEN.clear();
        }
    }

    /** The same file has one path, whatever links lead to it; its directory is made if need be. */
    private static Path canonical(Path file) throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        Path directory = file.toAbsolutePath().normalize().getParent();
        Files.createDirectories(directory);
        return directory.toRealPath().resolve(file.getFileName());
    }
}
