import type { Connection } from 'mongoose';
import { modelOf, optional, required, storedCollection, type StoredDocument } from './stored-collection.ts';

/**
 * A change of the stored documents of one service. It never changes after it was released, so that it names collections and
 * fields itself, through the driver: models follow the schemas of today.
 */
export interface Migration {
  /** Position in the list of the service: 1, 2, 3, … */
  id: number;
  name: string;
  /** Counts the documents that `apply` would change. Writes nothing. */
  count(connection: Connection): Promise<number>;
  /**
   * Changes them. The service may run meanwhile, of this release or the former one, and a run that was interrupted is
   * repeated: each write names in its filter what it replaces.
   */
  apply(connection: Connection): Promise<void>;
}

export const MIGRATIONS = storedCollection('migrations', {
  _id: required(Number),
  name: required(String),
  startedAt: required(Date),
  /** Absent while it runs, and when it was interrupted. */
  finishedAt: optional(Date),
});
type MigrationRecord = StoredDocument<typeof MIGRATIONS>;

export interface MigrationStep {
  id: number;
  name: string;
  /** Number of documents that the migration changed, or would change. */
  documents: number;
}

/** A database that this release may not migrate; nothing was written. */
export class MigrationOrderError extends Error {}

/** Throws unless the records are the beginning of the list. */
function requireOrder(migrations: readonly Migration[], records: readonly MigrationRecord[]): void {
  migrations.forEach(({ id, name }, index) => {
    if (id !== index + 1) throw new Error(`migration ${id} (${name}) is not at position ${id} of its list`);
  });
  for (const { _id, name } of records) {
    const known = migrations[_id - 1];
    if (known === undefined)
      throw new MigrationOrderError(
        `migration ${_id} (${name}) was recorded by a later release. Use that release or a later one.`,
      );
    if (known.name !== name)
      throw new MigrationOrderError(
        `migration ${_id} was recorded as ${name} and is called ${known.name} here.`,
      );
  }
  const last = Math.max(0, ...records.map(({ _id }) => _id));
  const missing = migrations.slice(0, last).find(({ id }) => !records.some(({ _id }) => _id === id));
  if (missing !== undefined)
    throw new MigrationOrderError(
      `migration ${missing.id} (${missing.name}) is missing although ${last} was recorded.`,
    );
}

/**
 * Applies the migrations of a service that its database has not recorded as finished, in order, and resolves with them.
 * A dry run only counts: a later migration then sees the documents as they are before the earlier ones. Rejects with a
 * `MigrationOrderError`, before it writes, when the database has recorded another or a later list.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  { isDryRun }: { isDryRun: boolean },
): Promise<MigrationStep[]> {
  const collection = modelOf(connection, MIGRATIONS);
  const records = await collection.find({});
  requireOrder(migrations, records);
  const finished = new Set(records.flatMap(({ _id, finishedAt }) => (finishedAt === undefined ? [] : [_id])));
  const steps: MigrationStep[] = [];
  for (const migration of migrations.filter(({ id }) => !finished.has(id))) {
    const { id, name } = migration;
    steps.push({ id, name, documents: await migration.count(connection) });
    if (isDryRun) continue;
    await collection.updateOne({ _id: id }, { $set: { name, startedAt: new Date() } }, { upsert: true });
    await migration.apply(connection);
    await collection.updateOne({ _id: id }, { $set: { finishedAt: new Date() } });
  }
  return steps;
}
