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
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The planted fault: increments by get and set, without {@code update}, lose one. GetRacesTest finds it. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "one after the other")
@Outcome(id = "1", expect = FORBIDDEN, desc = "both get before either sets: an update is lost")
@Outcome(expect = FORBIDDEN, desc = "torn or foreign value")
@State
public class PlantedLostUpdate {
    private final SharedMap.Place place = SharedMap.newPlace();

    public PlantedLostUpdate() {
        place.map().set(place.key(), SharedMap.value(0));
    }

    @Actor
    public void first() {
        increment();
    }

    @Actor
    public void second() {
        increment();
    }

    @Arbiter
    public void result(I_Result result) {
        result.r1 = SharedMap.number(place.map().get(place.key()));
    }

    private void increment() {
        int number = SharedMap.number(place.map().get(place.key()));
        place.map().set(place.key(), SharedMap.value(number + 1));
    }
}
