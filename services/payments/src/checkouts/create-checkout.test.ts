import { describe, expect, it } from 'vitest';
import { ProviderUnavailableError } from '../razorpay/provider.ts';
import type { Checkout } from './checkout.ts';
import { aCheckout } from './checkout-builder.ts';
import { createCheckouts } from './create-checkout.ts';

const MINUTE_MS = 60_000;
const CREATED = new Date('2026-11-01T10:00:00Z').getTime();
const LINE = {
  lineId: 'book:1',
  lineRev: 0,
  bookId: 1,
  title: 'Evidence',
  listPaise: 40_000,
  unitPaise: 40_000,
  quantity: 1,
};

const NO_ADDRESSES = { billing: null, shipping: null };
const HOME = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@example.com',
  address: '1 High Court Road',
  pincode: '411001',
};
const ADDRESSES = { billing: HOME, shipping: { ...HOME, name: 'Ravi Rao' } };

interface BuyAgainOptions {
  hasProvider?: boolean;
  addresses?: Pick<Checkout, 'billing' | 'shipping'>;
  /** Gets the addresses that are stored. */
  stored?: unknown[];
}

/** Buys the same book again, `minutes` after its first checkout, which is like this. */
async function buyAgain(
  existing: Partial<Checkout>,
  minutes: number,
  { hasProvider = true, addresses = NO_ADDRESSES, stored = [] }: BuyAgainOptions = {},
) {
  let generation = 0;
  const create = createCheckouts({
    checkouts: {
      findByKey: async () => ((generation += 1) === 1 ? aCheckout(existing) : null),
      async insert() {
        const createdAt = new Date(CREATED + minutes * MINUTE_MS);
        const { providerOrderId: _none, ...created } = aCheckout({ _id: 'co_2', createdAt });
        return { ...created, status: 'CREATED' };
      },
      ordered: async () => undefined,
      setAddresses: async (_id, addresses) => {
        stored.push(addresses);
        return existing.status !== 'PAID';
      },
    },
    provider: {
      async createOrder() {
        if (!hasProvider) throw new ProviderUnavailableError('no answer');
        return { id: 'order_2' };
      },
    },
    reserveStock: async () => ({ missing: [] }),
    firstCheckMs: 1_000,
    now: () => CREATED + minutes * MINUTE_MS,
  });
  const request = {
    receipt: 'book:1',
    userId: 7,
    lines: [LINE],
    shippingPaise: 10_000,
    ...addresses,
    key: '',
    network: 'n',
    reuseMs: 30 * MINUTE_MS,
    paidMs: 10 * MINUTE_MS,
  };
  return create(request).then(
    ({ _id }) => _id,
    (error: unknown) => error,
  );
}

const paidAfter = (minutes: number): Partial<Checkout> => ({
  status: 'FULFILLED',
  paymentId: 'pay_1',
  payment: {
    amountPaise: 50_000,
    currency: 'INR',
    method: 'card',
    capturedAt: new Date(CREATED + minutes * MINUTE_MS),
  },
});

describe('a checkout of what was bought', () => {
  it('is a conflict with the id of the purchase for ten minutes after the payment, however old the checkout is', async () => {
    expect(await buyAgain(paidAfter(25), 30)).toMatchObject({
      status: 409,
      message: 'already paid',
      details: { checkout_id: 'co_1' },
    });
  });

  it('is another one later', async () => {
    expect(await buyAgain(paidAfter(25), 36)).toBe('co_2');
  });

  it('is another one at once when the purchase was cancelled', async () => {
    const refund = { paymentId: 'pay_1', amountPaise: 50_000, reason: 'cancelled', state: 'DUE' } as const;
    const cancelled = { ...paidAfter(25), refunds: [{ ...refund, providerId: null }] };
    expect(await buyAgain(cancelled, 26)).toBe('co_2');
  });

  it("is 'try again' while the provider does not answer", async () => {
    expect(await buyAgain({ status: 'EXPIRED' }, 26, { hasProvider: false })).toMatchObject({
      status: 503,
      message: 'try again',
    });
  });
});

describe('an open checkout of one book', () => {
  const buy = async (existing: Partial<Checkout>, addresses: BuyAgainOptions['addresses'] = NO_ADDRESSES) => {
    const stored: unknown[] = [];
    const result = await buyAgain(existing, 5, { addresses, stored });
    return { result, stored };
  };

  it('gets the address of a later request, so that a corrected one leads to no second payment', async () => {
    expect(await buy({}, ADDRESSES)).toEqual({ result: 'co_1', stored: [ADDRESSES] });
    const corrected = { ...ADDRESSES, shipping: { ...HOME, city: 'Pune' } };
    expect(await buy(ADDRESSES, corrected)).toEqual({ result: 'co_1', stored: [corrected] });
  });

  it('does not replace the address when a request brings none, or the same', async () => {
    expect(await buy(ADDRESSES)).toEqual({ result: 'co_1', stored: [] });
    expect(await buy(ADDRESSES, ADDRESSES)).toEqual({ result: 'co_1', stored: [] });
  });

  it('is a conflict when it was paid for ten minutes, whatever the address', async () => {
    const { result, stored } = await buy(paidAfter(0), ADDRESSES);
    expect([result, stored]).toMatchObject([{ status: 409, message: 'already paid' }, []]);
  });
});
