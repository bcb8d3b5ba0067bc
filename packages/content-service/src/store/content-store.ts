import type { Connection, mongo } from 'mongoose';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { nextId } from '@vidhi/service-kit/counters.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import { WITHOUT_OUTBOX } from '@vidhi/outbox/outbox-document.ts';
import type { Collection } from '@vidhi/content-engine';
import {
  storedNames,
  toFields,
  toStored,
  type ContentDocument,
  type Fields,
  type Values,
} from './content-document.ts';

/** One write: the document before and after it, and the revision that it makes. */
export interface Change {
  collection: Collection;
  before: StoredDocument | null;
  after: StoredDocument | null;
  id: number;
  rev: number;
  at: Date;
  traceparent?: string | undefined;
  /** Nothing changed; the document is to be told about again. */
  announce?: true;
}

/** The facts that a write leaves for the relay to publish; decided by the service that owns the collection. */
export type FactsOf = (change: Change) => OutboxEntry[];

/** A document with the revision that it is at. */
export interface Revised {
  doc: StoredDocument;
  rev: number;
}

export interface ContentStoreOptions {
  connection: Connection;
  factsOf: FactsOf;
  /** Told after each write that left a fact. */
  notify: (collection: Collection, id: number, priority?: 'bulk') => void;
  now?: () => Date;
}

/** Thrown when a unique attribute has this value elsewhere. */
export class TakenError extends Error {
  constructor(collection: Collection, options?: ErrorOptions) {
    super(`a value of ${collection.name} that must be unique is taken`, options);
  }
}

/** Documents of several collections. Every write is one atomic write that carries its facts. */
export interface ContentWrites {
  create(collection: Collection, values: Values, traceparent?: string): Promise<Revised>;
  /** Decides on the document as it stands, again if it changed meanwhile; null when there is none. */
  update(
    collection: Collection,
    id: number,
    decide: (current: StoredDocument) => Values,
    traceparent?: string,
  ): Promise<Revised | null>;
  /** Leaves a fact about a document that did not change; null when there is none. */
  touch(collection: Collection, id: number): Promise<Revised | null>;
  /** Answers what was removed and the revision of its removal. */
  remove(collection: Collection, id: number, edited?: boolean): Promise<Revised | null>;
  /** Puts a single in place if it is not there, or was deleted; no edit, so that an import may change it. */
  ensureSingle(collection: Collection, values: Values): Promise<void>;
  find(collection: Collection, id: number): Promise<Revised | null>;
  each(collection: Collection, use: (revised: Revised, raw: ContentDocument) => void): Promise<void>;
}

/** The same in Mongo, with what writing in bulk needs. */
export interface ContentStore extends ContentWrites {
  documents(collection: Collection): mongo.Collection<ContentDocument>;
  readonly connection: Connection;
  readonly factsOf: FactsOf;
  readonly notify: ContentStoreOptions['notify'];
  readonly now: () => Date;
}

const TRIES = 20;
const CURSOR_BATCH = 1_000;
const SINGLE_ID = 1;

const isIdClash = (error: unknown): boolean =>
  isDuplicateKey(error) && error instanceof Error && /index: _id_|_id_ dup|{ _id:/.test(error.message);

/** What a collection is called in the database. */
export const documentsName = ({ plural }: Pick<Collection, 'plural'>): string => plural.replaceAll('-', '_');

export function createContentStore(options: ContentStoreOptions): ContentStore {
  const { connection, factsOf, notify, now = () => new Date() } = options;
  const documents = (collection: Collection): mongo.Collection<ContentDocument> =>
    connection.collection<ContentDocument>(documentsName(collection));

  async function insert(
    collection: Collection,
    id: number,
    given: Values,
    extra: Partial<ContentDocument>,
    traceparent?: string,
  ) {
    const at = now();
    const stamp = at.toISOString();
    const values = collection.timestamps ? { createdAt: stamp, updatedAt: stamp, ...given } : given;
    const { $set } = toFields(collection, values);
    const after = toStored(collection, { _id: id, ...$set });
    const outbox = factsOf({ collection, before: null, after, id, rev: 1, at, traceparent });
    await documents(collection).insertOne({
      _id: id,
      rev: 1,
      ...$set,
      ...extra,
      outbox,
      ...(outbox.length === 0 ? {} : { outboxDue: at }),
    });
    if (outbox.length > 0) notify(collection, id);
    return { doc: after, rev: 1 };
  }

  async function write(
    collection: Collection,
    current: ContentDocument,
    change: { after: StoredDocument | null; fields: Fields; extra: Values; announce?: true; isNew?: true },
    traceparent?: string,
  ): Promise<boolean> {
    const at = now();
    const { _id: id, rev } = current;
    const before = change.isNew === true ? null : toStored(collection, current);
    const announce = change.announce === true ? { announce: change.announce } : {};
    const facts = factsOf({
      collection,
      before,
      after: change.after,
      id,
      rev: rev + 1,
      at,
      traceparent,
      ...announce,
    });
    const { modifiedCount } = await documents(collection).updateOne({ _id: id, rev }, {
      $set: { ...change.fields.$set, ...change.extra, ...(facts.length === 0 ? {} : { outboxDue: at }) },
      ...(Object.keys(change.fields.$unset).length === 0 ? {} : { $unset: change.fields.$unset }),
      $inc: { rev: 1 },
      $push: { outbox: { $each: facts } },
    } as mongo.UpdateFilter<ContentDocument>);
    if (modifiedCount === 1 && facts.length > 0) notify(collection, id);
    return modifiedCount === 1;
  }

  const find = async (collection: Collection, id: number): Promise<ContentDocument | null> => {
    const found = await documents(collection).findOne({ _id: id });
    return found === null || found.removed === true ? null : found;
  };

  /** A single that was deleted goes on under its id; null when there never was one. */
  async function revive(
    collection: Collection,
    given: Values,
    edited: boolean,
    traceparent?: string,
  ): Promise<Revised | null> {
    const known = await documents(collection).findOne({ _id: SINGLE_ID });
    if (known?.removed !== true) return null;
    const stamp = now().toISOString();
    const values = collection.timestamps ? { createdAt: stamp, updatedAt: stamp, ...given } : given;
    const { $set, $unset } = toFields(collection, values);
    const after = toStored(collection, { _id: SINGLE_ID, ...$set });
    const fields = { $set, $unset: { ...$unset, removed: '' as const } };
    const written = await write(
      collection,
      known,
      { after, fields, extra: { edited }, isNew: true },
      traceparent,
    );
    return written ? { doc: after, rev: known.rev + 1 } : null;
  }

  async function untilWritten<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw new Error('a document kept changing under a write');
  }

  return {
    connection,
    factsOf,
    notify,
    now,
    documents,
    async find(collection, id) {
      const found = await find(collection, id);
      return found === null ? null : { doc: toStored(collection, found), rev: found.rev };
    },
    async create(collection, values, traceparent) {
      if (collection.kind === 'single') {
        const revived = await revive(collection, values, true, traceparent);
        if (revived !== null) return revived;
      }
      return untilWritten(async () => {
        const id = collection.kind === 'single' ? SINGLE_ID : await nextId(connection, collection.name);
        try {
          return await insert(collection, id, values, { edited: true }, traceparent);
        } catch (error) {
          if (collection.kind !== 'single' && isIdClash(error)) return undefined;
          throw isDuplicateKey(error) ? new TakenError(collection, { cause: error }) : error;
        }
      });
    },
    async update(collection, id, decide, traceparent) {
      return untilWritten(async () => {
        const current = await find(collection, id);
        if (current === null) return null;
        const before = toStored(collection, current);
        const stamp = collection.timestamps ? { updatedAt: now().toISOString() } : {};
        const values = { ...stamp, ...decide(before) };
        const after = { ...before, ...values, id };
        const fields = toFields(collection, values);
        try {
          const written = await write(
            collection,
            current,
            { after, fields, extra: { edited: true } },
            traceparent,
          );
          return written ? { doc: after, rev: current.rev + 1 } : undefined;
        } catch (error) {
          throw isDuplicateKey(error) ? new TakenError(collection, { cause: error }) : error;
        }
      });
    },
    async touch(collection, id) {
      return untilWritten(async () => {
        const current = await find(collection, id);
        if (current === null) return null;
        const after = toStored(collection, current);
        const change = { after, fields: { $set: {}, $unset: {} }, extra: {}, announce: true } as const;
        return (await write(collection, current, change)) ? { doc: after, rev: current.rev + 1 } : undefined;
      });
    },
    async remove(collection, id, edited = true) {
      return untilWritten(async () => {
        const current = await find(collection, id);
        if (current === null) return null;
        const $unset: Record<string, ''> = { importHash: '' };
        for (const name of storedNames(collection)) $unset[name] = '';
        const extra = { removed: true, edited };
        const written = await write(collection, current, {
          after: null,
          fields: { $set: {}, $unset },
          extra,
        });
        return written ? { doc: toStored(collection, current), rev: current.rev + 1 } : undefined;
      });
    },
    async ensureSingle(collection, values) {
      const known = await documents(collection).findOne({ _id: SINGLE_ID }, { projection: { removed: 1 } });
      if (known !== null) {
        if (known.removed === true) await revive(collection, values, false);
        return;
      }
      try {
        await insert(collection, SINGLE_ID, values, { edited: false });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    async each(collection, use) {
      const cursor = documents(collection).find({}, { projection: WITHOUT_OUTBOX }).batchSize(CURSOR_BATCH);
      for await (const raw of cursor) {
        if (raw.removed !== true) use({ doc: toStored(collection, raw), rev: raw.rev }, raw);
      }
    },
  };
}
