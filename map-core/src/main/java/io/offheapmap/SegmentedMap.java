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
package io.offheapmap;

import io.offheapmap.codec.ValueReader;
import io.offheapmap.codec.ValueUpdater;
import io.offheapmap.internal.codec.Transcoder;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.recovery.MapFile;
import io.offheapmap.internal.segment.BucketWalk;
import io.offheapmap.internal.segment.MapParts;
import io.offheapmap.internal.segment.Operation;
import io.offheapmap.internal.segment.OperationPool;
import io.offheapmap.internal.segment.Reader;
import io.offheapmap.internal.segment.SegmentLocks;
import io.offheapmap.internal.segment.Writer;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.IdleStrategy;

/** The map: turns objects into bytes and calls into operations. */
final class SegmentedMap<K, V> implements OffHeapMap<K, V> {

    private final Transcoder<K> keys;
    private final Transcoder<V> values;
    private final MapFile file;
    private final MapParts parts;
    private final OperationPool operations;
    private final SegmentLocks locks;
    private final Reader reader;
    private final Writer writer;

    SegmentedMap(Transcoder<K> keys, Transcoder<V> values, MapFile file,
        Supplier<? extends IdleStrategy> idleStrategies) {
        this.keys = keys;
        this.values = values;
        this.file = file;
        this.parts = file.parts();
        this.operations = new OperationPool(file.file().toString(), idleStrategies);
        this.locks = new SegmentLocks(parts);
        this.reader = new Reader(parts, locks);
        this.writer = new Writer(parts, reader, locks);
    }

    MapParts parts() {
        return parts;
    }

    OperationPool operations() {
        return operations;
    }

    Reader reader() {
        return reader;
    }

    SegmentLocks locks() {
        return locks;
    }

    Transcoder<K> keys() {
        return keys;
    }

    Transcoder<V> values() {
        return values;
    }

    /** Takes an operation and gives it the key; it has to be released. */
    private Operation begin(K key) {
        Objects.requireNonNull(key, "key");
        Operation op = operations.acquire();
        boolean located = false;
        try {
            op.scratch.keyLength = keys.encodeKey(key, op.scratch);
            parts.locate(op);
            located = true;
            return op;
        } finally {
            if (!located) {
                operations.release(op);
            }
        }
    }

    @Override
    public V get(K key) {
        return getUsing(key, null);
    }

    @Override
    public V getUsing(K key, V using) {
        Operation op = begin(key);
        try {
            return reader.get(op, values, using);
        } finally {
            operations.release(op);
        }
    }

    @Override
    public boolean containsKey(K key) {
        Operation op = begin(key);
        try {
            return reader.contains(op);
        } finally {
            operations.release(op);
        }
    }

    @Override
    public V put(K key, V value) {
        return put(key, value, false, true);
    }

    @Override
    public void set(K key, V value) {
        put(key, value, false, false);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return put(key, value, true, true);
    }

    private V put(K key, V value, boolean onlyIfAbsent, boolean wantsPrevious) {
        Objects.requireNonNull(value, "value");
        Operation op = begin(key);
        try {
            V present = onlyIfAbsent ? reader.get(op, values, null) : null;
            return present == null ? writer.put(op, values, value, onlyIfAbsent, wantsPrevious) : present;
        } finally {
            operations.release(op);
        }
    }

    @Override
    public V remove(K key) {
        Operation op = begin(key);
        try {
            return writer.remove(op, values);
        } finally {
            operations.release(op);
        }
    }

    @Override
    public boolean delete(K key) {
        Operation op = begin(key);
        try {
            return writer.delete(op);
        } finally {
            operations.release(op);
        }
    }

    @Override
    public boolean update(K key, ValueUpdater updater) {
        Objects.requireNonNull(updater, "updater");
        Operation op = begin(key);
        try {
            return writer.update(op, updater);
        } finally {
            operations.release(op);
        }
    }

    @Override
    public <R> R read(K key, ValueReader<R> valueReader) {
        Objects.requireNonNull(valueReader, "reader");
        Operation op = begin(key);
        try {
            return reader.read(op, valueReader);
        } finally {
            operations.release(op);
        }
    }

    @Override
    public int size() {
        return (int) Math.min(Integer.MAX_VALUE, mappingCount());
    }

    @Override
    public boolean isEmpty() {
        return mappingCount() == 0;
    }

    @Override
    public long mappingCount() {
        return sum(SegmentDescriptor.ENTRIES);
    }

    private long sum(long field) {
        Operation op = operations.acquire();
        try {
            long sum = 0;
            for (int segment = 0; segment < parts.geometry.segments(); segment++) {
                sum += parts.memory.loadOpaque(parts.geometry.segmentOffset(segment) + field);
            }
            return sum;
        } finally {
            operations.release(op);
        }
    }

    @Override
    public void clear() {
        BucketWalk walk = new BucketWalk(parts);
        while (!walk.isDone()) {
            Operation op = operations.acquire();
            try {
                writer.clearBucket(op, walk);
            } finally {
                operations.release(op);
            }
            walk.advance();
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action, "action");
        Cursor<K, V> cursor = cursor();
        while (cursor.next()) {
            V value = cursor.value(null);
            if (value != null) {
                action.accept(cursor.key(null), value);
            }
        }
    }

    @Override
    public Cursor<K, V> cursor() {
        operations.release(operations.acquire());   // tells at once when the map is closed
        return new MapCursor<>(this);
    }

    @Override
    public void sync() {
        Operation op = operations.acquire();
        try {
            file.sync();
        } finally {
            operations.release(op);
        }
    }

    @Override
    public MapStats stats() {
        Operation op = operations.acquire();
        try {
            long buckets = 0;
            for (int segment = 0; segment < parts.geometry.segments(); segment++) {
                buckets += parts.index.buckets(
                    parts.memory.loadOpaque(parts.geometry.segmentOffset(segment) + SegmentDescriptor.SPLIT));
            }
            return new MapStats(sum(SegmentDescriptor.ENTRIES), sum(SegmentDescriptor.BYTES),
                parts.extentRows.end(), file.length(), parts.geometry.segments(), buckets);
        } finally {
            operations.release(op);
        }
    }

    @Override
    public void close() {
        if (operations.close()) {
            file.close();
        }
    }
}
