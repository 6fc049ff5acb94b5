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
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;

/**
 * The operating system's calls, and nothing that decides. Only {@link NativeAccess} may cause this class to
 * be initialised first. Addresses and sizes are {@code long}: the architectures allowed there are 64 bits
 * wide.
 */
final class NativeCalls {

    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int ENOMEM = 12;
    static final int EINVAL = 22;
    static final int ENOSPC = 28;
    static final int ENOSYS = 38;
    static final int EOPNOTSUPP = 95;
    static final int EDQUOT = 122;

    static final int MADV_NORMAL = 0;
    static final int MADV_RANDOM = 1;
    static final int MADV_DONTNEED = 4;
    static final int MADV_HUGEPAGE = 14;
    static final int MADV_NOHUGEPAGE = 15;
    static final int MADV_POPULATE_WRITE = 23;

    private static final int O_RDWR = 0x2;
    private static final int O_CLOEXEC = 0x80000;
    private static final int SEEK_END = 2;
    private static final int PROT_NONE = 0;
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_SHARED = 0x1;
    private static final int MAP_PRIVATE = 0x2;
    private static final int MAP_FIXED = 0x10;
    private static final int MAP_ANONYMOUS = 0x20;
    private static final int MAP_NORESERVE = 0x4000;
    private static final int FALLOC_FL_KEEP_SIZE = 0x1;
    private static final int FALLOC_FL_PUNCH_HOLE = 0x2;

    private static final int FAILED = -1;

    static {
        // The C library is in the process already; by name it would have to be searched for.
        Native.register(NativeCalls.class, NativeLibrary.getProcess());
    }

    private NativeCalls() {
    }

    /** Loads the library and makes one harmless call. */
    static boolean load() {
        return getpid() == ProcessHandle.current().pid();
    }

    /** Opens an existing file for reading and writing. */
    static int openFile(Path file) throws IOException {
        Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding"));
        byte[] name = (file.toAbsolutePath() + "\0").getBytes(charset);
        int descriptor = open(name, O_RDWR | O_CLOEXEC);
        if (descriptor == FAILED) {
            throw failure("can't open the file", file, "; check that it exists and may be read and written");
        }
        return descriptor;
    }

    static void closeFile(int descriptor) {
        close(descriptor);   // the descriptor is gone, whatever the answer; forced writes were checked before
    }

    static long length(int descriptor, Path file) throws IOException {
        long length = lseek(descriptor, 0, SEEK_END);
        if (length == FAILED) {
            throw failure("can't tell the length of the file", file, "");
        }
        return length;
    }

    static void setLength(int descriptor, Path file, long length) throws IOException {
        while (ftruncate(descriptor, length) == FAILED) {
            if (Native.getLastError() != EINTR) {
                throw failure("can't set the length of the file", file, ", length=" + length);
            }
        }
    }

    /**
     * Gives the range blocks and moves the end of the file when it lies before; may succeed for a part only.
     */
    static void allocate(int descriptor, Path file, long from, long to) throws IOException {
        while (fallocate(descriptor, 0, from, to - from) == FAILED) {
            int error = Native.getLastError();
            if (error == EOPNOTSUPP || error == ENOSYS) {
                // Without fallocate, blocks come by writing; only past the end, where nothing is overwritten.
                writeZeros(descriptor, file, Math.max(from, length(descriptor, file)), to);
                return;
            }
            if (error != EINTR) {
                throw failure("can't reserve room for the file", file, ", from=" + from + ", bytes="
                    + (to - from) + "; " + adviceFor(error));
            }
        }
    }

    /** Overwrites a range, huge page by huge page; nobody may use it yet. */
    static void writeZeros(int descriptor, Path file, long from, long to) throws IOException {
        long at = from;
        while (at < to) {
            long count = Math.min(to, HugePage.floor(at) + HugePage.LENGTH) - at;
            long written = pwrite(descriptor, HugePage.zeros().address(), count, at);
            if (written == FAILED) {
                int error = Native.getLastError();
                if (error != EINTR) {
                    throw failure("can't write to the file", file, ", from=" + at + ", bytes=" + (to - at)
                        + "; " + adviceFor(error));
                }
            } else {
                at += written;
            }
        }
    }

    private static String adviceFor(int error) {
        return error == ENOSPC || error == EDQUOT ? "free space on the device, or raise the quota"
            : "see what the operating system says";
    }

    /** Gives blocks back; the range reads as zeros. False where the file system can't. */
    static boolean punch(int descriptor, Path file, long from, long length) throws IOException {
        while (fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, from, length) == FAILED) {
            int error = Native.getLastError();
            if (error == EOPNOTSUPP || error == ENOSYS) {
                return false;
            }
            if (error != EINTR) {
                throw failure("can't punch a hole into the file", file, ", from=" + from + ", bytes="
                    + length);
            }
        }
        return true;
    }

    static void force(int descriptor, Path file) throws IOException {
        while (fsync(descriptor) == FAILED) {
            if (Native.getLastError() != EINTR) {
                throw failure("can't force the file to the device", file,
                    "; take its contents since the last sync as lost");
            }
        }
    }

    /** Maps the file at an aligned address; 0 when the address space has no room for that. */
    static long mapFile(int descriptor, Path file, long length) throws IOException {
        long reserved = reserveAddresses(length);
        if (reserved == 0) {
            return 0;
        }
        long address = mmap(HugePage.ceiling(reserved), length, PROT_READ_WRITE, MAP_SHARED | MAP_FIXED,
            descriptor, 0);
        return settle(reserved, address, length, file);
    }

    /** Maps fresh memory at an aligned address; 0 when the address space has no room for that. */
    static long mapAnonymous(long length) throws IOException {
        long reserved = reserveAddresses(length);
        if (reserved == 0) {
            return 0;
        }
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
        return settle(reserved, mmap(HugePage.ceiling(reserved), length, PROT_READ_WRITE, flags, FAILED, 0),
            length, null);
    }

    private static long reserveAddresses(long length) {
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        long address = mmap(0, length + HugePage.LENGTH, PROT_NONE, flags, FAILED, 0);
        return address == FAILED ? 0 : address;
    }

    /** Lets go of what the alignment did not need. */
    private static long settle(long reserved, long address, long length, Path file) throws IOException {
        if (address == FAILED) {
            int error = Native.getLastError();
            munmap(reserved, length + HugePage.LENGTH);
            if (error == ENOMEM) {
                return 0;
            }
            throw failure(error, "can't map the file", file, ", bytes=" + length);
        }
        if (address > reserved) {
            munmap(reserved, address - reserved);
        }
        long end = address + length;
        if (reserved + length + HugePage.LENGTH > end) {
            munmap(end, reserved + length + HugePage.LENGTH - end);
        }
        return address;
    }

    static void unmap(long address, long length) {
        munmap(address, length);
    }

    /** True when the kernel took the advice; else {@link #lastError} says why not. */
    static boolean advise(long address, long length, int advice) {
        return madvise(address, length, advice) != FAILED;
    }

    static int lastError() {
        return Native.getLastError();
    }

    private static IOException failure(String fault, Path file, String more) {
        return failure(Native.getLastError(), fault, file, more);
    }

    private static IOException failure(int error, String fault, Path file, String more) {
        return new IOException(fault + ": file=" + file + ", error=" + ErrorNames.describe(error) + more);
    }

    private static native int getpid();

    private static native int open(byte[] name, int flags);

    private static native int close(int descriptor);

    private static native long lseek(int descriptor, long offset, int whence);

    private static native int ftruncate(int descriptor, long length);

    private static native int fallocate(int descriptor, int mode, long offset, long length);

    private static native long pwrite(int descriptor, long address, long count, long offset);

    private static native int fsync(int descriptor);

    private static native long mmap(long address, long length, int protection, int flags, int descriptor,
                                    long offset);

    private static native int munmap(long address, long length);

    private static native int madvise(long address, long length, int advice);
}
