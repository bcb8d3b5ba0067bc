import type { Connection } from 'mongoose';
import type { Envelope } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Outcome } from '@vidhi/messaging/apply-record.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import {
  modelOf,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
} from '@vidhi/service-kit/stored-collection.ts';
import type { ModelChange } from './live-model.ts';
import type { Put } from './revised-model.ts';

/** Copies of another service's documents; `doc` is null after it was removed there. */
export const copyCollection = (name: string) =>
  storedCollection(name, {
    _id: required(Number),
    rev: required(Number),
    doc: requiredOrNull(valueOf<StoredDocument>()),
  });

export interface CopiesOptions {
  connection: Connection;
  /** Stored collections by the name of the copied collection. */
  collections: Readonly<Record<string, ReturnType<typeof copyCollection>>>;
  toChange: (envelope: Envelope) => ModelChange | null;
}

/** Copies of documents that other services own, so that a process can start while their topics are unavailable. */
export interface Copies {
  /** Handles an event: stores its document unless a newer revision is stored. `rejected` for other collections. */
  apply(envelope: Envelope): Promise<Outcome>;
  /** Calls `put` for each copy that is not removed. */
  each(put: Put): Promise<void>;
}

/** Creates the access to copies in the database; see `Copies`. Copies of removed documents remain as tombstones. */
export function createCopies({ connection, collections, toChange }: CopiesOptions): Copies {
  return {
    async apply(envelope) {
      const change = toChange(envelope);
      if (change === null || (change.kind !== 'put' && change.kind !== 'remove')) return 'rejected';
      const { name, rev } = change;
      const stored = collections[name];
      if (stored === undefined) return 'rejected';
      const [id, doc] = change.kind === 'put' ? [change.doc.id, change.doc] : [change.id, null];
      try {
        const { matchedCount, upsertedCount } = await modelOf(connection, stored).updateOne(
          { _id: id, rev: { $lt: rev } },
          { $set: { rev, doc } },
          { upsert: true },
        );
        return matchedCount + upsertedCount > 0 ? 'applied' : 'duplicate';
      } catch (error) {
        if (isDuplicateKey(error)) return 'duplicate';
        throw error;
      }
    },
    async each(put) {
      for (const [name, stored] of Object.entries(collections)) {
        const copies = modelOf(connection, stored).find({}).cursor({ batchSize: 1_000 });
        for await (const { doc, rev } of copies) if (doc !== null) put(name, doc, rev);
      }
    },
  };
}
