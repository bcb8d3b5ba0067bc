import type { mongo } from 'mongoose';
import type { Collection } from '@vidhi/content-engine';
import type { ContentDocument } from './content-document.ts';
import type { ContentStore } from './content-store.ts';
import { expendableRevisions, FULL_DAYS } from './thinning.ts';
import type { Revisions } from './revisions.ts';

export interface MoveRevisionsOptions {
  store: Pick<ContentStore, 'documents' | 'now'>;
  collections: readonly Collection[];
  revisions: Revisions;
  /** Ends a sweep early once it is aborted. */
  signal?: AbortSignal;
}

export interface RevisionMover {
  /** Moves the superseded values of a document now. */
  move(collection: Collection, id: number): Promise<void>;
  /** Moves what a crash left in documents, and removes revisions that have become expendable. */
  sweep(): Promise<void>;
}

/** Interval of sweeps. */
export const REVISION_SWEEP_MS = 15_000;
const THINNED_MS = 86_400_000;
const FULL_MS = FULL_DAYS * THINNED_MS;

/**
 * Moves superseded values from their documents to the collection of revisions. A write stores them in its own document, as
 * there are no transactions; the copy is idempotent, so a crash at any point loses and repeats nothing.
 */
export function createRevisionMover(options: MoveRevisionsOptions): RevisionMover {
  const { store, collections, revisions, signal } = options;
  const byName = new Map(collections.map((collection) => [collection.name, collection]));
  let thinnedAt = 0;

  async function thin(collection: Collection, id: number): Promise<void> {
    const expendable = expendableRevisions(await revisions.list(collection, id), store.now());
    if (expendable.length > 0) await revisions.remove(collection, id, expendable);
  }

  async function move(collection: Collection, id: number): Promise<void> {
    const documents = store.documents(collection);
    const read = () =>
      documents.findOne(
        { _id: id },
        { projection: { 'editing.pending': 1, 'editing.forgotten': 1, removed: 1 } },
      );
    const pending = (await read())?.editing?.pending ?? [];
    if (pending.length > 0) await revisions.add(collection, id, pending);
    // Read again: a document that is forgotten meanwhile must not leave what was just copied.
    const found = await read();
    if (found?.removed === true && found.editing?.forgotten === true) await revisions.forget(collection, id);
    else if (pending.length > 0) {
      const moved = { rev: { $in: pending.map(({ rev }) => rev) } };
      await documents.updateOne({ _id: id }, {
        $pull: { 'editing.pending': moved },
      } as unknown as mongo.UpdateFilter<ContentDocument>);
    }
    await documents.updateOne({ _id: id, 'editing.pending.0': { $exists: false } }, {
      $unset: { revisionsDue: '' },
    } as mongo.UpdateFilter<ContentDocument>);
  }

  async function sweep(): Promise<void> {
    for (const collection of collections) {
      const due = store
        .documents(collection)
        .find({ revisionsDue: { $exists: true } }, { projection: { _id: 1 } });
      for await (const { _id: id } of due) {
        if (signal?.aborted === true) return;
        await move(collection, id);
      }
    }
    const now = store.now().getTime();
    if (now - thinnedAt < THINNED_MS) return;
    await revisions.eachAged(new Date(now - FULL_MS), async (name, id) => {
      const collection = byName.get(name);
      if (collection !== undefined && signal?.aborted !== true) await thin(collection, id);
    });
    thinnedAt = now;
  }

  return { move, sweep };
}
