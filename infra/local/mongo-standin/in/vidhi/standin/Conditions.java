package in.vidhi.standin;

import de.bwaldvogel.mongo.bson.Document;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The conditions of a filter that all have to be fulfilled and that indexes can use. */
final class Conditions {
    private final Map<String, List<List<Interval>>> byField = new HashMap<>();
    /** Conditions on the whole value of a field, which for an array say nothing about its elements. */
    private final Map<String, List<List<Interval>>> ofWholeValues = new HashMap<>();
    private final List<List<Document>> alternatives = new ArrayList<>();

    static Conditions of(Document filter) {
        Conditions conditions = new Conditions();
        conditions.add(filter);
        return conditions;
    }

    /** Lists of filters, of each of which one has to be fulfilled. */
    List<List<Document>> alternatives() {
        return alternatives;
    }

    boolean has(String field) {
        return byField.containsKey(field) || ofWholeValues.containsKey(field);
    }

    /**
     * Returns intervals that contain a value of the field of every matching document; null when there is no condition.
     *
     * @param hasOneKeyEach whether the field is no array in any document, so that one value fulfils all conditions
     */
    List<Interval> intervals(String field, boolean hasOneKeyEach) {
        List<List<Interval>> ofField = new ArrayList<>(byField.getOrDefault(field, List.of()));
        if (!hasOneKeyEach) {
            List<Interval> best = null;
            for (List<Interval> each : ofField) if (best == null || each.stream().allMatch(Interval::isPoint)) best = each;
            return best;
        }
        ofField.addAll(ofWholeValues.getOrDefault(field, List.of()));
        return ofField.stream().reduce(Interval::intersect).orElse(null);
    }

    private void add(Document filter) {
        for (Map.Entry<String, Object> entry : filter.entrySet()) {
            String key = entry.getKey();
            Object value = entry.getValue();
            if (key.equals("$and")) for (Document part : documents(value)) add(part);
            else if (key.equals("$or")) addAlternatives(documents(value));
            else if (key.equals("$expr")) addExpression(value);
            else if (!key.startsWith("$")) note(byField, key, Interval.of(value));
        }
    }

    private void addAlternatives(List<Document> filters) {
        // The library rejects an empty list when it compares a document with it.
        if (!filters.isEmpty()) alternatives.add(filters);
    }

    /** Understands only comparisons with the current time. */
    private void addExpression(Object expression) {
        if (!(expression instanceof Document operators) || operators.size() != 1) return;
        if (operators.get("$and") instanceof Collection<?> parts) for (Object part : parts) addExpression(part);
        Object compared = operators.getOrDefault("$lte", operators.get("$lt"));
        if (!(compared instanceof List<?> sides) || sides.size() != 2 || !"$$NOW".equals(sides.get(1))) return;
        if (!(sides.get(0) instanceof String field) || !field.startsWith("$") || field.startsWith("$$")) return;
        Interval past = new Interval(Interval.ALL.from(), IndexValues.normalize(Instant.now()));
        note(ofWholeValues, field.substring(1), List.of(past));
    }

    private static void note(Map<String, List<List<Interval>>> conditions, String field, List<Interval> intervals) {
        if (intervals != null) conditions.computeIfAbsent(field, name -> new ArrayList<>()).add(intervals);
    }

    private static List<Document> documents(Object value) {
        List<Document> documents = new ArrayList<>();
        if (!(value instanceof Collection<?> parts)) return documents;
        for (Object part : parts) if (part instanceof Document document) documents.add(document);
        return documents;
    }
}
