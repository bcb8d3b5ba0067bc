import type { FastifyInstance } from 'fastify';
import { createConnection, type mongo } from 'mongoose';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { aCartApp } from '../cart-app-builder.ts';
import type { CartStore } from './cart-store.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { CART_LINES, type CartLineDocument } from './cart-collection.ts';
import { mongoCartStore } from './mongo-cart-store.ts';

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
  await createIndexes(connection, [CART_LINES]);
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
