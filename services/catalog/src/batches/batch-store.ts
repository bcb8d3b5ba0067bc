import type { Connection } from 'mongoose';
import { BATCH_KINDS, ROW_STATES, type BatchKind, type RowState } from '@vidhi/contracts/book-batches.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import {
  modelOf,
  oneOf,
  optional,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
} from '@vidhi/service-kit/stored-collection.ts';

type Values = Readonly<Record<string, unknown>>;

/** Changes of many books or profiles at once. */
export const BOOK_BATCHES = storedCollection(
  'book_batches',
  {
    /** The key of the client. */
    _id: required(String),
    kind: oneOf(BATCH_KINDS),
    label: required(String),
    total: required(Number),
    at: required(Date),
    by: requiredOrNull(Number),
    /** Whether the address of each profile is invited to claim it. */
    invites: optional(Boolean),
    /** Set when an undo begins: no further row is written. */
    undoneAt: optional(Date),
  },
  [{ fields: { at: -1 } }],
);

/** Their rows, each with what it changed. */
export const BATCH_ROWS = storedCollection(
  'book_batch_rows',
  {
    /** `{batch}:{row}` */
    _id: required(String),
    batch: required(String),
    row: required(Number),
    state: oneOf(['writing', ...ROW_STATES] as const),
    at: required(Date),
    title: required(String),
    /** Id of the book, or of the profile. */
    book: requiredOrNull(Number),
    creates: required(Boolean),
    message: optional(String),
    /** Values of the document before and after, as they are stored. */
    before: optional(valueOf<Values>()),
    after: optional(valueOf<Values>()),
    /** `editedRev` of a new document. */
    edited: optional(Number),
  },
  [{ fields: { batch: 1, state: 1 } }, { fields: { at: 1 } }],
);

export interface Batch {
  key: string;
  kind: BatchKind;
  label: string;
  total: number;
  at: Date;
  by: number | null;
  invites?: boolean | undefined;
  isUndone: boolean;
}

export interface StoredRow {
  row: number;
  state: 'writing' | RowState;
  at: Date;
  title: string;
  book: number | null;
  creates: boolean;
  message?: string | undefined;
  before?: Values | undefined;
  after?: Values | undefined;
  edited?: number | undefined;
}

export type Outcome = Partial<Omit<StoredRow, 'row' | 'at' | 'creates'>>;

export interface BatchStore {
  /** Stores a batch; resolves with the stored one, which may be an earlier one of the same key. */
  create(batch: Omit<Batch, 'isUndone'>): Promise<Batch>;
  find(key: string): Promise<Batch | null>;
  /** The latest first. */
  list(after: Date): Promise<Batch[]>;
  /** Marks the batch as undone. */
  markUndone(key: string, at: Date): Promise<void>;
  /** Stores a row that is about to be written; resolves with the stored one where there is one already. */
  claim(key: string, row: Omit<StoredRow, 'state'>): Promise<StoredRow | null>;
  /** Resolves whether the row was in this state. */
  finish(key: string, row: number, from: StoredRow['state'], outcome: Outcome): Promise<boolean>;
  rows(key: string, states?: readonly StoredRow['state'][]): Promise<StoredRow[]>;
  counts(key: string): Promise<Record<string, number>>;
  /** Removes batches that are older, with their rows. */
  removeBefore(time: Date): Promise<void>;
}

const rowId = (key: string, row: number): string => `${key}:${row}`;

export function mongoBatchStore(connection: Connection): BatchStore {
  const batches = modelOf(connection, BOOK_BATCHES);
  const rows = modelOf(connection, BATCH_ROWS);
  type Found = NonNullable<Awaited<ReturnType<typeof batches.findOne>>>;
  const toBatch = ({ _id: key, undoneAt, ...batch }: Found): Batch => ({
    key,
    ...batch,
    isUndone: undoneAt !== undefined,
  });
  const find: BatchStore['find'] = async (key) => {
    const found = await batches.findOne({ _id: key });
    return found === null ? null : toBatch(found);
  };
  return {
    find,
    async create({ key, ...batch }) {
      try {
        const { invites, ...rest } = batch;
        await batches.insertOne({ _id: key, ...rest, ...(invites === undefined ? {} : { invites }) });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const stored = await find(key);
      if (stored === null) throw new Error('the batch was removed while it was created');
      return stored;
    },
    async list(after) {
      const found = await batches.find({ at: { $gt: after } }).sort({ at: -1 });
      return found.map(toBatch);
    },
    async markUndone(key, at) {
      await batches.updateOne({ _id: key, undoneAt: { $exists: false } }, { $set: { undoneAt: at } });
    },
    async claim(key, row) {
      const _id = rowId(key, row.row);
      const { message: _message, before: _before, after: _after, edited: _edited, ...claimed } = row;
      try {
        await rows.insertOne({ _id, batch: key, ...claimed, state: 'writing' });
        return null;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return rows.findOne({ _id });
      }
    },
    async finish(key, row, from, outcome) {
      const $set = Object.fromEntries(Object.entries(outcome).filter(([, value]) => value !== undefined));
      const { matchedCount } = await rows.updateOne({ _id: rowId(key, row), state: from }, { $set });
      return matchedCount === 1;
    },
    rows: async (key, states) =>
      rows
        .find(states === undefined ? { batch: key } : { batch: key, state: { $in: [...states] } })
        .sort({ row: 1 }),
    async counts(key) {
      const counts: Record<string, number> = {};
      for (const { state } of await rows.find({ batch: key }, { state: 1 }))
        counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    },
    async removeBefore(time) {
      await rows.deleteMany({ at: { $lt: time } });
      await batches.deleteMany({ at: { $lt: time } });
    },
  };
}

/** Creates an in-memory implementation for tests. */
export function inMemoryBatchStore(): BatchStore {
  const batches = new Map<string, Batch>();
  const rows = new Map<string, StoredRow & { batch: string }>();
  const rowsOf = (key: string) =>
    [...rows.values()].filter(({ batch }) => batch === key).toSorted((a, b) => a.row - b.row);
  return {
    async create(batch) {
      const stored = batches.get(batch.key) ?? { ...batch, isUndone: false };
      batches.set(batch.key, stored);
      return stored;
    },
    find: async (key) => batches.get(key) ?? null,
    list: async (after) =>
      [...batches.values()].filter(({ at }) => at > after).toSorted((a, b) => Number(b.at) - Number(a.at)),
    async markUndone(key) {
      const found = batches.get(key);
      if (found !== undefined) batches.set(key, { ...found, isUndone: true });
    },
    async claim(key, row) {
      const found = rows.get(rowId(key, row.row));
      if (found !== undefined) return found;
      rows.set(rowId(key, row.row), { ...row, batch: key, state: 'writing' });
      return null;
    },
    async finish(key, row, from, outcome) {
      const found = rows.get(rowId(key, row));
      if (found?.state !== from) return false;
      rows.set(rowId(key, row), { ...found, ...outcome });
      return true;
    },
    rows: async (key, states) => rowsOf(key).filter(({ state }) => states?.includes(state) ?? true),
    async counts(key) {
      const counts: Record<string, number> = {};
      for (const { state } of rowsOf(key)) counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    },
    async removeBefore(time) {
      for (const [key, { at }] of batches) if (at < time) batches.delete(key);
      for (const [id, { at }] of rows) if (at < time) rows.delete(id);
    },
  };
}
