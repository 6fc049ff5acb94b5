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

import io.offheapmap.codec.Bytes;
import io.offheapmap.codec.MutableBytes;
import io.offheapmap.codec.ValueUpdater;
import java.util.Arrays;

/**
 * Makes the next version of a record: the fields of a draft replace or join those that are there. Runs under
 * the lock of the key's segment, so two updates of different fields both last. Values that stay are copied
 * inside the map in runs, not one by one.
 */
final class RecordMerge implements ValueUpdater {

    /** In {@link #sources}: the value comes from the draft, at the index that is the complement. */
    private static final int FROM_DRAFT = -1;

    private final RecordDraft draft;
    private final RecordHeader present = new RecordHeader();
    private final RecordHeader next = new RecordHeader();
    private int[] sources = new int[16];

    RecordMerge(RecordDraft draft) {
        this.draft = draft;
    }

    @Override
    public long newLength(Bytes record) {
        present.readFrom(record);
        plan(draft.header());
        return RecordHeader.length(next.isWide(), next.count()) + next.valuesLength();
    }

    /** Both lists of fields go upward by number; so does their union. */
    private void plan(RecordHeader changed) {
        next.clear();
        int old = 0;
        int fresh = 0;
        long end = 0;
        while (old < present.count() || fresh < changed.count()) {
            boolean fromDraft = old == present.count()
                || fresh < changed.count() && changed.number(fresh) <= present.number(old);
            if (fromDraft) {
                if (old < present.count() && present.number(old) == changed.number(fresh)) {
                    old++;
                }
                end += changed.end(fresh) - changed.start(fresh);
                addField(changed.number(fresh), end, FROM_DRAFT - fresh);
                fresh++;
            } else {
                end += present.end(old) - present.start(old);
                addField(present.number(old), end, old);
                old++;
            }
        }
    }

    private void addField(int number, long end, int source) {
        if (next.count() == sources.length) {
            sources = Arrays.copyOf(sources, 2 * sources.length);
        }
        sources[next.count()] = source;
        next.add(number, Math.toIntExact(end));
    }

    @Override
    public void write(Bytes record, MutableBytes target) {
        next.writeTo(target);
        long values = target.length() - next.valuesLength();
        long presentValues = record.length() - present.valuesLength();
        for (int index = 0; index < next.count();) {
            int source = sources[index];
            if (source <= FROM_DRAFT) {
                copyFromDraft(FROM_DRAFT - source, target, values + next.start(index));
                index++;
            } else {
                int after = endOfRun(index);
                int start = present.start(source);
                target.copyFrom(values + next.start(index), record, presentValues + start,
                    present.end(sources[after - 1]) - start);
                index = after;
            }
        }
    }

    private void copyFromDraft(int index, MutableBytes target, long at) {
        RecordHeader changed = draft.header();
        int start = changed.start(index);
        target.copyFrom(at, draft.bytes(), draft.valuesStart() + start, changed.end(index) - start);
    }

    /** The first field after {@code index} that does not follow its neighbour in the present record. */
    private int endOfRun(int index) {
        int after = index + 1;
        while (after < next.count() && sources[after] == sources[after - 1] + 1) {
            after++;
        }
        return after;
    }
}
