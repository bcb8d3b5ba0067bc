import type { Connection } from 'mongoose';
import {
  modelOf,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Saved views of the console's lists, own ones and shared ones. */
export const CONSOLE_VIEWS = storedCollection(
  'console_views',
  {
    _id: required(String),
    list: required(String),
    name: required(String),
    query: required(String),
    shared: required(Boolean),
    owner: required(Number),
    rev: required(Number),
    createdAt: required(Date),
  },
  [{ fields: { list: 1, createdAt: 1 } }],
);
export type StoredView = StoredDocument<typeof CONSOLE_VIEWS>;

/** The tabs of a list as one person has them. */
export const VIEW_ARRANGEMENTS = storedCollection('console_view_arrangements', {
  /** `{account}:{list}`. */
  _id: required(String),
  /** Null while nothing was arranged. */
  pinned: requiredOrNull([String]),
  first: requiredOrNull(String),
});
export type StoredArrangement = StoredDocument<typeof VIEW_ARRANGEMENTS>;

export interface ConsoleViewRepository {
  /** The shared views of a list and those of one person, the oldest first. */
  list(list: string, owner: number): Promise<StoredView[]>;
  find(id: string): Promise<StoredView | null>;
  insert(view: StoredView): Promise<void>;
  /** Resolves with false where the stored revision is another one. */
  replace(view: StoredView, rev: number): Promise<boolean>;
  /** Resolves with false where the stored revision is another one. */
  remove(id: string, rev: number): Promise<boolean>;
  findArrangement(list: string, account: number): Promise<Omit<StoredArrangement, '_id'> | null>;
  saveArrangement(list: string, account: number, values: Omit<StoredArrangement, '_id'>): Promise<void>;
}

const arrangementId = (list: string, account: number): string => `${account}:${list}`;

export function mongoConsoleViews(connection: Connection): ConsoleViewRepository {
  const views = modelOf(connection, CONSOLE_VIEWS);
  const arrangements = modelOf(connection, VIEW_ARRANGEMENTS);
  return {
    list: (list, owner) =>
      views.find({ list, $or: [{ shared: true }, { owner }] }).sort({ createdAt: 1, _id: 1 }),
    find: (id) => views.findOne({ _id: id }),
    async insert(view) {
      await views.insertOne(view);
    },
    async replace({ _id, name, query, shared, rev: next }, rev) {
      const { matchedCount } = await views.updateOne(
        { _id, rev },
        { $set: { name, query, shared, rev: next } },
      );
      return matchedCount === 1;
    },
    async remove(id, rev) {
      const { deletedCount } = await views.deleteOne({ _id: id, rev });
      return deletedCount === 1;
    },
    findArrangement: (list, account) => arrangements.findOne({ _id: arrangementId(list, account) }),
    async saveArrangement(list, account, { pinned, first }) {
      await arrangements.updateOne(
        { _id: arrangementId(list, account) },
        { $set: { pinned, first } },
        { upsert: true },
      );
    },
  };
}

/** Creates an in-memory implementation for tests. */
export function inMemoryConsoleViews(): ConsoleViewRepository {
  const stored = new Map<string, StoredView>();
  const arrangements = new Map<string, Omit<StoredArrangement, '_id'>>();
  return {
    list: async (list, owner) =>
      [...stored.values()].filter((view) => view.list === list && (view.shared || view.owner === owner)),
    find: async (id) => stored.get(id) ?? null,
    async insert(view) {
      stored.set(view._id, { ...view });
    },
    async replace(view, rev) {
      if (stored.get(view._id)?.rev !== rev) return false;
      stored.set(view._id, { ...view });
      return true;
    },
    async remove(id, rev) {
      return stored.get(id)?.rev === rev && stored.delete(id);
    },
    findArrangement: async (list, account) => arrangements.get(arrangementId(list, account)) ?? null,
    async saveArrangement(list, account, values) {
      arrangements.set(arrangementId(list, account), { ...values });
    },
  };
}
