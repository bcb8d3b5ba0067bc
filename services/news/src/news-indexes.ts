import type { ContentStore } from '@vidhi/content-api/store/content-store.ts';
import { ownedCollections } from './collections/news-collections.ts';
import { postCollection } from './collections/post.ts';

/**
 * One post for each slug; and for the relay's sweep, where an engine uses such an index, the documents
 * that have something to publish. Safe to run again.
 */
export async function ensureIndexes(store: ContentStore): Promise<void> {
  await store.documents(postCollection).createIndex({ slug: 1 }, { unique: true, sparse: true });
  for (const collection of ownedCollections)
    await store.documents(collection).createIndex({ outboxDue: 1 }, { sparse: true });
}
