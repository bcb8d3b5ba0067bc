package in.vidhi.standin;

import de.bwaldvogel.mongo.bson.Document;

/** Counts what queries examine, under the names that MongoDB's serverStatus gives it. Used under the store lock. */
final class QueryCounters {
    private long documents;
    private long scans;

    void examined() {
        documents += 1;
    }

    void scanned() {
        scans += 1;
    }

    void addTo(Document serverStatus) {
        if (!(serverStatus.get("metrics") instanceof Document metrics)) return;
        metrics.put("queryExecutor", new Document("scannedObjects", documents)
            .append("collectionScans", new Document("total", scans)));
    }
}
