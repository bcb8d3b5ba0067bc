package in.vidhi.standin;

import de.bwaldvogel.mongo.backend.EmptyIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import java.util.List;

/** A declared index that is not unique; the library takes part in nothing of it but its creation and its drop. */
final class SecondaryIndex extends EmptyIndex<Object> {
    private final boolean isDeclaredSparse;

    SecondaryIndex(String name, List<IndexKey> keys, boolean isDeclaredSparse) {
        super(name, keys);
        this.isDeclaredSparse = isDeclaredSparse;
    }

    /** The library's own flag is always true, which permits a document without a position in this index. */
    boolean isDeclaredSparse() {
        return isDeclaredSparse;
    }
}
