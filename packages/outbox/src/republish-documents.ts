import type { mongo } from 'mongoose';
import { pauseFor } from '@vidhi/service-kit/retry.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import { invalidateFences } from './leased-outbox.ts';
import { WITHOUT_OUTBOX, type OutboxDocument } from './outbox-document.ts';

export interface RepublishOptions<Document extends OutboxDocument> {
  documents: mongo.Collection<Document>;
  /** The topic that has lost the states. */
  topic: string;
  /** Returns the events that carry the current state of a document, at its current revision. */
  stateOf: (document: Document, at: Date) => OutboxEntry[];
  /** Notifies the relay, with bulk priority. */
  notify: (id: Document['_id']) => void;
  signal: AbortSignal;
}

/** Small, because an editor's write waits for the batch that is being published. */
const BATCH_SIZE = 50;
const POLL_MS = 100;
/** Number of polls after which the next batch starts; unpublished events stay in the outbox. */
const MAX_POLLS = 300;

/** Resolves with whether any of these documents has been published, that is, has no unpublished events. */
export async function hasPublishedDocuments<Document extends OutboxDocument>(
  documents: mongo.Collection<Document>,
): Promise<boolean> {
  const filter = { outboxDue: { $exists: false } } as mongo.Filter<Document>;
  const found = await documents.findOne(filter, { projection: { _id: 1 } });
  return found !== null;
}

/**
 * Publishes the current state of every document again, in batches; each batch waits for the publication of the one
 * before. The events go through the outbox and the revision does not change, so an older state never follows a newer one
 * in the topic while documents change. Skips documents that have unpublished events of this topic, as those carry their
 * state; a relay that is sending them cannot mark them as published. Resolves with the number of documents.
 */
export async function republishDocuments<Document extends OutboxDocument>(
  options: RepublishOptions<Document>,
): Promise<number> {
  const { documents, topic, stateOf, notify, signal } = options;
  const isIdle = { outbox: { $not: { $elemMatch: { topic } } } } as const;
  await invalidateFences(documents as unknown as mongo.Collection<OutboxDocument>);
  let count = 0;
  let last: Document['_id'] | null = null;
  while (!signal.aborted) {
    const next = last === null ? isIdle : { _id: { $gt: last }, ...isIdle };
    const batch = (await documents
      .find(next as mongo.Filter<Document>, { projection: WITHOUT_OUTBOX })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .toArray()) as Document[];
    last = batch.at(-1)?._id ?? null;
    if (last === null) break;
    const at = new Date();
    const planned = batch.flatMap((document) => {
      const entries = stateOf(document, at);
      return entries.length === 0 ? [] : [{ document, entries }];
    });
    if (planned.length === 0) continue;
    await documents.bulkWrite(
      planned.map(
        ({ document: { _id, rev }, entries }) =>
          ({
            updateOne: {
              filter: { _id, rev, ...isIdle },
              update: { $push: { outbox: { $each: entries } }, $currentDate: { outboxDue: true } },
            },
          }) as unknown as mongo.AnyBulkWriteOperation<Document>,
      ),
      { ordered: false },
    );
    const ids = planned.map(({ document }) => document._id);
    for (const id of ids) notify(id);
    count += ids.length;
    await untilPublished(documents, ids, signal);
  }
  return count;
}

async function untilPublished<Document extends OutboxDocument>(
  documents: mongo.Collection<Document>,
  ids: readonly Document['_id'][],
  signal: AbortSignal,
): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS && !signal.aborted; polls += 1) {
    const waiting = await documents.countDocuments({
      _id: { $in: [...ids] },
      outboxDue: { $exists: true },
    } as unknown as mongo.Filter<Document>);
    if (waiting === 0) return;
    await pauseFor(POLL_MS, signal);
  }
}
