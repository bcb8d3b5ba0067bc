/**
 * Names of the errors that the MongoDB driver and mongoose throw while the database is unavailable. The driver does not
 * export all of these classes, and not all names begin with "Mongo".
 */
const NAMES = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
]);

/**
 * Error codes of a server that shuts down, that is not the primary of its replica set (any more), or that rejects
 * writes because its disk is full (14031, OutOfDiskSpace).
 */
const CODES = new Set<unknown>([91, 189, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031]);

/** With `bufferCommands: false`, mongoose throws a plain MongooseError for commands before the first connection. */
const NOT_YET_CONNECTED = /before initial connection is complete/;

/**
 * Returns whether an error of the MongoDB driver or of mongoose means that the database is unavailable, so that the
 * command may succeed later. `bulkWrite` wraps such errors in a MongoBulkWriteError.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (NAMES.has(error.name)) return true;
  if (error.name === 'MongooseError') return NOT_YET_CONNECTED.test(error.message);
  if (error.name !== 'MongoServerError' && error.name !== 'MongoBulkWriteError') return false;
  if ('code' in error && CODES.has(error.code)) return true;
  return 'errorResponse' in error && isDatabaseUnavailable(error.errorResponse);
}
