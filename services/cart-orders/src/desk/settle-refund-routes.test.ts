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
    refunds: [aRefund({ id: 'done012345' }), aFailedRefund()],
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
