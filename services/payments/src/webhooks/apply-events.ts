import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { CheckoutStore } from '../checkouts/checkout-store.ts';
import type { PaymentUpdates } from '../checkouts/payment-updates.ts';
import { ProviderRejectedError } from '../razorpay/provider.ts';
import type { ReturnsReader } from '../returns.ts';
import type { ProviderEvent, ProviderEvents } from './provider-events.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const PaymentEvent = Type.Object({
  event: Type.Optional(Type.String({ maxLength: 60 })),
  payload: Type.Object({
    refund: Type.Optional(Type.Object({ entity: Type.Object({ id: Type.String() }) })),
    dispute: Type.Optional(Type.Object({ entity: Type.Object({ id: Type.String() }) })),
    payment: Type.Object({ entity: Type.Object({ id: Type.String(), order_id: NullableText }) }),
  }),
});

const FOUR_DAYS_MS = 4 * 86_400_000;
const MAX_PAUSE_MS = 6 * 3_600_000;
const FIRST_PAUSE_MS = 1_000;

const isOld = ({ receivedAt }: ProviderEvent): boolean => Date.now() - receivedAt.getTime() > FOUR_DAYS_MS;

/**
 * Applies stored events, in any order and any number of times. An event names a payment, a refund or a dispute that may
 * have changed, and nothing else of it counts: their state at this moment is read at the provider. Resolves with the number
 * that was due.
 */
export function createApplyEvents(deps: {
  events: Pick<ProviderEvents, 'findDue' | 'end' | 'retry'>;
  checkouts: Pick<CheckoutStore, 'findByOrder' | 'checkRefundsNow'>;
  updates: Pick<PaymentUpdates, 'sync'>;
  returns: Pick<ReturnsReader, 'read'>;
  onFailure: (error: unknown) => void;
}): (limit: number) => Promise<number> {
  const { events, checkouts, updates, returns, onFailure } = deps;

  const retryAt = ({ attempts }: ProviderEvent): Date =>
    new Date(Date.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts));

  async function apply(event: ProviderEvent): Promise<void> {
    const { _id, body = '' } = event;
    const content: unknown = JSON.parse(body);
    const payload = Value.Check(PaymentEvent, content) ? content.payload : null;
    const payment = payload?.payment.entity ?? null;
    if (payment === null || payment.order_id === null) return events.end(_id, 'IGNORED');
    const checkout = await checkouts.findByOrder(payment.order_id);
    if (checkout === null)
      // The order may not be stored yet; an order that never appears is an alert.
      return isOld(event) ? events.end(_id, 'UNMATCHED') : events.retry(_id, 'UNMATCHED', retryAt(event));
    if (checkout.paymentId !== payment.id) await updates.sync(checkout, 'webhook', payment.id);
    const { refund, dispute } = payload ?? {};
    if (refund !== undefined || dispute !== undefined) {
      await returns.read(checkout._id, payment.id, dispute === undefined ? [] : [dispute.entity.id]);
      await checkouts.checkRefundsNow(checkout._id);
    }
    failPoint('payments.webhook-applied');
    const name = Value.Check(PaymentEvent, content) ? content.event : undefined;
    return events.end(_id, 'APPLIED', { checkoutId: checkout._id, ...(name === undefined ? {} : { name }) });
  }

  return async (limit) => {
    const due = await events.findDue(limit);
    for (const event of due)
      await apply(event).catch(async (error: unknown) => {
        // An event that cannot be applied does not block the others.
        onFailure(error);
        // The provider has no such payment, whatever the event says.
        if (error instanceof ProviderRejectedError && isOld(event)) await events.end(event._id, 'UNMATCHED');
        else await events.retry(event._id, 'NEW', retryAt(event));
      });
    return due.length;
  };
}
