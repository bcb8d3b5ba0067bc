import type { Connection, mongo } from 'mongoose';
import { decideCheck } from './check-decision.ts';
import type { StoredEntry } from './entry.ts';
import { invalidateFences } from './leased-outbox.ts';
import { withAcknowledgement, type DocumentId, type OutboxDocument } from './outbox-document.ts';

/** An entry whose consumer has not acknowledged it, with the document that holds it. */
export interface Unacknowledged<Id extends DocumentId = DocumentId> {
  documentId: Id;
  entry: StoredEntry;
}

export interface RearmOptions {
  documents: mongo.Collection<OutboxDocument>;
  /** Reads the clock of the database server: no clock of an application decides what is due. */
  serverTime: () => Promise<Date>;
  /** Wakes the relay. */
  notify: (id: DocumentId, priority?: 'bulk') => void;
  /**
   * Queries consumers for these events; resolves with the ids of those that they have. Called before entries are
   * published again. When it fails they are published: consumers ignore duplicates.
   */
  findAcknowledged?: ((entries: readonly Unacknowledged[]) => Promise<readonly string[]>) | undefined;
  onError: (error: unknown) => void;
  retentionMs?: number | undefined;
}

export interface Rearm {
  /** See `Outbox` for these four. */
  acknowledge(id: DocumentId, entryIds: readonly string[]): Promise<void>;
  rearm(id: DocumentId): Promise<boolean>;
  republish(id: DocumentId, entryId: string): Promise<boolean>;
  rearmSince(since: Date): Promise<number>;
  /** Re-arms what was published to a topic that has lost it; resolves with the number of documents. */
  rearmTopic(topic: string, signal: AbortSignal): Promise<number>;
  /** Resolves with whether the outboxes hold an entry that was published to this topic. */
  hasPublished(topic: string): Promise<boolean>;
  /** Looks at every document whose check is due: publishes unacknowledged entries again and removes expired ones. */
  checkDue(signal: AbortSignal): Promise<void>;
  /** Documents whose entries were published again by `checkDue`. */
  reemissions(): number;
}

const BATCH_SIZE = 100;

export async function readServerTime({ db }: Connection): Promise<Date> {
  const { localTime } = (await db?.command({ hello: 1 })) ?? {};
  if (!(localTime instanceof Date)) throw new Error('the database server did not respond with its time');
  return localTime;
}

/** Sends published entries again: the broker may lose all that it has, the documents may not. */
export function createRearm(options: RearmOptions): Rearm {
  type Filter = mongo.Filter<OutboxDocument>;
  type Operation = mongo.AnyBulkWriteOperation<OutboxDocument>;
  const { documents, serverTime, notify, findAcknowledged, onError, retentionMs } = options;
  let reemissions = 0;

  const hasEntries = { outboxCheckAt: { $exists: true } } as const;

  /**
   * Makes entries due again. The higher fence stops a relay that is publishing this document from marking them: what it
   * sent may be lost already. Its lease stays, so that no other relay sends beside it.
   */
  async function makeDue(
    filter: Filter,
    entry: Record<string, unknown>,
    set: Record<string, unknown> = {},
    inc: Record<string, number> = {},
  ): Promise<boolean> {
    const { matchedCount } = await documents.updateOne(
      { ...filter, outbox: { $elemMatch: entry } },
      {
        $set: { 'outbox.$[entry].publishedAt': null, ...set },
        $currentDate: { outboxDue: true },
        $inc: { fence: 1, ...inc },
      } as mongo.UpdateFilter<OutboxDocument>,
      {
        arrayFilters: [
          Object.fromEntries(Object.entries(entry).map(([name, value]) => [`entry.${name}`, value])),
        ],
      },
    );
    return matchedCount === 1;
  }

  /**
   * Calls `use` with the id of each matching document, in batches; each document must stop matching, or lie before the
   * next batch.
   */
  async function forEachId(
    filter: Filter,
    use: (id: DocumentId) => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<number> {
    let count = 0;
    let last: DocumentId | null = null;
    while (signal?.aborted !== true) {
      const batch: { _id: DocumentId }[] = await documents
        .find(last === null ? filter : { $and: [filter, { _id: { $gt: last } }] }, {
          projection: { _id: 1 },
        })
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .toArray();
      if (batch.length === 0) break;
      for (const { _id } of batch) {
        last = _id;
        if (await use(last)) count += 1;
      }
    }
    return count;
  }

  async function acknowledge(id: DocumentId, entryIds: readonly string[]): Promise<void> {
    if (entryIds.length === 0) return;
    await documents.updateOne({ _id: id }, ...withAcknowledgement<OutboxDocument>({}, entryIds));
  }

  async function writeAll(operations: Operation[]): Promise<void> {
    if (operations.length > 0) await documents.bulkWrite(operations, { ordered: false });
  }

  /** Resolves with the ids of those of these entries that their consumers have. */
  async function findTaken(unacknowledged: readonly Unacknowledged[]): Promise<ReadonlySet<string>> {
    if (findAcknowledged === undefined || unacknowledged.length === 0) return new Set();
    try {
      return new Set(await findAcknowledged(unacknowledged));
    } catch (error) {
      onError(error);
      return new Set();
    }
  }

  /**
   * Checks these documents. The result is written only if the document's number of checks is still the one that was
   * read, and increments it. So if several processes check a document, one writes, and none does after a publication in
   * between.
   */
  async function checkAll(due: readonly OutboxDocument[], now: Date): Promise<void> {
    const decide = ({ outbox = [], outboxReemissions = 0 }: OutboxDocument) =>
      decideCheck(outbox, outboxReemissions, now, retentionMs);

    const unacknowledged = due.flatMap((document) =>
      decide(document).unacknowledged.map((entry) => ({ documentId: document._id, entry })),
    );
    const taken = await findTaken(unacknowledged);
    const isTaken = ({ id, acknowledgedAt }: StoredEntry): boolean =>
      (acknowledgedAt ?? null) === null && taken.has(id);
    const decided = due.map((document) => {
      const { outbox = [] } = document;
      const decision = decide({
        ...document,
        outbox: outbox.map((entry) => (isTaken(entry) ? { ...entry, acknowledgedAt: now } : entry)),
      });
      const takenIds = outbox.filter(isTaken).map(({ id }) => id);
      return { document, decision, takenIds };
    });
    // Of those that are removed at once nothing is noted before.
    await writeAll(
      decided.flatMap(({ document: { _id }, decision: { expired }, takenIds }) => {
        const entryIds = takenIds.filter((id) => !expired.includes(id));
        if (entryIds.length === 0) return [];
        const [update, { arrayFilters }] = withAcknowledgement<OutboxDocument>({}, entryIds);
        return [{ updateOne: { filter: { _id }, update, arrayFilters } }];
      }),
    );
    const checked: Operation[] = [];
    for (const { document, decision, takenIds } of decided) {
      const { _id, outboxChecks } = document;
      const filter: Filter = { _id, outboxChecks: outboxChecks ?? { $exists: false } };
      // Not what is sent again meanwhile.
      const isPublished = { publishedAt: { $ne: null } };
      const isExpired = [
        { id: { $in: decision.expired }, ...isPublished, acknowledgedAt: { $ne: null } },
        { id: { $in: decision.expired.filter((id) => takenIds.includes(id)) }, ...isPublished },
      ];
      const removal = decision.expired.length === 0 ? {} : { $pull: { outbox: { $or: isExpired } } };
      if (decision.unacknowledged.length > 0) {
        if (decision.expired.length > 0)
          await documents.updateOne(filter, removal as mongo.UpdateFilter<OutboxDocument>);
        const again = { publishedAt: { $ne: null }, acknowledgedAt: null };
        const counts = { outboxChecks: 1, outboxReemissions: 1 };
        if (await makeDue(filter, again, { outboxCheckAt: decision.nextAt }, counts)) {
          reemissions += 1;
          notify(_id, 'bulk');
          continue;
        }
      }
      const update = {
        ...removal,
        ...(decision.nextAt === null
          ? { $unset: { outboxCheckAt: '' } }
          : { $set: { outboxCheckAt: decision.nextAt } }),
        $inc: { outboxChecks: 1 },
      } as mongo.UpdateFilter<OutboxDocument>;
      checked.push({ updateOne: { filter, update } });
    }
    await writeAll(checked);
  }

  return {
    acknowledge,
    hasPublished: async (topic) =>
      (await documents.findOne(
        { ...hasEntries, outbox: { $elemMatch: { topic, publishedAt: { $ne: null } } } },
        { projection: { _id: 1 } },
      )) !== null,
    async rearm(id) {
      const isDue = await makeDue({ _id: id }, { acknowledgedAt: null });
      if (isDue) notify(id);
      return isDue;
    },
    async republish(id, entryId) {
      const entry = { id: entryId };
      const isDue = await makeDue({ _id: id }, entry, { 'outbox.$[entry].acknowledgedAt': null });
      if (isDue) notify(id);
      return isDue;
    },
    rearmSince: (since) =>
      forEachId(
        { ...hasEntries, outbox: { $elemMatch: { occurredAt: { $gte: since.toISOString() } } } },
        async (id) => {
          const entry = { occurredAt: { $gte: since.toISOString() } };
          const isDue = await makeDue({ _id: id }, entry, { 'outbox.$[entry].acknowledgedAt': null });
          if (isDue) notify(id, 'bulk');
          return isDue;
        },
      ),
    async rearmTopic(topic, signal) {
      await invalidateFences(documents);
      const entry = { topic, publishedAt: { $ne: null }, acknowledgedAt: null };
      return forEachId(
        { ...hasEntries, outbox: { $elemMatch: entry } },
        async (id) => {
          const isDue = await makeDue({ _id: id }, entry);
          if (isDue) notify(id, 'bulk');
          return isDue;
        },
        signal,
      );
    },
    async checkDue(signal) {
      while (!signal.aborted) {
        const due = await documents
          .find(
            { ...hasEntries, $expr: { $lte: ['$outboxCheckAt', '$$NOW'] } },
            {
              projection: { outbox: 1, outboxChecks: 1, outboxReemissions: 1, rev: 1 },
            },
          )
          .sort({ outboxCheckAt: 1 })
          .limit(BATCH_SIZE)
          .toArray();
        if (due.length > 0) await checkAll(due, await serverTime());
        if (due.length < BATCH_SIZE) return;
      }
    },
    reemissions: () => reemissions,
  };
}
