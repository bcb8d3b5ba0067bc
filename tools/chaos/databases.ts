import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { withDatabase } from '@vidhi/local/services.mjs';

const SERVICES = ['accounts', 'catalog', 'payments', 'cart_orders', 'notify'] as const;
type DatabaseName = (typeof SERVICES)[number];

/** The databases of all services, to be read only. */
export interface Databases {
  read<Document>(database: DatabaseName, collection: string, filter?: object): Promise<Document[]>;
  count(database: DatabaseName, collection: string, filter: object): Promise<number>;
  close(): Promise<void>;
}

export async function openDatabases(mongoUrl: string): Promise<Databases> {
  const connections = new Map(
    await Promise.all(
      SERVICES.map(
        async (name) => [name, await connectMongo(withDatabase(mongoUrl, `vidhi_${name}`))] as const,
      ),
    ),
  );
  return {
    async read<Document>(database: DatabaseName, collection: string, filter: object = {}) {
      const found = await connections.get(database)?.collection(collection).find(filter).toArray();
      return (found ?? []) as unknown as Document[];
    },
    async count(database, collection, filter) {
      return (await connections.get(database)?.collection(collection).countDocuments(filter)) ?? 0;
    },
    async close() {
      await Promise.all([...connections.values()].map((connection) => connection.close()));
    },
  };
}
