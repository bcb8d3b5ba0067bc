import { afterEach, expect, it, onTestFinished } from 'vitest';
import { aGateway, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
afterEach(async () => gateway.close());

const HOLD_MS = 600;

/** Holds every turn of the event loop, as a gateway under too much work does, until the returned function is called. */
function holdEventLoop(): () => void {
  let isOver = false;
  const turn = (): void => {
    if (isOver) return;
    for (const end = performance.now() + HOLD_MS; performance.now() < end;);
    setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
  };
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
  const release = holdEventLoop();
  onTestFinished(release);
  const status = async () => (await gateway.get('/api/users/me')).status;
  await expect.poll(status, { timeout: 120_000 }).toBe(503);
  // Held meanwhile, too: the delay is measured again every second.
  const [read, write, cached, live, ready] = await Promise.all([
    gateway.get('/api/posts'),
    gateway.get('/api/email', { method: 'POST', body: '{}' }),
    gateway.get('/api/site-setting'),
    gateway.get('/livez'),
    gateway.get('/readyz'),
  ]);
  release();
  expect([read.status, write.status, cached.status, live.status, ready.status]).toEqual([
    503, 503, 200, 200, 200,
  ]);
  expect([read, write].map(({ headers }) => Number(headers.get('retry-after')) > 0)).toEqual([true, true]);
  expect(gateway.services.notify.received).toHaveLength(0);
});
