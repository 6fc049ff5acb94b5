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

import java.io.IOException;
import java.nio.file.Path;

/** Opens a map and keeps it until its input says something or ends; a program of its own. */
final class MapHolder {

    private MapHolder() {
    }

    public static void main(String[] arguments) throws IOException {
        try (OffHeapMap<String, String> map = OffHeapMap.of(String.class, String.class)
            .entries(10).createPersistedTo(Path.of(arguments[0]))) {
            map.set("from", "the child");
            System.out.println("open");
            System.in.read();
        }
        System.out.println("closed");
    }
}
