package in.vidhi.standin;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.h2.mvstore.MVMap;

/**
 * A collection that compares with a filter only the documents that its indexes leave over. Results and their order are
 * those of a scan.
 */
final class StandinCollection extends H2Collection {
    private final MVMap<Object, Document> data;
    private final CollectionIndexes indexes;
    private final QueryCounters counters;
    private Document firstMatch;

    StandinCollection(
        MongoDatabase database,
        String name,
        CollectionOptions options,
        MVMap<Object, Document> data,
        MVMap<String, Object> meta,
        CursorRegistry cursors,
        QueryCounters counters
    ) {
        super(database, name, options, data, meta, cursors);
        this.data = data;
        this.counters = counters;
        this.indexes = new CollectionIndexes(
            this::getIndexes, this::streamAllDocumentsWithPosition, data.getKeyType()::compare);
    }

    @Override
    protected QueryResult queryDocuments(
        Document filter, Document sort, int skip, int limit, int batchSize, Document projection
    ) {
        if (isServedByLibrary(filter)) return super.queryDocuments(filter, sort, skip, limit, batchSize, projection);
        boolean isSorted = sort != null && !sort.isEmpty();
        if (isSorted && sort.containsKey("$natural")) return scan(filter, sort, skip, limit, batchSize, projection);
        Iterator<Object> inOrder = isSorted && limit > 0 ? indexes.inOrder(filter, sort) : null;
        Iterable<Object> candidates =
            indexes.candidates(filter, inOrder == null ? worthwhile() : CollectionIndexes.few(skip + limit));
        if (candidates != null) return matchDocuments(filter, candidates, sort, skip, limit, batchSize, projection);
        if (inOrder == null) return scan(filter, sort, skip, limit, batchSize, projection);
        Spliterator<Object> positions = Spliterators.spliteratorUnknownSize(inOrder, Spliterator.ORDERED);
        Stream<Document> documents = StreamSupport.stream(positions, false).map(this::getDocument);
        return matchDocumentsFromStream(filter, documents, skip, limit, batchSize, null, projection);
    }

    /** Reads for an aggregation, which filters what it reads by its first stage. */
    @Override
    public Stream<Document> queryAllAsStream() {
        Document filter = firstMatch;
        firstMatch = null;
        Iterable<Object> candidates = filter == null ? null : indexes.candidates(filter, worthwhile());
        if (candidates == null) return super.queryAllAsStream();
        return StreamSupport.stream(candidates.spliterator(), false).map(this::getDocument).peek(each -> counters.examined());
    }

    /** Announces that the next reader of all documents needs only those that match; null withdraws it. */
    void expectMatch(Document filter) {
        firstMatch = filter;
    }

    @Override
    protected boolean documentMatchesQuery(Document document, Document filter) {
        counters.examined();
        return super.documentMatchesQuery(document, filter);
    }

    @Override
    protected Object addDocumentInternal(Document document) {
        Object position = super.addDocumentInternal(document);
        indexes.add(document, position);
        return position;
    }

    @Override
    protected void handleUpdate(Object position, Document old, Document document) {
        super.handleUpdate(position, old, document);
        indexes.update(old, document, position);
    }

    @Override
    protected void removeDocument(Object position) {
        Document document = getDocument(position);
        super.removeDocument(position);
        indexes.remove(document, position);
    }

    @Override
    public void dropIndex(String name) {
        super.dropIndex(name);
        indexes.drop(name);
    }

    private QueryResult scan(Document filter, Document sort, int skip, int limit, int batchSize, Document projection) {
        counters.scanned();
        return matchDocuments(filter, sort, skip, limit, batchSize, projection);
    }

    /** Looking up most documents one by one takes longer than a scan. */
    private int worthwhile() {
        return Math.max(2, data.size() / 2);
    }

    private boolean isServedByLibrary(Document filter) {
        return getIndexes().stream().anyMatch(index -> index.canHandle(filter)) && filter.values().stream().noneMatch(
            condition -> condition instanceof Document operators
                && operators.get("$in") instanceof Collection<?> values
                && values.contains(null));
    }
}
