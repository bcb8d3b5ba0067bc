import type { Connection } from 'mongoose';
import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import {
  MediaChanged,
  MediaRemoved,
  MediaStored,
  UserRegistered,
  UserUpdated,
} from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Put } from '@vidhi/content-service/live/live-model.ts';
import type { Outcome } from '@vidhi/messaging/apply-record.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { toModelChange } from '../model-changes.ts';

/** What news keeps of others: picture objects of catalog, names of accounts. */
interface Copy {
  _id: number;
  rev: number;
  doc: StoredDocument | null;
}

const COPIES: Readonly<Record<string, string>> = { file: 'media', user: 'authors' };

export const COPIED_EVENTS: ReadonlyMap<string, EventDeclaration> = new Map(
  [MediaStored, MediaChanged, MediaRemoved, UserRegistered, UserUpdated].map((event) => [event.type, event]),
);

/** The copies in news's own database, so that a reader starts without asking another service. */
export interface Copies {
  /** Keeps what an event says, unless something newer is kept. */
  apply(envelope: Envelope): Promise<Outcome>;
  each(put: Put): Promise<void>;
}

export function createCopies(connection: Connection): Copies {
  const copiesOf = (name: string) => connection.collection<Copy>(COPIES[name] ?? name);

  return {
    async apply(envelope) {
      const change = toModelChange(envelope);
      if (change === null || (change.kind !== 'put' && change.kind !== 'remove')) return 'rejected';
      const [id, doc] = change.kind === 'put' ? [change.doc.id, change.doc] : [change.id, null];
      const { name, rev } = change;
      try {
        const { matchedCount, upsertedCount } = await copiesOf(name).updateOne(
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
      for (const name of Object.keys(COPIES)) {
        for await (const { doc, rev } of copiesOf(name).find({}).batchSize(1_000))
          if (doc !== null) put(name, doc, rev);
      }
    },
  };
}
