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
package io.offheapmap.internal.memory;

import io.offheapmap.error.MapFullException;
import java.io.IOException;
import java.nio.file.Path;

/** Uses all of the room once, in a JVM of its own; prints the kind of mapping that it got. */
final class PlainJvm {

    private PlainJvm() {
    }

    public static void main(String[] arguments) throws IOException {
        MappingKind kind = MappingKind.preferred();
        MappedFile file = MappedFile.open(Path.of(arguments[0]), kind, 1L << 40, true);
        GrowingSpace space = new GrowingSpace(file, 8L << 20, Housekeeper.shared());
        for (long end = 8; end <= 8L << 20; end += 4096) {
            space.ensure(end);
            file.memory().storeRelease(end - 8, end);
        }
        try {
            space.ensure(9L << 20);
        } catch (MapFullException expected) {
            file.advise(Advice.HUGE_PAGES, 0, file.reservedBytes());
            file.punch(4096, 4096);
            file.reserve(4096, 4096);
            file.force();
        }
        space.close();
        file.close();
        MappedFile other = MappedFile.anonymous(kind, 1L << 30);
        other.grow(4096);
        other.memory().zero(0, 4096);
        other.close();
        if (!NativeAccess.isAvailable()) {
            try {
                MappedFile.anonymous(MappingKind.NATIVE, 4096);
            } catch (UnsupportedOperationException expected) {
                System.out.println(expected.getMessage());
            }
        }
        System.out.println(kind);
    }
}
