import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aGateway, SERVICE_TOKEN, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
beforeEach(async () => {
  gateway = await aGateway();
});
afterEach(async () => gateway.close());

describe('a coalesced upstream response', () => {
  it('sends one 503 with no-store to all waiting requests, and fetches again for later ones', async () => {
    const { web } = gateway.services;
    const release: (() => void)[] = [];
    web.respond = (_request, response) => {
      response.writeHead(503, { 'cache-control': 'no-store', 'retry-after': '5' });
      release.push(() => response.end(`failure ${web.received.length}`));
    };
    const read = async () => {
      const response = await gateway.get('/tax/article');
      return [response.status, response.headers.get('cache-control'), await response.text()];
    };
    const reads = Array.from({ length: 20 }, read);
    await vi.waitUntil(() => web.received.length === 1, 15_000);
    await vi.waitUntil(() => gateway.requestCount() === 20, 15_000);
    for (const end of release) end();
    expect(await Promise.all(reads)).toEqual(Array(20).fill([503, 'no-store', 'failure 1']));
    expect(web.received).toHaveLength(1);
    const later = read();
    await vi.waitUntil(() => web.received.length === 2, 15_000);
    release[1]?.();
    expect(await later).toEqual([503, 'no-store', 'failure 2']);
  });

  it.each([
    ['a cookie', { 'set-cookie': 'a=1' }],
    ['private', { 'cache-control': 'private' }],
  ])('does not share a 503 with %s', async (_name, headers) => {
    const { web } = gateway.services;
    web.respond = (_request, response) => response.writeHead(503, headers).end();
    await Promise.all(Array.from({ length: 5 }, () => gateway.get('/tax/article')));
    expect(web.received).toHaveLength(5);
  });
});

describe('the count of failed reads', () => {
  const failedReads = async (): Promise<string | undefined> => {
    const metrics = await gateway.get('/metrics', { headers: { 'x-service-token': SERVICE_TOKEN } });
    return /cache_reads_total\{outcome="failed",service="gateway"\} (\d+)/.exec(await metrics.text())?.[1];
  };

  it('has those that a service fails, and those that no service responds to', async () => {
    const { web } = gateway.services;
    expect(await failedReads()).toBe('0');
    web.respond = (_request, response) => void response.writeHead(500).end();
    expect((await gateway.get('/tax/first')).status).toBe(500);
    expect(await failedReads()).toBe('1');
    web.respond = (_request, response) => void response.destroy();
    expect((await gateway.get('/tax/second')).status).toBeGreaterThanOrEqual(502);
    expect(await failedReads()).toBe('2');
    web.respond = (_request, response) => void response.writeHead(404).end();
    expect((await gateway.get('/tax/third')).status).toBe(404);
    expect(await failedReads()).toBe('2');
  });
});
