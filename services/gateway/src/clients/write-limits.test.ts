import { afterEach, describe, expect, it } from 'vitest';
import { aGateway, forgedTokenOf, tokenOf, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
afterEach(() => gateway.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const TOO_MANY = {
  data: null,
  error: {
    status: 429,
    name: 'RateLimitError',
    message: 'Too many requests, please try again later.',
    details: {},
  },
};

async function start(options: Record<string, number>, trustedProxies: string[] = []) {
  gateway = await aGateway({ clients: options, trustedProxies });
}
const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  gateway.get(path, { method, headers, body: method === 'GET' ? null : '{}' });
async function statuses(count: number, ...request: Parameters<typeof send>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) all.push((await send(...request)).status);
  return all;
}

describe('writes of one address', () => {
  it('are rejected beyond the limit of a minute, in the form of the reference, and reads are not', async () => {
    await start({ writesPerMinute: 2 });
    expect(await statuses(2, 'POST', '/api/carts')).toEqual([200, 200]);
    const rejected = await send('DELETE', '/api/carts/1');
    expect([rejected.status, await rejected.json()]).toEqual([429, TOO_MANY]);
    expect((await send('POST', '/api/carts', bearer(forgedTokenOf(11)))).status).toBe(429);
    expect((await send('GET', '/api/carts')).status).toBe(200);
    expect(gateway.services['cart-orders'].received).toHaveLength(3);
  });

  it('are not limited for staff, views and webhooks of the card provider', async () => {
    await start({ writesPerMinute: 1 });
    expect(await statuses(3, 'PUT', '/api/posts/7')).toEqual([200, 200, 200]);
    expect(await statuses(3, 'POST', '/api/page-views')).toEqual([200, 200, 200]);
    expect(await statuses(3, 'POST', '/api/payment/webhook')).toEqual([200, 200, 200]);
    expect(await statuses(3, 'POST', '/api/books', bearer(tokenOf(10)))).toEqual([200, 200, 200]);
    expect(await statuses(2, 'POST', '/api/orders', bearer(tokenOf(4)))).toEqual([200, 429]);
  });

  it('are counted for each address that a trusted proxy names, IPv6 by its network', async () => {
    await start({ writesPerMinute: 1 }, ['127.0.0.1']);
    const from = async (address: string) =>
      (await send('POST', '/api/carts', { 'x-forwarded-for': address })).status;
    expect([await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.1')]).toEqual([
      200, 200, 429,
    ]);
    expect([await from('2001:db8::1'), await from('2001:db8::2')]).toEqual([200, 429]);
  });

  it('have no limit of 0', async () => {
    await start({ writesPerMinute: 0, uploadsPerHour: 0 });
    expect(await statuses(3, 'POST', '/api/upload', bearer(tokenOf(5)))).toEqual([200, 200, 200]);
  });
});

describe('uploads of one address', () => {
  it('are rejected beyond the limit of an hour for members, and neither for staff nor for a registration', async () => {
    await start({ uploadsPerHour: 2 });
    expect(await statuses(3, 'POST', '/api/upload', bearer(tokenOf(5)))).toEqual([200, 200, 429]);
    expect(await statuses(3, 'POST', '/api/upload', bearer(tokenOf(11)))).toEqual([200, 200, 200]);
    expect(await statuses(3, 'POST', '/api/upload')).toEqual([200, 200, 200]);
    expect((await send('POST', '/api/carts', bearer(tokenOf(5)))).status).toBe(200);
  });
});

describe('the payments of one address', () => {
  it('are ordered as often as the limit of a minute allows, carts and single books together', async () => {
    await start({ checkoutsPerMinute: 2 });
    expect(await statuses(1, 'POST', '/api/payment/checkout')).toEqual([200]);
    expect(await statuses(2, 'POST', '/api/payment/order', bearer(tokenOf(4)))).toEqual([200, 429]);
    const rejected = await send('POST', '/api/payment/checkout?again');
    expect([rejected.status, await rejected.json()]).toEqual([429, TOO_MANY]);
    expect((await send('POST', '/api/payment/verify')).status).toBe(200);
    expect((await send('POST', '/api/carts')).status).toBe(200);
  });

  it('are verified as often as the limit of a minute allows, and webhooks are not counted', async () => {
    await start({ verificationsPerMinute: 2 });
    expect(await statuses(3, 'POST', '/api/payment/webhook')).toEqual([200, 200, 200]);
    expect(await statuses(3, 'POST', '/api/payment/verify')).toEqual([200, 200, 429]);
    expect((await send('POST', '/api/payment/checkout')).status).toBe(200);
  });
});

it('orders are looked for from one address as often as the limit of a minute allows', async () => {
  await start({ orderQueriesPerMinute: 2 });
  expect(await statuses(3, 'POST', '/api/order-status')).toEqual([200, 200, 429]);
  expect((await send('GET', '/api/order-status/co_1')).status).toBe(200);
});

describe('a limit of one kind of write', () => {
  it.each([
    ['checkoutsPerMinute', '/api/payment/checkout'],
    ['checkoutsPerMinute', '/api/payment/order'],
    ['verificationsPerMinute', '/api/payment/verify'],
    ['orderQueriesPerMinute', '/api/order-status'],
  ])('%s counts %s however its path is written', async (limit, path) => {
    await start({ [limit]: 1 });
    const encoded = path.replace('/api/p', '/%61pi/%70').replace(/s$/, '%73');
    const spellings = [path, `${path}/`, `${path}/?x`, encoded, `${encoded}/`];
    const all: number[] = [];
    for (const one of spellings) all.push(...(await statuses(1, 'POST', one)));
    expect(all).toEqual([200, 429, 429, 429, 429]);
  });

  it('does not count what has no limit, however its path is written', async () => {
    await start({ writesPerMinute: 1 });
    expect(await statuses(3, 'POST', '/api/payment/webhook/')).toEqual([200, 200, 200]);
  });
});
