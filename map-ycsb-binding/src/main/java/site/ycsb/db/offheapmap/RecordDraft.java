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

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiConsumer;
import site.ycsb.ByteIterator;

/**
 * The fields that YCSB hands to an insert or an update, made a record in a buffer of the thread. YCSB's
 * values can be read only once, so what can fail because of them fails before the first is touched, and the
 * draft keeps the bytes: see {@link OffHeapMapClient#insert} on attempts that are made again.
 */
final class RecordDraft implements BiConsumer<String, ByteIterator> {

    /** YCSB's random values are written in steps of six bytes, the last of which may pass the end. */
    private static final int SLACK = 8;
    private static final int INITIAL_BYTES = 4_096;
    private static final int INITIAL_FIELDS = 16;

    private final RecordHeader header = new RecordHeader();
    private int count;
    private int[] numbers = new int[INITIAL_FIELDS];
    private ByteIterator[] values = new ByteIterator[INITIAL_FIELDS];
    private FieldNames names;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private int valuesStart;
    private boolean complete;

    /**
     * Takes the values, but does not touch them yet.
     *
     * @return false if a name has no number; give it one and collect again
     */
    boolean collect(FieldNames fieldNames, Map<String, ByteIterator> fields) {
        names = fieldNames;
        count = 0;
        complete = true;
        fields.forEach(this);
        return complete;
    }

    /** Notes one value, in the order of the numbers. */
    @Override
    public void accept(String name, ByteIterator value) {
        if (value == null) {
            throw new IllegalArgumentException("a field has no value: field=" + name
                + "; give one, or leave it out");
        }
        int number = names.number(name);
        if (number == FieldNames.NOT_FOUND) {
            complete = false;
            return;
        }
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        int at = count++;
        for (; at > 0 && numbers[at - 1] > number; at--) {
            numbers[at] = numbers[at - 1];
            values[at] = values[at - 1];
        }
        numbers[at] = number;
        values[at] = value;
    }

    /** Drains the values into the record. */
    void encode() {
        long expected = 0;
        for (int index = 0; index < count; index++) {
            expected += values[index].bytesLeft();
        }
        boolean wide = RecordHeader.isWide(count, count == 0 ? 0 : numbers[count - 1], expected);
        valuesStart = Math.toIntExact(RecordHeader.length(wide, count));
        ensureBytes(valuesStart + expected + SLACK);
        header.clear();
        int end = valuesStart;
        for (int index = 0; index < count; index++) {
            end = drain(values[index], end);
            header.add(numbers[index], end - valuesStart);
        }
        if (end - valuesStart != expected) {
            throw new IllegalArgumentException("the values have another length than they said: bytes="
                + (end - valuesStart) + ", bytesLeft=" + expected + "; give values that know their length");
        }
        header.writeTo(bytes);
        Arrays.fill(values, 0, count, null);
    }

    private int drain(ByteIterator value, int start) {
        int end = start;
        while (value.hasNext() && end < bytes.length) {
            end = value.nextBuf(bytes, end);
        }
        return end;
    }

    private void ensureBytes(long length) {
        if (length > Integer.MAX_VALUE - Long.BYTES) {
            throw new IllegalArgumentException("a record is too long: bytes=" + length
                + "; give fewer or shorter values");
        }
        if (length > bytes.length) {
            bytes = new byte[(int) Math.min(length + length / 2, Integer.MAX_VALUE - Long.BYTES)];
            buffer = ByteBuffer.wrap(bytes);
        }
    }

    /** The record, to be stored as it is. */
    ByteBuffer record() {
        return buffer.limit(valuesStart + header.valuesLength()).position(0);
    }

    RecordHeader header() {
        return header;
    }

    /** Holds the values, from {@link #valuesStart} on. */
    byte[] bytes() {
        return bytes;
    }

    int valuesStart() {
        return valuesStart;
    }
}
