import type { FastifyInstance } from 'fastify';
import { createConnection, type mongo } from 'mongoose';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { aCartApp } from '../cart-app-builder.ts';
import type { CartStore } from './cart-store.ts';
import { createCartIndexes, mongoCartStore, type CartLineDocument } from './mongo-cart-store.ts';

export interface StoredCarts {
  app: FastifyInstance;
  store: CartStore;
  /** Creates a store on the same carts, as another process has. */
  anotherStore(): CartStore;
  documents: mongo.Collection<CartLineDocument>;
  /** Closes the app and drops the database. */
  end(): Promise<void>;
}

/** Opens the service's app on carts in a database of its own. */
export async function openStoredCarts(): Promise<StoredCarts> {
  const database = freshDatabase('carts');
  const connection = await createConnection(database.url).asPromise();
  await createCartIndexes(connection);
  const store = mongoCartStore(connection);
  const app = await aCartApp(store);
  return {
    app,
    store,
    anotherStore: () => mongoCartStore(connection),
    documents: connection.collection<CartLineDocument>('cart_lines'),
    async end() {
      await app.close();
      await connection.close();
      await database.drop();
    },
  };
}
