package in.vidhi.standin;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.ErrorCode;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.List;
import java.util.function.Consumer;

/** Rejects features that the library would silently execute incorrectly. */
final class UnsupportedFeatures {
    private UnsupportedFeatures() {}

    static void check(String command, Document query) {
        if (query.containsKey("startTransaction") || Boolean.FALSE.equals(query.get("autocommit"))) reject("transactions");
        if (query.containsKey("collation")) reject("collation");
        if (command.equalsIgnoreCase("explain")) reject("explain");
        if (query.get("update") instanceof List<?>) reject("pipeline updates");
        each(query.get("updates"), update -> {
            if (update.get("u") instanceof List<?>) reject("pipeline updates");
            if (update.containsKey("collation")) reject("collation");
        });
        each(query.get("deletes"), delete -> {
            if (delete.containsKey("collation")) reject("collation");
        });
        each(query.get("pipeline"), stage -> {
            if (stage.containsKey("$changeStream")) reject("change streams");
        });
        each(query.get("indexes"), UnsupportedFeatures::checkIndex);
    }

    private static void checkIndex(Document index) {
        if (index.containsKey("partialFilterExpression")) reject("partial indexes");
        if (index.containsKey("collation")) reject("collation");
        if (index.get("key") instanceof Document keys && keys.values().contains("text")) reject("text indexes");
    }

    private static void each(Object list, Consumer<Document> check) {
        if (!(list instanceof List<?> entries)) return;
        for (Object entry : entries) {
            if (entry instanceof Document document) check.accept(document);
        }
    }

    private static void reject(String feature) {
        throw new MongoServerError(ErrorCode.IllegalOperation, "The Mongo stand-in has no " + feature + "; a real MongoDB has");
    }
}
