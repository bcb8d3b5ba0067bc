import { MIGRATIONS } from '@vidhi/service-kit/migrations.ts';
import type { DeclaredCollection } from '@vidhi/service-kit/stored-collection.ts';
import { COLLECTIONS as accounts } from '../../services/accounts/src/collections.ts';
import { COLLECTIONS as cartOrders } from '../../services/cart-orders/src/collections.ts';
import { COLLECTIONS as catalog } from '../../services/catalog/src/collections.ts';
import { COLLECTIONS as news } from '../../services/news/src/collections.ts';
import { COLLECTIONS as notify } from '../../services/notify/src/collections.ts';
import { COLLECTIONS as payments } from '../../services/payments/src/collections.ts';

/** The collections of each service, and those that its commands add. */
export const COLLECTIONS: Readonly<Record<string, readonly DeclaredCollection[]>> = Object.fromEntries(
  Object.entries({ news, catalog, accounts, notify, 'cart-orders': cartOrders, payments }).map(
    ([service, collections]) => [service, [...collections, MIGRATIONS]],
  ),
);
