package in.vidhi.standin;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.mvstore.MVStore;

/**
 * Commits the store to its file before a write is acknowledged. Concurrent writers share one commit.
 *
 * <p>The library changes stored documents in place, so a commit holds the lock that serializes messages:
 * a half-applied message can never reach the file. A commit hands the pages to the operating system, which survives
 * {@code kill -9} of this process; it does not wait for the disk, so it does not survive a power cut.
 */
final class GroupCommit {
    private static final int COMPACT_EVERY_MS = 2_000;
    private static final int RETENTION_MS = 2_000;
    private static final int COMPACT_BELOW_PERCENT = 60;
    private static final int COMPACT_BYTES = 8 * 1024 * 1024;
    private static final int MOVE_MS = 60;
    /** Growth of the file after which it is compacted under sustained writes. */
    private static final int GROWTH_BYTES = 8 * 1024 * 1024;

    private final MVStore store;
    private final ReentrantLock storeLock;
    private final ReentrantLock waitLock = new ReentrantLock();
    private final Condition asked = waitLock.newCondition();
    private final Condition committed = waitLock.newCondition();
    private final Condition closing = waitLock.newCondition();
    private long askedFor;
    private long done;
    private boolean stopped;
    private long compactedVersion = -1;
    /** Size of the file before the last compaction. */
    private long compactedSize = -1;
    /** Size of the file after the last compaction. */
    private long sizeAfter;
    /** Version in the last round: another one in the next round means that writes go on. */
    private long lastVersion = -1;

    GroupCommit(MVStore store, ReentrantLock storeLock) {
        this.store = store;
        this.storeLock = storeLock;
        store.setRetentionTime(RETENTION_MS);
        startThread("standin-commit", this::commitLoop);
        startThread("standin-compact", this::compactLoop);
    }

    /** Returns when all earlier writes are in the file. Must not be called under the store lock. */
    void awaitCommit() {
        waitLock.lock();
        try {
            long ticket = ++askedFor;
            asked.signal();
            while (done < ticket) {
                // Close the connection instead of acknowledging a write that is not in the file.
                if (stopped) throw new IllegalStateException("The store is closing");
                committed.awaitUninterruptibly();
            }
        } finally {
            waitLock.unlock();
        }
    }

    void stop() {
        waitLock.lock();
        try {
            stopped = true;
            asked.signalAll();
            committed.signalAll();
            closing.signalAll();
        } finally {
            waitLock.unlock();
        }
    }

    private void commitLoop() {
        while (true) {
            long upTo = awaitAsked();
            if (upTo < 0) return;
            underStoreLock(store::commit);
            announce(upTo);
        }
    }

    private long awaitAsked() {
        waitLock.lock();
        try {
            while (askedFor == done && !stopped) asked.awaitUninterruptibly();
            return stopped ? -1 : askedFor;
        } finally {
            waitLock.unlock();
        }
    }

    private void announce(long upTo) {
        waitLock.lock();
        try {
            done = upTo;
            committed.signalAll();
        } finally {
            waitLock.unlock();
        }
    }

    private void compactLoop() {
        while (waitBetweenCompactions()) underStoreLock(this::compact);
    }

    private boolean waitBetweenCompactions() {
        waitLock.lock();
        try {
            long left = COMPACT_EVERY_MS * 1_000_000L;
            while (left > 0 && !stopped) left = closing.awaitNanos(left);
            return !stopped;
        } catch (InterruptedException e) {
            return false;
        } finally {
            waitLock.unlock();
        }
    }

    /** Waits for a pause of the writes, or for GROWTH_BYTES. Continues after the last write until the file no longer shrinks. */
    private void compact() {
        long size = store.getFileStore().size();
        long version = store.getCurrentVersion();
        if (version == compactedVersion && size == compactedSize) return;
        boolean isBusy = version != lastVersion;
        lastVersion = version;
        if (isBusy && size < sizeAfter + GROWTH_BYTES) return;
        store.commit();
        store.compact(COMPACT_BELOW_PERCENT, COMPACT_BYTES);
        store.compactFile(MOVE_MS);
        // compactFile sets the retention time to 0 and does not restore it.
        store.setRetentionTime(RETENTION_MS);
        compactedVersion = store.getCurrentVersion();
        lastVersion = compactedVersion;
        compactedSize = size;
        sizeAfter = store.getFileStore().size();
    }

    private void underStoreLock(Runnable work) {
        storeLock.lock();
        try {
            work.run();
        } catch (RuntimeException e) {
            Standin.stopOnStoreFailure(e);
        } finally {
            storeLock.unlock();
        }
    }

    private static void startThread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
