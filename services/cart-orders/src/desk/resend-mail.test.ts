import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { createPurchaseEvents } from '../purchases/purchase-events.ts';
import { deskWriteRoutes } from './desk-write-routes.ts';

const events = createPurchaseEvents(TOPICS.ordersPurchases);

it('a mail of which nobody knows whether it went out again has its entry in the audit log', async () => {
  const purchase = aPurchase(4);
  const actions: string[] = [];
  const app = Fastify();
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = { userId: 11, role: ROLE.administrator, tokenVersion: 1 };
  });
  await app.register(deskWriteRoutes, {
    purchases: { find: async () => purchase, findByNumber: async () => purchase },
    changes: {
      async change(_id, changeOf) {
        changeOf(purchase);
        return purchase;
      },
    },
    partRefunds: { order: async () => Promise.reject(new Error('not of this test')) },
    sources: { resendMail: async () => Promise.reject(new Error('no response in time')) },
    index: { refresh: async () => undefined },
    events: {
      ...events,
      audited(of, write) {
        actions.push(write.action);
        return events.audited(of, write);
      },
    },
    notify: () => undefined,
    settings: { read: async () => Promise.reject(new Error('not of this test')) },
  });
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/api/purchases/${purchase._id}/mails/0123456789abcdef/resend`,
  });
  expect([statusCode, actions]).toEqual([500, ['resend_mail']]);
  await app.close();
});
