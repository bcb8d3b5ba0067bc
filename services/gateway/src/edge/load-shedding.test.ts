import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { aGateway, type GatewayUnderTest } from '../gateway-builder.ts';
import { createLoginReserve } from './login-reserve.ts';

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

describe('logins while the gateway is overloaded', () => {
  const cookie = `__Host-vidhi-device=${'a'.repeat(22)}.${'b'.repeat(43)}`;
  const login = (headers: Record<string, string>, path = '/api/auth/local') => ({
    method: 'POST',
    ip: headers['x-ip'] ?? '192.0.2.1',
    raw: { url: path, headers } as unknown as IncomingMessage,
  });

  it('are forwarded of browsers with the cookie of a device, and no other requests', async () => {
    const admit = createLoginReserve(() => 0);
    expect(await admit(login({ cookie }))).toBe(true);
    expect(await admit(login({ cookie: `a=b; ${cookie}` }, '/api/auth/second-step'))).toBe(true);
    expect(await admit(login({}))).toBe(false);
    expect(await admit(login({ cookie: 'x__Host-vidhi-device=1' }))).toBe(false);
    expect(await admit(login({ cookie }, '/api/auth/forgot-password'))).toBe(false);
    expect(await admit({ ...login({ cookie }), method: 'GET' })).toBe(false);
  });

  it('are two a second of one address, and twenty of all', async () => {
    let nowMs = 0;
    const admit = createLoginReserve(() => nowMs);
    const admitted = async (count: number, address: (index: number) => string) => {
      const all = Array.from({ length: count }, (_, index) =>
        admit(login({ cookie, 'x-ip': address(index) })),
      );
      return (await Promise.all(all)).filter(Boolean).length;
    };
    expect(await admitted(50, () => '192.0.2.1')).toBe(2);
    expect(await admitted(50, (index) => `198.51.100.${index}`)).toBe(18);
    nowMs = 1_000;
    expect(await admitted(50, () => '192.0.2.1')).toBe(2);
  });

  it('reach accounts', async () => {
    gateway = await aGateway({ maxLoopDelayMs: 200 });
    const release = holdEventLoop();
    onTestFinished(release);
    const status = async (headers: Record<string, string>) =>
      (await gateway.get('/api/auth/local', { method: 'POST', body: '{}', headers })).status;
    await expect.poll(() => status({}), { timeout: 120_000 }).toBe(503);
    const statuses = await Promise.all([status({ cookie }), status({})]);
    release();
    expect(statuses).toEqual([200, 503]);
  });
});
