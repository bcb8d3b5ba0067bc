import { DatabaseSync } from 'node:sqlite';
import type { QueryExecutor, Schema, SelectedIds, SelectQuery } from '@vidhi/content-engine/internal.ts';
import { compileSelect } from './compile-select.ts';
import { loadTables, type LoadedDocument } from './load-tables.ts';

export interface SqliteExecutor extends QueryExecutor {
  /** Throws an `UnsupportedQueryError` for a query that is not translated. */
  select(query: SelectQuery): SelectedIds;
  close(): void;
}

/** Loads documents into a SQLite database in memory and executes queries there. */
export function createSqliteExecutor(
  schemas: Iterable<Schema>,
  documents: ReadonlyMap<string, readonly LoadedDocument[]>,
  now: () => number = Date.now,
): SqliteExecutor {
  const db = new DatabaseSync(':memory:');
  loadTables(db, schemas, documents);
  return {
    select(query) {
      const { page, total } = compileSelect(query, now());
      const rows = db.prepare(page.text).all(...page.values);
      const counted = db.prepare(total.text).get(...total.values);
      return { ids: rows.map(({ id }) => Number(id)), total: Number(counted?.['total']) };
    },
    close: () => db.close(),
  };
}
