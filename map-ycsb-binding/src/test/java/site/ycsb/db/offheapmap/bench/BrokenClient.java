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

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** Databases that fail in ways after which YCSB exits with code 0. */
abstract class BrokenClient extends DB {

    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        return Status.OK;
    }

    @Override
    public Status scan(String table, String startKey, int count, Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
        return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
        return Status.OK;
    }

    /** Can't be opened. */
    public static final class FailsToOpen extends BrokenClient {
        @Override
        public void init() throws DBException {
            throw new DBException("closed for today");
        }
    }

    /** Throws, once in a while. */
    public static final class Throws extends BrokenClient {
        private int inserts;

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            if (++inserts == 100) {
                throw new IllegalStateException("a hundred is enough");
            }
            return Status.OK;
        }
    }

    /** Gives no status. */
    public static final class SaysNothing extends BrokenClient {
        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            return null;
        }
    }

    /** Fails once; the thread stops, and the others go on. */
    public static final class Loses extends BrokenClient {
        private int inserts;

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            return ++inserts == 100 ? Status.ERROR : Status.OK;
        }
    }

    /** Ends the process. */
    public static final class Exits extends BrokenClient {
        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            System.exit(0);
            return Status.OK;
        }
    }
}
