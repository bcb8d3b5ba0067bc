import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { Collection } from '@vidhi/content-engine';
import {
  storedNames,
  toFields,
  toStored,
  type ContentDocument,
  type Values,
} from '../store/content-document.ts';
import { TakenError, type ContentWrites, type FactsOf, type Revised } from '../store/content-store.ts';

/** A double for tests: documents in memory, held to the same contract as those in Mongo. */
export interface MemoryContentStore extends ContentWrites {
  /** Facts in the order in which they were left. */
  readonly facts: OutboxEntry[];
}

interface Kept {
  doc: StoredDocument;
  rev: number;
  removed: boolean;
}

export function memoryContentStore(
  factsOf: FactsOf = () => [],
  now: () => Date = () => new Date(),
): MemoryContentStore {
  const kept = new Map<string, Map<number, Kept>>();
  const lastIds = new Map<string, number>();
  const facts: OutboxEntry[] = [];

  const documentsOf = ({ name }: Collection): Map<number, Kept> => {
    const documents = kept.get(name) ?? new Map<number, Kept>();
    kept.set(name, documents);
    return documents;
  };
  const findKept = (collection: Collection, id: number): Kept | null => {
    const found = documentsOf(collection).get(id);
    return found === undefined || found.removed ? null : found;
  };

  function rejectTaken(collection: Collection, { id, ...values }: StoredDocument): void {
    for (const [name, attribute] of Object.entries(collection.attributes)) {
      const value = values[name];
      if (!('unique' in attribute) || value === null || value === undefined) continue;
      for (const other of documentsOf(collection).values())
        if (!other.removed && other.doc.id !== id && other.doc[name] === value)
          throw new TakenError(collection);
    }
  }

  function keep(
    collection: Collection,
    id: number,
    after: StoredDocument | null,
    options: { traceparent?: string | undefined; announce?: true } = {},
  ): Revised {
    const before = findKept(collection, id)?.doc ?? null;
    const rev = (documentsOf(collection).get(id)?.rev ?? 0) + 1;
    if (after !== null) rejectTaken(collection, after);
    facts.push(...factsOf({ collection, before, after, id, rev, at: now(), ...options }));
    const doc = after ?? before;
    if (doc === null) throw new Error('nothing to keep');
    documentsOf(collection).set(id, { doc, rev, removed: after === null });
    return { doc, rev };
  }

  const stored = (collection: Collection, id: number, values: Values): StoredDocument => {
    const document: Pick<ContentDocument, '_id'> = { _id: id, ...toFields(collection, values).$set };
    return toStored(collection, document);
  };
  const stamps = (collection: Collection): Values => {
    const at = now().toISOString();
    return collection.timestamps ? { createdAt: at, updatedAt: at } : {};
  };

  return {
    facts,
    async find(collection, id) {
      const found = findKept(collection, id);
      return found === null ? null : { doc: found.doc, rev: found.rev };
    },
    async create(collection, values, traceparent) {
      const id = collection.kind === 'single' ? 1 : (lastIds.get(collection.name) ?? 0) + 1;
      lastIds.set(collection.name, id);
      return keep(collection, id, stored(collection, id, { ...stamps(collection), ...values }), {
        traceparent,
      });
    },
    async update(collection, id, decide, traceparent) {
      const found = findKept(collection, id);
      if (found === null) return null;
      const { updatedAt } = stamps(collection);
      const values = { ...(updatedAt === undefined ? {} : { updatedAt }), ...decide(found.doc) };
      const given = new Set(storedNames(collection));
      const fit = Object.entries(values).filter(([name]) => given.has(name));
      return keep(collection, id, { ...found.doc, ...Object.fromEntries(fit), id }, { traceparent });
    },
    async touch(collection, id) {
      const found = findKept(collection, id);
      return found === null ? null : keep(collection, id, found.doc, { announce: true });
    },
    async remove(collection, id) {
      return findKept(collection, id) === null ? null : keep(collection, id, null);
    },
    async ensureSingle(collection, values) {
      if (findKept(collection, 1) === null)
        keep(collection, 1, stored(collection, 1, { ...stamps(collection), ...values }));
    },
    async each(collection, use) {
      for (const [id, { doc, rev, removed }] of documentsOf(collection))
        if (!removed) use({ doc, rev }, { _id: id, rev });
    },
  };
}
