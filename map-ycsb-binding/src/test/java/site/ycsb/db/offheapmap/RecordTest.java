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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.internal.memory.MappedMemory;
import io.offheapmap.internal.memory.Memory;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.RandomByteIterator;

/** The record's bytes, without a map: against a plain HashMap, and against bytes that are nonsense. */
class RecordTest {

    private static final long MEMORY_BYTES = 8 << 20;
    /** Versions of a record lie in turn here and in the other half, with odd starts. */
    private static final long HALF = MEMORY_BYTES / 2 + 1;

    private final Arena arena = Arena.ofConfined();
    private final Memory memory = new MappedMemory(arena.allocate(MEMORY_BYTES, Long.BYTES));
    private final RecordDraft draft = new RecordDraft();
    private final RecordMerge merge = new RecordMerge(draft);
    private final RecordReader reader = new RecordReader();
    private final Bytes record = new Bytes();
    private FieldNames names = FieldNames.NONE;
    private long place;
    private long length;

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void tenFieldsCost32Bytes() {
        learn(fieldNames(10));
        insert(values(fieldNames(10), 100));
        assertEquals(1_032, length);
    }

    @Test
    void anUpdateKeepsTheOtherFields() {
        learn(fieldNames(10));
        Map<String, byte[]> model = values(fieldNames(10), 100);
        insert(model);
        for (int field = 0; field < 10; field++) {
            Map<String, byte[]> change = values(Set.of("field" + field), field * 30);
            model.putAll(change);
            update(change);
            assertHolds(model);
        }
    }

    @Test
    void recordsChangeTheirFormWhenTheyMust() {
        learn(fieldNames(300));
        Map<String, byte[]> model = values(Set.of("field0", "field1"), 40_000);
        insert(model);
        assertEquals(2 * (8 + 40_000) + 8, length);
        Map<String, byte[]> shorter = values(Set.of("field0"), 10);
        model.putAll(shorter);
        update(shorter);
        assertEquals(2 + 2 * 3 + 40_010, length);
        assertHolds(model);
        Map<String, byte[]> highNumber = values(Set.of("field99"), 10);
        model.putAll(highNumber);
        update(highNumber);
        assertEquals(8 + 3 * 8 + 40_020, length);
        assertHolds(model);
    }

    @Test
    void behavesLikeAHashMap() {
        long seed = System.nanoTime();
        System.out.println("RecordTest seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            Set<String> vocabulary = fieldNames(1 + random.nextInt(random.nextInt(10) == 0 ? 400 : 12));
            learn(vocabulary);
            Map<String, byte[]> model = randomValues(random, vocabulary);
            insert(model);
            for (int step = 0; step < 20; step++) {
                if (random.nextBoolean()) {
                    Map<String, byte[]> change = randomValues(random, vocabulary);
                    model.putAll(change);
                    update(change);
                }
                assertHolds(model);
                assertReadsSome(model, random, vocabulary);
            }
        }
    }

    @Test
    void nonsenseIsRefusedOrHarmless() {
        long seed = System.nanoTime();
        System.out.println("RecordTest seed=" + seed);
        Random random = new Random(seed);
        learn(fieldNames(300));
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            insert(values(fieldNames(random.nextInt(20) == 0 ? 260 : 10), random.nextInt(20)));
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                memory.storeByte(place + random.nextInt((int) Math.min(length, 64)), (byte) random.nextInt());
            }
            record.wrap(memory, place, random.nextInt(4) == 0 ? random.nextInt((int) length) : length);
            if (round % 2 == 0) {
                reader.wantAll();
            } else {
                want(Set.of("field3", "field9"));
            }
            try {
                reader.read(record);
            } catch (IllegalStateException | IndexOutOfBoundsException e) {
                refused++;
            }
        }
        assertTrue(refused > 1_000, "nonsense was refused too rarely: refused=" + refused);
    }

    @Test
    void aReaderThatHasNoRoomSaysSoAndTheNextFits() {
        learn(fieldNames(10));
        Map<String, byte[]> model = values(fieldNames(10), 10_000);
        insert(model);
        reader.wantAll();
        assertEquals(RecordReader.Outcome.BUFFER_TOO_SMALL, reader.read(record));
        reader.grow();
        assertEquals(RecordReader.Outcome.COPIED, reader.read(record));
        assertHolds(model);
    }

    @Test
    void randomValuesOfYcsbKeepTheirLength() {
        learn(fieldNames(10));
        for (int size = 0; size < 20; size++) {
            Map<String, ByteIterator> values = new HashMap<>();
            for (String name : fieldNames(10)) {
                values.put(name, new RandomByteIterator(size));
            }
            assertTrue(draft.collect(names, values));
            draft.encode();
            assertEquals(10 * size, draft.header().valuesLength());
            for (int at = draft.valuesStart(); at < draft.record().limit(); at++) {
                assertTrue(draft.bytes()[at] >= ' ', "a byte was left out: at=" + at + ", size=" + size);
            }
        }
    }

    @Test
    void nothingIsDrainedWhileANameIsUnknown() {
        ByteIterator value = new ByteArrayByteIterator(new byte[5]);
        assertFalse(draft.collect(names, Map.of("field0", value)));
        assertEquals(5, value.bytesLeft());
    }

    @Test
    void aMissingValueIsRefusedBeforeAnythingIsDrained() {
        learn(fieldNames(2));
        Map<String, ByteIterator> values = new HashMap<>();
        values.put("field0", null);
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
            () -> draft.collect(names, values));
        assertEquals("a field has no value: field=field0; give one, or leave it out", refusal.getMessage());
    }

    @Test
    void namesMayBeAnything() {
        Set<String> odd = Set.of("", " ", "\0", "ß", "\uD83D\uDE00", "\uD83D", "a".repeat(70_000));
        learn(odd);
        assertEquals(odd.size(), names.count());
        for (String name : odd) {
            assertEquals(name, names.name(names.number(name)));
        }
        learn(Set.of("b", ""));
        assertEquals(odd.size() + 1, names.count());
        assertEquals(odd.size(), names.number("b"));
    }

    private void learn(Set<String> wanted) {
        // the list of names is a value of the map as well: it is made the way an update would
        FieldNames.Append append = new FieldNames.Append(new ArrayList<>(wanted));
        FieldNames.Append known = new FieldNames.Append(currentNames());
        MutableBytes first = new MutableBytes();
        first.wrap(memory, 0, 0);
        MutableBytes second = grown(known, first, 1);
        names = FieldNames.READER.read(grown(append, second, HALF));
    }

    private List<String> currentNames() {
        List<String> list = new ArrayList<>();
        for (int number = 0; number < names.count(); number++) {
            list.add(names.name(number));
        }
        return list;
    }

    private MutableBytes grown(FieldNames.Append append, Bytes present, long at) {
        MutableBytes next = new MutableBytes();
        next.wrap(memory, at, append.newLength(present));
        append.write(present, next);
        return next;
    }

    private void insert(Map<String, byte[]> values) {
        draftOf(values);
        ByteBuffer bytes = draft.record();
        place = 3;
        length = bytes.remaining();
        memory.copyFrom(place, bytes.array(), 0, (int) length);
        record.wrap(memory, place, length);
    }

    private void update(Map<String, byte[]> values) {
        draftOf(values);
        long nextPlace = place < HALF ? HALF : 5;
        long nextLength = merge.newLength(record);
        MutableBytes next = new MutableBytes();
        next.wrap(memory, nextPlace, nextLength);
        merge.write(record, next);
        place = nextPlace;
        length = nextLength;
        record.wrap(memory, place, length);
    }

    private void draftOf(Map<String, byte[]> values) {
        Map<String, ByteIterator> drained = new HashMap<>();
        values.forEach((name, value) -> drained.put(name, new ByteArrayByteIterator(value)));
        assertTrue(draft.collect(names, drained));
        draft.encode();
    }

    private void assertHolds(Map<String, byte[]> model) {
        reader.wantAll();
        assertResult(model);
    }

    private void assertReadsSome(Map<String, byte[]> model, Random random, Set<String> vocabulary) {
        List<String> shuffled = new ArrayList<>(vocabulary);
        Collections.shuffle(shuffled, random);
        Set<String> some = Set.copyOf(shuffled.subList(0, random.nextInt(shuffled.size() + 1)));
        want(some);
        Map<String, byte[]> expected = new HashMap<>(model);
        expected.keySet().retainAll(some);
        assertResult(expected);
    }

    private void want(Set<String> some) {
        reader.wantSome();
        some.forEach(name -> reader.want(names.number(name)));
    }

    private void assertResult(Map<String, byte[]> expected) {
        while (reader.read(record) == RecordReader.Outcome.BUFFER_TOO_SMALL) {
            reader.grow();
        }
        RecordHeader header = reader.header();
        assertEquals(expected.size(), header.count());
        for (int index = 0; index < header.count(); index++) {
            byte[] value = Arrays.copyOfRange(reader.buffer(), header.start(index), header.end(index));
            assertArrayEquals(expected.get(names.name(header.number(index))), value);
        }
    }

    private static Set<String> fieldNames(int count) {
        Set<String> set = new TreeSet<>();
        for (int field = 0; field < count; field++) {
            set.add("field" + field);
        }
        return set;
    }

    private static Map<String, byte[]> values(Set<String> fields, int bytes) {
        Map<String, byte[]> values = new HashMap<>();
        for (String field : fields) {
            byte[] value = new byte[bytes];
            Arrays.fill(value, (byte) (field.hashCode() + bytes));
            values.put(field, value);
        }
        return values;
    }

    private static Map<String, byte[]> randomValues(Random random, Set<String> vocabulary) {
        Map<String, byte[]> values = new HashMap<>();
        int longest = random.nextInt(50) == 0 ? 70_000 / vocabulary.size() * 2 : 120;
        for (String field : vocabulary) {
            if (random.nextInt(3) == 0) {
                byte[] value = new byte[random.nextInt(longest + 1)];
                random.nextBytes(value);
                values.put(field, value);
            }
        }
        return values;
    }
}
