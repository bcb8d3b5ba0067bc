package in.vidhi.standin;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.oplog.Oplog;
import io.netty.channel.Channel;
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
    private static final ThreadLocal<Context> OPENING = new ThreadLocal<>();

    private final Context context;
    private final String name;

    private record Context(MVStore store, QueryCounters counters) {}

    private StandinDatabase(String name, Context context, CursorRegistry cursors) {
        super(name, context.store, cursors);
        this.context = context;
        this.name = name;
    }

    static StandinDatabase open(String name, MVStore store, CursorRegistry cursors, QueryCounters counters) {
        Context context = new Context(store, counters);
        OPENING.set(context);
        try {
            return new StandinDatabase(name, context, cursors);
        } finally {
            OPENING.remove();
        }
    }

    @Override
    protected MongoCollection<Object> openOrCreateCollection(String collectionName, CollectionOptions options) {
        Context opened = context == null ? OPENING.get() : context;
        String fullName = getDatabaseName() + "." + collectionName;
        MVMap<Object, Document> data = opened.store.openMap(
            DATA + fullName, new MVMap.Builder<Object, Document>().valueType(BsonDocumentType.INSTANCE));
        MVMap<String, Object> meta = opened.store.openMap(META + fullName);
        return new StandinCollection(this, collectionName, options, data, meta, cursorRegistry, opened.counters);
    }

    @Override
    protected Index<Object> openOrCreateSecondaryIndex(
        String collectionName, String indexName, List<IndexKey> keys, boolean sparse
    ) {
        return new SecondaryIndex(indexName, keys, sparse);
    }

    /** An aggregation begins with all documents; those that its first stage rejects need not be read. */
    @Override
    public Document handleCommand(
        Channel channel, String command, Document query, DatabaseResolver databases, Oplog oplog
    ) {
        if (!command.equalsIgnoreCase("aggregate")) return super.handleCommand(channel, command, query, databases, oplog);
        MongoCollection<Object> collection = resolveCollection(String.valueOf(query.get(command)), false);
        if (!(collection instanceof StandinCollection read)) {
            return super.handleCommand(channel, command, query, databases, oplog);
        }
        read.expectMatch(firstMatchOf(query.get("pipeline")));
        try {
            return super.handleCommand(channel, command, query, databases, oplog);
        } finally {
            read.expectMatch(null);
        }
    }

    private static Document firstMatchOf(Object pipeline) {
        if (!(pipeline instanceof List<?> stages) || stages.isEmpty()) return null;
        return stages.get(0) instanceof Document stage && stage.get("$match") instanceof Document filter ? filter : null;
    }

    @Override
    public void drop(Oplog oplog) {
        String dot = name + ".";
        List<String> own = new ArrayList<>();
        for (String map : context.store.getMapNames()) {
            if (map.startsWith(DATA + dot) || map.startsWith(META + dot) || map.startsWith(dot)) own.add(map);
        }
        for (String map : own) context.store.removeMap(map);
    }
}
