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
package io.offheapmap.benchmarks.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A get against each kind of change. The result is the number in the value, -1 for a miss, -2 if torn. */
public final class GetRaces {

    private GetRaces() {
    }

    /** A get against one overwrite. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the get loads the slot before the put stores it")
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "the get loads the slot after the put stored it")
    @Outcome(id = "-1", expect = FORBIDDEN, desc = "the key was there throughout")
    @Outcome(expect = FORBIDDEN, desc = "torn or foreign value")
    @State
    public static class AgainstPut {
        private final SharedMap.Place place = SharedMap.newPlace();

        public AgainstPut() {
            place.map().set(place.key(), SharedMap.value(1));
        }

        @Actor
        public void get(I_Result result) {
            result.r1 = SharedMap.number(place.map().get(place.key()));
        }

        @Actor
        public void put() {
            place.map().set(place.key(), SharedMap.value(2));
        }
    }

    /** A get against a removal and a put of the same key. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the get loads the slot before the removal clears it")
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "the get loads the slot between removal and put")
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "the get loads the slot after the put stored it")
    @Outcome(expect = FORBIDDEN, desc = "torn or foreign value")
    @State
    public static class AgainstRemove {
        private final SharedMap.Place place = SharedMap.newPlace();

        public AgainstRemove() {
            place.map().set(place.key(), SharedMap.value(1));
        }

        @Actor
        public void get(I_Result result) {
            result.r1 = SharedMap.number(place.map().get(place.key()));
        }

        @Actor
        public void removeAndPut() {
            place.map().delete(place.key());
            place.map().set(place.key(), SharedMap.value(2));
        }
    }

    /** A get against growth: new keys split the buckets of a map that starts with room for one entry. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "before, during or after a split the key is found")
    @Outcome(id = "-1", expect = FORBIDDEN, desc = "a split hid the key")
    @Outcome(expect = FORBIDDEN, desc = "torn or foreign value")
    @State
    public static class AgainstSplit {
        private static final int NEW_KEYS = 8;
        private final SharedMap.Place place = SharedMap.newPlace();

        public AgainstSplit() {
            place.map().set(place.key(), SharedMap.value(1));
        }

        @Actor
        public void get(I_Result result) {
            result.r1 = SharedMap.number(place.map().get(place.key()));
        }

        @Actor
        public void grow() {
            for (int i = 1; i <= NEW_KEYS; i++) {
                place.map().set(place.key() + i, SharedMap.value(2));
            }
        }
    }

    /** A get against overwrites that fill the block again which the first one freed. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the get ends before the first overwrite")
    @Outcome(id = {"2", "3", "4", "5"}, expect = ACCEPTABLE, desc = "the get's last look at the slot, after"
        + " the copy, is between two overwrites or behind the last one")
    @Outcome(id = "-1", expect = FORBIDDEN, desc = "the key was there throughout")
    @Outcome(expect = FORBIDDEN, desc = "the value is of a block that was filled again under the copy")
    @State
    public static class AgainstReuse {
        private static final int LAST = 5;
        private final SharedMap.Place place = SharedMap.newPlace();

        public AgainstReuse() {
            place.map().set(place.key(), SharedMap.value(1));
        }

        @Actor
        public void get(I_Result result) {
            result.r1 = SharedMap.number(place.map().get(place.key()));
        }

        @Actor
        public void overwrite() {
            for (int i = 2; i <= LAST; i++) {
                place.map().set(place.key(), SharedMap.value(i));
            }
        }
    }
}
