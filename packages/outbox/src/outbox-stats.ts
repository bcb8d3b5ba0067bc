import type { mongo } from 'mongoose';
import { addGauge, type Metrics } from '@vidhi/service-kit/metrics.ts';
import { MAX_DELAY_MS, MAX_ENTRIES } from './check-decision.ts';
import type { OutboxDocument } from './outbox-document.ts';

/** Backlog of the outboxes of one collection. Each gauge is 0 in steady state. */
export interface OutboxStats {
  /** Documents with unpublished entries. */
  dueDocuments: number;
  /** Age of the oldest unpublished event. */
  oldestUnpublishedSeconds: number;
  /** Published entries without acknowledgement, and the age of the oldest such event. */
  unacknowledgedEntries: number;
  oldestUnacknowledgedSeconds: number;
  /** Documents with more than MAX_ENTRIES entries. */
  documentsOverCap: number;
  /** Documents with an entry that cannot be published although the broker responds. */
  poisonedDocuments: number;
  /** Documents published again for want of an acknowledgement, since the start of this process. */
  reemissions: number;
  /** Leases that ended before the entries were marked, since the start of this process. */
  lostLeases: number;
}

type Counted = Omit<OutboxStats, 'reemissions' | 'lostLeases'>;

export const EMPTY_STATS: Counted = {
  dueDocuments: 0,
  oldestUnpublishedSeconds: 0,
  unacknowledgedEntries: 0,
  oldestUnacknowledgedSeconds: 0,
  documentsOverCap: 0,
  poisonedDocuments: 0,
};

interface Group {
  count: number;
  oldest: string;
}

const ageSeconds = (occurredAt: string | undefined): number =>
  occurredAt === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(occurredAt)) / 1_000);

/** More than clocks differ, and a sweep is late. */
const MARGIN_MS = 10 * 60_000;

/**
 * Counts what waits, by the two sparse indexes. Documents in which everything is acknowledged, which stay for 14 days, are
 * checked at their end, and the others within an hour: so those are not read.
 */
export async function readStats(documents: mongo.Collection<OutboxDocument>): Promise<Counted> {
  const isDue = { outboxDue: { $exists: true } };
  const isChecked = { outboxCheckAt: { $lt: new Date(Date.now() + MAX_DELAY_MS + MARGIN_MS) } };
  async function group(filter: object, entry: object): Promise<Group | undefined> {
    const [found] = await documents
      .aggregate<Group>([
        { $match: filter },
        { $unwind: '$outbox' },
        { $match: entry },
        { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: '$outbox.occurredAt' } } },
      ])
      .toArray();
    return found;
  }
  const [dueDocuments, poisonedDocuments, documentsOverCap, unpublished, unacknowledged] = await Promise.all([
    documents.countDocuments(isDue),
    documents.countDocuments({ ...isDue, outboxFailure: { $exists: true } }),
    documents.countDocuments({
      $or: [isDue, isChecked],
      [`outbox.${MAX_ENTRIES}`]: { $exists: true },
    } as mongo.Filter<OutboxDocument>),
    group(isDue, { 'outbox.publishedAt': null }),
    group(isChecked, { 'outbox.publishedAt': { $ne: null }, 'outbox.acknowledgedAt': null }),
  ]);
  return {
    dueDocuments,
    oldestUnpublishedSeconds: ageSeconds(unpublished?.oldest),
    unacknowledgedEntries: unacknowledged?.count ?? 0,
    oldestUnacknowledgedSeconds: ageSeconds(unacknowledged?.oldest),
    documentsOverCap,
    poisonedDocuments,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const highest = (values: readonly number[]): number => Math.max(0, ...values);

/** Adds the series of a service's outboxes to its metrics: ages are the highest, counts the sums of all its outboxes. */
export function addOutboxMetrics(metrics: Metrics, outboxes: readonly { stats(): OutboxStats }[]): void {
  const add = (
    name: string,
    help: string,
    combine: (values: number[]) => number,
    field: keyof OutboxStats,
  ): void => addGauge(metrics, name, help, () => combine(outboxes.map((outbox) => outbox.stats()[field])));
  add('outbox_oldest_seconds', 'Age of the oldest unpublished event', highest, 'oldestUnpublishedSeconds');
  add('outbox_due_documents', 'Documents with unpublished events', sum, 'dueDocuments');
  add(
    'outbox_unacknowledged_oldest_seconds',
    'Age of the oldest published event without acknowledgement',
    highest,
    'oldestUnacknowledgedSeconds',
  );
  add(
    'outbox_unacknowledged_entries',
    'Published events without acknowledgement',
    sum,
    'unacknowledgedEntries',
  );
  add('outbox_over_cap_documents', 'Documents with more events than the cap', sum, 'documentsOverCap');
  add(
    'outbox_poisoned_documents',
    'Documents with an event that cannot be published although the broker responds',
    sum,
    'poisonedDocuments',
  );
  add('outbox_reemissions', 'Documents published again for want of an acknowledgement', sum, 'reemissions');
  add('outbox_lost_leases', 'Leases that ended before the events were marked', sum, 'lostLeases');
}
