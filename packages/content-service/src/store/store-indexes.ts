import type { Collection } from '@vidhi/content-engine';
import type { ContentStore } from './content-store.ts';

const isUnique = (attribute: object): boolean => 'unique' in attribute && attribute.unique === true;

/**
 * One document for each unique value; and for the relay's sweep, where an engine uses such an index, the documents
 * that have something to publish. Safe to run again.
 */
export async function ensureStoreIndexes(
  store: ContentStore,
  collections: readonly Collection[],
): Promise<void> {
  for (const collection of collections) {
    const documents = store.documents(collection);
    await documents.createIndex({ outboxDue: 1 }, { sparse: true });
    for (const [name, attribute] of Object.entries(collection.attributes))
      if (isUnique(attribute)) await documents.createIndex({ [name]: 1 }, { unique: true, sparse: true });
  }
}
