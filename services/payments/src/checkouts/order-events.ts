import { OrderCreated, eventsByType } from '@vidhi/contracts/events.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { CheckoutStore } from './checkout-store.ts';

export const ORDER_EVENTS = eventsByType([OrderCreated]);

/** Creates the handler of orders, by which paid checkouts are fulfilled. */
export const createOrderEvents =
  (checkouts: Pick<CheckoutStore, 'fulfilled'>): Handle =>
  async ({ data }) => {
    failPoint('payments.order-event-received');
    const { checkoutId, purchaseId } = data as { checkoutId: string; purchaseId: string };
    return (await checkouts.fulfilled(checkoutId, purchaseId)) ? 'applied' : 'duplicate';
  };
