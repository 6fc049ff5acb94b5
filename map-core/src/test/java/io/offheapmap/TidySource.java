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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Java file as the rules see it.
 *
 * @param name  where it is, from the top directory
 * @param text  all of it
 * @param code  the same with comments and the content of strings blanked out, line for line
 */
record TidySource(String name, String text, String code) {

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    static TidySource of(String name, String text) {
        return new TidySource(name, text, new Blanker(text).blank());
    }

    List<String> lines() {
        return text.lines().toList();
    }

    boolean isMain() {
        return name.contains("/src/main/");
    }

    boolean isCore() {
        return name.startsWith("map-core/src/main/java/");
    }

    String packageName() {
        Matcher matcher = PACKAGE.matcher(code);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** All Java files of all modules; tests run in a module's directory or in the one above. */
    static List<TidySource> all() {
        Path here = Path.of("").toAbsolutePath();
        Path top = Files.isDirectory(here.resolve("map-core")) ? here : here.getParent();
        try (Stream<Path> modules = Files.list(top)) {
            return modules.map(module -> module.resolve("src")).filter(Files::isDirectory)
                .flatMap(TidySource::javaFiles).sorted().map(file -> read(top, file)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> javaFiles(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TidySource read(Path top, Path file) {
        try {
            return of(top.relativize(file).toString().replace('\\', '/'), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes comments and strings out of a text, and leaves its lines where they are. */
    private static final class Blanker {

        private final String text;
        private final StringBuilder code;
        private int at;

        Blanker(String text) {
            this.text = text;
            this.code = new StringBuilder(text);
        }

        String blank() {
            while (at < text.length()) {
                if (text.startsWith("//", at)) {
                    skip(0, "\n");
                } else if (text.startsWith("/*", at)) {
                    skip(0, "*/");
                } else if (text.startsWith("\"\"\"", at)) {
                    skip(3, "\"\"\"");
                } else if (text.charAt(at) == '"') {
                    skip(1, "\"");
                } else if (text.charAt(at) == '\'') {
                    skip(1, "'");
                } else {
                    at++;
                }
            }
            return code.toString();
        }

        /** Blanks up to an end mark; quotes stay, so that what they hold is still seen to be something. */
        private void skip(int quotes, String end) {
            int start = at;
            at += Math.max(quotes, end.length());
            while (at < text.length() && !text.startsWith(end, at)) {
                at += quotes > 0 && text.charAt(at) == '\\' ? 2 : 1;
            }
            int stop = Math.min(text.length(), at);
            at = Math.min(text.length(), at + end.length());
            int last = quotes > 0 ? stop : at;
            for (int i = start + quotes; i < last; i++) {
                if (text.charAt(i) != '\n') {
                    code.setCharAt(i, ' ');
                }
            }
        }
    }
}
