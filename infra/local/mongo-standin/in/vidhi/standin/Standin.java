package in.vidhi.standin;

import de.bwaldvogel.mongo.MongoServer;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * Serves MongoDB's wire protocol from one file: {@code Standin PORT FILE}.
 *
 * <p>Exits with 0 after SIGTERM, and with the codes below after one line on standard error. The JVM itself
 * exits with 3 when it runs out of memory.
 */
public final class Standin {
    private static final int WRONG_ARGUMENTS = 20;
    private static final int PORT_TAKEN = 21;
    private static final int FILE_IN_USE = 22;
    private static final int FILE_UNREADABLE = 23;
    private static final int WRITE_FAILED = 24;
    private static final int NO_LISTENING = 25;

    /** A waiting writer blocks its connection's thread, so there is one thread for each concurrent writer. */
    private static final int CONNECTION_THREADS = 64;

    private static final int PAGE_CACHE_SHARE = 3;
    private static final long MEGABYTE = 1024 * 1024;

    private Standin() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 2) end(WRONG_ARGUMENTS, "Say PORT and FILE.");
        int port = Integer.parseInt(arguments[0]);
        Path file = Path.of(arguments[1]);
        MVStore store = open(file);
        MongoServer server = new MongoServer(new StandinBackend(store, new ReentrantLock()));
        try {
            server.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 1, CONNECTION_THREADS);
        } catch (Exception e) {
            // Netty throws the checked BindException without declaring it, and its threads would keep the
            // process running.
            if (isPortTaken(e)) end(PORT_TAKEN, "Port " + port + " is already taken.");
            e.printStackTrace();
            end(NO_LISTENING, "Cannot listen on port " + port + ".");
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.shutdownNow();
            Runtime.getRuntime().halt(0);
        }));
        System.out.println("ready " + server.getLocalAddress().getPort());
    }

    /** Called with the store lock held, so that no write is acknowledged after a failed commit. */
    static void stopOnStoreFailure(RuntimeException failure) {
        if (isFull(failure)) end(WRITE_FAILED, "The disk is full.");
        failure.printStackTrace();
        end(WRITE_FAILED, "The store cannot be written: " + failure.getMessage());
    }

    private static MVStore open(Path file) throws Exception {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try {
            return new MVStore.Builder()
                .fileName(file.toString())
                .autoCommitDisabled()
                .cacheSize((int) (Runtime.getRuntime().maxMemory() / PAGE_CACHE_SHARE / MEGABYTE))
                .open();
        } catch (MVStoreException e) {
            if (e.getErrorCode() == DataUtils.ERROR_FILE_LOCKED) end(FILE_IN_USE, "Another process uses " + file + ".");
            if (isFull(e)) end(WRITE_FAILED, "The disk is full.");
            end(FILE_UNREADABLE, "Cannot read " + file + ": " + e.getMessage());
            throw e;
        }
    }

    private static boolean isPortTaken(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) return true;
        }
        return false;
    }

    private static boolean isFull(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("No space left on device")) return true;
        }
        return false;
    }

    private static void end(int code, String sentence) {
        System.err.println("standin: " + sentence);
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }
}
