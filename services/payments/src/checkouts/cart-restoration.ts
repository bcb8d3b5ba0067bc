import type { RestoreLines } from './cart-client.ts';
import type { Checkout } from './checkout.ts';
import type { CheckoutStore } from './checkout-store.ts';

export interface CartRestoration {
  /**
   * Restores the lines of an unpaid checkout that its client has deleted. Resolves also while cart-orders does not respond:
   * the sweep repeats it.
   */
  restoreCart(checkout: Pick<Checkout, '_id' | 'snapshot'>): Promise<void>;
  /** Restores the carts that are due. */
  restoreDueCarts(): Promise<void>;
}

const BATCH = 20;
/** Pause before every restoration is repeated once: deletions may arrive after the verification that they were sent before. */
const REPEAT_MS = 5_000;
/** Pause after a failure. */
const RETRY_MS = 60_000;

/** Clients empty the cart and then verify the payment: without a payment, they get it back. */
export function createCartRestoration(deps: {
  checkouts: Pick<CheckoutStore, 'findDue' | 'restoreDue' | 'restored'>;
  restoreLines: RestoreLines;
  onFailure: (error: unknown) => void;
}): CartRestoration {
  const { checkouts, restoreLines, onFailure } = deps;
  return {
    async restoreCart({ _id, snapshot }) {
      const repeatAt = new Date(Date.now() + REPEAT_MS);
      if (!(await checkouts.restoreDue(_id, repeatAt))) return;
      await restoreLines(snapshot.lines, repeatAt).catch(onFailure);
    },
    async restoreDueCarts() {
      for (const checkout of await checkouts.findDue('restoreDueAt', BATCH)) {
        const { snapshot, restoreDueAt, restoreRemovedBefore = restoreDueAt } = checkout;
        if (restoreRemovedBefore === undefined) continue;
        try {
          await restoreLines(snapshot.lines, restoreRemovedBefore);
          await checkouts.restored(checkout, null);
        } catch (error) {
          onFailure(error);
          await checkouts.restored(checkout, new Date(Date.now() + RETRY_MS));
          // The others would wait for the same service.
          return;
        }
      }
    },
  };
}
