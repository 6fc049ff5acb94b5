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
package site.ycsb.db.offheapmap;

import java.util.NoSuchElementException;
import site.ycsb.ByteIterator;

/** One value of a result: a window on a buffer, reused for the next result. */
final class BufferIterator extends ByteIterator {

    private byte[] buffer;
    private int start;
    private int position;
    private int end;

    void wrap(byte[] newBuffer, int newStart, int newEnd) {
        buffer = newBuffer;
        start = newStart;
        position = newStart;
        end = newEnd;
    }

    @Override
    public boolean hasNext() {
        return position < end;
    }

    @Override
    public byte nextByte() {
        if (position >= end) {
            throw new NoSuchElementException("no byte is left: length=" + (end - start)
                + "; ask hasNext() first");
        }
        return buffer[position++];
    }

    @Override
    public int nextBuf(byte[] target, int targetIndex) {
        int count = Math.min(end - position, target.length - targetIndex);
        System.arraycopy(buffer, position, target, targetIndex, count);
        position += count;
        return targetIndex + count;
    }

    @Override
    public long bytesLeft() {
        return end - position;
    }

    @Override
    public void reset() {
        position = start;
    }
}
