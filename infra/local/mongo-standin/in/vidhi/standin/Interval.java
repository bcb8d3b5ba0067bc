package in.vidhi.standin;

import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import in.vidhi.standin.IndexValues.Absent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Normalized values from one to another, both included. */
record Interval(Object from, Object to) {
    static final Interval ALL = new Interval(Absent.MISSING, IndexValues.HIGHEST);

    private static final Interval ABSENT = new Interval(Absent.MISSING, Absent.NULL);
    private static final Set<String> OPERATORS = Set.of("$eq", "$in", "$gt", "$gte", "$lt", "$lte", "$exists");

    boolean isPoint() {
        return IndexValues.compare(from, to) == 0;
    }

    boolean includesMissing() {
        return from == Absent.MISSING;
    }

    /**
     * Returns intervals that contain a value of every document that fulfils this condition of a filter; null when the
     * condition excludes no values that an index could exclude.
     */
    static List<Interval> of(Object condition) {
        if (!(condition instanceof Document operators)) return points(Arrays.asList(condition));
        if (operators.isEmpty() || !OPERATORS.containsAll(operators.keySet())) return null;
        if (operators.containsKey("$eq")) return points(Arrays.asList(operators.get("$eq")));
        if (operators.get("$in") instanceof Collection<?> values) return points(values);
        Interval interval = ALL;
        for (String operator : operators.keySet()) {
            Interval next = bounded(operator, operators.get(operator));
            if (next == null) return null;
            interval = interval.and(next);
        }
        return List.of(interval);
    }

    /** Returns the intersections of all pairs. */
    static List<Interval> intersect(List<Interval> some, List<Interval> others) {
        List<Interval> common = new ArrayList<>();
        for (Interval one : some) {
            for (Interval other : others) {
                Interval both = one.and(other);
                if (IndexValues.compare(both.from, both.to) <= 0) common.add(both);
            }
        }
        return common;
    }

    private Interval and(Interval other) {
        return new Interval(
            IndexValues.compare(from, other.from) >= 0 ? from : other.from,
            IndexValues.compare(to, other.to) <= 0 ? to : other.to);
    }

    private static List<Interval> points(Collection<?> values) {
        List<Interval> points = new ArrayList<>(values.size());
        for (Object value : values) {
            Object normalized = IndexValues.normalize(value);
            if (normalized == null) return null;
            points.add(value == null ? ABSENT : new Interval(normalized, normalized));
        }
        return points;
    }

    /** Bounds are included even where the filter excludes them: stored dates may be more precise than their keys. */
    private static Interval bounded(String operator, Object value) {
        if (operator.equals("$exists")) {
            return Utils.isTrue(value)
                ? new Interval(Absent.NULL, IndexValues.HIGHEST)
                : new Interval(Absent.MISSING, Absent.MISSING);
        }
        Object bound = value == null ? null : IndexValues.normalize(value);
        if (bound == null) return null;
        return operator.startsWith("$g")
            ? new Interval(bound, IndexValues.greatestOfType(bound))
            : new Interval(IndexValues.leastOfType(bound), bound);
    }
}
