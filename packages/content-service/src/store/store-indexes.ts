import type { Collection } from '@vidhi/content-engine';
import type { ContentStore } from './content-store.ts';
import { ensureRevisionIndexes } from './revisions.ts';

const isUnique = (attribute: object): boolean => 'unique' in attribute && attribute.unique === true;

/**
 * Creates the unique indexes of the declarations, and those for the sweeps of outboxes and of the mover of revisions. Existing indexes
 * are left as they are.
 */
export async function ensureStoreIndexes(
  store: ContentStore,
  collections: readonly Collection[],
): Promise<void> {
  await ensureRevisionIndexes(store.connection);
  for (const collection of collections) {
    const documents = store.documents(collection);
    await documents.createIndex({ outboxDue: 1 }, { sparse: true });
    await documents.createIndex({ revisionsDue: 1 }, { sparse: true });
    await documents.createIndex({ outboxCheckAt: 1 }, { sparse: true });
    await documents.createIndex({ 'trash.at': 1 }, { sparse: true });
    for (const [name, attribute] of Object.entries(collection.attributes))
      if (isUnique(attribute)) await documents.createIndex({ [name]: 1 }, { unique: true, sparse: true });
  }
}
