import type { mongo } from 'mongoose';
import {
  optional,
  part,
  required,
  type StoredFields,
  type StoredIndex,
} from '@vidhi/service-kit/stored-collection.ts';
import { ENTRY } from './entry-schema.ts';
import type { StoredEntry } from './entry.ts';

/** Ids of documents: texts or numbers, of one kind in a collection. */
export type DocumentId = string | number;

/** Outbox fields of a document next to its own. Only this package writes them, except `rev`. */
export const OUTBOX_FIELDS = {
  /** Grows with every write that adds an entry. */
  rev: required(Number),
  outbox: optional([ENTRY]),
  /** Present while an entry waits for its publication: from when on. */
  outboxDue: optional(Date),
  /** Time of the next check; present while entries wait for their acknowledgement or removal. */
  outboxCheckAt: optional(Date),
  /** Grows with each check and each mark: a check that another one or a publication has overtaken writes nothing. */
  outboxChecks: optional(Number),
  /** Number of re-emissions since the last entry was added. */
  outboxReemissions: optional(Number),
  /** Present while an entry cannot be published although the broker responds. */
  outboxFailure: optional(part({ entryId: required(String), reason: required(String), at: required(Date) })),
  leaseOwner: optional(String),
  leasedAt: optional(Date),
  /** Number of the latest lease; only its holder may mark entries. */
  fence: optional(Number),
};

/** Those of the sweeps. */
export const OUTBOX_INDEXES: readonly StoredIndex[] = [
  { fields: { outboxDue: 1 }, sparse: true },
  { fields: { outboxCheckAt: 1 }, sparse: true },
];

export type OutboxFields = StoredFields<typeof OUTBOX_FIELDS>;
export type OutboxDocument<Id extends DocumentId = DocumentId> = OutboxFields & { _id: Id };

/** Due at once, whatever the clock of the writer says. */
const EPOCH = new Date(0);

/** Projection for reads of the document's own fields only. */
export const WITHOUT_OUTBOX = {
  outbox: 0,
  outboxDue: 0,
  outboxCheckAt: 0,
  outboxChecks: 0,
  outboxReemissions: 0,
  outboxFailure: 0,
  leaseOwner: 0,
  leasedAt: 0,
  fence: 0,
} as const;

/** Filter of documents of which nothing waits for its publication, its acknowledgement or its removal. */
export const OUTBOX_SETTLED = { outboxDue: { $exists: false }, outboxCheckAt: { $exists: false } };

/** Fields of a new document that is inserted with these events. */
export const outboxOf = (
  entries: readonly StoredEntry[],
): Pick<OutboxDocument, 'rev' | 'outbox' | 'outboxDue' | 'fence'> => ({
  rev: 1,
  outbox: [...entries],
  ...(entries.length === 0 ? {} : { outboxDue: EPOCH }),
  fence: 0,
});

type Operators = Record<string, Record<string, unknown>>;

/** Adds fields to the operators of an update; throws when it writes one of them already. */
function mergeOperators(update: Operators, added: Operators): Operators {
  const paths = new Set(Object.values(update).flatMap((fields) => Object.keys(fields)));
  const merged = { ...update };
  for (const [operator, fields] of Object.entries(added)) {
    for (const path of Object.keys(fields))
      if (paths.has(path)) throw new Error(`the update writes ${path} itself`);
    merged[operator] = { ...merged[operator], ...fields };
  }
  return merged;
}

const writesRev = (update: Operators): boolean => Object.values(update).some((fields) => 'rev' in fields);

/**
 * Returns the update with these events added to the document, so that state and events are one write. Increments `rev`
 * unless the update writes it. Give the write a filter that names the expected state: a repeated write must not match.
 */
export function withEntries<Document extends OutboxDocument>(
  update: mongo.UpdateFilter<Document>,
  entries: readonly StoredEntry[],
): mongo.UpdateFilter<Document> {
  if (entries.length === 0) return update;
  const operators = update as Operators;
  return mergeOperators(operators, {
    $push: { outbox: { $each: [...entries] } },
    $currentDate: { outboxDue: true },
    $unset: { outboxReemissions: '' },
    ...(writesRev(operators) ? {} : { $inc: { rev: 1 } }),
  }) as mongo.UpdateFilter<Document>;
}

/**
 * Returns the update with these events instead of all former ones, for a write after which nobody may read those,
 * published or not: the erasure of a person. A relay that is publishing the former ones at this moment removes none of
 * these.
 */
export function withOnlyEntries<Document extends OutboxDocument>(
  update: mongo.UpdateFilter<Document>,
  entries: readonly StoredEntry[],
): mongo.UpdateFilter<Document> {
  const operators = update as Operators;
  return mergeOperators(operators, {
    $set: { outbox: [...entries] },
    $currentDate: { outboxDue: true },
    $unset: { outboxReemissions: '', outboxFailure: '' },
    ...(writesRev(operators) ? {} : { $inc: { rev: 1 } }),
  }) as mongo.UpdateFilter<Document>;
}

/**
 * Returns the arguments of an update that also records these events as acknowledged by their consumer. So the
 * acknowledgement and the state that follows from it are one write: `updateOne(filter, ...withAcknowledgement(update,
 * [id]))`.
 */
export function withAcknowledgement<Document extends OutboxDocument>(
  update: mongo.UpdateFilter<Document>,
  entryIds: readonly string[],
): [update: mongo.UpdateFilter<Document>, options: { arrayFilters: mongo.Document[] }] {
  const merged = mergeOperators(update as Operators, {
    $currentDate: { 'outbox.$[acknowledged].acknowledgedAt': true },
  });
  return [
    merged as mongo.UpdateFilter<Document>,
    { arrayFilters: [{ 'acknowledged.id': { $in: [...entryIds] }, 'acknowledged.acknowledgedAt': null }] },
  ];
}
