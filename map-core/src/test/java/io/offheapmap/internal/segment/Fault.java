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
package io.offheapmap.internal.segment;

import io.offheapmap.internal.layout.BlockDescriptor;
import io.offheapmap.internal.layout.SegmentDescriptor;
import io.offheapmap.internal.layout.SplitWord;
import io.offheapmap.internal.memory.Memory;
import org.agrona.collections.Long2LongHashMap;

/**
 * Faults in the protocol of readers and writers, planted from below: the memory that the writer or the
 * reader gets does not do quite what it is told. The tests have to find each one.
 */
enum Fault {

    NONE(Side.NOBODY),
    /** The slot refers to the new block before the block's sequence is even. */
    PUBLISHED_BEFORE_EVEN(Side.WRITER),
    /** The slot refers to the new block before key and value are in it. */
    PUBLISHED_BEFORE_FILLED(Side.WRITER),
    /** The sequence stays odd. */
    NEVER_EVEN(Side.WRITER),
    /**
     * Neither sequence nor stamp tells one filling of a block from the next one. Each of them alone would.
     */
    FILLINGS_ALIKE(Side.WRITER),
    /** The split word never gets its mark. */
    SPLIT_NOT_MARKED(Side.WRITER),
    /** The epoch is never raised. */
    EPOCH_NOT_RAISED(Side.WRITER),
    /** Second looks show what the first look saw. */
    NO_SECOND_LOOK(Side.READER),
    /** The slot is not looked at again. */
    SLOT_NOT_CHECKED(Side.READER),
    /** Sequence and stamp are not looked at again. */
    SEQUENCE_NOT_CHECKED(Side.READER),
    /** The split word is not looked at again. */
    SPLIT_NOT_CHECKED(Side.READER),
    /** The epoch is not looked at again. */
    EPOCH_NOT_CHECKED(Side.READER);

    private static final long EPOCH = SmallMap.GEOMETRY.segmentOffset(0) + SegmentDescriptor.EPOCH;
    private static final long SPLIT = SmallMap.GEOMETRY.segmentOffset(0) + SegmentDescriptor.SPLIT;

    /** Whose memory it is. */
    private enum Side { NOBODY, WRITER, READER }

    private final Side side;

    Fault(Side side) {
        this.side = side;
    }

    /** The memory that the writer gets. */
    Memory writerMemory(Memory memory) {
        return side == Side.WRITER ? new WriterMemory(memory, this) : memory;
    }

    /** The memory that the reader gets. */
    Memory readerMemory(Memory memory) {
        return side == Side.READER ? new ReaderMemory(memory, this) : memory;
    }

    /** What a writer does not do, or does too late. */
    private static final class WriterMemory extends SeamMemory {
        private final Fault fault;
        private long block;
        private Runnable late = () -> { };
        private boolean isWhole;
        private boolean isDue;

        WriterMemory(Memory memory, Fault fault) {
            super(memory);
            this.fault = fault;
        }

        private void postpone(Runnable store) {
            Runnable before = late;
            late = () -> {
                before.run();
                store.run();
            };
        }

        @Override
        public void storeIntOpaque(long offset, int odd) {
            block = offset;
            if (fault != FILLINGS_ALIKE) {
                super.storeIntOpaque(offset, odd);
            }
        }

        @Override
        public void storeIntRelease(long offset, int even) {
            isWhole = true;
            switch (fault) {
                case PUBLISHED_BEFORE_EVEN -> postpone(() -> memory.storeIntRelease(offset, even));
                case NEVER_EVEN -> { }
                case FILLINGS_ALIKE -> super.storeIntRelease(offset, 2);
                default -> super.storeIntRelease(offset, even);
            }
        }

        @Override
        public void storeLong(long offset, long value) {
            boolean isStamp = offset == block + BlockDescriptor.STAMP;
            super.storeLong(offset, fault == FILLINGS_ALIKE && isStamp ? 1 : value);
        }

        @Override
        public void copyFrom(long offset, byte[] source, int index, int length) {
            if (fault == PUBLISHED_BEFORE_FILLED) {
                byte[] bytes = new byte[length];
                System.arraycopy(source, index, bytes, 0, length);
                postpone(() -> memory.copyFrom(offset, bytes, 0, length));
            } else {
                super.copyFrom(offset, source, index, length);
            }
        }

        /** Publishes a slot, among others. */
        @Override
        public void storeRelease(long offset, long value) {
            boolean isDropped = fault == EPOCH_NOT_RAISED && offset == EPOCH
                || fault == SPLIT_NOT_MARKED && offset == SPLIT && SplitWord.isMarked(value);
            if (!isDropped) {
                super.storeRelease(offset, value);
                isDue = isWhole;
            }
        }

        /** What is late comes behind the slot, before the next store of any kind. */
        @Override
        void onStore(long offset, long bytes) {
            if (isDue) {
                isDue = false;
                isWhole = false;
                Runnable stores = late;
                late = () -> { };
                stores.run();
            }
        }
    }

    /** What a reader does not look at again. The reader begins a round with the epoch. */
    private static final class ReaderMemory extends SeamMemory {
        private final Fault fault;
        private final Long2LongHashMap seen = new Long2LongHashMap(-1);

        ReaderMemory(Memory memory, Fault fault) {
            super(memory);
            this.fault = fault;
        }

        private long again(long offset, long now, boolean isBlind) {
            if (isBlind && seen.containsKey(offset)) {
                return seen.get(offset);
            }
            seen.put(offset, now);
            return now;
        }

        @Override
        public long loadAcquire(long offset) {
            if (offset == EPOCH) {
                seen.clear();
            }
            long now = super.loadAcquire(offset);
            seen.put(offset, now);
            return now;
        }

        @Override
        public long loadOpaque(long offset) {
            return again(offset, super.loadOpaque(offset), fault == NO_SECOND_LOOK || fault == check(offset));
        }

        private static Fault check(long offset) {
            if (offset == EPOCH) {
                return EPOCH_NOT_CHECKED;
            }
            return offset == SPLIT ? SPLIT_NOT_CHECKED : SLOT_NOT_CHECKED;
        }

        @Override
        public int loadIntAcquire(long offset) {
            return (int) again(offset, super.loadIntAcquire(offset), isBlindForBlocks());
        }

        /** The stamp, or a word of the key, which is loaded only once. */
        @Override
        public long loadLong(long offset) {
            return again(offset, super.loadLong(offset), isBlindForBlocks());
        }

        private boolean isBlindForBlocks() {
            return fault == NO_SECOND_LOOK || fault == SEQUENCE_NOT_CHECKED;
        }
    }
}
