import type { Connection } from 'mongoose';
import type { Collection } from '@vidhi/content-engine';
import {
  modelOf,
  oneOf,
  optional,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';
import { REVISION_KINDS, type PackedValues, type Revision } from './edit-types.ts';

/** A revision without its values. */
export type RevisionEntry = Omit<Revision, 'values'>;

export interface RevisionName {
  name: string | null;
  note: string | null;
}

/** Former values of documents. Only what `move-revisions.ts` has copied from its document is here. */
export interface Revisions {
  /** Stores revisions of documents that are not stored yet, by the ids of the documents. Repeatable. */
  add(collection: Collection, revisions: ReadonlyMap<number, readonly Revision[]>): Promise<void>;
  /** Newest first. */
  list(collection: Collection, id: number): Promise<RevisionEntry[]>;
  find(collection: Collection, id: number, rev: string): Promise<Revision | null>;
  /** Resolves whether there is this revision. */
  rename(collection: Collection, id: number, rev: string, name: RevisionName): Promise<boolean>;
  remove(collection: Collection, id: number, revs: readonly string[]): Promise<void>;
  /** Removes all revisions of a document. */
  forget(collection: Collection, id: number): Promise<void>;
  /** Calls `use` for each document that has a revision from before a time. */
  eachAged(before: Date, use: (name: string, id: number) => Promise<void>): Promise<void>;
}

/** Former values of documents. The id names the collection, the document and the `editedRev`. */
export const REVISIONS = storedCollection(
  'revisions',
  {
    _id: required(String),
    /** Name of the collection. */
    type: required(String),
    docId: required(Number),
    rev: required(String),
    at: required(String),
    since: required(String),
    by: requiredOrNull(Number),
    kind: oneOf(REVISION_KINDS),
    changed: required([String]),
    name: optional(String),
    note: optional(String),
    values: required(valueOf<PackedValues>()),
  },
  [{ fields: { docId: 1, type: 1 } }],
);
type StoredRevision = StoredDocument<typeof REVISIONS>;

const NUMBER = /^\d+/;
const numberOf = (rev: string): number => Number(NUMBER.exec(rev)?.[0] ?? 0);

/** Orders revisions from the newest to the oldest. */
export const byRev = (a: Pick<Revision, 'rev' | 'at'>, b: Pick<Revision, 'rev' | 'at'>): number =>
  numberOf(b.rev) - numberOf(a.rev) || b.at.localeCompare(a.at);

/** Returns the update that sets name and note, or removes those that are null. */
export function renameUpdate(name: RevisionName, prefix = ''): Record<string, Record<string, string>> {
  const $set: Record<string, string> = {};
  const $unset: Record<string, string> = {};
  for (const key of ['name', 'note'] as const) {
    const value = name[key];
    if (value === null) $unset[prefix + key] = '';
    else $set[prefix + key] = value;
  }
  return {
    ...(Object.keys($set).length === 0 ? {} : { $set }),
    ...(Object.keys($unset).length === 0 ? {} : { $unset }),
  };
}

/** The revisions in MongoDB, beside the documents that they are of. */
export function mongoRevisions(connection: Connection): Revisions {
  const stored = modelOf(connection, REVISIONS);
  const keyOf = ({ name }: Collection, id: number, rev: string): string => `${name}:${id}:${rev}`;
  const withoutKeys = ({ _id: _key, type: _type, docId: _doc, ...revision }: StoredRevision): Revision =>
    revision;
  const entry = ({
    _id: _key,
    type: _type,
    docId: _doc,
    ...rest
  }: Omit<StoredRevision, 'values'>): RevisionEntry => rest;
  return {
    async add(collection, revisions) {
      const upserts = [...revisions].flatMap(([docId, ofDocument]) =>
        ofDocument.map((revision) => {
          const filter = { _id: keyOf(collection, docId, revision.rev) };
          const $setOnInsert = { ...revision, changed: [...revision.changed], type: collection.name, docId };
          return { updateOne: { filter, update: { $setOnInsert }, upsert: true } };
        }),
      );
      if (upserts.length > 0) await stored.bulkWrite(upserts, { ordered: true });
    },
    async list({ name }, id) {
      const found = await stored.find({ docId: id, type: name }, { values: 0 });
      return found.map(entry).sort(byRev);
    },
    async find(collection, id, rev) {
      const found = await stored.findOne({ _id: keyOf(collection, id, rev) });
      return found === null ? null : withoutKeys(found);
    },
    async rename(collection, id, rev, name) {
      const { matchedCount } = await stored.updateOne(
        { _id: keyOf(collection, id, rev) },
        renameUpdate(name),
      );
      return matchedCount === 1;
    },
    async remove(collection, id, revs) {
      await stored.deleteMany({ _id: { $in: revs.map((rev) => keyOf(collection, id, rev)) } });
    },
    async forget({ name }, id) {
      await stored.deleteMany({ docId: id, type: name });
    },
    async eachAged(before, use) {
      const cursor = stored
        .find({ at: { $lt: before.toISOString() } }, { type: 1, docId: 1 })
        .sort({ _id: 1 })
        .cursor();
      let last = '';
      for await (const { type, docId } of cursor) {
        const key = `${type}:${docId}`;
        if (key !== last) await use(type, docId);
        last = key;
      }
    },
  };
}
