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
package io.offheapmap.internal.codec;

import io.offheapmap.codec.Codec;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Finds the transcoder of a type. Types with the same bytes share an id: a file can be opened with any of
 * them.
 */
public final class Transcoders {

    private static final int TEXT = 1;
    private static final int BYTES = 2;
    private static final int INTEGER = 3;
    private static final int LONG = 4;
    private static final int DOUBLE = 5;
    private static final int UUID_ID = 6;

    private static final String BUILT_IN =
        "[String, CharSequence, byte[], ByteBuffer, MemorySegment, Integer, Long, Double, UUID]";

    private Transcoders() {
    }

    /**
     * Finds or makes a transcoder.
     *
     * @param codec the user's codec, or null to take the library's own
     * @throws IllegalArgumentException if there is none, or the codec's id is not a user's
     */
    public static <T> Transcoder<T> of(Class<T> type, Codec<T> codec) {
        if (codec != null) {
            return new UserTranscoder<>(type, codec);
        }
        Transcoder<?> found = builtIn(type);
        if (found == null) {
            throw new IllegalArgumentException("type has no built-in codec: type=" + type.getTypeName()
                + ", builtIn=" + BUILT_IN + "; give a codec to the builder");
        }
        assert found.type() == type;
        @SuppressWarnings("unchecked")
        Transcoder<T> checked = (Transcoder<T>) found;
        return checked;
    }

    /** Names the format of an id, for messages. */
    public static String nameOf(int id) {
        return switch (id) {
            case TEXT -> "text (String, CharSequence)";
            case BYTES -> "bytes (byte[], ByteBuffer, MemorySegment)";
            case INTEGER -> "Integer";
            case LONG -> "Long";
            case DOUBLE -> "Double";
            case UUID_ID -> "UUID";
            default -> id >= Codec.FIRST_USER_ID ? "codec with id " + id : "unknown id " + id;
        };
    }

    private static Transcoder<?> builtIn(Class<?> type) {
        if (type == String.class) {
            return new TextTranscoder<>(TEXT, String.class);
        }
        if (type == CharSequence.class) {
            return new TextTranscoder<>(TEXT, CharSequence.class);
        }
        if (type == byte[].class) {
            return new ArrayTranscoder(BYTES);
        }
        if (type == ByteBuffer.class) {
            return new BufferTranscoder(BYTES);
        }
        if (type == MemorySegment.class) {
            return new SegmentTranscoder(BYTES);
        }
        return numberOf(type);
    }

    private static Transcoder<?> numberOf(Class<?> type) {
        if (type == Integer.class) {
            return new NumberTranscoder<>(INTEGER, Integer.class);
        }
        if (type == Long.class) {
            return new NumberTranscoder<>(LONG, Long.class);
        }
        if (type == Double.class) {
            return new NumberTranscoder<>(DOUBLE, Double.class);
        }
        return type == UUID.class ? new NumberTranscoder<>(UUID_ID, UUID.class) : null;
    }
}
