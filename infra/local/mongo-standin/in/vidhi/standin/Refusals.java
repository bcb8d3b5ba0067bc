package in.vidhi.standin;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.ErrorCode;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.List;
import java.util.function.Consumer;

/** What the library would accept and do wrongly without a word is refused instead. */
final class Refusals {
    private Refusals() {}

    static void check(String command, Document query) {
        if (query.containsKey("startTransaction") || Boolean.FALSE.equals(query.get("autocommit"))) refuse("transactions");
        if (query.containsKey("collation")) refuse("collation");
        if (command.equalsIgnoreCase("explain")) refuse("explain");
        if (query.get("update") instanceof List<?>) refuse("pipeline updates");
        each(query.get("updates"), update -> {
            if (update.get("u") instanceof List<?>) refuse("pipeline updates");
            if (update.containsKey("collation")) refuse("collation");
        });
        each(query.get("deletes"), delete -> {
            if (delete.containsKey("collation")) refuse("collation");
        });
        each(query.get("pipeline"), stage -> {
            if (stage.containsKey("$changeStream")) refuse("change streams");
        });
        each(query.get("indexes"), Refusals::checkIndex);
    }

    private static void checkIndex(Document index) {
        if (index.containsKey("partialFilterExpression")) refuse("partial indexes");
        if (index.containsKey("collation")) refuse("collation");
        if (index.get("key") instanceof Document keys && keys.values().contains("text")) refuse("text indexes");
    }

    private static void each(Object list, Consumer<Document> check) {
        if (!(list instanceof List<?> entries)) return;
        for (Object entry : entries) {
            if (entry instanceof Document document) check.accept(document);
        }
    }

    private static void refuse(String what) {
        throw new MongoServerError(ErrorCode.IllegalOperation, "The Mongo stand-in has no " + what + "; a real MongoDB has");
    }
}
