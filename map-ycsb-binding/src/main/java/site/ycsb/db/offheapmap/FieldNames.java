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
import io.offheapmap.codec.ValueReader;
import io.offheapmap.codec.ValueUpdater;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The field names of a table; a name's number is its place in the list. The list is the value of one reserved
 * key of the table's own map: per name the number of characters in 4 bytes, then 2 bytes for each. It only
 * ever grows at its end, atomically, so a number means the same name in every process and for ever. This
 * object is a snapshot.
 */
final class FieldNames {

    /** The name is not in the list. */
    static final int NOT_FOUND = -1;
    static final FieldNames NONE = new FieldNames(List.of());
    static final ValueReader<FieldNames> READER = FieldNames::decode;

    private final String[] names;
    private final Map<String, Integer> numbers = new HashMap<>();

    private FieldNames(List<String> list) {
        names = list.toArray(String[]::new);
        for (int number = 0; number < names.length; number++) {
            numbers.put(names[number], number);
        }
    }

    int count() {
        return names.length;
    }

    String name(int number) {
        return names[number];
    }

    int number(String name) {
        Integer number = numbers.get(name);
        return number == null ? NOT_FOUND : number;
    }

    private static FieldNames decode(Bytes list) {
        List<String> names = new ArrayList<>();
        long at = 0;
        while (at < list.length()) {
            int length = list.getInt(at);
            at += Integer.BYTES;
            if (length < 0 || at + (long) length * Character.BYTES > list.length()) {
                throw new IllegalStateException("not a list of field names: length=" + list.length()
                    + ", offset=" + at + "; load the table into a new file");
            }
            StringBuilder name = new StringBuilder(length);
            for (int index = 0; index < length; index++, at += Character.BYTES) {
                name.append((char) list.getShort(at));
            }
            names.add(name.toString());
        }
        return new FieldNames(names);
    }

    /** Appends those names that the list does not have, in alphabetical order. */
    static final class Append implements ValueUpdater {

        private final Collection<String> wanted;
        private final List<String> missing = new ArrayList<>();

        Append(Collection<String> wanted) {
            this.wanted = new TreeSet<>(wanted);
        }

        @Override
        public long newLength(Bytes present) {
            FieldNames known = decode(present);
            missing.clear();
            long length = present.length();
            for (String name : wanted) {
                if (known.number(name) == NOT_FOUND) {
                    missing.add(name);
                    length += Integer.BYTES + (long) name.length() * Character.BYTES;
                }
            }
            return length;
        }

        @Override
        public void write(Bytes present, MutableBytes next) {
            next.copyFrom(0, present, 0, present.length());
            long at = present.length();
            for (String name : missing) {
                next.putInt(at, name.length());
                at += Integer.BYTES;
                for (int index = 0; index < name.length(); index++, at += Character.BYTES) {
                    next.putShort(at, (short) name.charAt(index));
                }
            }
        }
    }
}
