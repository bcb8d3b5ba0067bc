import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { WireError, unavailable, validationError } from '@vidhi/contracts/errors.ts';
import { SHIPPING_PAISE, type Address, type PricedLine } from '@vidhi/contracts/purchases.ts';
import type { Addresses } from '@vidhi/contracts/read-addresses.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { Provider } from '../razorpay/provider.ts';
import type { ReserveStock } from './cart-client.ts';
import { copiesOf, requireReserved } from './reserved-copies.ts';
import { BOOK_RECEIPT, isCancelled, type Checkout, type Snapshot } from './checkout.ts';
import type { CheckoutStore } from './checkout-store.ts';

export interface CheckoutRequest {
  receipt: string;
  /** The payment link that it is made of. */
  linkId?: string;
  userId: number | null;
  lines: readonly PricedLine[];
  /** Shipping charge of these lines at the time of the request. */
  shippingPaise: number;
  /** Days for which they can be returned. */
  returnDays?: number;
  billing: Address | null;
  shipping: Address | null;
  /** Idempotency key: the same key is a repeated request, another key a further purchase of the same lines. */
  key: string;
  /** Pseudonym of the client's network. */
  network: string;
  /** Time for which a repeated request gets the existing unpaid checkout. */
  reuseMs: number;
  /** Time for which a repeated request for a paid checkout is a conflict; afterwards it creates a new checkout. */
  paidMs: number;
}

/** A checkout whose order the provider has. */
export type OrderedCheckout = Checkout & { providerOrderId: string };
export type CreateCheckout = (request: CheckoutRequest) => Promise<OrderedCheckout>;

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_CHARS = 26;
const MAX_GENERATIONS = 1_000;

/** `co_` and 26 random base-32 characters: within the 40 characters of the provider's receipts. */
const newCheckoutId = (): string =>
  `co_${[...randomBytes(ID_CHARS)].map((byte) => BASE32[byte % 32]).join('')}`;

const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Returns the lines with their prices: another price or shipping charge is another snapshot, and so another checkout. */
function snapshotOf({ lines, shippingPaise, returnDays }: CheckoutRequest): Snapshot {
  const items = lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
  return {
    lines: [...lines],
    shippingPaise,
    totalPaise: items + shippingPaise,
    ...(returnDays === undefined ? {} : { returnDays }),
    // That of older releases, so that checkouts which are open during an update are found again.
    hash: shippingPaise === SHIPPING_PAISE ? hashOf(lines) : hashOf(lines, shippingPaise),
  };
}

/** Creates the 409 for a paid cart, with the id by which the client shows the purchase. */
const alreadyPaid = ({ _id }: Checkout): WireError =>
  new WireError(409, 'ConflictError', 'already paid', { details: { checkout_id: _id } });

/**
 * Creates the checkout of a snapshot and its order at the provider, or returns the existing ones: repeated requests
 * create one of each. Throws 400 for an empty cart, 409 for one that is paid or without stock, 503 while the provider
 * does not respond; the next call continues then.
 */
export function createCheckouts(deps: {
  checkouts: Pick<CheckoutStore, 'findByKey' | 'insert' | 'ordered' | 'setAddresses'>;
  provider: Pick<Provider, 'createOrder'>;
  reserveStock: ReserveStock;
  /** Time after which the provider is first polled for payments of an order. */
  firstCheckMs: number;
  now?: () => number;
}): CreateCheckout {
  const { checkouts, provider, reserveStock, firstCheckMs, now = Date.now } = deps;

  /** Gives an open checkout these addresses; a conflict when it was paid meanwhile. */
  async function readdress(found: Checkout, addresses: Addresses): Promise<Checkout> {
    if (isDeepStrictEqual({ billing: found.billing, shipping: found.shipping }, addresses)) return found;
    if (!(await checkouts.setAddresses(found._id, addresses))) throw alreadyPaid(found);
    return { ...found, ...addresses };
  }

  /** Resolves with the open checkout of the request, or a new one of the next generation. */
  async function findOrInsert(request: CheckoutRequest, snapshot: Snapshot): Promise<Checkout> {
    const { receipt, linkId, userId, billing, shipping, key, reuseMs, paidMs } = request;
    // One book has one order of the provider, so that a corrected address leads to no second payment.
    const isBook = receipt.startsWith(BOOK_RECEIPT);
    const base = hashOf(
      receipt,
      userId,
      snapshot.hash,
      isBook ? null : billing,
      isBook ? null : shipping,
      key,
    );
    for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
      const idemKey = `${base}:${generation}`;
      const found =
        (await checkouts.findByKey(idemKey)) ??
        (await checkouts.insert({
          _id: newCheckoutId(),
          idemKey,
          receipt,
          ...(linkId === undefined ? {} : { linkId }),
          userId,
          snapshot,
          billing,
          shipping,
        }));
      const ageMs = now() - found.createdAt.getTime();
      const isPaid = found.status === 'PAID' || found.status === 'FULFILLED';
      const paidForMs = now() - (found.payment?.capturedAt ?? found.createdAt).getTime();
      if (isPaid && !isCancelled(found) && paidForMs < paidMs) throw alreadyPaid(found);
      if (!isPaid && found.status !== 'EXPIRED' && ageMs < reuseMs)
        return isBook && billing !== null && shipping !== null
          ? readdress(found, { billing, shipping })
          : found;
    }
    throw unavailable();
  }

  /**
   * Creates the order, with a second attempt when the connection was lost: by the receipt the provider returns an order
   * that it has created.
   */
  async function createOrder(checkout: Checkout): Promise<string> {
    const order = {
      amountPaise: checkout.snapshot.totalPaise,
      receipt: checkout._id,
      notes: { checkout_id: checkout._id, snapshot: checkout.snapshot.hash },
    };
    const { id } = await provider.createOrder(order).catch(() => provider.createOrder(order));
    return id;
  }

  return async (request) => {
    if (request.lines.length === 0) throw validationError('The cart is empty');
    failPoint('payments.checkout-requested');
    const checkout = await findOrInsert(request, snapshotOf(request));
    failPoint('payments.checkout-stored');
    requireReserved(await reserveStock({ ...copiesOf(checkout), network: request.network }));
    failPoint('payments.copies-reserved');
    const { providerOrderId } = checkout;
    if (providerOrderId !== undefined) return { ...checkout, providerOrderId };
    let orderId: string;
    try {
      orderId = await createOrder(checkout);
    } catch {
      throw unavailable(5, 'try again');
    }
    failPoint('payments.provider-order-created');
    await checkouts.ordered(checkout._id, orderId, new Date(now() + firstCheckMs));
    failPoint('payments.provider-order-stored');
    return { ...checkout, providerOrderId: orderId };
  };
}
