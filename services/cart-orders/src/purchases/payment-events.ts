import { PaymentChanged, PaymentVerified, eventsByType } from '@vidhi/contracts/events.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { CreatePurchase } from './create-purchase.ts';
import type { PaymentsClient } from './payments-client.ts';
import { purchaseId } from './purchase.ts';
import type { NoteReturns } from './purchase-returns.ts';
import type { PurchaseStore } from './purchase-store.ts';

export const PAYMENT_EVENTS = eventsByType([PaymentVerified, PaymentChanged]);

export interface PaymentEventsOptions {
  payments: Pick<PaymentsClient, 'findPaid' | 'returnsKnown'>;
  purchases: Pick<PurchaseStore, 'has'>;
  createPurchase: CreatePurchase;
  noteReturns: NoteReturns;
  /** Learns how far the refunds are that the shop has ordered of a purchase. Never rejects. */
  followRefunds: (purchaseId: string) => Promise<void>;
}

/**
 * Creates the handler of events about payments. An event only names the checkout: addresses are on no topic, and money may
 * have gone back since the event. Whatever went back is acknowledged once the purchase has it.
 */
export function createPaymentEvents(options: PaymentEventsOptions): Handle {
  const { payments, purchases, createPurchase, noteReturns, followRefunds } = options;
  return async ({ type, data }) => {
    failPoint('cart-orders.payment-event-received');
    const { checkoutId } = data as { checkoutId: string };
    const paid = await payments.findPaid(checkoutId);
    if (paid === null) return 'rejected';
    const id = purchaseId(checkoutId);
    const { returns } = paid;
    // A purchase that exists is not published again for each refund.
    const isKnown = type === PaymentChanged.type && (await purchases.has(id));
    const isNew = isKnown
      ? returns !== undefined && (await noteReturns(id, returns))
      : await createPurchase(paid);
    if (returns !== undefined) await payments.returnsKnown(checkoutId, returns.rev);
    if (isKnown) await followRefunds(id);
    return isNew ? 'applied' : 'duplicate';
  };
}
