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

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.ValueReader;
import java.util.Arrays;

/**
 * Copies the fields of a record, all or some, out of the map into a buffer of its thread. It may run several
 * times for one read: each run starts anew, and only the last one counts.
 */
final class RecordReader implements ValueReader<RecordReader.Outcome> {

    /** What a run came to. */
    enum Outcome {
        /** The fields are in the buffer. */
        COPIED,
        /** {@link #grow} and read again. Not done inside, where the length may be nonsense. */
        BUFFER_TOO_SMALL
    }

    private static final int INITIAL_BYTES = 4_096;

    private final RecordHeader header = new RecordHeader();
    private byte[] buffer = new byte[INITIAL_BYTES];
    private int[] wanted = new int[16];
    private int wantedCount;
    private boolean all;
    private long needed;

    /** The next read copies all fields. */
    void wantAll() {
        all = true;
    }

    /** The next read copies the fields that {@link #want} names. */
    void wantSome() {
        all = false;
        wantedCount = 0;
    }

    void want(int number) {
        if (wantedCount == wanted.length) {
            wanted = Arrays.copyOf(wanted, 2 * wantedCount);
        }
        wanted[wantedCount++] = number;
    }

    /** Which fields are in the buffer, and where. */
    RecordHeader header() {
        return header;
    }

    byte[] buffer() {
        return buffer;
    }

    /** Makes the buffer long enough for what did not fit. */
    void grow() {
        if (needed > Integer.MAX_VALUE - Long.BYTES) {
            throw new IllegalStateException("a record is too long to be copied out: bytes=" + needed
                + "; read fewer fields");
        }
        buffer = new byte[(int) Math.min(needed + needed / 2, Integer.MAX_VALUE - Long.BYTES)];
    }

    /** Leaves the buffer to whoever has it and goes on with a new one. */
    void renewBuffer() {
        buffer = new byte[buffer.length];
    }

    @Override
    public Outcome read(Bytes record) {
        return all ? readAll(record) : readSome(record);
    }

    private Outcome readAll(Bytes record) {
        header.readFrom(record);
        int length = header.valuesLength();
        if (length > buffer.length) {
            needed = length;
            return Outcome.BUFFER_TOO_SMALL;
        }
        record.copyTo(record.length() - length, buffer, 0, length);
        return Outcome.COPIED;
    }

    private Outcome readSome(Bytes record) {
        boolean wide = RecordHeader.isWide(record);
        int fields = RecordHeader.count(record, wide);
        long values = RecordHeader.length(wide, fields);
        header.clear();
        long used = 0;
        for (int each = 0; each < wantedCount; each++) {
            int index = RecordHeader.indexOf(record, wide, fields, wanted[each]);
            if (index == RecordHeader.NOT_FOUND) {
                continue;
            }
            int start = RecordHeader.start(record, wide, fields, index);
            int length = RecordHeader.end(record, wide, fields, index) - start;
            if (start < 0 || length < 0) {
                throw RecordHeader.damaged(record, "a value ends before it starts");
            }
            if (used + length <= buffer.length) {
                record.copyTo(values + start, buffer, (int) used, length);
                header.add(wanted[each], (int) used + length);
            }
            used += length;
        }
        needed = used;
        return used > buffer.length ? Outcome.BUFFER_TOO_SMALL : Outcome.COPIED;
    }
}
