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
package io.offheapmap.internal.recovery;

import io.offheapmap.error.CorruptMapException;
import io.offheapmap.error.MapFullException;
import io.offheapmap.error.OffHeapMapException;
import io.offheapmap.internal.alloc.ExtentRows;
import io.offheapmap.internal.layout.FileHeader;
import io.offheapmap.internal.layout.FileState;
import io.offheapmap.internal.layout.Geometry;
import io.offheapmap.internal.layout.GlobalsDescriptor;
import io.offheapmap.internal.layout.LockWord;
import io.offheapmap.internal.memory.FileIdentity;
import io.offheapmap.internal.memory.GrowingSpace;
import io.offheapmap.internal.memory.Housekeeper;
import io.offheapmap.internal.memory.MappedFile;
import io.offheapmap.internal.segment.MapParts;
import io.offheapmap.internal.segment.SegmentRepair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * An open map's file, or the memory of a map without one: from creation or opening to closing.
 *
 * <p>Creation: a file under another name is filled and forced, then renamed, so a map is complete or not
 * there. Opening: the header says "unclean", durably, before the first store. Closing: the data is forced
 * before the header says "clean" (protocol rule 18).
 */
public final class MapFile {

    private static final String NEW_SUFFIX = ".new";
    private static final Path NO_FILE = Path.of("(memory)");

    private final MappedFile mapped;
    private final GrowingSpace space;
    private final MapParts parts;
    private final OpenFiles.Claim claim;
    private final Path file;
    private FileHeader header;
    /** Set for ever when the device failed to keep what was written: no retry can make it true. */
    private volatile IOException poison;

    private MapFile(MappedFile mapped, GrowingSpace space, FileHeader header, OpenFiles.Claim claim,
        boolean verifyReads) {
        this.mapped = mapped;
        this.space = space;
        this.header = header;
        this.claim = claim;
        this.file = claim == null ? NO_FILE : claim.file();
        this.parts = new MapParts(mapped.memory(), header.geometry(), space, header.processes(),
            header.seed0(), header.seed1(), header.checksums(), verifyReads);
    }

    /**
     * Opens the map in a file, or creates both.
     *
     * @param fresh the header of a new map
     * @param check refuses the header of a map that is there if it is not what the user wants
     */
    public static MapFile open(Path file, MappingOptions options, FileHeader fresh,
        Consumer<FileHeader> check)
        throws IOException {
        boolean interrupted = Thread.interrupted();   // it would close the channels that are used here
        try {
            return open(OpenFiles.claim(file), options, fresh, check);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static MapFile open(OpenFiles.Claim claim, MappingOptions options, FileHeader fresh,
        Consumer<FileHeader> check)
        throws IOException {
        boolean opened = false;
        try {
            Path real = claim.file();
            MapFile map = Files.notExists(real) || Files.size(real) == 0
                ? create(claim, options, fresh) : openExisting(claim, options, check);
            opened = true;
            return map;
        } finally {
            if (!opened) {
                claim.close();
            }
        }
    }

    /** Creates a map without a file. */
    public static MapFile inMemory(MappingOptions options, FileHeader fresh) throws IOException {
        return create(MappedFile.anonymous(options.kind(), options.reservedBytes()), options, fresh, null);
    }

    private static MapFile create(OpenFiles.Claim claim, MappingOptions options,
        FileHeader fresh) throws IOException {
        Path file = claim.file();
        Path unfinished = file.resolveSibling(file.getFileName() + NEW_SUFFIX);
        boolean created = false;
        try {
            Files.deleteIfExists(unfinished);
            MapFile map = create(MappedFile.open(unfinished, options.kind(), options.reservedBytes(), true),
                options, fresh, claim);
            map.takePlace(file);
            created = true;
            return map;
        } finally {
            if (!created) {
                Files.deleteIfExists(unfinished);
            }
        }
    }

    /**
     * From now on it is there, whole; in place of an empty file that somebody made, with that one's rights.
     */
    private void takePlace(Path place) throws IOException {
        boolean done = false;
        try {
            if (Files.exists(place)) {
                copyPermissions(place, mapped.file());
            }
            mapped.force();
            mapped.moveTo(place);
            mapped.forceDirectory();
            done = true;
        } finally {
            if (!done) {
                space.close();
                mapped.close();
            }
        }
    }

    private static void copyPermissions(Path from, Path to) throws IOException {
        try {
            Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
        } catch (UnsupportedOperationException elsewhere) {
            // The file system has other rights than these, which new files get from their folder.
        }
    }

    private static MapFile create(MappedFile mapped, MappingOptions options, FileHeader fresh,
        OpenFiles.Claim claim)
        throws IOException {
        GrowingSpace space = new GrowingSpace(mapped, options.maxFileBytes(), Housekeeper.shared());
        boolean created = false;
        try {
            Geometry geometry = fresh.geometry();
            ensureForNew(space, geometry.fixedGranules() * geometry.granuleBytes());
            FileHeader header = here(fresh, mapped, 1);
            header.store(mapped.memory());
            MapFile map = new MapFile(mapped, space, header, claim, options.verifyReads());
            map.parts.extentTable.init();
            created = true;
            return map;
        } finally {
            if (!created) {
                space.close();
                mapped.close();
            }
        }
    }

    /** There is no map yet that could be full: a device without room is what any program meets there. */
    private static void ensureForNew(GrowingSpace space, long bytes) throws IOException {
        try {
            space.ensure(bytes);
        } catch (MapFullException full) {
            if (full.getCause() instanceof IOException refusal) {
                throw new IOException("the map can't be created: " + refusal.getMessage(), refusal);
            }
            throw full;
        }
    }

    private static FileHeader here(FileHeader header, MappedFile mapped, long process) {
        FileIdentity identity = mapped.identity();
        return header.next(FileState.UNCLEAN, process, Host.boot(), identity.device(), identity.inode());
    }

    private static MapFile openExisting(OpenFiles.Claim claim, MappingOptions options,
        Consumer<FileHeader> check)
        throws IOException {
        MappedFile mapped = MappedFile.open(claim.file(), options.kind(), options.reservedBytes(), false);
        GrowingSpace space = null;
        boolean opened = false;
        try {
            FileHeader found = FileHeader.load(mapped.memory(), mapped.length());
            check.accept(found);
            checkLength(found.geometry(), mapped);
            cutUnused(found, mapped);
            space = new GrowingSpace(mapped, options.maxFileBytes(), Housekeeper.shared());
            MapFile map = new MapFile(mapped, space, here(found, mapped, found.processes() + 1), claim,
                options.verifyReads());
            map.begin(found.state());
            opened = true;
            return map;
        } finally {
            if (!opened) {
                if (space != null) {
                    space.close();
                }
                mapped.close();
            }
        }
    }

    private static void checkLength(Geometry geometry, MappedFile mapped) {
        long fixed = geometry.fixedGranules() * geometry.granuleBytes();
        if (mapped.length() < fixed) {
            throw new CorruptMapException("file is cut off: length=" + mapped.length() + ", least=" + fixed
                + "; restore the file from a copy", mapped.length());
        }
    }

    /**
     * Behind the last extent a file has only what was reserved ahead, or, after a death while the JDK mapped
     * it, the whole reserved range without room on the device. Cut, so that its length says what is there.
     */
    private static void cutUnused(FileHeader found, MappedFile mapped) throws IOException {
        long used = new ExtentRows(mapped.memory(), found.geometry()).end();
        if (used > mapped.length()) {
            throw new CorruptMapException("file is cut off: length=" + mapped.length() + ", used=" + used
                + "; restore the file from a copy", mapped.length());
        }
        if (used < mapped.length()) {
            mapped.truncate(used);
        }
    }

    /** Says "unclean" on the device before anything else is stored; repairs what the last process left. */
    private void begin(FileState found) throws IOException {
        header.store(mapped.memory());
        mapped.force();
        if (found != FileState.CLEAN) {
            parts.memory.storeRelease(GlobalsDescriptor.LOCK, LockWord.FREE);
            parts.extentTable.rebuild();
            new SegmentRepair(parts).repairAll();
        }
    }

    public MapParts parts() {
        return parts;
    }

    public FileHeader header() {
        return header;
    }

    public Path file() {
        return file;
    }

    /** How many bytes the file has. */
    public long length() {
        return mapped.length();
    }

    /** Forces everything to the device. After a failure no later one can succeed. */
    public void sync() {
        if (poison == null) {
            try {
                mapped.force();
                requireInPlace();
                return;
            } catch (IOException e) {
                poison = e;
            }
        }
        throw new OffHeapMapException("the device did not keep what was written: file=" + file + ", error="
            + poison.getMessage() + "; copy what can be read and open the map again", poison);
    }

    private void requireInPlace() throws IOException {
        if (!mapped.isInPlace()) {
            throw new OffHeapMapException("the file is not at its place any more: file=" + file
                + "; copy the entries to another map before this one is closed");
        }
    }

    /** Closes; no operation may be under way. */
    public void close() {
        space.close();
        try {
            if (claim != null && poison == null) {
                closeFile();
            }
        } catch (IOException e) {
            throw new OffHeapMapException("the map could not be closed cleanly: file=" + file + ", error="
                + e.getMessage() + "; it is repaired when it is opened again", e);
        } finally {
            mapped.close();
            releaseClaim();
        }
    }

    /** A file with work undone stays "unclean", so that it is repaired when it is opened again (rule 9). */
    private void closeFile() throws IOException {
        if (!parts.areLocksFree()) {
            mapped.force();
            return;
        }
        mapped.truncate(parts.extentTable.cut());
        mapped.force();
        header = header.next(FileState.CLEAN);
        header.store(mapped.memory());
        mapped.force();
    }

    private void releaseClaim() {
        if (claim != null) {
            try {
                claim.close();
            } catch (IOException e) {
                throw new OffHeapMapException("the lock file could not be closed: file=" + file + ", error="
                    + e.getMessage() + "; end the process to release it", e);
            }
        }
    }
}
