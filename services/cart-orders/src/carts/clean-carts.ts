import type { Purchase } from '../purchases/purchase.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';

export interface CleanCartsOptions {
  purchases: Pick<PurchaseStore, 'findUncleaned' | 'cleaned' | 'postpone'>;
  cleanCart: (purchase: Pick<Purchase, '_id' | 'lines'>) => Promise<void>;
  onFailure: (error: unknown, purchaseId: string) => void;
}

const BATCH = 50;
/** Pause before a clean-up that failed is tried again. */
const RETRY_MS = 60_000;

/** Removes bought copies from carts in which a crash left them. A failure of one cart does not stop the others. */
export const createCleanCarts =
  ({ purchases, cleanCart, onFailure }: CleanCartsOptions) =>
  async (): Promise<void> => {
    for (const purchase of await purchases.findUncleaned(BATCH))
      try {
        await cleanCart(purchase);
        await purchases.cleaned(purchase._id);
      } catch (error) {
        onFailure(error, purchase._id);
        await purchases.postpone(purchase._id, 'cleanupRetryAt', new Date(Date.now() + RETRY_MS));
      }
  };
