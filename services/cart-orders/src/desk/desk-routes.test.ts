import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { SETTINGS, aPurchase } from '../cart-app-builder.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { aRefund } from '../refund-builder.ts';
import { deskRoutes } from './desk-routes.ts';
import type { Reading } from './purchase-readings.ts';

const SOURCES = {
  findPaymentFacts: async () => null,
  findMailFacts: async () => ({ mails: [] }),
  resendMail: async () => undefined,
};

const SALE = { ...aPurchase(4), refunds: [aRefund({ id: 'r1', amountPaise: 2_000 })] };
const readings: Reading[] = [];

/** The routes of the desk over the purchases of `stream`. */
async function anApp(
  stream: () => AsyncIterable<Purchase>,
  principal: Principal = { userId: 11, role: ROLE.administrator, tokenVersion: 1 },
): Promise<FastifyInstance> {
  const app = Fastify();
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = principal;
  });
  await app.register(deskRoutes, {
    purchases: { find: async () => SALE, findByNumber: async () => null },
    settings: { read: async () => ({ ...SETTINGS, refund_limit_paise: 5_000 }) },
    list: {
      list: async () => ({ purchases: [], total: 0, hasMore: false, searched: null }),
      stream: async () => stream(),
    },
    noteReading: async (reading) => void readings.push(reading),
    sources: SOURCES,
    stock: { findHolds: async () => [] },
    links: { sign: () => 'key' },
    isbnOf: () => null,
  });
  return app;
}

it('ends an export when its client has left, and reads no more than the client takes meanwhile', async () => {
  let read = 0;
  const ended = Promise.withResolvers<void>();
  const app = await anApp(async function* everyPurchase() {
    try {
      for (; read < 1_000_000; read += 1) yield aPurchase(4);
    } finally {
      ended.resolve();
    }
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/purchases.csv`, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await ended.promise;
  expect(read).toBeLessThan(1_000_000);
  await app.close();
});

it('reads the purchases of an export for GET, and none of them for HEAD', async () => {
  let streams = 0;
  const exported = readings.length;
  const app = await anApp(() => {
    streams += 1;
    return Readable.from([aPurchase(4)]);
  });
  const head = await app.inject({ method: 'HEAD', url: '/api/purchases.csv' });
  expect([head.statusCode, head.headers['content-type'], head.body, streams]).toEqual([
    200,
    'text/csv; charset=utf-8',
    '',
    0,
  ]);
  expect(readings.slice(exported)).toEqual([]);
  expect((await app.inject('/api/purchases.csv?city=Pune&q=asha')).body).toContain('7KM3QX9TRA');
  expect(streams).toBe(1);
  expect(readings.slice(exported)).toMatchObject([
    { action: 'export', type: 'purchase', id: 'all', actor: { id: 11 }, filters: ['city', 'q', 'sort'] },
  ]);
  await app.close();
});

it.each<[string, Principal, number]>([
  [
    'everything that is left to an administrator',
    { userId: 11, role: ROLE.administrator, tokenVersion: 1 },
    0,
  ],
  [
    'no more than its limit to the desk shop',
    { userId: 10, role: ROLE.editor, tokenVersion: 1, desks: ['shop'] },
    3_000,
  ],
])('leaves %s to refund', async (_, principal, limited) => {
  const app = await anApp(() => Readable.from([]), principal);
  const { data } = (await app.inject('/api/purchases/pu_4')).json<{
    data: { left_paise: number; may_refund_paise: number };
  }>();
  expect(data.left_paise).toBe(SALE.totalPaise - 2_000);
  expect(data.may_refund_paise).toBe(limited === 0 ? data.left_paise : limited);
  await app.close();
});
