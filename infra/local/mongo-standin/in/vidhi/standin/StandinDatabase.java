package in.vidhi.standin;

import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.ArrayList;
import java.util.List;
import org.h2.mvstore.MVStore;

/** One database. The library's own drop takes every database whose name begins alike with it; this one does not. */
final class StandinDatabase extends H2Database {
    private static final String DATA = "databases.";
    private static final String META = "meta.";

    private final MVStore store;
    private final String name;

    StandinDatabase(String name, MVStore store, CursorRegistry cursors) {
        super(name, store, cursors);
        this.store = store;
        this.name = name;
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
