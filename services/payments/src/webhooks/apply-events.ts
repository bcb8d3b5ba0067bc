import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { CheckoutStore } from '../checkouts/checkout-store.ts';
import type { PaymentUpdates } from '../checkouts/payment-updates.ts';
import type { ProviderEvent, ProviderEvents } from './provider-events.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const PaymentEvent = Type.Object({
  payload: Type.Object({
    refund: Type.Optional(Type.Object({ entity: Type.Object({ id: Type.String() }) })),
    payment: Type.Object({
      entity: Type.Object({
        id: Type.String(),
        order_id: NullableText,
        amount: Type.Integer(),
        currency: Type.String(),
        status: Type.String(),
        method: NullableText,
      }),
    }),
  }),
});

const FOUR_DAYS_MS = 4 * 86_400_000;
const MAX_PAUSE_MS = 6 * 3_600_000;
const FIRST_PAUSE_MS = 1_000;

/** Applies stored events, in any order and any number of times. Resolves with the number that was due. */
export function createApplyEvents(deps: {
  events: Pick<ProviderEvents, 'findDue' | 'end' | 'retry'>;
  checkouts: Pick<CheckoutStore, 'findByOrder' | 'checkRefundsNow'>;
  updates: PaymentUpdates;
  onFailure: (error: unknown) => void;
}): (limit: number) => Promise<number> {
  const { events, checkouts, updates, onFailure } = deps;

  const retryAt = ({ attempts }: ProviderEvent): Date =>
    new Date(Date.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts));

  async function apply(event: ProviderEvent): Promise<void> {
    const { _id, body = '', receivedAt } = event;
    const content: unknown = JSON.parse(body);
    const payload = Value.Check(PaymentEvent, content) ? content.payload : null;
    const payment = payload?.payment.entity ?? null;
    if (payment === null || payment.order_id === null) return events.end(_id, 'IGNORED');
    const checkout = await checkouts.findByOrder(payment.order_id);
    if (checkout === null)
      // The order may not be stored yet; an order that never appears is an alert.
      return Date.now() - receivedAt.getTime() > FOUR_DAYS_MS
        ? events.end(_id, 'UNMATCHED')
        : events.retry(_id, 'UNMATCHED', retryAt(event));
    // The event may be older than the stored state: only the provider has the current state of a refund or a payment.
    if (payload?.refund !== undefined) await checkouts.checkRefundsNow(checkout._id);
    else if (payment.status === 'captured') await updates.applyPaymentUpdate(checkout, payment, 'webhook');
    else await updates.sync(checkout, 'webhook', payment.id);
    failPoint('payments.webhook-applied');
    return events.end(_id, 'APPLIED');
  }

  return async (limit) => {
    const due = await events.findDue(limit);
    for (const event of due)
      await apply(event).catch(async (error: unknown) => {
        // An event that cannot be applied does not block the others.
        onFailure(error);
        await events.retry(event._id, 'NEW', retryAt(event));
      });
    return due.length;
  };
}
