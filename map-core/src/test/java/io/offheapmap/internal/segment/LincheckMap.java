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

import io.offheapmap.internal.memory.ArrayMemory;
import io.offheapmap.internal.memory.Memory;
import java.util.Arrays;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * What Lincheck calls: a map over some memory, with readers and writers that may see it through different
 * memories, so that a fault can be planted in one of them. A value is a number and is stored several words
 * long, so that torn reads show.
 */
@Param(name = "key", gen = IntGen.class, conf = "1:3")
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public abstract class LincheckMap {

    /** The smallest that the entries here fit into, and a split's new buckets. */
    static final int MEMORY_BYTES = 64 << 10;
    /** More, and the next new entry splits the only bucket. */
    static final int ENTRIES_BEFORE_SPLIT = 5;
    /** Instead of a value: its words do not belong together. */
    static final int TORN = -1;
    private static final int VALUE_BYTES = 3 * Long.BYTES;

    final SmallMap readers;
    final SmallMap writers;

    /** Makes an empty map in zeroed memory. */
    LincheckMap(Memory memory, Memory readerMemory, Memory writerMemory) {
        SmallMap.format(memory);
        readers = new SmallMap(readerMemory, false);
        writers = readerMemory == writerMemory ? readers : new SmallMap(writerMemory, false);
    }

    /** Makes an empty map over an array. */
    LincheckMap(ArrayMemory memory, Fault fault) {
        this(memory, fault.readerMemory(memory), fault.writerMemory(memory));
    }

    static ArrayMemory array() {
        return new ArrayMemory(MEMORY_BYTES);
    }

    /** Each key becomes its own value. */
    final void fill(int entries) {
        for (int key = 1; key <= entries; key++) {
            put(key, key);
        }
    }

    private static SmallMap.Client client(SmallMap map) {
        return map.client(YieldingIdleStrategy.INSTANCE);
    }

    private static byte[] encode(int value) {
        byte[] bytes = new byte[VALUE_BYTES];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static Integer decode(byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        for (byte part : bytes) {
            if (part != bytes[0]) {
                return TORN;
            }
        }
        return bytes.length == VALUE_BYTES ? (int) bytes[0] : TORN;
    }

    @Operation
    public final Integer get(@Param(name = "key") int key) {
        return decode(client(readers).get(key));
    }

    @Operation
    public final boolean containsKey(@Param(name = "key") int key) {
        return client(readers).contains(key);
    }

    @Operation
    public final Integer put(@Param(name = "key") int key, @Param(name = "value") int value) {
        return decode(client(writers).put(key, encode(value)));
    }

    @Operation
    public final Integer putIfAbsent(@Param(name = "key") int key, @Param(name = "value") int value) {
        return decode(client(writers).putIfAbsent(key, encode(value)));
    }

    @Operation
    public final Integer remove(@Param(name = "key") int key) {
        return decode(client(writers).remove(key));
    }
}
