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
import io.offheapmap.codec.MutableBytes;
import java.util.Arrays;

/**
 * The table at the start of a record, and the only class that knows a record's bytes.
 *
 * <p>A record is the value of one key: any number of fields. Names are not in it; each has a number, kept
 * once per table by {@link FieldNames}. A record has one of two forms, all numbers little-endian:
 *
 * <pre>
 * narrow   form=1 1 | count 1            | number 1 per field | end 2 per field | values
 * wide     form=2 1 | zero 3 | count 4   | number 4 per field | end 4 per field | values
 * </pre>
 *
 * <p>It is narrow when everything fits: at most 255 fields, numbers up to 255, 65,535 bytes of values. The
 * end of a value is counted from the start of the values, and is the start of the next one. So one field is
 * found, read or replaced by looking at its number and two ends only: numbers go upward, and where a record
 * has all fields of its table, field <i>n</i> is simply the <i>n</i>-th. Ten fields cost 32 bytes.
 *
 * <p>An object of this class is the decoded form, reused. Bytes may be hostile while they are read (a reader
 * takes no lock; see {@link io.offheapmap.codec.ValueReader}), so every count is checked against the record's
 * length first.
 */
final class RecordHeader {

    /** No field of that number is in the record. */
    static final int NOT_FOUND = -1;

    private static final byte NARROW = 1;
    private static final byte WIDE = 2;
    private static final int NARROW_START = 2;
    private static final int NARROW_FIELD = 3;
    private static final int NARROW_MAX_COUNT = 0xFF;
    private static final int NARROW_MAX_NUMBER = 0xFF;
    private static final int NARROW_MAX_END = 0xFFFF;
    private static final int WIDE_COUNT = 4;
    private static final int WIDE_START = 8;
    private static final int WIDE_FIELD = 8;
    private static final int INITIAL_FIELDS = 16;

    private int count;
    private int[] numbers = new int[INITIAL_FIELDS];
    private int[] ends = new int[INITIAL_FIELDS];
    private byte[] image = new byte[WIDE_START + INITIAL_FIELDS * WIDE_FIELD];

    void clear() {
        count = 0;
    }

    /** Appends a field; numbers come in rising order, except in a header that is never written. */
    void add(int number, int end) {
        ensureFields(count + 1);
        numbers[count] = number;
        ends[count] = end;
        count++;
    }

    int count() {
        return count;
    }

    int number(int index) {
        return numbers[index];
    }

    /** Where a value starts, counted from the start of the values. */
    int start(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    /** Where a value ends, counted from the start of the values. */
    int end(int index) {
        return ends[index];
    }

    int valuesLength() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /** Whether the record needs the wide form, now that all fields are known. */
    boolean isWide() {
        return isWide(count, count == 0 ? 0 : numbers[count - 1], valuesLength());
    }

    static boolean isWide(int count, int highestNumber, long valuesLength) {
        return count > NARROW_MAX_COUNT || highestNumber > NARROW_MAX_NUMBER || valuesLength > NARROW_MAX_END;
    }

    /** How many bytes come before the values. */
    static long length(boolean wide, int count) {
        return wide ? WIDE_START + (long) count * WIDE_FIELD : NARROW_START + (long) count * NARROW_FIELD;
    }

    // Encoded

    void writeTo(MutableBytes record) {
        int length = encode();
        record.copyFrom(0, image, 0, length);
    }

    void writeTo(byte[] record) {
        int length = encode();
        System.arraycopy(image, 0, record, 0, length);
    }

    /** Fills the image, which may be another array afterwards. */
    private int encode() {
        boolean wide = isWide();
        int length = Math.toIntExact(length(wide, count));
        if (image.length < length) {
            image = new byte[length + length / 2];
        }
        image[0] = wide ? WIDE : NARROW;
        if (wide) {
            encodeInt(0, WIDE);
            encodeInt(WIDE_COUNT, count);
            for (int index = 0; index < count; index++) {
                encodeInt(WIDE_START + index * Integer.BYTES, numbers[index]);
                encodeInt(WIDE_START + (count + index) * Integer.BYTES, ends[index]);
            }
        } else {
            image[1] = (byte) count;
            int end = NARROW_START + count;
            for (int index = 0; index < count; index++) {
                image[NARROW_START + index] = (byte) numbers[index];
                image[end++] = (byte) ends[index];
                image[end++] = (byte) (ends[index] >>> Byte.SIZE);
            }
        }
        return length;
    }

    private void encodeInt(int at, int value) {
        image[at] = (byte) value;
        image[at + 1] = (byte) (value >>> Byte.SIZE);
        image[at + 2] = (byte) (value >>> 2 * Byte.SIZE);
        image[at + 3] = (byte) (value >>> 3 * Byte.SIZE);
    }

    // Decoded, all of it

    /** Reads the header of a record. */
    void readFrom(Bytes record) {
        boolean wide = isWide(record);
        int fields = count(record, wide);
        ensureFields(fields);
        int last = 0;
        for (int index = 0; index < fields; index++) {
            int end = end(record, wide, fields, index);
            if (end < last) {
                throw damaged(record, "a value ends before it starts");
            }
            numbers[index] = number(record, wide, index);
            ends[index] = end;
            last = end;
        }
        if (length(wide, fields) + last != record.length()) {
            throw damaged(record, "the values have another length");
        }
        count = fields;
    }

    // One field, in place

    static boolean isWide(Bytes record) {
        byte form = record.length() == 0 ? 0 : record.getByte(0);
        if (form != NARROW && form != WIDE) {
            throw damaged(record, "it has no known form");
        }
        return form == WIDE;
    }

    static int count(Bytes record, boolean wide) {
        int fields = wide ? record.getInt(WIDE_COUNT) : record.getByte(1) & 0xFF;
        if (fields < 0 || length(wide, fields) > record.length()) {
            throw damaged(record, "it has more fields than bytes");
        }
        return fields;
    }

    /** Finds a field by its number. */
    static int indexOf(Bytes record, boolean wide, int fields, int number) {
        if (number < fields && number(record, wide, number) == number) {
            return number;
        }
        for (int index = 0; index < fields; index++) {
            if (number(record, wide, index) == number) {
                return index;
            }
        }
        return NOT_FOUND;
    }

    static int start(Bytes record, boolean wide, int fields, int index) {
        return index == 0 ? 0 : end(record, wide, fields, index - 1);
    }

    static int end(Bytes record, boolean wide, int fields, int index) {
        return wide ? record.getInt(WIDE_START + (long) (fields + index) * Integer.BYTES)
            : record.getShort(NARROW_START + fields + index * Short.BYTES) & 0xFFFF;
    }

    private static int number(Bytes record, boolean wide, int index) {
        return wide ? record.getInt(WIDE_START + (long) index * Integer.BYTES)
            : record.getByte(NARROW_START + index) & 0xFF;
    }

    static IllegalStateException damaged(Bytes record, String fault) {
        return new IllegalStateException("not a record of this binding: " + fault + ": length="
            + record.length() + "; load the table into a new file");
    }

    private void ensureFields(int fields) {
        if (numbers.length < fields) {
            numbers = Arrays.copyOf(numbers, fields + fields / 2);
            ends = Arrays.copyOf(ends, fields + fields / 2);
        }
    }
}
