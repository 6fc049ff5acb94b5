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

    static final int EINVAL = 22;

    private static final int EINTR = 4;
    private static final int ENOMEM = 12;
    private static final int ENOSYS = 38;
    private static final int EOPNOTSUPP = 95;

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
    private static final int NO_FILE = -1;

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
            throw failure("open", ", file=" + file + "; check that it exists and may be read and written");
        }
        return descriptor;
    }

    static void closeFile(int descriptor) {
        close(descriptor);   // the descriptor is gone, whatever the answer; forced writes were checked before
    }

    static long length(int descriptor) throws IOException {
        long length = lseek(descriptor, 0, SEEK_END);
        if (length == FAILED) {
            throw failure("lseek", "");
        }
        return length;
    }

    static void setLength(int descriptor, long length) throws IOException {
        while (ftruncate(descriptor, length) == FAILED) {
            if (Native.getLastError() != EINTR) {
                throw failure("ftruncate", ", length=" + length);
            }
        }
    }

    /**
     * Gives the range blocks and moves the end of the file when it lies before; may succeed for a part only.
     */
    static void allocate(int descriptor, long from, long to) throws IOException {
        while (fallocate(descriptor, 0, from, to - from) == FAILED) {
            int error = Native.getLastError();
            if (error == EOPNOTSUPP || error == ENOSYS) {
                // Without fallocate, blocks come by writing; only past the end, where nothing is overwritten.
                writeZeros(descriptor, Math.max(from, length(descriptor)), to);
                return;
            }
            if (error != EINTR) {
                throw failure("fallocate", ", from=" + from + ", bytes=" + (to - from));
            }
        }
    }

    /** Overwrites a range, huge page by huge page; nobody may use it yet. */
    static void writeZeros(int descriptor, long from, long to) throws IOException {
        long at = from;
        while (at < to) {
            long count = Math.min(to, HugePage.floor(at) + HugePage.LENGTH) - at;
            long written = pwrite(descriptor, HugePage.zeros().address(), count, at);
            if (written != FAILED) {
                at += written;
            } else if (Native.getLastError() != EINTR) {
                throw failure("pwrite", ", from=" + at + ", bytes=" + (to - at));
            }
        }
    }

    /** Gives blocks back; the range reads as zeros. False where the file system can't. */
    static boolean punch(int descriptor, long from, long to) throws IOException {
        while (fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, from, to - from) == FAILED) {
            int error = Native.getLastError();
            if (error == EOPNOTSUPP || error == ENOSYS) {
                return false;
            }
            if (error != EINTR) {
                throw failure("fallocate", ", punchFrom=" + from + ", bytes=" + (to - from));
            }
        }
        return true;
    }

    static void force(int descriptor) throws IOException {
        while (fsync(descriptor) == FAILED) {
            if (Native.getLastError() != EINTR) {
                throw failure("fsync", "");
            }
        }
    }

    /** Maps the file at an aligned address; 0 when the address space has no room for that. */
    static long mapFile(int descriptor, long length) throws IOException {
        return mapAligned(length, MAP_SHARED | MAP_FIXED, descriptor);
    }

    /** Maps fresh memory at an aligned address; 0 when the address space has no room for that. */
    static long mapAnonymous(long length) throws IOException {
        return mapAligned(length, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, NO_FILE);
    }

    /** Takes more addresses than needed, maps where they are aligned, and lets go of the rest. */
    private static long mapAligned(long length, int flags, int descriptor) throws IOException {
        long taken = length + HugePage.LENGTH;
        long start = mmap(0, taken, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, NO_FILE, 0);
        if (start == FAILED) {
            return 0;
        }
        long address = mmap(HugePage.ceiling(start), length, PROT_READ_WRITE, flags, descriptor, 0);
        if (address == FAILED) {
            int error = Native.getLastError();
            munmap(start, taken);
            if (error == ENOMEM) {
                return 0;
            }
            throw failure("mmap", error, ", bytes=" + length);
        }
        if (address > start) {
            munmap(start, address - start);
        }
        munmap(address + length, start + taken - (address + length));   // at least a page: aligning took less
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

    private static IOException failure(String call, String values) {
        return failure(call, Native.getLastError(), values);
    }

    private static IOException failure(String call, int error, String values) {
        return new IOException(call + " failed: error=" + ErrorNames.describe(error) + values);
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
