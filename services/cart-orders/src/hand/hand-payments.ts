import type { PaymentReturns, ReturnedRefund } from '@vidhi/contracts/purchases.ts';
import type { Purchase } from '../purchases/purchase.ts';
import type { PaymentsClient } from '../purchases/payments-client.ts';
import type { NoteReturns } from '../purchases/purchase-returns.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import { purchaseId } from '../purchases/purchase.ts';
import { isHandCheckout } from './hand-order.ts';

export interface RefundsOptions {
  payments: Pick<PaymentsClient, 'refund' | 'refundPart'>;
  purchases: Pick<PurchaseStore, 'find'>;
  /** Notes what went back of a purchase. Documents are left to the caller. */
  noteReturns: NoteReturns;
}

export interface Refunds {
  /** Makes the refund of a cancelled purchase due; may be repeated. */
  refund(purchase: Purchase): Promise<void>;
  /** Has a part of a purchase refunded, and resolves with how far that is; may be repeated. */
  refundPart: PaymentsClient['refundPart'];
}

/** Returns what went back of an order by hand: all that the shop has ordered, and the rest of a cancelled one. */
function returnsOf({ status, totalPaise, refunds = [] }: Purchase): PaymentReturns {
  const parts: ReturnedRefund[] = refunds.map(({ id, amountPaise }) => ({
    id: `hand_${id}`,
    amountPaise,
    status: 'processed',
    key: id,
  }));
  const sum = parts.reduce((total, { amountPaise }) => total + amountPaise, 0);
  const all: ReturnedRefund[] =
    status === 'CANCELLED' && sum < totalPaise
      ? [...parts, { id: 'hand_rest', amountPaise: totalPaise - sum, status: 'processed' }]
      : parts;
  return {
    rev: 1,
    returnedPaise: all.reduce((total, { amountPaise }) => total + amountPaise, 0),
    pendingPaise: 0,
    disputes: [],
    refunds: all,
  };
}

/**
 * Creates the refunds of purchases. Those of payments go to the card provider. Money of an order by hand is returned by
 * the shop itself: a refund counts as done when it is ordered.
 */
export function createRefunds({ payments, purchases, noteReturns }: RefundsOptions): Refunds {
  async function noteHand(id: string): Promise<void> {
    let noted = -1;
    for (;;) {
      const purchase = await purchases.find(id);
      if (purchase === null) return;
      const returns = returnsOf(purchase);
      // A refund that was ordered meanwhile is missing in what another process has noted.
      if (returns.returnedPaise === noted) return;
      await noteReturns(id, returns);
      noted = returns.returnedPaise;
    }
  }
  return {
    refund: (purchase) =>
      purchase.hand === undefined ? payments.refund(purchase.checkoutId) : noteHand(purchase._id),
    async refundPart(checkoutId, part) {
      if (!isHandCheckout(checkoutId)) return payments.refundPart(checkoutId, part);
      await noteHand(purchaseId(checkoutId));
      return { state: 'DONE', failure: null, providerId: `hand_${part.key}` };
    },
  };
}
