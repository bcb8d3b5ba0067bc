package in.vidhi.standin;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import in.vidhi.standin.IndexValues.Absent;
import in.vidhi.standin.IndexValues.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keys of the documents of a collection in order, in memory. A range contains every document that a filter on the key can
 * match, and maybe others: documents are compared with the filter in any case.
 */
final class SortedIndex {
    /** A document with more keys is a candidate of every query. */
    private static final int MAX_KEYS = 200;

    private static final int BEFORE = -1;
    private static final int AFTER = 1;

    /** Keys from one to another, both included. A shorter one stands for all keys that begin with its parts. */
    record Range(Object[] from, Object[] to) {}

    /** A key of one document, or with an edge the place before or after all keys that begin with its parts. */
    private record Entry(Object[] parts, Object position, int edge) {}

    /** What one document adds to an index. */
    private record Keys(List<Object[]> keys, boolean isIndexable, boolean isArray) {
        private static final Keys UNINDEXABLE = new Keys(List.of(), false, false);

        boolean isSameAs(Keys other) {
            return isIndexable == other.isIndexable
                && isArray == other.isArray
                && Arrays.deepEquals(keys.toArray(), other.keys.toArray());
        }
    }

    private final List<String> fields;
    private final String[][] paths;
    private final boolean isSparse;
    private final TreeSet<Entry> entries;
    /** Positions of documents with a value that an index does not hold. */
    private final Set<Object> unindexable = new HashSet<>();
    private int arrays;

    /** @param isSparse whether documents that have none of the fields are left out */
    SortedIndex(List<String> fields, boolean isSparse, Comparator<Object> positions) {
        this.fields = fields;
        this.paths = fields.stream().map(field -> field.split("\\.")).toArray(String[][]::new);
        this.isSparse = isSparse;
        this.entries = new TreeSet<>((one, other) -> compare(one, other, positions));
    }

    /** Returns whether every document has at most one key, whose order is that of the documents. */
    boolean hasOneKeyEach() {
        return arrays == 0 && unindexable.isEmpty();
    }

    /** Returns whether after these parts a field is missing in some documents and null in others, which sort alike. */
    boolean hasMissingAndNull(Object[] prefix) {
        return contains(prefix, Absent.MISSING) && contains(prefix, Absent.NULL);
    }

    void add(Document document, Object position) {
        add(keysOf(document), Missing.ofNullable(position));
    }

    void remove(Document document, Object position) {
        remove(keysOf(document), Missing.ofNullable(position));
    }

    void update(Document old, Document document, Object position) {
        Keys before = keysOf(old);
        Keys after = keysOf(document);
        if (before.isSameAs(after)) return;
        remove(before, Missing.ofNullable(position));
        add(after, Missing.ofNullable(position));
    }

    /** Returns the positions in these ranges, some perhaps twice; null when they are `limit` or more. */
    List<Object> collect(List<Range> ranges, int limit) {
        List<Object> positions = new ArrayList<>(unindexable);
        for (Range range : ranges) {
            for (Entry entry : within(range)) {
                if (positions.size() >= limit) return null;
                positions.add(entry.position);
            }
        }
        return positions.size() < limit ? positions : null;
    }

    /** Returns positions in the order of their keys or the reverse; those of equal keys always in their own order. */
    Iterator<Object> inOrder(Range range, boolean isAscending) {
        NavigableSet<Entry> found = within(range);
        Iterator<Entry> keys = isAscending ? found.iterator() : new Descending(found);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return keys.hasNext();
            }

            @Override
            public Object next() {
                return keys.next().position;
            }
        };
    }

    private Keys keysOf(Document document) {
        List<Object[]> keys = List.<Object[]>of(new Object[paths.length]);
        boolean isAbsent = true;
        boolean isArray = false;
        for (int at = 0; at < paths.length; at += 1) {
            Found found = Found.at(document, paths[at]);
            if (found.isUnindexable || keys.size() * found.values.size() > MAX_KEYS) return Keys.UNINDEXABLE;
            isArray |= found.isArray;
            isAbsent &= found.values.equals(List.of(Absent.MISSING));
            keys = combine(keys, at, found.values);
        }
        return new Keys(isSparse && isAbsent ? List.of() : keys, true, isArray);
    }

    private static List<Object[]> combine(List<Object[]> keys, int at, List<Object> values) {
        List<Object[]> combined = new ArrayList<>(keys.size() * values.size());
        for (Object[] key : keys) {
            for (Object value : values) {
                Object[] next = values.size() == 1 ? key : key.clone();
                next[at] = value;
                combined.add(next);
            }
        }
        return combined;
    }

    private void add(Keys keys, Object position) {
        if (!keys.isIndexable) unindexable.add(position);
        if (keys.isArray) arrays += 1;
        for (Object[] key : keys.keys) entries.add(new Entry(key, position, 0));
    }

    private void remove(Keys keys, Object position) {
        if (!keys.isIndexable) unindexable.remove(position);
        if (keys.isArray) arrays -= 1;
        for (Object[] key : keys.keys) {
            boolean wasThere = entries.remove(new Entry(key, position, 0));
            if (!wasThere) throw new IllegalStateException("The index of " + fields + " has no key of " + position);
        }
    }

    private NavigableSet<Entry> within(Range range) {
        Entry from = new Entry(range.from, null, BEFORE);
        Entry to = new Entry(range.to, null, AFTER);
        if (entries.comparator().compare(from, to) > 0) return Collections.emptyNavigableSet();
        return entries.subSet(from, true, to, true);
    }

    private boolean contains(Object[] prefix, Object value) {
        Object[] key = Arrays.copyOf(prefix, prefix.length + 1);
        key[prefix.length] = value;
        return !within(new Range(key, key)).isEmpty();
    }

    private static int compare(Entry one, Entry other, Comparator<Object> positions) {
        int common = Math.min(one.parts.length, other.parts.length);
        for (int at = 0; at < common; at += 1) {
            int byPart = IndexValues.compare(one.parts[at], other.parts[at]);
            if (byPart != 0) return byPart;
        }
        if (one.edge != 0 || other.edge != 0) return Integer.compare(one.edge, other.edge);
        return positions.compare(one.position, other.position);
    }

    /** From the last key to the first. */
    private static final class Descending implements Iterator<Entry> {
        private final NavigableSet<Entry> found;
        private Iterator<Entry> ofKey = Collections.emptyIterator();
        private Entry last;

        Descending(NavigableSet<Entry> found) {
            this.found = found;
            this.last = found.isEmpty() ? null : found.last();
        }

        @Override
        public boolean hasNext() {
            return ofKey.hasNext() || last != null;
        }

        @Override
        public Entry next() {
            if (!ofKey.hasNext()) {
                if (last == null) throw new NoSuchElementException();
                Entry start = new Entry(last.parts, null, BEFORE);
                ofKey = found.subSet(start, true, last, true).iterator();
                last = found.lower(start);
            }
            return ofKey.next();
        }
    }
}
