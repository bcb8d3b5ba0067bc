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

interface TrashSweepOptions {
  store: Pick<ContentStore, 'documents' | 'now'>;
  collections: readonly Collection[];
  onError: (error: unknown) => void;
  everyMs?: number;
}

const EVERY_MS = 3_600_000;

/** Empties the trash of documents whose thirty days are over, now and every hour. */
export function startTrashSweep(options: TrashSweepOptions): { close(): Promise<void> } {
  const { store, collections, onError, everyMs = EVERY_MS } = options;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();
  async function sweep(): Promise<void> {
    for (const collection of collections)
      while (!isClosed && (await emptyTrash(store, collection, store.now())) > 0);
  }
  const queue = (): void => {
    running = running.then(sweep).catch(onError);
  };
  const timer = setInterval(queue, everyMs);
  queue();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
