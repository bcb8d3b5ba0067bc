import type { mongo } from 'mongoose';
import { pauseFor } from '@vidhi/service-kit/retry.ts';
import type { OutboxDocument } from './mongo-outbox.ts';
import type { OutboxEntry } from './outbox.ts';

export interface RepublishOptions {
  documents: mongo.Collection<OutboxDocument>;
  /** Returns the events that carry the current state of a document, at its current revision. */
  stateOf: (document: OutboxDocument, at: Date) => OutboxEntry[];
  /** Notifies the relay, with bulk priority. */
  notify: (id: number) => void;
  signal: AbortSignal;
}

/** Small, because an editor's write waits for the batch that is being published. */
const BATCH_SIZE = 50;
const POLL_MS = 100;
/** After this many polls the next batch starts; unpublished events stay in the outbox. */
const MAX_POLLS = 300;

/** Whether any of these documents has been published, that is, has no unpublished events. */
export async function hasPublishedDocuments(documents: mongo.Collection<OutboxDocument>): Promise<boolean> {
  const found = await documents.findOne({ outboxDue: { $exists: false } }, { projection: { _id: 1 } });
  return found !== null;
}

/**
 * Publishes the current state of every document again, in batches; each batch waits for the publication of the one
 * before. The events go through the outbox and the revision does not change, so an older state never follows a newer one
 * in the topic while documents change. Skips documents that have unpublished events, as those carry their state. Resolves
 * with the number of documents.
 */
export async function republishDocuments(options: RepublishOptions): Promise<number> {
  const { documents, stateOf, notify, signal } = options;
  const isIdle = { outboxDue: { $exists: false } } as const;
  let count = 0;
  let last: number | null = null;
  while (!signal.aborted) {
    const batch: OutboxDocument[] = await documents
      .find(last === null ? isIdle : { _id: { $gt: last }, ...isIdle }, {
        projection: { outbox: 0, leasedAt: 0, leaseOwner: 0 },
      })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .toArray();
    last = batch.at(-1)?._id ?? null;
    if (last === null) break;
    const at = new Date();
    const planned = batch.flatMap((document) => {
      const entries = stateOf(document, at);
      return entries.length === 0 ? [] : [{ document, entries }];
    });
    if (planned.length === 0) continue;
    await documents.bulkWrite(
      planned.map(({ document: { _id, rev }, entries }) => ({
        updateOne: {
          filter: { _id, rev, ...isIdle },
          update: { $push: { outbox: { $each: entries } }, $set: { outboxDue: at } },
        },
      })),
      { ordered: false },
    );
    const ids = planned.map(({ document }) => document._id);
    for (const id of ids) notify(id);
    count += ids.length;
    await untilPublished(documents, ids, signal);
  }
  return count;
}

async function untilPublished(
  documents: mongo.Collection<OutboxDocument>,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS && !signal.aborted; polls += 1) {
    const waiting = await documents.countDocuments({ _id: { $in: [...ids] }, outboxDue: { $exists: true } });
    if (waiting === 0) return;
    await pauseFor(POLL_MS, signal);
  }
}
