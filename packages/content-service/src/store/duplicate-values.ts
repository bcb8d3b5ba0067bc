import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import type { Collection } from '@vidhi/content-engine';

/** Thrown when another document has the same value of a unique attribute. */
export class DuplicateValueError extends Error {
  /** Null where the database does not say which. */
  readonly attribute: string | null;

  constructor(collection: Collection, attribute: string | null, options?: ErrorOptions) {
    super(`duplicate value of ${attribute ?? 'a unique attribute'} of ${collection.name}`, options);
    this.attribute = attribute;
  }
}

const INDEX_OF_MESSAGE = /index: (\w+?)_-?1\b/;

/** Returns the attribute whose unique index rejected a write: driver and server name it in one of two ways. */
function duplicateAttribute({ attributes }: Collection, error: unknown): string | null {
  const { keyPattern, message } = error as { keyPattern?: unknown; message?: unknown };
  const [indexed] = typeof keyPattern === 'object' && keyPattern !== null ? Object.keys(keyPattern) : [];
  const name = indexed ?? INDEX_OF_MESSAGE.exec(String(message))?.[1] ?? '';
  return Object.hasOwn(attributes, name) ? name : null;
}

/** Returns whether an insert failed because another process has used the id. */
export const isDuplicateId = (error: unknown): boolean =>
  isDuplicateKey(error) && error instanceof Error && /index: _id_|_id_ dup|{ _id:/.test(error.message);

/** Returns a handler that throws `DuplicateValueError` in place of the error of the database, and any other as it is. */
export const rethrowDuplicate =
  (collection: Collection) =>
  (error: unknown): never => {
    throw isDuplicateKey(error)
      ? new DuplicateValueError(collection, duplicateAttribute(collection, error), { cause: error })
      : error;
  };
