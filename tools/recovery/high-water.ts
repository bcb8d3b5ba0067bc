import type { mongo } from 'mongoose';

/**
 * Values that must not go back when a database is replaced by an older one, because other services, mails and people have
 * seen the newer values: numbers that were assigned, revisions by which consumers order events, and token versions.
 */
export interface HighWater {
  /** Counters of ids and series of bills, by collection and id: the last number. */
  numbers: Map<string, { collection: string; id: unknown; field: string; value: number }>;
  /** Revisions by collection and id. */
  revisions: Map<string, { collection: string; id: unknown; rev: number; tokenVersion: number | undefined }>;
}

interface Continued {
  /** Counters and series that were raised. */
  numbers: number;
  /** Documents with a new revision, as they are older than those that they replace. */
  documents: number;
  /** Tombstones of documents that are not in the backup. */
  tombstones: number;
}

interface Counted {
  _id: unknown;
  value?: number;
  last?: number;
  rev?: number;
  tokenVersion?: number;
  doc?: object | null;
}

const NUMBERED = [
  { collection: 'counters', field: 'value' },
  { collection: 'bill_series', field: 'last' },
] as const;
const BATCH = 500;

const keyOf = (collection: string, id: unknown): string => `${collection}/${String(id)}`;

/**
 * Documents of the service itself with a revision. Copies of other services' documents (`doc`) have that of their owner.
 */
const OWN: mongo.Filter<Counted> = { rev: { $gte: 0 }, doc: { $exists: false } };

async function collectionNames(db: mongo.Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name);
}

/** Reads the assigned values of a database. All maps are empty for one that does not exist. */
export async function readHighWater(db: mongo.Db): Promise<HighWater> {
  const highWater: HighWater = { numbers: new Map(), revisions: new Map() };
  for (const { collection, field } of NUMBERED)
    for (const { _id: id, [field]: value } of await db.collection<Counted>(collection).find({}).toArray())
      if (typeof value === 'number')
        highWater.numbers.set(keyOf(collection, id), { collection, id, field, value });
  for (const collection of await collectionNames(db)) {
    const projection = { rev: 1, tokenVersion: 1 };
    for await (const { _id: id, rev, tokenVersion } of db
      .collection<Counted>(collection)
      .find(OWN, { projection }))
      if (rev !== undefined)
        highWater.revisions.set(keyOf(collection, id), { collection, id, rev, tokenVersion });
  }
  return highWater;
}

type Operation = mongo.AnyBulkWriteOperation<Counted>;

async function writeAll(db: mongo.Db, operations: ReadonlyMap<string, Operation[]>): Promise<void> {
  for (const [collection, all] of operations)
    for (let from = 0; from < all.length; from += BATCH)
      await db.collection<Counted>(collection).bulkWrite(all.slice(from, from + BATCH), { ordered: false });
}

/** Collects operations by collection. */
function createPlan() {
  const operations = new Map<string, Operation[]>();
  return {
    operations,
    add(collection: string, operation: object): void {
      const planned = operations.get(collection) ?? [];
      planned.push(operation as Operation);
      operations.set(collection, planned);
    },
  };
}

/**
 * Raises a restored database to the values that the replaced one had assigned. A document that is older than the replaced
 * one gets the revision after that, so that consumers take its state for the newer one; a document that the backup lacks
 * becomes a tombstone where `hasTombstones`, so that consumers remove their copies. Nothing changes for an empty
 * `highWater`.
 */
export async function continueFrom(
  db: mongo.Db,
  highWater: HighWater,
  hasTombstones: boolean,
): Promise<Continued> {
  const plan = createPlan();
  for (const { collection, id: _id, field, value } of highWater.numbers.values())
    plan.add(collection, {
      updateOne: { filter: { _id }, update: { $max: { [field]: value } }, upsert: true },
    });
  const restored = await readHighWater(db);
  let documents = 0;
  let tombstones = 0;
  for (const [key, { collection, id: _id, rev, tokenVersion }] of highWater.revisions) {
    const older = restored.revisions.get(key);
    if (older === undefined) {
      if (!hasTombstones) continue;
      const removed = { _id, rev: rev + 1, removed: true, edited: true, outbox: [] };
      plan.add(collection, { insertOne: { document: removed } });
      tombstones += 1;
    } else if (older.rev < rev) {
      const versions = tokenVersion === undefined ? {} : { $max: { tokenVersion } };
      plan.add(collection, {
        updateOne: { filter: { _id }, update: { $set: { rev: rev + 1 }, ...versions } },
      });
      documents += 1;
    }
  }
  await writeAll(db, plan.operations);
  return { numbers: highWater.numbers.size, documents, tombstones };
}

/**
 * Raises all counters and revisions by `amount`, for a database that was lost: the numbers that it had issued are
 * unknown.
 */
export async function skipAhead(db: mongo.Db, amount: number): Promise<void> {
  for (const { collection, field } of NUMBERED)
    await db
      .collection<Counted>(collection)
      .updateMany({ [field]: { $gte: 0 } }, { $inc: { [field]: amount } });
  for (const collection of await collectionNames(db)) {
    const all = db.collection<Counted>(collection);
    await all.updateMany(OWN, { $inc: { rev: amount } });
    await all.updateMany({ ...OWN, tokenVersion: { $gte: 0 } }, { $inc: { tokenVersion: amount } });
  }
}
