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
import io.offheapmap.error.MapFullException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB's view of an OffHeapMap: one map, and one file, per table; one client per thread, all on the same
 * maps.
 *
 * <p>Every operation is atomic and seen by all threads when it returns; it survives a killed process, and
 * power loss as the property {@code offheapmap.sync} says. Results are copied out of the map, into buffers
 * that belong to the client: they are good until its next read. Apart from the nodes of YCSB's own result
 * maps nothing is allocated.
 *
 * <p>A failed operation gives a status other than OK, never an exception: YCSB would exit at once, without
 * results and with exit code 0. The first few exceptions are printed.
 */
public final class OffHeapMapClient extends DB {

    private static final int PRINTED_EXCEPTIONS = 5;
    private static final AtomicInteger EXCEPTIONS = new AtomicInteger();

    private ClientSettings settings;
    private OperationRecorder recorder;
    private boolean strictInsert;
    private boolean reuseResults;
    private boolean syncWrites;
    private boolean done;

    private String tableName;
    private Table table;
    private OffHeapMap<String, ByteBuffer> map;

    private final RecordReader reader = new RecordReader();
    private final RecordDraft draft = new RecordDraft();
    private final RecordMerge merge = new RecordMerge(draft);
    private BufferIterator[] iterators = new BufferIterator[0];
    private String[] fieldNames = new String[0];
    /** The values that are in the draft, but were not stored. */
    private Map<String, ByteIterator> unstored;

    /** Makes a client; YCSB makes all of them before it uses one, and relies on this constructor. */
    public OffHeapMapClient() {
        Tables.join();
    }

    /**
     * Reads the properties and opens the table of the workload.
     *
     * @throws DBException if a property is wrong, or the map can't be opened
     */
    @Override
    public void init() throws DBException {
        try {
            settings = new ClientSettings(getProperties());
            strictInsert = settings.strictInsert();
            reuseResults = settings.reuseResults();
            syncWrites = settings.sync() == ClientSettings.Sync.WRITE;
            open(settings.workloadTable());
            if (settings.latency()) {
                Tables.report(settings);
                recorder = new OperationRecorder(settings.allocationSample());
            }
        } catch (IOException | RuntimeException e) {
            throw new DBException(e.toString(), e);
        }
    }

    /**
     * Leaves the maps; the last client closes them and writes what was measured.
     *
     * @throws DBException if the device failed, or the report can't be written
     */
    @Override
    public void cleanup() throws DBException {
        if (done) {
            return;
        }
        done = true;
        tableName = null;
        map = null;
        try {
            if (recorder != null) {
                Tables.report(settings).add(recorder);
            }
            Tables.leave(settings != null && settings.sync() != ClientSettings.Sync.NEVER);
        } catch (IOException | RuntimeException e) {
            throw new DBException(e.toString(), e);
        }
    }

    /**
     * Reads a record.
     *
     * @param tableToRead the table
     * @param key         the record's key
     * @param fields      which fields; all if it is null or empty. Those that the record does not have are
     * left out
     * @param result      gets the fields
     * @return OK, or NOT_FOUND
     */
    @Override
    public Status read(String tableToRead, String key, Set<String> fields, Map<String, ByteIterator> result) {
        Status status;
        begin();
        try {
            status = copyOut(tableToRead, key, fields);
        } catch (IOException | RuntimeException e) {
            status = failure(e);
        }
        end(Operation.READ, status);
        return status == Status.OK ? deliver(result) : status;
    }

    private Status copyOut(String from, String key, Set<String> fields) throws IOException {
        use(from);
        if (isReserved(key)) {
            return Status.NOT_FOUND;
        }
        if (fields == null || fields.isEmpty()) {
            reader.wantAll();
        } else {
            chooseFields(fields);
        }
        if (!reuseResults) {
            reader.renewBuffer();
        }
        RecordReader.Outcome outcome = map.read(key, reader);
        while (outcome == RecordReader.Outcome.BUFFER_TOO_SMALL) {
            reader.grow();
            outcome = map.read(key, reader);
        }
        if (outcome == null) {
            return Status.NOT_FOUND;
        }
        prepareIterators();
        return Status.OK;
    }

    private void chooseFields(Set<String> fields) {
        reader.wantSome();
        // into an array that is reused: an iterator would be garbage
        fieldNames = fields.toArray(fieldNames);
        for (int index = 0; index < fields.size(); index++) {
            int number = table.number(fieldNames[index]);
            if (number != FieldNames.NOT_FOUND) {
                reader.want(number);
            }
        }
    }

    private void prepareIterators() {
        RecordHeader header = reader.header();
        int count = header.count();
        if (count > iterators.length) {
            int ready = iterators.length;
            iterators = Arrays.copyOf(iterators, count);
            for (int index = ready; index < count; index++) {
                iterators[index] = new BufferIterator();
            }
        }
        for (int index = 0; index < count; index++) {
            if (!reuseResults) {
                iterators[index] = new BufferIterator();
            }
            iterators[index].wrap(reader.buffer(), header.start(index), header.end(index));
        }
    }

    /** Not measured: what is allocated here are the nodes of YCSB's map. */
    private Status deliver(Map<String, ByteIterator> result) {
        try {
            RecordHeader header = reader.header();
            for (int index = 0; index < header.count(); index++) {
                result.put(table.name(header.number(index)), iterators[index]);
            }
            return Status.OK;
        } catch (RuntimeException e) {
            return failure(e);
        }
    }

    /**
     * Not supported: the map has no order.
     *
     * @param tableToScan ignored
     * @param startKey    ignored
     * @param recordCount ignored
     * @param fields      ignored
     * @param result      left as it is
     * @return NOT_IMPLEMENTED
     */
    @Override
    public Status scan(String tableToScan, String startKey, int recordCount, Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
        return Status.NOT_IMPLEMENTED;
    }

    /**
     * Writes some fields of a record; the others stay as they are. No update of another thread comes between.
     *
     * @param tableToChange the table
     * @param key           the record's key
     * @param values        the fields; those that the record does not have yet are added
     * @return OK, or NOT_FOUND if there is no such record
     */
    @Override
    public Status update(String tableToChange, String key, Map<String, ByteIterator> values) {
        Status status;
        begin();
        try {
            use(tableToChange);
            if (isReserved(key)) {
                status = Status.NOT_FOUND;
            } else {
                takeValues(values);
                status = map.update(key, merge) ? Status.OK : Status.NOT_FOUND;
                stored();
            }
        } catch (IOException | RuntimeException e) {
            status = failure(e);
        }
        end(Operation.UPDATE, status);
        return status;
    }

    /**
     * Writes a record. If it failed and YCSB tries again with the same values, which can be drained only
     * once, the copy of the first attempt is stored.
     *
     * @param tableToChange the table
     * @param key           the record's key
     * @param values        all its fields
     * @return OK; with {@code offheapmap.strictinsert} UNEXPECTED_STATE if there is such a record, which then
     * stays
     */
    @Override
    public Status insert(String tableToChange, String key, Map<String, ByteIterator> values) {
        Status status;
        begin();
        try {
            use(tableToChange);
            status = isReserved(key) ? Status.BAD_REQUEST : store(key, values);
        } catch (IOException | RuntimeException e) {
            status = failure(e);
        }
        end(Operation.INSERT, status);
        return status;
    }

    private Status store(String key, Map<String, ByteIterator> values) {
        takeValues(values);
        if (!strictInsert) {
            map.set(key, draft.record());
        } else if (map.putIfAbsent(key, draft.record()) != null) {
            return Status.UNEXPECTED_STATE;
        }
        stored();
        return Status.OK;
    }

    /** Drains the values into the draft, unless that has happened and they were not stored. */
    private void takeValues(Map<String, ByteIterator> values) {
        if (values == unstored && isDrained(values)) {
            return;
        }
        unstored = null;
        if (!draft.collect(table.names(), values)) {
            draft.collect(table.addNames(values.keySet()), values);
        }
        draft.encode();
        unstored = values;
    }

    private static boolean isDrained(Map<String, ByteIterator> values) {
        for (ByteIterator value : values.values()) {
            if (value.hasNext()) {
                return false;
            }
        }
        return true;
    }

    private void stored() {
        unstored = null;
        if (syncWrites) {
            map.sync();
        }
    }

    /**
     * Removes a record.
     *
     * @param tableToChange the table
     * @param key           the record's key
     * @return OK, or NOT_FOUND if there was none
     */
    @Override
    public Status delete(String tableToChange, String key) {
        Status status;
        begin();
        try {
            use(tableToChange);
            status = !isReserved(key) && map.delete(key) ? Status.OK : Status.NOT_FOUND;
            if (syncWrites) {
                map.sync();
            }
        } catch (IOException | RuntimeException e) {
            status = failure(e);
        }
        end(Operation.DELETE, status);
        return status;
    }

    private static boolean isReserved(String key) {
        return key.equals(Table.NAMES_KEY);
    }

    /** Makes {@code name} the table at hand; nearly always it is. */
    private void use(String name) throws IOException {
        if (!name.equals(tableName)) {
            open(name);
        }
    }

    private void open(String name) throws IOException {
        if (done || settings == null) {
            throw new IllegalStateException("the client is not open: table=" + name + ", cleanedUp=" + done
                + "; call init() first and cleanup() last");
        }
        table = Tables.open(settings, name);
        map = table.map();
        tableName = name;
        unstored = null;
    }

    private void begin() {
        if (recorder != null) {
            recorder.begin();
        }
    }

    private void end(Operation operation, Status status) {
        if (recorder != null) {
            recorder.end(operation, status);
        }
    }

    private static Status failure(Exception exception) {
        if (EXCEPTIONS.getAndIncrement() < PRINTED_EXCEPTIONS) {
            exception.printStackTrace();
        }
        if (exception instanceof MapFullException) {
            return Status.SERVICE_UNAVAILABLE;
        }
        return exception instanceof IllegalArgumentException || exception instanceof NullPointerException
            ? Status.BAD_REQUEST : Status.ERROR;
    }
}
