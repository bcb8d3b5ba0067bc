package in.vidhi.standin;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.h2.mvstore.MVStore;

/**
 * The library's backend with what the services rely on: serialized messages, copied results, durable writes,
 * a newer hello.
 */
final class StandinBackend extends H2Backend {
    /** Wire version of MongoDB 5.0: newer than the oldest one that the current driver accepts. */
    private static final int WIRE_VERSION = 13;

    private static final int SESSION_MINUTES = 30;
    private static final Set<String> READS = Set.of(
        "hello", "ismaster", "ping", "buildinfo", "find", "getmore", "count", "distinct", "killcursors", "endsessions",
        "listcollections", "listindexes", "listdatabases", "dbstats", "collstats", "serverstatus", "connectionstatus",
        "getlasterror", "whatsmyuri", "hostinfo", "getlog", "getcmdlineopts");

    private final ReentrantLock oneAtATime;
    private final GroupCommit commits;
    /** Set when the first database is opened, by the library's constructor. */
    private QueryCounters counters;

    StandinBackend(MVStore store, ReentrantLock oneAtATime) {
        super(store);
        this.oneAtATime = oneAtATime;
        this.commits = new GroupCommit(store, oneAtATime);
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String databaseName) {
        if (counters == null) counters = new QueryCounters();
        return StandinDatabase.open(databaseName, getMvStore(), getCursorRegistry(), counters);
    }

    @Override
    public Document handleMessage(MongoMessage message) {
        Document answer = answerAlone(() -> super.handleMessage(message));
        if (isWrite(message.getDocument())) commits.awaitCommit();
        return answer;
    }

    /** Also called for OP_QUERY messages, with which every driver opens a connection. */
    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
        if (command.equalsIgnoreCase("hello") || command.equalsIgnoreCase("ismaster")) {
            return hello(super.handleCommand(channel, database, "ismaster", query));
        }
        UnsupportedFeatures.check(command, query);
        oneAtATime.lock();
        try {
            Document answer = super.handleCommand(channel, database, command, query);
            if (command.equalsIgnoreCase("serverStatus") && counters != null) counters.addTo(answer);
            return answer;
        } finally {
            oneAtATime.unlock();
        }
    }

    @Override
    public QueryResult handleQuery(MongoQuery query) {
        oneAtATime.lock();
        try {
            QueryResult result = super.handleQuery(query);
            List<Document> copies =
                result.collectDocuments().stream().map(Document::cloneDeeply).collect(Collectors.toList());
            return new QueryResult(copies, result.getCursorId());
        } finally {
            oneAtATime.unlock();
        }
    }

    @Override
    public void handleClose(Channel channel) {
        oneAtATime.lock();
        try {
            super.handleClose(channel);
        } finally {
            oneAtATime.unlock();
        }
    }

    /** Waits for the current message, then commits and closes the file. */
    @Override
    public void close() {
        commits.stop();
        oneAtATime.lock();
        try {
            super.close();
        } finally {
            oneAtATime.unlock();
        }
    }

    /** Copies results, because the next message may change the stored documents while they are being sent. */
    private Document answerAlone(Supplier<Document> work) {
        oneAtATime.lock();
        try {
            Document answer = work.get();
            return answer == null ? null : answer.cloneDeeply();
        } finally {
            oneAtATime.unlock();
        }
    }

    private static Document hello(Document answer) {
        answer.put("isWritablePrimary", Boolean.TRUE);
        answer.put("helloOk", Boolean.TRUE);
        answer.put("maxWireVersion", WIRE_VERSION);
        answer.put("logicalSessionTimeoutMinutes", SESSION_MINUTES);
        answer.put("readOnly", Boolean.FALSE);
        answer.put("standin", Boolean.TRUE);
        return answer;
    }

    private static boolean isWrite(Document query) {
        String command = query.keySet().iterator().next().toLowerCase(Locale.ROOT);
        if (command.equals("aggregate")) return hasOutput(query);
        return !READS.contains(command);
    }

    private static boolean hasOutput(Document query) {
        return query.get("pipeline") instanceof List<?> stages
            && stages.stream().anyMatch(
                stage -> stage instanceof Document entry && (entry.containsKey("$out") || entry.containsKey("$merge")));
    }
}
