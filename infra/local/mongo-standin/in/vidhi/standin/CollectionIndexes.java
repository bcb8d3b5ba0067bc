package in.vidhi.standin;

import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds candidates of filters by the indexes of one collection. The library's unique indexes serve equality; a sorted index
 * is built in memory for the first filter that can use it, and kept current from then on.
 */
final class CollectionIndexes {
    private static final int MAX_RANGES = 2_000;
    private static final Pattern UNSORTED = Pattern.compile("(.*\\.)?(\\d*|\\$.*)(\\..*)?");
    /** Candidates that are not worth the search for fewer. */
    private static final int FEW = 100;

    private final Supplier<List<Index<Object>>> declared;
    private final Supplier<Stream<DocumentWithPosition<Object>>> documents;
    private final Comparator<Object> positions;
    private final Map<Index<Object>, Definition> definitions = new HashMap<>();
    private final Map<String, SortedIndex> built = new HashMap<>();

    private record Definition(Index<Object> index, List<String> fields, boolean isSparse) {
        /** Returns null for an index of numbered array elements, of which the keys are different ones. */
        static Definition of(Index<Object> index) {
            List<String> fields = index.getKeys().stream().map(IndexKey::getKey).toList();
            if (fields.stream().anyMatch(UNSORTED.asMatchPredicate())) return null;
            boolean isSparse = index instanceof SecondaryIndex secondary
                ? secondary.isDeclaredSparse()
                : index.toIndexDescription().containsKey("sparse");
            return new Definition(index, fields, isSparse);
        }

        String lastField() {
            return fields.get(fields.size() - 1);
        }
    }

    CollectionIndexes(
        Supplier<List<Index<Object>>> declared,
        Supplier<Stream<DocumentWithPosition<Object>>> documents,
        Comparator<Object> positions
    ) {
        this.declared = declared;
        this.documents = documents;
        this.positions = positions;
    }

    void add(Document document, Object position) {
        change(index -> index.add(document, position));
    }

    void update(Document old, Document document, Object position) {
        change(index -> index.update(old, document, position));
    }

    void remove(Document document, Object position) {
        change(index -> index.remove(document, position));
    }

    void drop(String name) {
        built.remove(name);
        definitions.keySet().removeIf(index -> index.getName().equals(name));
    }

    /** Returns the positions of all documents that can match, in the order of a scan; null when they are `limit` or more. */
    Iterable<Object> candidates(Document filter, int limit) {
        List<Object> found = collect(filter, limit);
        if (found == null) return null;
        TreeSet<Object> inOrder = new TreeSet<>(positions);
        inOrder.addAll(found);
        return inOrder;
    }

    /** Returns below how many candidates it is cheaper to sort them than to follow the order of an index. */
    static int few(int wanted) {
        return FEW + 4 * wanted;
    }

    /** Returns the positions of all documents that can match in the order of a sort; null when no index has this order. */
    Iterator<Object> inOrder(Document filter, Document sort) {
        if (sort.size() != 1 || !(sort.values().iterator().next() instanceof Number direction)) return null;
        String sorted = sort.keySet().iterator().next();
        Conditions conditions = Conditions.of(filter);
        for (Definition definition : definitions()) {
            if (!definition.lastField().equals(sorted)) continue;
            SortedIndex.Range range = sortedRange(definition, conditions);
            if (range != null) return get(definition).inOrder(range, direction.intValue() > 0);
        }
        return null;
    }

    /** Returns the one range in which the last field is in order; null when there is none. */
    private SortedIndex.Range sortedRange(Definition definition, Conditions conditions) {
        List<String> fields = definition.fields;
        int last = fields.size() - 1;
        for (String field : fields.subList(0, last)) if (!conditions.has(field)) return null;
        if (definition.isSparse && fields.stream().noneMatch(conditions::has)) return null;
        SortedIndex index = get(definition);
        if (!index.hasOneKeyEach()) return null;
        Object[] prefix = new Object[last];
        boolean isThere = false;
        for (int at = 0; at < last; at += 1) {
            List<Interval> intervals = conditions.intervals(fields.get(at), true);
            if (intervals == null || intervals.size() != 1 || !intervals.get(0).isPoint()) return null;
            prefix[at] = intervals.get(0).from();
            isThere |= !intervals.get(0).includesMissing();
        }
        List<Interval> bounds = conditions.intervals(fields.get(last), true);
        if (bounds != null && bounds.size() != 1) return null;
        Interval bound = bounds == null ? Interval.ALL : bounds.get(0);
        isThere |= !bound.includesMissing();
        if (definition.isSparse && !isThere) return null;
        if (bound.includesMissing() && index.hasMissingAndNull(prefix)) return null;
        return new SortedIndex.Range(with(prefix, bound.from()), with(prefix, bound.to()));
    }

    private List<Object> collect(Document filter, int limit) {
        Conditions conditions = Conditions.of(filter);
        List<Object> best = null;
        List<Definition> others = new ArrayList<>();
        for (Definition definition : definitions()) {
            List<Object> found = byUniqueKey(definition, conditions);
            if (found == null) others.add(definition);
            else if (found.size() < (best == null ? limit : best.size())) best = found;
        }
        for (Definition definition : others) {
            if (best != null && best.size() <= FEW) return best;
            List<Object> found = byKey(definition, conditions, best == null ? limit : best.size());
            if (found != null) best = found;
        }
        for (List<Document> alternatives : conditions.alternatives()) {
            if (best != null && best.size() <= FEW) return best;
            List<Object> found = byAlternatives(alternatives, best == null ? limit : best.size());
            if (found != null) best = found;
        }
        return best;
    }

    /** Unites the candidates of alternatives; null when they are `limit` or more. */
    private List<Object> byAlternatives(List<Document> alternatives, int limit) {
        List<Object> united = new ArrayList<>();
        for (Document alternative : alternatives) {
            List<Object> found = collect(alternative, limit - united.size());
            if (found == null) return null;
            united.addAll(found);
        }
        return united;
    }

    /** Looks up values that are not null in a unique index of the library; null when there are none for all its fields. */
    private static List<Object> byUniqueKey(Definition definition, Conditions conditions) {
        Index<Object> index = definition.index;
        if (!index.isUnique()) return null;
        List<Document> keys = List.of(new Document());
        for (String field : definition.fields) {
            List<Interval> intervals = field.contains(".") ? null : conditions.intervals(field, false);
            if (intervals == null || keys.size() * intervals.size() > MAX_RANGES) return null;
            if (!intervals.stream().allMatch(interval -> interval.isPoint() && !interval.includesMissing())) return null;
            List<Document> longer = new ArrayList<>();
            for (Document start : keys) {
                for (Interval interval : intervals) longer.add(start.clone().append(field, interval.from()));
            }
            keys = longer;
        }
        List<Object> found = new ArrayList<>();
        for (Document key : keys) {
            if (!index.canHandle(key)) return null;
            index.getPositions(key).forEach(found::add);
        }
        return found;
    }

    private List<Object> byKey(Definition definition, Conditions conditions, int limit) {
        if (!conditions.has(definition.fields.get(0))) return null;
        SortedIndex index = get(definition);
        boolean hasOneKeyEach = index.hasOneKeyEach();
        boolean isThere = !definition.isSparse;
        List<Object[]> prefixes = List.<Object[]>of(new Object[0]);
        List<Interval> last = null;
        for (String field : definition.fields) {
            List<Interval> intervals = conditions.intervals(field, hasOneKeyEach);
            if (intervals == null || prefixes.size() * intervals.size() > MAX_RANGES) break;
            isThere |= intervals.stream().noneMatch(Interval::includesMissing);
            if (!intervals.stream().allMatch(Interval::isPoint)) {
                last = intervals;
                break;
            }
            List<Object[]> longer = new ArrayList<>();
            for (Object[] prefix : prefixes) {
                for (Interval interval : intervals) longer.add(with(prefix, interval.from()));
            }
            prefixes = longer;
        }
        if (!isThere || (last == null && prefixes.size() == 1 && prefixes.get(0).length == 0)) return null;
        List<SortedIndex.Range> ranges = new ArrayList<>();
        for (Object[] prefix : prefixes) {
            if (last == null) ranges.add(new SortedIndex.Range(prefix, prefix));
            else for (Interval interval : last) {
                ranges.add(new SortedIndex.Range(with(prefix, interval.from()), with(prefix, interval.to())));
            }
        }
        return index.collect(ranges, limit);
    }

    /** An index that cannot be changed is built again for the next filter. */
    private void change(Consumer<SortedIndex> change) {
        try {
            built.values().forEach(change);
        } catch (RuntimeException e) {
            built.clear();
            throw e;
        }
    }

    private List<Definition> definitions() {
        List<Definition> usable = new ArrayList<>();
        for (Index<Object> index : declared.get()) {
            if (!definitions.containsKey(index)) definitions.put(index, Definition.of(index));
            Definition definition = definitions.get(index);
            if (definition != null) usable.add(definition);
        }
        return usable;
    }

    private SortedIndex get(Definition definition) {
        return built.computeIfAbsent(definition.index.getName(), name -> {
            SortedIndex index = new SortedIndex(definition.fields, definition.isSparse, positions);
            documents.get().forEach(each -> index.add(each.getDocument(), each.getPosition()));
            return index;
        });
    }

    private static Object[] with(Object[] prefix, Object value) {
        Object[] longer = Arrays.copyOf(prefix, prefix.length + 1);
        longer[prefix.length] = value;
        return longer;
    }
}
