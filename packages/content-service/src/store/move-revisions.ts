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

interface Update {
  filter: object;
  update: object;
}

/** Resolves with whether the filters of all updates matched. */
async function write(
  documents: mongo.Collection<ContentDocument>,
  updates: readonly Update[],
): Promise<boolean> {
  if (updates.length === 0) return true;
  const operations = updates.map((updateOne) => ({ updateOne }));
  const { matchedCount } = await documents.bulkWrite(
    operations as unknown as mongo.AnyBulkWriteOperation<ContentDocument>[],
    { ordered: false },
  );
  return matchedCount === updates.length;
}

export interface RevisionMover {
  /** Moves the superseded values of a document now. */
  move(collection: Collection, id: number): Promise<void>;
  /** Moves what a crash left in documents, and removes revisions that have become expendable. */
  sweep(): Promise<void>;
}

/** Interval of sweeps. */
export const REVISION_SWEEP_MS = 15_000;
/** Documents whose superseded values are moved together. */
const BATCH_SIZE = 50;
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

  /** Moves the superseded values of documents, by few commands for all of them. */
  async function moveAll(collection: Collection, ids: readonly number[]): Promise<void> {
    const documents = store.documents(collection);
    const found = await documents
      .find({ _id: { $in: [...ids] } }, { projection: { 'editing.pending': 1 } })
      .toArray();
    const pending = new Map(found.map(({ _id, editing }) => [_id, editing?.pending ?? []]));
    await revisions.add(collection, pending);
    // Read again: a document that is forgotten meanwhile must not leave what was just copied.
    const forgotten = await documents
      .find({ _id: { $in: [...ids] }, removed: true, 'editing.forgotten': true }, { projection: { _id: 1 } })
      .toArray();
    for (const { _id: id } of forgotten) {
      await revisions.forget(collection, id);
      pending.delete(id);
    }
    const isNow = { 'editing.forgotten': { $exists: false } };
    const without = (revs: readonly string[]) => ({ $pull: { 'editing.pending': { rev: { $in: revs } } } });
    const end = { $unset: { revisionsDue: '' } };
    const moved = [...pending].map(([_id, all]) => ({ _id, revs: all.map(({ rev }) => rev) }));
    const isMoved = await write(documents, [
      ...moved.map(({ _id, revs }) => {
        const others = { $elemMatch: { rev: { $nin: revs } } };
        return {
          filter: { _id, ...isNow, 'editing.pending': { $not: others } },
          update: { ...without(revs), ...end },
        };
      }),
      ...forgotten.map(({ _id }) => ({
        filter: { _id, 'editing.pending.0': { $exists: false } },
        update: end,
      })),
    ]);
    // A document that was edited meanwhile is moved again.
    if (!isMoved)
      await write(
        documents,
        moved.map(({ _id, revs }) => ({ filter: { _id, ...isNow }, update: without(revs) })),
      );
  }

  async function sweep(): Promise<void> {
    for (const collection of collections) {
      const due = store
        .documents(collection)
        .find({ revisionsDue: { $exists: true } }, { projection: { _id: 1 } });
      const ids: number[] = [];
      for await (const { _id: id } of due) ids.push(id);
      for (let start = 0; start < ids.length; start += BATCH_SIZE) {
        if (signal?.aborted === true) return;
        await moveAll(collection, ids.slice(start, start + BATCH_SIZE));
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

  return { move: (collection, id) => moveAll(collection, [id]), sweep };
}
