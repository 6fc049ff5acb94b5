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
package io.offheapmap.internal.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.offheapmap.internal.index.SipHash;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.memory.ArrayMemory;
import io.offheapmap.internal.memory.HeapBytes;
import io.offheapmap.internal.memory.MappedFile;
import io.offheapmap.internal.memory.MappingKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Linearizability of the engine. The model checker sees no memory outside of the heap: it would find nothing
 * there and be content. So it gets a map over an array, and faults are planted that it has to find. It is
 * blind to the order of weak accesses; a stress run over a real mapping looks at that.
 */
class LincheckTest {

    private static final int ITERATIONS = 3;
    private static final int INVOCATIONS = 60;
    /** For scenes that were made for a small window. */
    private static final int SCENE_INVOCATIONS = 60;
    /** Longer loops count as hung; a reader tries 256 times. */
    private static final int LOOP_BOUND = 1_000;

    /** What the map has to do, one operation at a time. */
    public static final class Specification {
        private final Map<Integer, Integer> map = new HashMap<>();

        public Integer get(int key) {
            return map.get(key);
        }

        public boolean containsKey(int key) {
            return map.containsKey(key);
        }

        public Integer put(int key, int value) {
            return map.put(key, value);
        }

        public Integer putIfAbsent(int key, int value) {
            return map.putIfAbsent(key, value);
        }

        public Integer remove(int key) {
            return map.remove(key);
        }
    }

    /** The same, when a few entries are there. */
    public static final class FilledSpecification {
        private final Specification map = new Specification();

        public FilledSpecification() {
            for (int key = 1; key <= LincheckMap.ENTRIES_BEFORE_SPLIT; key++) {
                map.put(key, key);
            }
        }

        public Integer get(int key) {
            return map.get(key);
        }

        public boolean containsKey(int key) {
            return map.containsKey(key);
        }

        public Integer put(int key, int value) {
            return map.put(key, value);
        }

        public Integer putIfAbsent(int key, int value) {
            return map.putIfAbsent(key, value);
        }

        public Integer remove(int key) {
            return map.remove(key);
        }
    }

    /** Empty, as it should be. */
    public static final class Sound extends LincheckMap {
        public Sound() {
            super(array(), Fault.NONE);
        }
    }

    /** The next new key splits. */
    public static final class SoundSplit extends LincheckMap {
        public SoundSplit() {
            super(array(), Fault.NONE);
            fill(ENTRIES_BEFORE_SPLIT);
        }
    }

    /** Everybody gets the lock, at any time. */
    private static final class UnlockedMemory extends SeamMemory {
        UnlockedMemory(ArrayMemory memory) {
            super(memory);
        }

        @Override
        public boolean compareAndSet(long offset, long expected, long value) {
            super.compareAndSet(offset, expected, value);
            return true;
        }
    }

    /** Writers do not exclude each other. */
    public static final class Unlocked extends LincheckMap {
        public Unlocked() {
            this(array());
        }

        private Unlocked(ArrayMemory memory) {
            super(memory, memory, new UnlockedMemory(memory));
        }
    }

    /** A block is found before it is filled. */
    public static final class PublishedEarly extends LincheckMap {
        public PublishedEarly() {
            super(array(), Fault.PUBLISHED_BEFORE_FILLED);
            fill(ENTRIES_BEFORE_SPLIT);
        }
    }

    /** A reader does not see that its block was freed and filled again. */
    public static final class FillingsAlike extends LincheckMap {
        public FillingsAlike() {
            super(array(), Fault.FILLINGS_ALIKE);
            fill(ENTRIES_BEFORE_SPLIT);
        }
    }

    /** A reader does not see that a split is under way. */
    public static final class SplitNotMarked extends LincheckMap {
        public SplitNotMarked() {
            super(array(), Fault.SPLIT_NOT_MARKED);
            fill(ENTRIES_BEFORE_SPLIT);
        }
    }

    /** Over a real mapping. */
    public static final class Mapped extends LincheckMap {
        private static MappedFile file;

        public Mapped() throws IOException {
            this(mapping());
        }

        private Mapped(MappedFile file) {
            super(file.memory(), file.memory(), file.memory());
        }

        private static MappedFile mapping() throws IOException {
            if (file == null) {
                file = MappedFile.anonymous(MappingKind.PORTABLE, MEMORY_BYTES);
                file.grow(MEMORY_BYTES);
            }
            file.memory().zero(0, MEMORY_BYTES);
            return file;
        }
    }

    private static Actor actor(String operation, Integer... arguments) {
        Class<?>[] types = new Class<?>[arguments.length];
        Arrays.fill(types, int.class);
        try {
            return new Actor(LincheckMap.class.getMethod(operation, types), List.of(arguments));
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * What works with an array of its thread is of no interest, and is nothing that Lincheck knows; to zero
     * memory looks like a hung loop.
     */
    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions().loopBound(LOOP_BOUND)
            .minimizeFailedScenario(false)
            .addGuarantee(ManagedStrategyGuaranteeKt
                .forClasses(HeapBytes.class.getName(), SipHash.class.getName()).allMethods().ignore())
            .addGuarantee(ManagedStrategyGuaranteeKt
                .forClasses(ArrayMemory.class.getName()).methods("zero").ignore());
    }

    private static ModelCheckingOptions scene(List<Actor> one, List<Actor> other) {
        return options().iterations(0).invocationsPerIteration(SCENE_INVOCATIONS)
            .sequentialSpecification(FilledSpecification.class)
            .addCustomScenario(new ExecutionScenario(List.of(), List.of(one, other), List.of(), null));
    }

    /** Two lists of moves meet: an entry is inserted, which splits, and others are read. */
    private static ModelCheckingOptions splitScene() {
        return scene(List.of(actor("put", 6, 9)), List.of(actor("get", 1), actor("get", 2), actor("get", 3),
            actor("get", 4), actor("containsKey", 5)));
    }

    /** The second write fills the block that the first one freed. */
    private static ModelCheckingOptions reuseScene() {
        return scene(List.of(actor("get", 1)), List.of(actor("put", 1, 8), actor("put", 1, 9)));
    }

    private static ModelCheckingOptions random() {
        return options().iterations(ITERATIONS).invocationsPerIteration(INVOCATIONS)
            .threads(2).actorsPerThread(2).actorsBefore(1).actorsAfter(1)
            .sequentialSpecification(Specification.class);
    }

    @Tag("long")
    @Test
    void model() {
        random().check(Sound.class);
    }

    @Tag("long")
    @Test
    void modelOfASplit() {
        splitScene().check(SoundSplit.class);
    }

    @Test
    void modelOfAReusedBlock() {
        reuseScene().check(SoundSplit.class);
    }

    @Tag("long")
    @Test
    void findsThatNobodyLocks() {
        assertFound(random(), Unlocked.class);
    }

    /** A hang or an exception is not what is looked for. */
    private static void assertFound(ModelCheckingOptions options, Class<?> faulty) {
        String message = assertThrows(LincheckAssertionError.class, () -> options.check(faulty)).getMessage();
        assertTrue(message.contains("Invalid execution results"), message);
    }

    @Test
    void findsWhatIsPublishedEarly() {
        assertFound(reuseScene(), PublishedEarly.class);
    }

    @Tag("long")
    @Test
    void findsAReusedBlock() {
        assertFound(reuseScene(), FillingsAlike.class);
    }

    @Tag("long")
    @Test
    void findsASplitThatIsNotMarked() {
        assertFound(splitScene(), SplitNotMarked.class);
    }

    /** So that the scene is what it says. */
    @Test
    void splits() {
        LincheckMap map = new SoundSplit();
        long split = map.readers.header() + SegmentDescriptor.SPLIT;
        long before = map.readers.parts.memory.loadLong(split);
        assertEquals(new Specification().get(6), map.put(6, 9));
        assertNotEquals(before, map.readers.parts.memory.loadLong(split));
    }

    @Test
    void stress() {
        new StressOptions().iterations(ITERATIONS).invocationsPerIteration(INVOCATIONS)
            .threads(2).actorsPerThread(3).actorsBefore(1).actorsAfter(1)
            .minimizeFailedScenario(false).sequentialSpecification(Specification.class).check(Mapped.class);
    }

    @AfterAll
    static void unmap() throws IOException {
        if (Mapped.file != null) {
            Mapped.file.close();
        }
    }
}
