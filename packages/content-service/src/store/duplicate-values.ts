import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import type { Collection } from '@vidhi/content-engine';

/** Thrown when another document has the same value of a unique attribute. */
export class DuplicateValueError extends Error {
  constructor(collection: Collection, options?: ErrorOptions) {
    super(`duplicate value of a unique attribute of ${collection.name}`, options);
  }
}

/** Returns whether an insert failed because another process has used the id. */
export const isDuplicateId = (error: unknown): boolean =>
  isDuplicateKey(error) && error instanceof Error && /index: _id_|_id_ dup|{ _id:/.test(error.message);

/** Returns a handler that throws `DuplicateValueError` in place of the error of the database, and any other as it is. */
export const rethrowDuplicate =
  (collection: Collection) =>
  (error: unknown): never => {
    throw isDuplicateKey(error) ? new DuplicateValueError(collection, { cause: error }) : error;
  };
