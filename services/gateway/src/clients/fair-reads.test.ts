import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { aGateway, tokenOf, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
let held: ServerResponse[];
afterEach(() => gateway.close());

async function start() {
  gateway = await aGateway({
    trustedProxies: ['127.0.0.1'],
    clients: { readsAtOncePerAddress: 2 },
  });
  held = [];
  gateway.services.catalog.respond = (_request, response) => void held.push(response);
}
const from = (address: string, path: string, headers: Record<string, string> = {}) =>
  gateway.get(path, { headers: { 'x-forwarded-for': address, ...headers } });

describe.each([
  ['anonymous reads', {}],
  ['reads with a token', { authorization: `Bearer ${tokenOf(4)}` }],
])('%s of one address', (_name, headers) => {
  it('are with a service few at a time, and those of others do not wait for them', async () => {
    await start();
    const flood = Array.from({ length: 6 }, (_, index) =>
      from('203.0.113.5', `/api/books/${index}`, headers),
    );
    await expect.poll(() => held.length).toBe(2);
    const other = from('198.51.100.7', '/api/books/other', headers);
    await expect.poll(() => held.length).toBe(3);
    held.at(-1)?.end('{}');
    expect((await other).status).toBe(200);
    expect(held).toHaveLength(3);
    for (let index = 0; index < 7; index += 1) {
      await expect.poll(() => held.length).toBeGreaterThan(index);
      held[index]?.end('{}');
    }
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(
      Array.from({ length: 6 }, () => 200),
    );
  });
});

describe('a read that waits for others of its address', () => {
  it('joins the fetch of another address for the same response', async () => {
    await start();
    const first = [1, 2].map((index) => from('203.0.113.5', `/api/books/${index}`));
    await expect.poll(() => held.length).toBe(2);
    const waiting = from('203.0.113.5', '/api/books/same');
    await expect.poll(() => gateway.requestCount()).toBe(3);
    const other = from('198.51.100.7', '/api/books/same');
    await expect.poll(() => held.length).toBe(3);
    held[0]?.end('{}');
    await first[0];
    held[2]?.end('{"data":1}');
    expect(await Promise.all([waiting, other].map(async (one) => (await one).json()))).toEqual([
      { data: 1 },
      { data: 1 },
    ]);
    expect(held).toHaveLength(3);
    held[1]?.end('{}');
    await first[1];
  });
});
