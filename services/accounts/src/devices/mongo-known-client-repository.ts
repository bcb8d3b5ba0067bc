import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import {
  UNORDERED,
  modelOf,
  oneOf,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';
import { clientsBeyond, type KnownClientRepository, type StoredClient } from './known-client-repository.ts';

/** One document for each account and client. */
export const KNOWN_CLIENTS = storedCollection(
  'known_clients',
  {
    userId: required(Number),
    kind: oneOf(['device', 'address']),
    /** Keyed hash of the cookie or the address: neither can be read from it. */
    client: required(String),
    usedAt: required(Date),
  },
  [{ fields: { userId: 1, client: 1 }, unique: true }, { fields: { usedAt: 1 } }],
);
type KnownClientDocument = StoredDocument<typeof KNOWN_CLIENTS>;

const asClient = ({ kind, client, usedAt }: KnownClientDocument): StoredClient => ({ kind, client, usedAt });

export function mongoKnownClientRepository(connection: Connection): KnownClientRepository {
  const known = modelOf(connection, KNOWN_CLIENTS);

  async function listOf(userId: number): Promise<StoredClient[]> {
    return (await known.find({ userId }).sort({ usedAt: -1 })).map(asClient);
  }

  return {
    find: async (userId, clients) =>
      (await known.find({ userId, client: { $in: [...clients] } })).map(asClient),
    async save(userId, clients) {
      const upserts = clients.map(({ kind, client, usedAt }) => ({
        updateOne: {
          filter: { userId, client },
          update: { $set: { kind, usedAt } },
          upsert: true,
        },
      }));
      const write = () => known.bulkWrite(upserts, UNORDERED);
      await write().catch(async (error: unknown) => {
        // Another login of this client stored it meanwhile; repeated upserts find it.
        if (!isDuplicateKey(error)) throw error;
        await write();
      });
      const all = await listOf(userId);
      const beyond = [...clientsBeyond(all, 'device'), ...clientsBeyond(all, 'address')];
      if (beyond.length > 0)
        await known.deleteMany({ userId, client: { $in: beyond.map(({ client }) => client) } });
    },
    listOf,
    async removeAllOf(userId) {
      await known.deleteMany({ userId });
    },
    async removeUsedBefore(time) {
      await known.deleteMany({ usedAt: { $lt: time } });
    },
    async removeAll() {
      await known.deleteMany({});
    },
  };
}
