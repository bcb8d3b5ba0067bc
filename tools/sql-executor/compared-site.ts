import { createReadModel } from '@vidhi/content-engine';
import { createMemoryExecutor, type Audience } from '@vidhi/content-engine/internal.ts';
import { archivedDocuments } from '@vidhi/tests-contract/archive-model.ts';
import type { ContractCase } from '@vidhi/tests-contract/cases.ts';
import type { Side } from '@vidhi/tests-contract/sides.ts';
import { compareExecutors, type Comparison } from './compare-executors.ts';
import { selectionOf, type Skipped } from './contract-queries.ts';
import { repeatDocuments } from './repeated-documents.ts';
import { createSqliteExecutor } from './sqlite-executor.ts';

/** The archive of the contract in both executors. */
export interface ComparedSite {
  compare(one: ContractCase, audience: Audience): Comparison | { readonly verdict: Skipped };
  /** Documents in all collections. */
  readonly size: number;
  close(): void;
}

/** Loads the collections of one side, repeated `copies` times, into a model in memory and into SQLite. */
export async function openComparedSite({ collections, addressed }: Side, copies = 1): Promise<ComparedSite> {
  const openedAt = Date.now();
  const now = (): number => openedAt;
  const model = createReadModel(collections, { now });
  const schemas = new Map(collections.map(({ name }) => [name, model.store(name).schema]));
  const documents = repeatDocuments(schemas.values(), await archivedDocuments(collections), copies);
  for (const [name, rows] of documents) for (const row of rows) model.upsert(name, row);
  const memory = createMemoryExecutor(model);
  const sqlite = createSqliteExecutor(schemas.values(), documents, now);
  return {
    compare(one, audience) {
      const query = selectionOf(one, schemas, addressed, audience);
      return typeof query === 'string' ? { verdict: query } : compareExecutors(memory, sqlite, query);
    },
    size: [...documents.values()].reduce((sum, { length }) => sum + length, 0),
    close() {
      sqlite.close();
      model.close();
    },
  };
}
