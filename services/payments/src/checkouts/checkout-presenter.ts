import type { CheckoutOrder } from '@vidhi/contracts/checkout-order.ts';
import { placeOf } from '@vidhi/contracts/postal-address.ts';
import type { Address, PaidCheckout, PaymentReturns } from '@vidhi/contracts/purchases.ts';
import type { PaymentFacts } from '@vidhi/contracts/shop-desk.ts';
import type { ProviderEvent } from '../webhooks/provider-events.ts';
import { cartOf, sumReturns, type Checkout } from './checkout.ts';
import type { OrderedCheckout } from './create-checkout.ts';

const rupees = (paise: number): number => paise / 100;

/** Returns the checkout order of §3, for the browser and for checkout.js: `amount` is in paise. `status_key`
 * shows the addresses of the purchase. */
export function presentOrder(checkout: OrderedCheckout, keyId: string, statusKey: string): CheckoutOrder {
  const { _id, providerOrderId, snapshot, billing, shipping, createdAt } = checkout;
  const seconds = Math.floor(createdAt.getTime() / 1_000);
  return {
    id: providerOrderId,
    amount: snapshot.totalPaise,
    currency: 'INR',
    created_at: seconds,
    razorpay_order_id: providerOrderId,
    orderdate: seconds,
    name: billing?.name ?? null,
    email: billing?.email ?? null,
    cart: snapshot.lines.map(({ bookId, title, unitPaise, quantity }) => ({
      id: bookId,
      Title: title,
      Price: rupees(unitPaise),
      Quantity: quantity,
    })),
    billingAddress: billing,
    shippingAddress: shipping,
    checkout_id: _id,
    status_key: statusKey,
    key: keyId,
  };
}

const timeOf = (at: Date | undefined): { at?: string } => (at === undefined ? {} : { at: at.toISOString() });

/** Presents what went back of the payment that paid, or may; null while nothing is known. */
function presentReturns({ returns, paymentId, partRefunds = [] }: Checkout): PaymentReturns | null {
  if (returns === undefined) return null;
  const { returnedPaise, pendingPaise } = sumReturns(returns, paymentId);
  const disputes = returns.disputes.filter((one) => one.paymentId === paymentId);
  const refunds = returns.refunds.filter((one) => one.paymentId === paymentId);
  return {
    rev: returns.rev,
    returnedPaise,
    pendingPaise,
    disputes: disputes.map(({ id, amountPaise, status, at }) => ({ id, amountPaise, status, ...timeOf(at) })),
    refunds: refunds.map(({ id, amountPaise, status, at }) => {
      const key = partRefunds.find(({ providerId }) => providerId === id)?.key;
      return { id, amountPaise, status, ...(key === undefined ? {} : { key }), ...timeOf(at) };
    }),
  };
}

/** Presents a paid checkout, from which cart-orders creates a purchase; null while it is not paid. */
export function presentPaid(checkout: Checkout | null): PaidCheckout | null {
  if (checkout?.paymentId === undefined || checkout.payment === undefined) return null;
  const { _id, providerOrderId = '', paymentId, userId, snapshot, billing, shipping, payment } = checkout;
  const { linkId } = checkout;
  const returns = presentReturns(checkout);
  return {
    checkoutId: _id,
    cart: cartOf(checkout),
    ...(linkId === undefined ? {} : { linkId }),
    orderId: providerOrderId,
    paymentId,
    userId,
    lines: snapshot.lines,
    shippingPaise: snapshot.shippingPaise,
    ...(snapshot.returnDays === undefined ? {} : { returnDays: snapshot.returnDays }),
    totalPaise: snapshot.totalPaise,
    billing,
    shipping,
    capturedAt: payment.capturedAt.toISOString(),
    ...(returns === null ? {} : { returns }),
  };
}

const addressFields = (prefix: string, address: Address | null): Record<string, string | null> => ({
  [`${prefix}_name`]: address?.name ?? null,
  [`${prefix}_email`]: address?.email ?? null,
  [`${prefix}_phone`]: address?.phone ?? null,
  [`${prefix}_address`]: address === null ? null : placeOf(address),
});

/**
 * Returns a payment as `POST /api/payment/fetch` shows it, in the shapes of §7.4 (`attributes`) and of §3 (`payment[0]`).
 */
export function presentPayment(checkout: Checkout) {
  const { paymentId = '', providerOrderId = '', snapshot, billing, shipping, payment, status } = checkout;
  const { returnedPaise } = sumReturns(checkout.returns, checkout.paymentId);
  const attributes = {
    payment_id: paymentId,
    order_id: providerOrderId,
    amount: rupees(snapshot.totalPaise),
    amount_refunded: rupees(returnedPaise),
    currency: 'INR',
    method: payment?.method ?? null,
    status: status === 'PAID' || status === 'FULFILLED' ? 'captured' : status.toLowerCase(),
    captured_at: payment?.capturedAt.toISOString() ?? null,
    ...addressFields('billing', billing),
    ...addressFields('shipping', shipping),
  };
  return { data: { id: paymentId, attributes, payment: [attributes] } };
}

/** Presents what happened to a checkout at this service and at the provider, without contact data. */
export function presentFacts(checkout: Checkout, events: readonly ProviderEvent[]): PaymentFacts {
  const { payment, paymentId, history, returns } = checkout;
  const refunds = (returns?.refunds ?? []).filter((one) => one.paymentId === paymentId);
  return {
    method: payment?.method ?? null,
    history: history.map(({ to, by, at }) => ({ to, by, at: at.toISOString() })),
    webhooks: events.map(({ _id, name, receivedAt, state }) => ({
      id: _id,
      name: name ?? null,
      at: receivedAt.toISOString(),
      state,
    })),
    refunds: refunds.map(({ id, amountPaise, status, at }) => ({
      id,
      amount_paise: amountPaise,
      status,
      ...timeOf(at),
    })),
    returnsAt: returns?.at.toISOString() ?? null,
  };
}
