package in.vidhi.standin;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Values as the indexes store and order them: those on which the library's equality and its order of comparison agree.
 * A document with any other value is a candidate of every query.
 */
final class IndexValues {
    /** Values without a Java object of their own, in their order. */
    enum Absent { MISSING, NULL }

    /** Greater than every value. */
    static final Object HIGHEST = new Object();

    private static final int RANK_OF_HIGHEST = 9;
    private static final double MAX_INTEGER = 9_007_199_254_740_992.0;
    /** From here on the library compares fractions with integers by their integer part. */
    private static final double MAX_FRACTION = 2_147_483_647.0;

    private IndexValues() {}

    /** Returns the value as it is indexed; null for a value that indexes do not hold. */
    static Object normalize(Object value) {
        if (value == null) return Absent.NULL;
        if (value instanceof Missing) return Absent.MISSING;
        if (value instanceof String || value instanceof ObjectId || value instanceof Boolean) return value;
        if (value instanceof Integer number) return Double.valueOf(number);
        if (value instanceof Long number) return Math.abs(number) <= MAX_INTEGER ? normalize((double) number) : null;
        if (value instanceof Double number) return normalize((double) number);
        // A date read from the file has milliseconds; one that the server has just set has more.
        if (value instanceof Instant date) return date.truncatedTo(ChronoUnit.MILLIS);
        return null;
    }

    private static Double normalize(double number) {
        boolean isInteger = number == Math.rint(number) && Math.abs(number) <= MAX_INTEGER;
        if (!isInteger && !(Math.abs(number) < MAX_FRACTION)) return null;
        return number == 0 ? 0.0 : number;
    }

    /** Type bracket of a normalized value, in the order in which MongoDB sorts types. */
    static int rank(Object value) {
        if (value == Absent.MISSING) return 0;
        if (value == Absent.NULL) return 1;
        if (value instanceof Double) return 2;
        if (value instanceof String) return 3;
        if (value instanceof ObjectId) return 4;
        if (value instanceof Boolean) return 5;
        if (value instanceof Instant) return 6;
        return RANK_OF_HIGHEST;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static int compare(Object one, Object other) {
        int rank = rank(one);
        int byType = Integer.compare(rank, rank(other));
        if (byType != 0 || rank == RANK_OF_HIGHEST) return byType;
        return ((Comparable) one).compareTo(other);
    }

    /** Returns a value that is not greater than any other of this one's type. */
    static Object leastOfType(Object value) {
        if (value instanceof Double) return -Double.MAX_VALUE;
        if (value instanceof String) return "";
        if (value instanceof Instant) return Instant.MIN;
        return Absent.NULL;
    }

    /** Returns a value that is not less than any other of this one's type. */
    static Object greatestOfType(Object value) {
        if (value instanceof Double) return Double.MAX_VALUE;
        if (value instanceof Instant) return Instant.MAX;
        return HIGHEST;
    }

    /** Normalized values at a path, as a filter sees them: of an array, its elements. */
    static final class Found {
        final List<Object> values = new ArrayList<>(1);
        boolean isArray;
        boolean isUnindexable;

        static Found at(Document document, String[] path) {
            Found found = new Found();
            found.add(document, path, 0);
            if (found.values.isEmpty()) found.isUnindexable = true;
            return found;
        }

        private void add(Object value, String[] path, int depth) {
            if (depth == path.length) addLeaf(value);
            else if (value instanceof Document document) add(document.getOrMissing(path[depth]), path, depth + 1);
            else if (value instanceof Collection<?> elements) {
                isArray = true;
                for (Object element : elements) {
                    // Only an array in an array has another array as its element.
                    if (element instanceof Collection<?>) isUnindexable = true;
                    else add(element, path, depth);
                }
            } else addLeaf(Missing.getInstance());
        }

        private void addLeaf(Object value) {
            if (value instanceof Collection<?> elements) {
                isArray = true;
                // An empty array exists, but has no element by which to find it.
                if (elements.isEmpty()) isUnindexable = true;
                for (Object element : elements) addScalar(element);
            } else addScalar(value);
        }

        private void addScalar(Object value) {
            Object normalized = normalize(value);
            if (normalized == null) isUnindexable = true;
            else if (!values.contains(normalized)) values.add(normalized);
        }
    }
}
