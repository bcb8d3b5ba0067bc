import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { clientsBeyond, type KnownClientRepository, type StoredClient } from './known-client-repository.ts';

interface KnownClientDocument extends StoredClient {
  userId: number;
}

const COLLECTION = 'known_clients';

/** One document for each account and client; must have run before the first write. */
export async function createKnownClientIndexes(connection: Connection): Promise<void> {
  const known = connection.collection(COLLECTION);
  await known.createIndex({ userId: 1, client: 1 }, { unique: true });
  await known.createIndex({ usedAt: 1 });
}

const asClient = ({ kind, client, usedAt }: KnownClientDocument): StoredClient => ({ kind, client, usedAt });

export function mongoKnownClientRepository(connection: Connection): KnownClientRepository {
  const known = connection.collection<KnownClientDocument>(COLLECTION);

  async function listOf(userId: number): Promise<StoredClient[]> {
    return known.find({ userId }).sort({ usedAt: -1 }).map(asClient).toArray();
  }

  return {
    find: async (userId, clients) =>
      known
        .find({ userId, client: { $in: [...clients] } })
        .map(asClient)
        .toArray(),
    async save(userId, clients) {
      const upserts = clients.map(({ kind, client, usedAt }) => ({
        updateOne: {
          filter: { userId, client },
          update: { $set: { kind, usedAt } },
          upsert: true,
        },
      }));
      const write = () => known.bulkWrite(upserts, { ordered: false });
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
