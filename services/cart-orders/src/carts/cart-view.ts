import { CollectionStore, type ReadModel } from '@vidhi/content-engine';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { cartCollection } from '@vidhi/collections/cart-orders/cart.ts';
import type { CartLine } from './cart-line.ts';

/**
 * A model of the catalogue and of the cart lines that one request may see. Filters, populate, sort and pagination of
 * carts are therefore those of every other collection. Of the accounts it has the request's own.
 * @param batchId the Batch_id by which the client asks: lines that were written with it show it
 */
export function cartView(
  catalogue: ReadModel,
  lines: readonly CartLine[],
  { userId, batchId }: { userId: number | null; batchId: string | null },
): ReadModel {
  const storeOf = (name: string): CollectionStore =>
    new CollectionStore(catalogue.store(name).schema, catalogue.longTexts);
  const carts = storeOf(cartCollection.name);
  const users = storeOf(userCollection.name);
  if (userId !== null)
    users.upsert(
      catalogue.get(userCollection.name, userId) ?? { id: userId, first_name: null, last_name: null },
      true,
    );
  for (const line of lines)
    carts.upsert(
      {
        id: line.id,
        Quantity: line.quantity,
        Batch_id: batchId !== null && line.batches.includes(batchId) ? batchId : line.batchId,
        users_permissions_user: line.userId,
        catalog_books: line.bookId,
        createdAt: line.createdAt.toISOString(),
        updatedAt: line.updatedAt.toISOString(),
      },
      true,
    );
  const own = new Map<string, CollectionStore>([
    [cartCollection.name, carts],
    [userCollection.name, users],
  ]);
  const store = (name: string): CollectionStore => own.get(name) ?? catalogue.store(name);
  return { ...catalogue, store, storeOf: ({ name }) => store(name) };
}
