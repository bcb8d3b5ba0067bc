import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { aGateway, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
afterEach(async () => gateway.close());

/** Keeps the event loop from turning, as a gateway under too much work does. */
function hold(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

async function underPressure(): Promise<void> {
  for (const end = performance.now() + 45_000; performance.now() < end;) {
    hold(450);
    await nextTurn();
    if ((await gateway.get('/api/users/me')).status === 503) return;
  }
  throw new Error('never under pressure');
}

it('rejects uncached requests when the event loop is late, but neither health checks nor cached responses', async () => {
  gateway = await aGateway({ maxLoopDelayMs: 200 });
  for (const topic of ['news.posts', 'news.site', 'catalog.media', 'accounts.users'])
    gateway.freshness.require(topic, 0);
  const [reader] = gateway.readers;
  if (reader === undefined) throw new Error('one reader');
  reader.respond = (_request, response) => {
    const zero = 'news.posts=0;news.site=0;catalog.media=0;accounts.users=0';
    response.writeHead(200, { 'x-data-position': zero }).end('{}');
  };
  await gateway.get('/api/site-setting');
  await underPressure();
  const [read, write, cached, live, ready] = await Promise.all([
    gateway.get('/api/posts'),
    gateway.get('/api/email', { method: 'POST', body: '{}' }),
    gateway.get('/api/site-setting'),
    gateway.get('/livez'),
    gateway.get('/readyz'),
  ]);
  expect([read.status, write.status, cached.status, live.status, ready.status]).toEqual([
    503, 503, 200, 200, 200,
  ]);
  expect([read, write].map(({ headers }) => Number(headers.get('retry-after')) > 0)).toEqual([true, true]);
  expect(gateway.services.notify.received).toHaveLength(0);
});
