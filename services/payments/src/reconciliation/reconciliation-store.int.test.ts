import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { aCheckout } from '../checkouts/checkout-builder.ts';
import type { Checkout, RefundDue } from '../checkouts/checkout.ts';
import { CHECKOUTS } from '../checkouts/checkout-collection.ts';
import { UNMATCHED_PAYMENTS } from '../checkouts/unmatched-payments.ts';
import { PROVIDER_EVENTS, type ProviderEvent } from '../webhooks/provider-events.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { mongoReconciliationStore } from './reconciliation-store.ts';

const database = freshDatabase('reconciliation');
let connection: Connection;

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [CHECKOUTS]);
});
beforeEach(async () => {
  await connection.collection(CHECKOUTS.name).deleteMany({});
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const OLD = new Date('2026-10-01T10:00:00.000Z');
const SINCE = new Date('2026-10-02T10:00:00.000Z');
const NEW = new Date('2026-10-02T10:00:00.001Z');

async function store(id: string, capturedAt: Date | null, returnsAt: Date | null = null): Promise<void> {
  const paid: Partial<Checkout> =
    capturedAt === null
      ? {}
      : {
          status: 'FULFILLED',
          paymentId: `pay_${id}`,
          payment: { amountPaise: 50_000, currency: 'INR', method: 'card', capturedAt },
        };
  const refund = { id: 'rfnd_1', paymentId: `pay_${id}`, amountPaise: 700, status: 'processed' as const };
  const returns =
    returnsAt === null ? {} : { returns: { rev: 1, refunds: [refund], disputes: [], at: returnsAt } };
  await connection
    .collection<Checkout>(CHECKOUTS.name)
    .insertOne(
      aCheckout({ _id: id, idemKey: `key:${id}`, providerOrderId: `order_${id}`, ...paid, ...returns }),
    );
}

it('lists paid checkouts, and those of which something has changed since a time', async () => {
  await store('co_1', OLD);
  await store('co_2', NEW);
  await store('co_3', null);
  await store('co_4', OLD, OLD);
  await store('co_5', OLD, NEW);
  await store('co_6', SINCE);
  const reconciliation = mongoReconciliationStore(connection);
  const idsOf = ({ checkouts }: { checkouts: { id: string }[] }) => checkouts.map(({ id }) => id);
  expect(idsOf(await reconciliation.listPaid('', null))).toEqual(['co_1', 'co_2', 'co_4', 'co_5', 'co_6']);
  expect(idsOf(await reconciliation.listPaid('', SINCE))).toEqual(['co_2', 'co_5', 'co_6']);
  expect(idsOf(await reconciliation.listPaid('co_5', SINCE))).toEqual(['co_6']);
  expect(await reconciliation.findPaid(['co_3', 'co_5', 'co_9'])).toEqual({
    checkouts: [
      { id: 'co_5', capturedAt: OLD.toISOString(), returnedPaise: 700, returnsAt: NEW.toISOString() },
    ],
  });
});

it('says what a webhook of an unknown order is about, and leaves it out together with its payment', async () => {
  const event = (id: string, name: string, paymentId: string): ProviderEvent => ({
    _id: id,
    body: JSON.stringify({
      event: name,
      payload: { payment: { entity: { id: paymentId, order_id: 'order_x', amount: 45_000 } } },
    }),
    receivedAt: OLD,
    state: 'UNMATCHED',
    attempts: 1,
    dueAt: NEW,
  });
  const { body: _removed, ...withoutBody } = event('evt_4', '', '');
  await connection
    .collection<ProviderEvent>(PROVIDER_EVENTS.name)
    .insertMany([
      event('evt_1', 'payment.captured', 'pay_x'),
      event('evt_2', 'order.paid', 'pay_x'),
      event('evt_3', 'payment.failed', 'pay_y'),
      { ...event('evt_5', 'payment.failed', 'pay_y'), paymentId: 'pay_y' },
      { ...withoutBody, receivedAt: NEW },
    ]);
  await connection.collection<{ _id: string }>(UNMATCHED_PAYMENTS.name).insertOne({
    _id: 'pay_x',
    orderId: 'order_x',
    amountPaise: 45_000,
    currency: 'INR',
    foundAt: OLD,
  } as {
    _id: string;
  });
  const reconciliation = mongoReconciliationStore(connection);
  const { count, details = [] } = await reconciliation.findUnmatchedEvents();
  expect([
    count,
    details.map(({ id, paymentId, amountPaise, name }) => [id, paymentId, amountPaise, name]),
  ]).toEqual([
    5,
    [
      ['evt_1', 'pay_x', 45_000, 'payment.captured'],
      ['evt_2', 'pay_x', 45_000, 'order.paid'],
      ['evt_3', 'pay_y', 45_000, 'payment.failed'],
      ['evt_5', 'pay_y', 45_000, 'payment.failed'],
      ['evt_4', null, null, null],
    ],
  ]);
  expect((await reconciliation.findUnmatchedPayments()).details).toMatchObject([
    { id: 'pay_x', paymentId: 'pay_x', amountPaise: 45_000 },
  ]);
  expect(await reconciliation.dismiss('pay_x')).toBe('dismissed');
  expect(await reconciliation.dismiss('pay_y')).toBe('dismissed');
  expect(await reconciliation.dismiss('pay_z')).toBe('unknown');
  expect((await reconciliation.findUnmatchedEvents()).ids).toEqual(['evt_4']);
  expect((await reconciliation.findUnmatchedPayments()).count).toBe(0);
});

it('settles the rejected refunds of a checkout, but none that is being requested', async () => {
  const refund = (paymentId: string, fields: object) =>
    ({ paymentId, amountPaise: 700, reason: 'second-payment', providerId: null, ...fields }) as RefundDue;
  const refunds = [
    refund('pay_1', { state: 'FAILED', failures: 3 }),
    refund('pay_2', { state: 'REQUESTED' }),
    refund('pay_3', { state: 'FAILED', failures: 1, requestPaise: 700 }),
  ];
  await connection
    .collection<Checkout>(CHECKOUTS.name)
    .insertMany([
      aCheckout({ _id: 'co_1', idemKey: 'key:1', providerOrderId: 'order_1', refunds }),
      aCheckout({ _id: 'co_2', idemKey: 'key:2', providerOrderId: 'order_2', refunds: refunds.slice(2) }),
    ]);
  const reconciliation = mongoReconciliationStore(connection);
  expect((await reconciliation.findFailedRefunds()).ids).toEqual(['co_1', 'co_2']);
  expect(await reconciliation.dismiss('co_1')).toBe('dismissed');
  const stored = await connection.collection<Checkout>(CHECKOUTS.name).findOne({ _id: 'co_1' });
  expect(stored?.refunds.map(({ state }) => state)).toEqual(['SETTLED', 'REQUESTED', 'FAILED']);
  expect(await reconciliation.dismiss('co_2')).toBe('busy');
  await reconciliation.retryRefunds();
  const retried = await connection.collection<Checkout>(CHECKOUTS.name).findOne({ _id: 'co_1' });
  expect(retried?.refunds.map(({ state }) => state)).toEqual(['SETTLED', 'REQUESTED', 'DUE']);
  expect((await reconciliation.findFailedRefunds()).count).toBe(0);
});
