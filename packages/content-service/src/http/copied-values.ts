import { WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { resolveLinkUpdates } from '@vidhi/content-engine/internal.ts';
import { validateWrite, type Collection, type ReadModel } from '@vidhi/content-engine';
import type { ContentWrites } from '../store/content-writes.ts';
import { unpack } from '../store/editing.ts';
import { type PresentValues, unmergedValues } from './present-values.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the values that a save would store; none where it would be rejected. */
function savableValues(model: ReadModel, { name }: Collection, data: Values): Values {
  try {
    return validateWrite(model, name, data, 'update');
  } catch (error) {
    if (error instanceof WireError) return {};
    throw error;
  }
}

/**
 * Returns a document with the values of a working copy. What is being typed was never validated: an attribute that no save would
 * accept has the value of the document.
 */
function withCopiedValues(
  model: ReadModel,
  collection: Collection,
  current: StoredDocument,
  values: Values,
): StoredDocument {
  const document = { ...current };
  for (const [name, value] of Object.entries(values)) {
    if (!Object.hasOwn(collection.attributes, name)) continue;
    Object.assign(document, resolveLinkUpdates(savableValues(model, collection, { [name]: value }), current));
  }
  return document;
}

/**
 * Resolves with a stored document, and with it as its working copy would change it, in stored form and not sanitized; null for a
 * missing one.
 */
export async function findWithCopy(
  {
    model,
    store,
    presentValues = unmergedValues,
  }: {
    model: ReadModel;
    store: Pick<ContentWrites, 'find' | 'findEditing'>;
    presentValues?: PresentValues | undefined;
  },
  collection: Collection,
  id: number,
): Promise<{ stored: StoredDocument; copied: StoredDocument } | null> {
  const found = await store.find(collection, id);
  if (found === null) return null;
  const copy = (await store.findEditing(collection, id))?.copy;
  const values = copy === undefined ? {} : presentValues(collection, unpack(copy.values));
  return { stored: found.doc, copied: withCopiedValues(model, collection, found.doc, values) };
}
