import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { Checkout } from '../checkouts/checkout.ts';
import type { CheckoutStore } from '../checkouts/checkout-store.ts';
import type { PaymentUpdates } from '../checkouts/payment-updates.ts';
import { ProviderRejectedError } from '../razorpay/provider.ts';
import type { ReturnsReader } from '../refunds/returns.ts';
import type { EndedEvent, ProviderEvent, ProviderEvents } from './provider-events.ts';

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

type PaymentEvent = Static<typeof PaymentEvent>;

/** Returns what an event says of a payment: null where it is about something else, and the error for what is no JSON. */
function parseEvent(text: string): PaymentEvent | Error | null {
  try {
    const content: unknown = JSON.parse(text);
    return Value.Check(PaymentEvent, content) ? content : null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The checkouts of a batch of events, read together. */
interface CurrentCheckouts {
  find(providerOrderId: string): Promise<Checkout | null>;
  /** Has the checkout read again when it is needed next. */
  changed(providerOrderId: string): void;
}

async function readCheckouts(
  checkouts: Pick<CheckoutStore, 'findByOrders'>,
  payloads: readonly PaymentEvent['payload'][],
): Promise<CurrentCheckouts> {
  const orders = new Set(payloads.flatMap(({ payment }) => payment.entity.order_id ?? []));
  const found = orders.size === 0 ? [] : await checkouts.findByOrders([...orders]);
  const byOrder = new Map(found.map((checkout) => [checkout.providerOrderId, checkout]));
  const changed = new Set<string>();
  return {
    async find(id) {
      if (!changed.delete(id)) return byOrder.get(id) ?? null;
      const [checkout = null] = await checkouts.findByOrders([id]);
      if (checkout !== null) byOrder.set(id, checkout);
      return checkout;
    },
    changed: (id) => void changed.add(id),
  };
}

/** Returns the payment of an event as it is stored. */
const paymentOf = (content: PaymentEvent | Error | null): Pick<EndedEvent, 'paymentId'> =>
  content === null || content instanceof Error ? {} : { paymentId: content.payload.payment.entity.id };

const isOld = ({ receivedAt }: ProviderEvent): boolean => Date.now() - receivedAt.getTime() > FOUR_DAYS_MS;

/** Result of applying a batch. */
export interface AppliedEvents {
  /** Number of events that were due. */
  due: number;
  /** Whether refunds or disputes were among them. */
  haveReturns: boolean;
}

/**
 * Applies stored events, in any order and any number of times. An event names a payment, a refund or a dispute that may
 * have changed, and nothing else of it counts: their state at this moment is read at the provider. The events of a batch
 * are marked as ended together at its end; after a crash before it, all of them are applied again.
 */
export function createApplyEvents(deps: {
  events: Pick<ProviderEvents, 'findDue' | 'end' | 'retry'>;
  checkouts: Pick<CheckoutStore, 'findByOrders' | 'checkRefundsNow'>;
  updates: Pick<PaymentUpdates, 'sync'>;
  returns: Pick<ReturnsReader, 'read'>;
  onFailure: (error: unknown) => void;
}): (limit: number) => Promise<AppliedEvents> {
  const { events, checkouts, updates, returns, onFailure } = deps;

  const retryAt = ({ attempts }: ProviderEvent): Date =>
    new Date(Date.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts));

  /** Resolves with how the event ended; null when it is tried again. */
  async function apply(
    event: ProviderEvent,
    content: PaymentEvent | null,
    current: CurrentCheckouts,
  ): Promise<EndedEvent | null> {
    const id = event._id;
    if (content === null) return { id, state: 'IGNORED' };
    const { event: name, payload } = content;
    const { refund, dispute } = payload;
    const payment = payload.payment.entity;
    if (payment.order_id === null) return { id, state: 'IGNORED' };
    const checkout = await current.find(payment.order_id);
    if (checkout === null) {
      if (isOld(event)) return { id, state: 'UNMATCHED', paymentId: payment.id };
      // The order may not be stored yet; an order that never appears is an alert.
      await events.retry(id, 'UNMATCHED', retryAt(event), payment.id);
      return null;
    }
    if (checkout.paymentId !== payment.id) {
      current.changed(payment.order_id);
      await updates.sync(checkout, 'webhook', payment.id);
    }
    if (refund !== undefined || dispute !== undefined) {
      await returns.read(checkout._id, payment.id, dispute === undefined ? [] : [dispute.entity.id]);
      await checkouts.checkRefundsNow(checkout._id);
    }
    return { id, state: 'APPLIED', checkoutId: checkout._id, ...(name === undefined ? {} : { name }) };
  }

  return async (limit) => {
    const found = await events.findDue(limit);
    const due = found.map((event) => ({ event, content: parseEvent(event.body ?? '') }));
    const payloads = due.flatMap(({ content }) =>
      content === null || content instanceof Error ? [] : [content.payload],
    );
    const current = await readCheckouts(checkouts, payloads);
    const ended: EndedEvent[] = [];
    for (const { event, content } of due)
      try {
        if (content instanceof Error) throw content;
        const end = await apply(event, content, current);
        if (end !== null) ended.push(end);
      } catch (error) {
        // An event that cannot be applied does not block the others.
        onFailure(error);
        // The provider has no such payment, whatever the event says.
        if (error instanceof ProviderRejectedError && isOld(event))
          ended.push({ id: event._id, state: 'UNMATCHED', ...paymentOf(content) });
        else await events.retry(event._id, 'NEW', retryAt(event));
      }
    if (ended.length > 0) {
      failPoint('payments.webhook-applied');
      await events.end(ended);
    }
    return {
      due: due.length,
      haveReturns: payloads.some(({ refund, dispute }) => refund !== undefined || dispute !== undefined),
    };
  };
}
