import type { Connection, mongo } from 'mongoose';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import {
  OUTBOX_FIELDS,
  OUTBOX_INDEXES,
  OUTBOX_SETTLED,
  WITHOUT_OUTBOX,
  outboxOf,
  withEntries,
  type OutboxFields,
} from '@vidhi/outbox/outbox-document.ts';
import {
  modelOf,
  optional,
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
    /** Entries of the audit log on the way there. */
    ...OUTBOX_FIELDS,
    list: required(String),
    name: required(String),
    query: required(String),
    shared: required(Boolean),
    owner: required(Number),
    createdAt: required(Date),
    /** A deleted view, until the audit log has its entries. */
    removedAt: optional(Date),
  },
  [{ fields: { list: 1, createdAt: 1 } }, ...OUTBOX_INDEXES],
);
type ViewDocument = StoredDocument<typeof CONSOLE_VIEWS>;
export type StoredView = Omit<ViewDocument, Exclude<keyof OutboxFields, 'rev'> | 'removedAt'>;

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
  /** Stores a view with its entries of the audit log, as the other writes do. */
  insert(view: StoredView, entries: readonly StoredEntry[]): Promise<void>;
  /** Resolves with false, and stores no entry, where the stored revision is another one. */
  replace(view: StoredView, rev: number, entries: readonly StoredEntry[]): Promise<boolean>;
  /** Resolves with false, and stores no entry, where the stored revision is another one. */
  remove(id: string, rev: number, entries: readonly StoredEntry[]): Promise<boolean>;
  /** Removes what only this person sees: own views, and how the tabs are arranged. */
  removeAllOf(owner: number): Promise<void>;
  /** Forgets deleted views of which the audit log has everything. */
  forgetRemoved(): Promise<void>;
  findArrangement(list: string, account: number): Promise<Omit<StoredArrangement, '_id'> | null>;
  saveArrangement(list: string, account: number, values: Omit<StoredArrangement, '_id'>): Promise<void>;
}

const arrangementId = (list: string, account: number): string => `${account}:${list}`;

const NOT_REMOVED = { removedAt: { $exists: false } };

/** @param publish is called after each write with entries */
export function mongoConsoleViews(
  connection: Connection,
  publish: (id: string) => void,
): ConsoleViewRepository {
  const views = modelOf(connection, CONSOLE_VIEWS);
  const arrangements = modelOf(connection, VIEW_ARRANGEMENTS);

  async function write(
    { id, rev }: { id: string; rev: number },
    set: Partial<ViewDocument>,
    entries: readonly StoredEntry[],
  ): Promise<boolean> {
    const { matchedCount } = await views.updateOne(
      { _id: id, rev, ...NOT_REMOVED } as mongo.Filter<ViewDocument>,
      withEntries<ViewDocument>({ $set: set } as mongo.UpdateFilter<ViewDocument>, entries),
    );
    if (matchedCount === 1 && entries.length > 0) publish(id);
    return matchedCount === 1;
  }

  async function forgetRemoved(): Promise<void> {
    await views.deleteMany({ removedAt: { $exists: true }, ...OUTBOX_SETTLED } as mongo.Filter<ViewDocument>);
  }

  return {
    list: (list, owner) =>
      views
        .find(
          { list, $or: [{ shared: true }, { owner }], ...NOT_REMOVED } as mongo.Filter<ViewDocument>,
          WITHOUT_OUTBOX,
        )
        .sort({ createdAt: 1, _id: 1 }),
    find: (id) => views.findOne({ _id: id, ...NOT_REMOVED } as mongo.Filter<ViewDocument>, WITHOUT_OUTBOX),
    async insert(view, entries) {
      await views.insertOne({ ...view, ...outboxOf(entries) });
      if (entries.length > 0) publish(view._id);
    },
    replace: ({ _id: id, name, query, shared, rev: next }, rev, entries) =>
      write({ id, rev }, { name, query, shared, rev: next }, entries),
    async remove(id, rev, entries) {
      const isRemoved = await write({ id, rev }, { rev: rev + 1, removedAt: new Date() }, entries);
      if (isRemoved && entries.length === 0) await forgetRemoved();
      return isRemoved;
    },
    async removeAllOf(owner) {
      // One that was shared may have an entry on the way to the audit log, and is deleted after it.
      await views.updateMany(
        { owner, shared: false },
        { $set: { name: 'erased', query: '?', removedAt: new Date() } },
      );
      await forgetRemoved();
      await arrangements.deleteMany({ _id: { $regex: `^${owner}:` } });
    },
    forgetRemoved,
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

/**
 * Creates an in-memory implementation for tests.
 * @param record is called with each entry of the audit log
 */
export function inMemoryConsoleViews(
  record: (entry: StoredEntry) => void = () => undefined,
): ConsoleViewRepository {
  const stored = new Map<string, StoredView>();
  const arrangements = new Map<string, Omit<StoredArrangement, '_id'>>();
  return {
    list: async (list, owner) =>
      [...stored.values()].filter((view) => view.list === list && (view.shared || view.owner === owner)),
    find: async (id) => stored.get(id) ?? null,
    async insert(view, entries) {
      stored.set(view._id, { ...view });
      entries.forEach(record);
    },
    async replace(view, rev, entries) {
      if (stored.get(view._id)?.rev !== rev) return false;
      stored.set(view._id, { ...view });
      entries.forEach(record);
      return true;
    },
    async remove(id, rev, entries) {
      if (stored.get(id)?.rev !== rev) return false;
      entries.forEach(record);
      return stored.delete(id);
    },
    async removeAllOf(owner) {
      for (const view of stored.values()) if (view.owner === owner && !view.shared) stored.delete(view._id);
      for (const id of arrangements.keys())
        if (id.startsWith(arrangementId('', owner))) arrangements.delete(id);
    },
    forgetRemoved: async () => undefined,
    findArrangement: async (list, account) => arrangements.get(arrangementId(list, account)) ?? null,
    async saveArrangement(list, account, values) {
      arrangements.set(arrangementId(list, account), { ...values });
    },
  };
}
