import type { mongo } from 'mongoose';
import { pauseFor } from './backoff.ts';
import type { OutboxDocument } from './mongo-outbox.ts';
import type { OutboxEntry } from './outbox.ts';

export interface RepublishOptions {
  documents: mongo.Collection<OutboxDocument>;
  /** The events that say what a document is now, at its own revision. */
  stateOf: (document: OutboxDocument, at: Date) => OutboxEntry[];
  /** Wakes the relay, behind what editors write. */
  notify: (id: number) => void;
  signal: AbortSignal;
}

/** Small, as an editor's write waits for the round that is on its way. */
const BATCH = 50;
const LOOK_MS = 100;
/** What the broker does not take by then stays in the outbox, and the others go on. */
const MAX_LOOKS = 300;

/** Whether one of these documents was published before: it waits for no publication now. */
export async function hasPublishedDocuments(documents: mongo.Collection<OutboxDocument>): Promise<boolean> {
  const found = await documents.findOne({ outboxDue: { $exists: false } }, { projection: { _id: 1 } });
  return found !== null;
}

/**
 * Puts the current state of every document into its outbox again, in batches; each goes on when the one before is
 * published. Goes through the outbox and leaves the revision as it is, so that no older state follows a newer one in the
 * topic, however documents change meanwhile. A document that has something to publish is passed over: its state is on
 * its way. Resolves with the number of documents.
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
      .limit(BATCH)
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
  for (let looks = 0; looks < MAX_LOOKS && !signal.aborted; looks += 1) {
    const waiting = await documents.countDocuments({ _id: { $in: [...ids] }, outboxDue: { $exists: true } });
    if (waiting === 0) return;
    await pauseFor(LOOK_MS, signal);
  }
}
