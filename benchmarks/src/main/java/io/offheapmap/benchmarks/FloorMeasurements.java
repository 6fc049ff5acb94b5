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
package io.offheapmap.benchmarks;

import io.offheapmap.OffHeapMap;
import java.lang.invoke.VarHandle;

/**
 * What {@link Floor} measures. Each operation waits for the one before it, as it would when the caller used
 * the value: otherwise the processor would work on several at once where nothing orders them, and the table
 * would compare throughput with latency. The record of a get depends on the bytes that the one before
 * returned. The floor of a set looks at what it overwrites, as whoever replaces an entry has to compare its
 * key, and the next record depends on that byte. The blind one does not look, and has a full fence behind it,
 * which any lock is as well.
 */
final class FloorMeasurements {

    private FloorMeasurements() {
    }

    static Measurement floorGet(FloorRegion region, byte[] target) {
        return new Measurement("floor get") {
            @Override
            long run(Batch batch) {
                int zero = 0;
                for (int i = 0; i < Batch.SIZE; i++) {
                    region.get(batch.records[i + zero], target);
                    zero = target[target.length - 1] >>> TO_ZERO;
                }
                return zero;
            }
        };
    }

    static Measurement floorSet(FloorRegion region, byte[] value) {
        return new Measurement("floor set") {
            @Override
            long run(Batch batch) {
                int zero = 0;
                for (int i = 0; i < Batch.SIZE; i++) {
                    zero = region.set(batch.records[i + zero], value) >>> TO_ZERO;
                }
                return zero;
            }
        };
    }

    static Measurement floorSetBlind(FloorRegion region, byte[] value) {
        return new Measurement("floor set, blind") {
            @Override
            long run(Batch batch) {
                for (int i = 0; i < Batch.SIZE; i++) {
                    region.setBlind(batch.records[i], value);
                    VarHandle.fullFence();
                }
                return 0;
            }
        };
    }

    static Measurement getByText(String name, OffHeapMap<CharSequence, byte[]> map, byte[] target) {
        return new Measurement(name) {
            @Override
            long run(Batch batch) {
                int zero = 0;
                for (int i = 0; i < Batch.SIZE; i++) {
                    byte[] found = map.getUsing(batch.texts[i + zero], target);
                    zero = found[found.length - 1] >>> TO_ZERO;
                }
                return zero;
            }
        };
    }

    static Measurement setByText(String name, OffHeapMap<CharSequence, byte[]> map, byte[] value) {
        return new Measurement(name) {
            @Override
            long run(Batch batch) {
                for (int i = 0; i < Batch.SIZE; i++) {
                    map.set(batch.texts[i], value);
                }
                return 0;
            }
        };
    }

    static Measurement getByBytes(String name, OffHeapMap<byte[], byte[]> map, byte[] target) {
        return new Measurement(name) {
            @Override
            long run(Batch batch) {
                int zero = 0;
                for (int i = 0; i < Batch.SIZE; i++) {
                    byte[] found = map.getUsing(batch.keys[i + zero], target);
                    zero = found[found.length - 1] >>> TO_ZERO;
                }
                return zero;
            }
        };
    }

    static Measurement setByBytes(String name, OffHeapMap<byte[], byte[]> map, byte[] value) {
        return new Measurement(name) {
            @Override
            long run(Batch batch) {
                for (int i = 0; i < Batch.SIZE; i++) {
                    map.set(batch.keys[i], value);
                }
                return 0;
            }
        };
    }
}
