import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { aCheckout } from './checkout-builder.ts';
import { CHECKOUTS } from './checkout-collection.ts';
import { mongoCheckoutStore, type CheckoutStore } from './checkout-store.ts';
import type { Checkout, CheckoutStatus } from './checkout.ts';

const database = freshDatabase('checkouts');
let connection: Connection;
let store: CheckoutStore;
let statuses: CheckoutStatus[];

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
beforeEach(async () => {
  await connection.collection(CHECKOUTS.name).deleteMany({});
  statuses = [];
  store = mongoCheckoutStore(
    connection,
    TOPICS.paymentsCheckouts,
    () => undefined,
    (status) => statuses.push(status),
  );
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

/** Stores a checkout that is due for a poll; resolves with it as the sweep reads it. */
async function aDueCheckout(fields: Partial<Checkout> = {}): Promise<Checkout> {
  const checkout = aCheckout({ nextCheckAt: new Date(1_000), ...fields });
  await connection.collection<Checkout>(CHECKOUTS.name).insertOne(checkout);
  return checkout;
}
const stored = async (): Promise<Checkout> => {
  const checkout = await store.find('co_1');
  if (checkout === null) throw new Error('the checkout is gone');
  return checkout;
};
async function expectNoRestoration(): Promise<void> {
  const checkout = await stored();
  expect(checkout).not.toHaveProperty('restoreDueAt');
  expect(checkout).not.toHaveProperty('restoreRemovedBefore');
}
const transitions = ({ history }: Checkout): string[] => history.map(({ to, by }) => `${to} by ${by}`);

describe.each<[CheckoutStatus, string[]]>([
  ['ORDERED', ['EXPIRED by sweep']],
  ['ATTEMPTED', ['EXPIRED by sweep']],
  ['EXPIRED', []],
])('the last poll of a checkout that is %s', (status, history) => {
  it('makes the restoration of its cart due when a payment is awaited since it was read', async () => {
    const read = await aDueCheckout({ status });
    await store.awaitPayment('co_1', 'pay_1');
    await store.checked(read, null);
    const expired = await stored();
    expect(expired).toMatchObject({ status: 'EXPIRED', restoreDueAt: expect.any(Date) });
    expect(expired).not.toHaveProperty('nextCheckAt');
    expect(expired).not.toHaveProperty('awaitedPaymentId');
    expect(transitions(expired)).toEqual(history);
    expect(statuses).toHaveLength(history.length);
    expect(await store.findDue('restoreDueAt', 1)).toHaveLength(1);
  });

  it('leaves the cart as it is without a payment', async () => {
    await store.checked(await aDueCheckout({ status }), null);
    const expired = await stored();
    expect(expired.status).toBe('EXPIRED');
    expect(expired).not.toHaveProperty('nextCheckAt');
    await expectNoRestoration();
    expect(transitions(expired)).toEqual(history);
  });
});

describe('the restoration of a cart', () => {
  const dueAt = new Date('2026-11-22T10:00:00Z');

  it('keeps the time when it became due until it is done', async () => {
    await aDueCheckout();
    await store.restoreDue('co_1', dueAt);
    const next = new Date('2026-11-22T10:01:00Z');
    await store.restored(await stored(), next);
    expect(await stored()).toMatchObject({ restoreDueAt: next, restoreRemovedBefore: dueAt });
    await store.restored(await stored(), null);
    await expectNoRestoration();
  });

  it('is not due any more once the checkout is paid', async () => {
    const checkout = await aDueCheckout();
    await store.restoreDue('co_1', dueAt);
    const payment = { id: 'pay_1', order_id: 'order_1', amount: 50_000, currency: 'INR', method: 'card' };
    const captured = { ...payment, status: 'captured', captured: true, amount_refunded: 0 };
    expect(await store.paid(checkout, captured, 'poll')).toBe(true);
    await expectNoRestoration();
  });
});

describe('a confirmation that arrives while the checkout is polled', () => {
  it.each([
    ['is polled for at once', new Date(Date.now() + 3_600_000)],
    ['is polled for before the checkout expires', null],
  ])('%s', async (_, next) => {
    const read = await aDueCheckout();
    await store.awaitPayment('co_1', 'pay_1');
    await store.checkNow('co_1');
    await store.checked(read, next);
    const [due] = await store.findDueForPoll(1);
    expect(due).toMatchObject({ status: 'ORDERED', awaitedPaymentId: 'pay_1', checks: 0 });
    // The poll that it is due for is an ordinary one.
    await store.checked(await stored(), next);
    expect(await store.findDueForPoll(1)).toEqual([]);
  });
});

it('finds orders to poll whose dialog was opened first, then the newest, and those that wait longest', async () => {
  const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 1, 10, minute));
  const due = async (_id: string, minute: number, fields: Partial<Checkout> = {}): Promise<unknown> =>
    aDueCheckout({
      _id,
      idemKey: _id,
      providerOrderId: `order_of_${_id}`,
      createdAt: at(minute),
      nextCheckAt: at(minute + 1),
      ...fields,
    });
  for (let n = 0; n < 8; n += 1) await due(`co_${n}`, n);
  await due('co_opened', 0, { dialogOpenedAt: at(1) });
  await due('co_awaited', 1, { awaitedPaymentId: 'pay_1' });
  await due('co_attempted', 2, { status: 'ATTEMPTED' });
  await due('co_later', 9, { nextCheckAt: new Date(Date.now() + 3_600_000) });
  const found = (await store.findDueForPoll(4)).map(({ _id }) => _id);
  expect(found).toEqual(['co_attempted', 'co_awaited', 'co_opened', expect.stringMatching(/^co_[01]$/)]);
});
