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

import io.offheapmap.OffHeapMap;
import io.offheapmap.OffHeapMapBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** One table: an open map, shared by all threads, and the names of its fields. */
final class Table {

    /** Where the names are in the map itself; no key of a YCSB workload begins with this character. */
    static final String NAMES_KEY = "\0field names";

    private final OffHeapMap<String, ByteBuffer> map;
    private volatile FieldNames names = FieldNames.NONE;

    Table(OffHeapMap<String, ByteBuffer> map) {
        this.map = map;
        reloadNames();
    }

    static Table open(ClientSettings settings, Path file) throws IOException {
        OffHeapMapBuilder<String, ByteBuffer> builder = OffHeapMap.of(String.class, ByteBuffer.class);
        settings.configure(builder, Files.notExists(file));
        return new Table(builder.createPersistedTo(file));
    }

    OffHeapMap<String, ByteBuffer> map() {
        return map;
    }

    FieldNames names() {
        return names;
    }

    /** The number of a name, or {@link FieldNames#NOT_FOUND}. */
    int number(String name) {
        int number = names.number(name);
        return number == FieldNames.NOT_FOUND ? reloadNames().number(name) : number;
    }

    /** The name of a number that is in a record. */
    String name(int number) {
        FieldNames known = names;
        if (number >= known.count()) {
            known = reloadNames();
        }
        if (number >= known.count()) {
            throw new IllegalStateException("a field has no name: number=" + number + ", names="
                + known.count() + "; load the table into a new file");
        }
        return known.name(number);
    }

    /** Reads the names again: another process may have added some. */
    private synchronized FieldNames reloadNames() {
        FieldNames found = map.read(NAMES_KEY, FieldNames.READER);
        if (found != null && found.count() > names.count()) {
            names = found;
        }
        return names;
    }

    /**
     * Gives names a number. They are written to the device before any record can use them: a record whose
     * names a power cut took away could not be read, or worse, would be read with other names.
     */
    synchronized FieldNames addNames(Collection<String> wanted) {
        FieldNames.Append append = new FieldNames.Append(wanted);
        if (!map.update(NAMES_KEY, append)) {
            map.putIfAbsent(NAMES_KEY, ByteBuffer.allocate(0));
            map.update(NAMES_KEY, append);
        }
        map.sync();
        return reloadNames();
    }
}
