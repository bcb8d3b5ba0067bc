import { expect, it } from 'vitest';
import type { PricedLine } from '@vidhi/contracts/purchases.ts';
import type { Checkout } from './checkout.ts';
import { aCheckout } from './checkout-builder.ts';
import { createCheckouts } from './create-checkout.ts';

const HOUR_MS = 3_600_000;
const LINE = { lineId: 'line', lineRev: 1, bookId: 1, title: 'Evidence', quantity: 2 };

/** A shop whose prices and shipping charge its owner changes at any moment, and its card provider. */
function aShop() {
  const checkouts = new Map<string, Checkout>();
  const orders = new Map<string, { receipt: string; amountPaise: number }>();
  const shop = { unitPaise: 45_000, shippingPaise: 10_000 };
  let isDown = false;
  const create = createCheckouts({
    checkouts: {
      findByKey: async (key) => [...checkouts.values()].find(({ idemKey }) => idemKey === key) ?? null,
      async insert(fields) {
        const { providerOrderId: _none, ...created } = aCheckout({ ...fields, createdAt: new Date(0) });
        const checkout: Checkout = { ...created, status: 'CREATED' };
        checkouts.set(checkout._id, checkout);
        return checkout;
      },
      async ordered(id, providerOrderId) {
        const checkout = checkouts.get(id);
        if (checkout !== undefined) checkouts.set(id, { ...checkout, status: 'ORDERED', providerOrderId });
      },
      setAddresses: async () => true,
    },
    provider: {
      async createOrder({ receipt, amountPaise }) {
        // As the card provider does: one order for a receipt.
        const id = `order_of_${receipt}`;
        if (!orders.has(id)) orders.set(id, { receipt, amountPaise });
        if (isDown) throw new Error('the response is lost');
        return { id };
      },
    },
    reserveStock: async () => ({ missing: [] }),
    firstCheckMs: 1_000,
    now: () => HOUR_MS,
  });
  const request = () => ({
    receipt: 'a-guest-cart-of-some-length',
    userId: null,
    lines: [{ ...LINE, listPaise: shop.unitPaise, unitPaise: shop.unitPaise }] satisfies PricedLine[],
    shippingPaise: shop.shippingPaise,
    billing: null,
    shipping: null,
    key: '',
    network: 'n',
    reuseMs: 24 * HOUR_MS,
    paidMs: Number.POSITIVE_INFINITY,
  });
  return {
    shop,
    checkouts,
    orders,
    total: () => shop.unitPaise * LINE.quantity + shop.shippingPaise,
    checkout: () => create(request()),
    setDown: (value: boolean) => void (isDown = value),
  };
}

type Step =
  | readonly [kind: 'unitPaise' | 'shippingPaise', paise: number]
  | readonly [kind: 'checkout', isLost: boolean];

const STEPS: readonly Step[] = [
  ...[0, 45_000, 50_000].map((paise): Step => ['unitPaise', paise]),
  ...[0, 5_000, 10_000].map((paise): Step => ['shippingPaise', paise]),
  ['checkout', false],
  // The response of the provider is lost.
  ['checkout', true],
];

/** Every sequence of this many steps. */
const sequences = (length: number): Step[][] =>
  length === 0 ? [[]] : sequences(length - 1).flatMap((first) => STEPS.map((step) => [...first, step]));

/** Runs the steps; returns what is wrong with the amounts. */
async function violationsOf(steps: readonly Step[]): Promise<string[]> {
  const site = aShop();
  const found: string[] = [];
  for (const step of steps) {
    if (step[0] !== 'checkout') {
      site.shop[step[0]] = step[1];
      continue;
    }
    site.setDown(step[1]);
    const created = await site.checkout().catch(() => null);
    site.setDown(false);
    const [first, second] = [await site.checkout(), await site.checkout()];
    // The client compares this amount with what it shows before it opens the dialog.
    if (first.snapshot.totalPaise !== site.total()) found.push('another total than the shop asks for');
    if (second._id !== first._id || (created !== null && created._id !== first._id))
      found.push('a repeated request is another checkout');
  }
  for (const { receipt, amountPaise } of site.orders.values()) {
    const snapshot = site.checkouts.get(receipt)?.snapshot;
    const items = snapshot?.lines.reduce((sum, one) => sum + one.unitPaise * one.quantity, 0) ?? 0;
    if (amountPaise !== snapshot?.totalPaise || amountPaise !== items + snapshot.shippingPaise)
      found.push('an order asks for another amount than its checkout has stored');
  }
  return found;
}

it('every order asks for what its own checkout has stored, whenever prices and shipping change', async () => {
  const violations: string[] = [];
  for (const steps of sequences(4))
    for (const violation of await violationsOf(steps))
      violations.push(`${violation}: ${JSON.stringify(steps)}`);
  expect(violations).toEqual([]);
});
