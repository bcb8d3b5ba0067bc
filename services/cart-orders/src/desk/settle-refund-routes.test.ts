import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { createPurchaseEvents } from '../purchases/purchase-events.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { aFailedRefund, aRefund } from '../refund-builder.ts';
import { hasProblem } from './desk-fields.ts';
import { timelineOf } from './timeline.ts';
import { settleRefundRoutes } from './settle-refund-routes.ts';

let purchase: Purchase;
let actions: string[];
let app: FastifyInstance;
beforeEach(async () => {
  purchase = {
    ...aPurchase(4),
    totalPaise: 100_000,
    refunds: [aRefund({ id: 'done012345', at: new Date('2026-10-04T09:00:00Z') }), aFailedRefund()],
  };
  actions = [];
  const events = createPurchaseEvents(TOPICS.ordersPurchases);
  app = Fastify();
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = { userId: 11, role: ROLE.administrator, tokenVersion: 1 };
  });
  await app.register(settleRefundRoutes, {
    purchases: { find: async () => purchase, findByNumber: async () => purchase },
    changes: {
      async change(_id, changeOf) {
        const change = changeOf(purchase);
        if (change !== null) purchase = { ...purchase, ...change.set };
        return purchase;
      },
    },
    index: { refresh: async () => undefined },
    events: {
      ...events,
      audited(of, write) {
        actions.push(`${write.action} by ${write.actor.id}`);
        return events.audited(of, write);
      },
    },
    notify: () => undefined,
  });
});
afterEach(async () => app.close());

const settle = async (refund: string, reason: string) =>
  app.inject({
    method: 'PUT',
    url: `/api/purchases/${purchase._id}/refunds/${refund}/settlement`,
    payload: { data: { reason } },
  });

it('notes once how a failed refund was paid back, with an entry of the audit log', async () => {
  expect(hasProblem(purchase)).toBe(true);
  const response = await settle('failed0123', ' By bank transfer, UTR 1234 ');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    data: { state: 'FAILED', settled: { by: 11, reason: 'By bank transfer, UTR 1234' } },
  });
  expect((await settle('failed0123', 'Something else')).json()).toMatchObject({
    data: { settled: { reason: 'By bank transfer, UTR 1234' } },
  });
  expect(actions).toEqual(['settle_refund by 11']);
  expect(hasProblem(purchase)).toBe(false);
  expect(purchase.refunds?.[0]?.settled).toBeUndefined();
  const facts = timelineOf(purchase, { payment: null, mails: null, stock: [] });
  expect(facts.find(({ kind }) => kind === 'refund.settled')).toMatchObject({
    text: expect.stringContaining('paid back another way: By bank transfer, UTR 1234') as unknown,
    by: 11,
  });
});

const reopen = async (refund: string) =>
  app.inject({ method: 'DELETE', url: `/api/purchases/${purchase._id}/refunds/${refund}/settlement` });

it('takes a note back that was wrong: the refund is a problem again, and the timeline has both', async () => {
  const settled = await settle('failed0123', 'Typed at the wrong order');
  expect(settled.json<{ data: object }>().data).not.toHaveProperty('can_settle');
  const reopened = await reopen('failed0123');
  expect(reopened.json()).toMatchObject({ data: { state: 'FAILED', can_settle: true } });
  expect(reopened.json<{ data: object }>().data).not.toHaveProperty('settled');
  expect((await reopen('failed0123')).statusCode).toBe(200);
  expect(actions).toEqual(['settle_refund by 11', 'unsettle_refund by 11']);
  expect(hasProblem(purchase)).toBe(true);
  const facts = timelineOf(purchase, { payment: null, mails: null, stock: [] });
  const kinds = facts.map(({ kind }) => kind).filter((kind) => kind.endsWith('settled'));
  expect(kinds).toEqual(['refund.settled', 'refund.unsettled']);
  expect((await settle('failed0123', 'By bank transfer')).statusCode).toBe(200);
  expect((await reopen('missing0123')).statusCode).toBe(404);
});

it('of copies that are at the shop cancels their line, until it is taken back', async () => {
  const [line] = purchase.lines;
  if (line === undefined) throw new Error('a purchase has a line');
  const lines = [{ id: line.id, copies: line.quantity, wasShipped: true }];
  purchase = { ...purchase, refunds: [aFailedRefund({ lines })] };
  await settle('failed0123', 'By bank transfer');
  expect(purchase.lines[0]?.isCancelled).toBe(true);
  await reopen('failed0123');
  expect(purchase.lines[0]?.isCancelled).toBeUndefined();
});

it.each<[string, Partial<Purchase>]>([
  ['was refunded again', { refunds: [aFailedRefund(), aRefund({ id: 'again01234', amountPaise: 60_000 })] }],
  ['went back at the provider', { returnedPaise: 60_000 }],
  ['is disputed', { disputes: [{ id: 'disp_1', amountPaise: 100_000, status: 'open' }] }],
])('rejects a refund of which the money %s', async (_, values) => {
  purchase = { ...purchase, refunds: [aFailedRefund()], ...values };
  expect((await settle('failed0123', 'By bank transfer')).statusCode).toBe(409);
  expect(actions).toEqual([]);
});

it('rejects refunds of a cancelled order, of which the provider returns everything', async () => {
  purchase = { ...purchase, status: 'CANCELLED' };
  expect((await settle('failed0123', 'By bank transfer')).statusCode).toBe(409);
  expect(actions).toEqual([]);
});

it('rejects refunds that have not failed, others, and a missing reason', async () => {
  const statuses = [
    await settle('done012345', 'By bank transfer'),
    await settle('missing0123', 'By bank transfer'),
    await settle('failed0123', '   '),
  ].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([409, 404, 400]);
  expect(actions).toEqual([]);
});
