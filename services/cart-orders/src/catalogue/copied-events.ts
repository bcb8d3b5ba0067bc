import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import {
  BookChanged,
  BookPublished,
  type DocumentPayload,
  type UserPayload,
} from '@vidhi/contracts/events.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import type { CartStore } from '../carts/cart-store.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import type { StockStore } from '../stock/stock-store.ts';
import type { CatalogueCopy } from './catalogue-copy.ts';

interface CopiedEventsOptions {
  carts: Pick<CartStore, 'removeOf'>;
  purchases: Pick<PurchaseStore, 'noteErased'>;
  stock: Pick<StockStore, 'setStock'>;
  apply: CatalogueCopy['apply'];
}

/** Creates the handler of events of copied collections. It also deletes the carts of erased users, and sets the stock of books. */
export const createCopiedEvents =
  ({ carts, purchases, stock, apply }: CopiedEventsOptions): Handle =>
  async (envelope) => {
    if (envelope.type.startsWith('user.')) {
      const { id, erased } = envelope.data as UserPayload;
      if (erased === true) {
        await carts.removeOf(id);
        await purchases.noteErased(id);
      }
    }
    if (envelope.type === BookPublished.type || envelope.type === BookChanged.type) {
      const { rev, doc } = envelope.data as DocumentPayload;
      await stock.setStock(doc.id, storedAs(bookCollection, doc).stock ?? null, rev);
    }
    return apply(envelope);
  };
