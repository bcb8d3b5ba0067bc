import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { deskRoutes } from './desk-routes.ts';

it('reads the purchases of an export for GET, and none of them for HEAD', async () => {
  let streams = 0;
  const app = Fastify();
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = { userId: 11, role: ROLE.administrator, tokenVersion: 1 };
  });
  await app.register(deskRoutes, {
    purchases: { find: async () => null, findByNumber: async () => null },
    list: {
      list: async () => ({ purchases: [], total: 0, hasMore: false, searched: null }),
      async stream() {
        streams += 1;
        return Readable.from([aPurchase(4)]);
      },
    },
    sources: {
      findPaymentFacts: async () => null,
      findMailFacts: async () => ({ mails: [] }),
      resendMail: async () => undefined,
    },
    stock: { findHolds: async () => [] },
    links: { sign: () => 'key' },
    isbnOf: () => null,
  });
  const head = await app.inject({ method: 'HEAD', url: '/api/purchases.csv' });
  expect([head.statusCode, head.headers['content-type'], head.body, streams]).toEqual([
    200,
    'text/csv; charset=utf-8',
    '',
    0,
  ]);
  expect((await app.inject('/api/purchases.csv')).body).toContain('7KM3QX9TRA');
  expect(streams).toBe(1);
  await app.close();
});
