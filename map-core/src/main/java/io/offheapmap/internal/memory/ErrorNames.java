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

/** What the operating system's error numbers mean, in English whatever the locale. */
final class ErrorNames {

    private ErrorNames() {
    }

    static String describe(int error) {
        return switch (error) {
            case 1 -> "EPERM (Operation not permitted)";
            case 2 -> "ENOENT (No such file or directory)";
            case 5 -> "EIO (Input/output error)";
            case 9 -> "EBADF (Bad file descriptor)";
            case 12 -> "ENOMEM (Cannot allocate memory)";
            case 13 -> "EACCES (Permission denied)";
            case 16 -> "EBUSY (Device or resource busy)";
            case 19 -> "ENODEV (No such device)";
            case 20 -> "ENOTDIR (Not a directory)";
            case 21 -> "EISDIR (Is a directory)";
            case 22 -> "EINVAL (Invalid argument)";
            case 23 -> "ENFILE (Too many open files in system)";
            case 24 -> "EMFILE (Too many open files)";
            case 26 -> "ETXTBSY (Text file busy)";
            case 27 -> "EFBIG (File too large)";
            case 28 -> "ENOSPC (No space left on device)";
            case 30 -> "EROFS (Read-only file system)";
            case 36 -> "ENAMETOOLONG (File name too long)";
            case 40 -> "ELOOP (Too many levels of symbolic links)";
            case 95 -> "EOPNOTSUPP (Operation not supported)";
            case 116 -> "ESTALE (Stale file handle)";
            case 122 -> "EDQUOT (Disk quota exceeded)";
            default -> "errno " + error;
        };
    }
}
