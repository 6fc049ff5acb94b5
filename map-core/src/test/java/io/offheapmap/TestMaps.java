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

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.offheapmap.internal.memory.NativeAccess;
import io.offheapmap.internal.recovery.MapVerifier;
import io.offheapmap.internal.segment.MapParts;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Assumptions;

/** Opens maps for tests; each is verified when it is closed, so nobody else may use it then. */
final class TestMaps {

    private TestMaps() {
    }

    /** Where the bytes are. */
    enum Kind {
        MEMORY_PORTABLE, FILE_PORTABLE, MEMORY_NATIVE, FILE_NATIVE;

        boolean isPersisted() {
            return this == FILE_PORTABLE || this == FILE_NATIVE;
        }

        boolean isNative() {
            return this == MEMORY_NATIVE || this == FILE_NATIVE;
        }

        void assumeAvailable() {
            Assumptions.assumeTrue(!isNative() || NativeAccess.isAvailable(), "needs native access");
        }
    }

    /** Opens a map; its close verifies it first. */
    static <K, V> OffHeapMap<K,
        V> open(Kind kind, OffHeapMapBuilder<K, V> builder, Path file) throws IOException {
        return verified(openPlain(kind, builder, file));
    }

    /** Opens a map that is not verified: for tests that close it while it is in use. */
    static <K, V> OffHeapMap<K, V> openPlain(Kind kind, OffHeapMapBuilder<K, V> builder, Path file)
        throws IOException {
        builder.mapping(kind.isNative() ? Mapping.NATIVE : Mapping.PORTABLE);
        return kind.isPersisted() ? builder.createPersistedTo(file) : builder.create();
    }

    /** Checks every invariant. */
    static void verify(OffHeapMap<?, ?> map) {
        assertEquals(List.of(), new MapVerifier(parts(map)).verify());
    }

    /** What a map is made of. */
    static MapParts parts(OffHeapMap<?, ?> map) {
        return map instanceof SegmentedMap<?, ?> segmented ? segmented.parts()
            : ((Unwrap) Proxy.getInvocationHandler(map)).map().parts();
    }

    private interface Unwrap extends java.lang.reflect.InvocationHandler {
        SegmentedMap<?, ?> map();
    }

    @SuppressWarnings("unchecked")
    private static <K, V> OffHeapMap<K, V> verified(OffHeapMap<K, V> map) {
        AtomicBoolean closed = new AtomicBoolean();
        Unwrap handler = new Unwrap() {
            @Override
            public SegmentedMap<?, ?> map() {
                return (SegmentedMap<?, ?>) map;
            }

            @Override
            public Object invoke(Object proxy, java.lang.reflect.Method method,
                Object[] arguments) throws Throwable {
                try {
                    if (method.getName().equals("close") && closed.compareAndSet(false, true)) {
                        try (OffHeapMap<K, V> closing = map) {
                            verify(closing);
                        }
                        return null;
                    }
                    return method.invoke(map, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        };
        return (OffHeapMap<K, V>) Proxy.newProxyInstance(TestMaps.class.getClassLoader(),
            new Class<?>[] {OffHeapMap.class}, handler);
    }
}
