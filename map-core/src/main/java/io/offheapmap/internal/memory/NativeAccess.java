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

import com.sun.jna.Native;
import java.lang.System.Logger.Level;
import java.util.Set;

/**
 * Whether the operating system's calls may be used, decided once. Nothing restricted is touched before the
 * JVM was told to allow it, because it prints a warning otherwise.
 */
public final class NativeAccess {

    /** Set to {@code false} it turns native calls off, also where they are allowed. */
    public static final String PROPERTY = "offheapmap.native";

    /** The numbers of flags and errors in {@link NativeCalls} are these architectures'. */
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "aarch64", "riscv64");

    private NativeAccess() {
    }

    /**
     * Tells whether native calls are allowed and work here; logs one line when they are merely not allowed.
     */
    public static boolean isAvailable() {
        return Decision.AVAILABLE;
    }

    /** Why native calls are not available, for messages; empty when they are. */
    public static String obstacle() {
        return Decision.OBSTACLE;
    }

    /** Initialised at the first question. */
    private static final class Decision {

        private static final String OBSTACLE = findObstacle();
        private static final boolean AVAILABLE = OBSTACLE.isEmpty();

        private Decision() {
        }

        private static String findObstacle() {
            if ("false".equalsIgnoreCase(System.getProperty(PROPERTY))) {
                return "the system property " + PROPERTY + " is false";
            }
            String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
            if (!"Linux".equals(System.getProperty("os.name"))
                || !ARCHITECTURES.contains(System.getProperty("os.arch"))) {
                return "not known for this system: system=" + system;
            }
            String obstacle;
            try {
                obstacle = tryToLoad();
            } catch (LinkageError error) {
                // No JNA on the path, no library in it for this machine, or a temporary folder without exec.
                obstacle = "JNA can't be loaded: " + error;
            }
            if (!obstacle.isEmpty()) {
                System.getLogger("io.offheapmap").log(Level.INFO,
                    "OffHeapMap works without native access: " + obstacle);
            }
            return obstacle;
        }

        private static String tryToLoad() {
            Module ours = NativeAccess.class.getModule();
            Module jna = Native.class.getModule();   // a class literal does not initialise the class
            if (!ours.isNativeAccessEnabled() || !jna.isNativeAccessEnabled()) {
                return "to allow it, start java with --enable-native-access=" + flag(ours, jna);
            }
            return NativeCalls.load() ? "" : "JNA does not work on this system";
        }

        private static String flag(Module ours, Module jna) {
            String first = ours.isNamed() ? ours.getName() : "ALL-UNNAMED";
            String second = jna.isNamed() ? jna.getName() : "ALL-UNNAMED";
            return first.equals(second) ? first : first + "," + second;
        }
    }
}
