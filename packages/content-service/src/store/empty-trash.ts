import type { mongo } from 'mongoose';
import type { Collection } from '@vidhi/content-engine';
import type { ContentDocument } from './content-document.ts';
import type { ContentStore } from './content-store.ts';
import { trashFilter, trashLimit } from './trash.ts';

const BATCH = 100;

/**
 * Empties the trash of what was removed more than thirty days ago, a bounded number at a time, with the revisions of these
 * documents. Repeatable. Resolves with how many there were.
 */
export async function emptyTrash(
  store: Pick<ContentStore, 'documents'>,
  collection: Collection,
  now: Date,
): Promise<number> {
  const documents = store.documents(collection);
  const old = trashFilter({ $lte: trashLimit(now).toISOString() });
  const found = await documents.find(old, { projection: { _id: 1 }, limit: BATCH }).toArray();
  for (const { _id: id } of found)
    // A restore in the same instant has no trash any more.
    await documents.updateOne(
      { ...old, _id: id, removed: true } as mongo.Filter<ContentDocument>,
      {
        $unset: { trash: '' },
        $set: { 'editing.forgotten': true, revisionsDue: now },
      } as unknown as mongo.UpdateFilter<ContentDocument>,
    );
  return found.length;
}

/** Creates the task that empties the trash of documents whose thirty days are over; it ends early once `signal` is aborted. */
export const createTrashSweep =
  (
    store: Pick<ContentStore, 'documents' | 'now'>,
    collections: readonly Collection[],
    signal: AbortSignal,
  ): (() => Promise<void>) =>
  async () => {
    for (const collection of collections)
      while (!signal.aborted && (await emptyTrash(store, collection, store.now())) > 0);
  };
