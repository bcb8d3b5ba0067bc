package in.vidhi.standin;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.ArrayList;
import java.util.List;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * One database, with its documents stored as BSON. The library's own drop also drops every database whose
 * name starts with this one's; this class drops only this database.
 */
final class StandinDatabase extends H2Database {
    private static final String DATA = "databases.";
    private static final String META = "meta.";

    /** The library's constructor opens collections before fields of this class are set. */
    private static final ThreadLocal<MVStore> OPENING = new ThreadLocal<>();

    private final MVStore store;
    private final String name;

    private StandinDatabase(String name, MVStore store, CursorRegistry cursors) {
        super(name, store, cursors);
        this.store = store;
        this.name = name;
    }

    static StandinDatabase open(String name, MVStore store, CursorRegistry cursors) {
        OPENING.set(store);
        try {
            return new StandinDatabase(name, store, cursors);
        } finally {
            OPENING.remove();
        }
    }

    @Override
    protected MongoCollection<Object> openOrCreateCollection(String collectionName, CollectionOptions options) {
        MVStore opened = store == null ? OPENING.get() : store;
        String fullName = getDatabaseName() + "." + collectionName;
        MVMap<Object, Document> data = opened.openMap(
            DATA + fullName, new MVMap.Builder<Object, Document>().valueType(BsonDocumentType.INSTANCE));
        MVMap<String, Object> meta = opened.openMap(META + fullName);
        return new H2Collection(this, collectionName, options, data, meta, cursorRegistry);
    }

    @Override
    public void drop(Oplog oplog) {
        String dot = name + ".";
        List<String> own = new ArrayList<>();
        for (String map : store.getMapNames()) {
            if (map.startsWith(DATA + dot) || map.startsWith(META + dot) || map.startsWith(dot)) own.add(map);
        }
        for (String map : own) store.removeMap(map);
    }
}
