import { afterEach, describe, expect, it } from 'vitest';
import { aGateway, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
afterEach(() => gateway.close());

const DESCRIPTION = 'lists all acts. '.repeat(200);
async function start(options: Parameters<typeof aGateway>[0] = {}) {
  gateway = await aGateway(options);
  gateway.services.accounts.respond = (_request, response) => {
    response.end(JSON.stringify({ paths: { '/api/acts': { get: { description: DESCRIPTION } } } }));
  };
}

describe.each(['/docs/openapi.json', '/docs/json', '/docs/yaml'])('%s', (path) => {
  it('has the documents of the services, compressed, with a tag for conditional requests', async () => {
    await start();
    const encodings = ['identity', 'gzip', 'br'];
    const responses = await Promise.all(
      encodings.map((encoding) => gateway.get(path, { headers: { 'accept-encoding': encoding } })),
    );
    const tags = responses.map(({ headers }) => headers.get('etag'));
    expect(responses.map(({ headers }) => headers.get('content-encoding') ?? 'identity')).toEqual(encodings);
    expect(new Set(tags).size).toBe(3);
    for (const response of responses)
      expect(await response.json()).toHaveProperty(['paths', '/api/acts', 'get', 'description']);
    const [, again] = await Promise.all(
      tags.map((tag, at) =>
        gateway.get(path, {
          headers: { 'accept-encoding': encodings[at] ?? '', 'if-none-match': tag ?? '' },
        }),
      ),
    );
    expect([again?.status, await again?.text()]).toEqual([304, '']);
  });

  it('counts in the requests of its client', async () => {
    await start({ clients: { maxRequestsPerAddress: 1 } });
    let finish = (): void => undefined;
    gateway.services.payments.respond = (_request, response) => {
      finish = () => void response.end('{}');
    };
    const held = gateway.get('/api/payment/verify');
    await expect.poll(() => gateway.services.payments.received.length).toBeGreaterThan(0);
    expect((await gateway.get(path)).status).toBe(429);
    finish();
    await held;
  });
});

describe('the API reference', () => {
  it('is sent to one address so often a minute, and to others whatever that one does', async () => {
    await start({ clients: { docsPerMinute: 3 }, trustedProxies: ['127.0.0.1'] });
    const get = async (path: string, from: string) =>
      (await gateway.get(path, { headers: { 'x-forwarded-for': from } })).status;
    const statuses: number[] = [];
    for (const path of ['/docs/openapi.json', '/docs/yaml', '/docs/static/swagger-ui.css', '/docs/json'])
      statuses.push(await get(path, '203.0.113.5'));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await get('/docs/static/swagger-ui-bundle.js', '203.0.113.5')).toBe(429);
    expect(await get('/docs/openapi.json', '198.51.100.7')).toBe(200);
  });
});

describe('the script of the page', () => {
  it('is compressed and sent from memory after its first request, with the policy of the page', async () => {
    await start();
    const get = (headers: Record<string, string> = {}) =>
      gateway.get('/docs/static/swagger-ui-bundle.js', {
        headers: { 'accept-encoding': 'gzip', ...headers },
      });
    const plain = await (await get()).text();
    const again = await get();
    expect(again.headers.get('content-encoding')).toBe('gzip');
    expect(again.headers.get('content-type')).toMatch(/javascript/);
    expect(again.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(await again.text()).toBe(plain);
    expect((await get({ 'if-none-match': again.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await gateway.get('/docs/static/missing.js')).status).toBe(404);
  });
});
