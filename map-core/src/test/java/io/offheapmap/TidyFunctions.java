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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the functions of a source: bodies that lie directly in the body of a type. */
final class TidyFunctions {

    /**
     * A function.
     *
     * @param firstLine index of the line of its opening brace
     * @param lines     from there to its closing brace
     */
    record Function(int firstLine, int lines) {
    }

    private enum Kind { TYPE, FUNCTION, OTHER }

    private record Body(Kind kind, int line) {
    }

    private static final Pattern ANNOTATION = Pattern.compile("@(?!interface)\\w+(\\([^()]*\\))?");
    private static final Pattern TYPE = Pattern.compile("(?s).*\\b(class|interface|enum|record)\\s+\\w.*");
    private static final Pattern VALUE = Pattern.compile("(?s).*(=|->|\\bnew\\b).*");

    private final String code;
    private final Deque<Body> open = new ArrayDeque<>();
    private final List<Function> found = new ArrayList<>();
    private int line;
    private int statement;

    private TidyFunctions(String code) {
        this.code = code;
    }

    /** Finds the functions in code without comments and strings. */
    static List<Function> of(String code) {
        TidyFunctions functions = new TidyFunctions(code);
        functions.scan();
        return functions.found;
    }

    private void scan() {
        for (int i = 0; i < code.length(); i++) {
            switch (code.charAt(i)) {
                case '\n' -> line++;
                case '{' -> {
                    open.push(new Body(kindOf(code.substring(statement, i)), line));
                    statement = i + 1;
                }
                case '}' -> {
                    close();
                    statement = i + 1;
                }
                case ';' -> statement = i + 1;
                default -> { }
            }
        }
    }

    private void close() {
        Body body = open.pop();
        if (body.kind() == Kind.FUNCTION) {
            found.add(new Function(body.line(), line - body.line() + 1));
        }
    }

    /** Tells what kind of body follows a piece of code; only in a type's body is it a function's. */
    private Kind kindOf(String withAnnotations) {
        String before = ANNOTATION.matcher(withAnnotations).replaceAll("");
        if (TYPE.matcher(before).matches()) {
            return Kind.TYPE;
        }
        boolean inType = !open.isEmpty() && open.peek().kind() == Kind.TYPE;
        return inType && !VALUE.matcher(before).matches() ? Kind.FUNCTION : Kind.OTHER;
    }
}
