import type { UnprintableStore } from '../bills/unprintable-documents.ts';
import type { CartStore } from '../carts/cart-store.ts';
import type { Config } from '../config.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';

interface RemoveExpiredOptions {
  carts: Pick<CartStore, 'removeGuestLinesBefore' | 'deleteRemovedBefore'>;
  purchases: Pick<PurchaseStore, 'numberOlder' | 'removeContactsBefore'>;
  paymentLinks: { removeContacts(): Promise<void> };
  unprintable: Pick<UnprintableStore, 'removeBefore'>;
  config: Pick<Config, 'GUEST_CART_RETENTION_DAYS' | 'RECORD_YEARS'>;
}

const DAY_MS = 86_400_000;
const DAYS_OF_YEAR = 366;
/** Longer than payments polls an unpaid order. */
const REMOVED_LINE_RETENTION_DAYS = 14;
/** Longer than notify looks back for its report. */
const UNPRINTABLE_RETENTION_DAYS = 30;

/** Creates the task that deletes guest and removed cart lines, contact data and unprintable documents after their retention. */
export function createRemoveExpired(options: RemoveExpiredOptions): () => Promise<void> {
  const { carts, purchases, paymentLinks, unprintable, config } = options;
  const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
  return async () => {
    await purchases.numberOlder();
    await carts.removeGuestLinesBefore(daysAgo(config.GUEST_CART_RETENTION_DAYS));
    await carts.deleteRemovedBefore(daysAgo(REMOVED_LINE_RETENTION_DAYS));
    await paymentLinks.removeContacts();
    await unprintable.removeBefore(daysAgo(UNPRINTABLE_RETENTION_DAYS));
    await purchases.removeContactsBefore(daysAgo(config.RECORD_YEARS * DAYS_OF_YEAR));
  };
}
