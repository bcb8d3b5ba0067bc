import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aGateway, SERVICE_TOKEN, type FakeService, type GatewayUnderTest } from '../gateway-builder.ts';
import { mergeOpenapi } from './merged-openapi.ts';

describe('mergeOpenapi', () => {
  const options = { publicUrl: 'http://x', absent: [] };

  it('renames a component that two services define differently, and its references', () => {
    const merged = mergeOpenapi(
      [
        { service: 'news', document: { components: { schemas: { Item: { type: 'string' } } } } },
        {
          service: 'catalog',
          document: {
            paths: { '/api/books': { get: { schema: { $ref: '#/components/schemas/Item' } } } },
            components: {
              schemas: { Item: { type: 'object' }, List: { items: { $ref: '#/components/schemas/Item' } } },
            },
          },
        },
      ],
      options,
    );
    expect(merged).toMatchObject({
      paths: {
        '/api/books': { get: { tags: ['catalog'], schema: { $ref: '#/components/schemas/catalog-Item' } } },
      },
      components: {
        schemas: {
          Item: { type: 'string' },
          'catalog-Item': { type: 'object' },
          List: { items: { $ref: '#/components/schemas/catalog-Item' } },
        },
      },
    });
  });

  it('keeps one copy of a component that services define equally', () => {
    const document = { components: { schemas: { Error: { type: 'object' } } } };
    const merged = mergeOpenapi(
      [
        { service: 'news', document },
        { service: 'catalog', document },
      ],
      options,
    );
    expect(merged['components']).toEqual({ schemas: { Error: { type: 'object' } } });
  });

  it('keeps the tags of a service', () => {
    const document = { paths: { '/a': { get: { tags: ['Own'] }, parameters: [] } } };
    expect(mergeOpenapi([{ service: 'news', document }], options)['paths']).toEqual(document.paths);
  });
});

interface Merged {
  paths: Record<string, unknown>;
  info: { description: string };
}

describe('/docs', () => {
  let gateway: GatewayUnderTest;
  const read = async (path: string): Promise<Merged> => (await (await gateway.get(path)).json()) as Merged;
  const describes = (service: FakeService, path: string): void => {
    service.respond = (request, response) => {
      response.end(JSON.stringify(request.url === '/internal/openapi.json' ? { paths: { [path]: {} } } : {}));
    };
  };
  beforeEach(async () => {
    gateway = await aGateway();
    describes(gateway.services.news, '/api/posts');
    describes(gateway.services.accounts, '/api/users');
  });
  afterEach(async () => gateway.close());

  it('describes the services that respond, and lists the others', async () => {
    await gateway.services.catalog.stop();
    gateway.services.notify.respond = (_request, response) => response.writeHead(500).end();
    gateway.services.payments.respond = (_request, response) => response.end('no json');
    const document = await read('/docs/openapi.json');
    expect(Object.keys(document.paths)).toEqual(['/api/posts', '/api/users', '/api/system/health']);
    expect(document.info.description).toContain('catalog, payments, notify');
    expect(gateway.services.news.received[0]?.headers['x-service-token']).toBe('s'.repeat(32));
  });

  it('serves its page with a CSP that its files satisfy', async () => {
    const page = await gateway.get('/docs');
    const policy = page.headers.get('content-security-policy') ?? '';
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(policy).toMatch(/script-src 'self';/);
    expect(html).not.toMatch(/<script(?![^>]*src=)|\son\w+=/);
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(4);
    const statuses = await Promise.all(files.map(async (file) => (await gateway.get(file)).status));
    expect(statuses).toEqual(files.map(() => 200));
    expect(Object.keys((await read('/docs/json')).paths)).toEqual([
      '/api/posts',
      '/api/users',
      '/api/system/health',
    ]);
  });
});

describe('health and metrics', () => {
  it('are served by the gateway itself', async () => {
    const gateway = await aGateway();
    try {
      await gateway.get('/api/posts');
      await gateway.get('/api/posts');
      expect((await gateway.get('/livez')).status).toBe(200);
      expect((await gateway.get('/readyz')).status).toBe(200);
      const text = await (
        await gateway.get('/metrics', { headers: { 'x-service-token': SERVICE_TOKEN } })
      ).text();
      expect(text).toMatch(/vidhi_gateway_cache_reads_total\{outcome="hit",service="gateway"\} 1\n/);
      expect(text).toMatch(/vidhi_gateway_cache_reads_total\{outcome="miss",service="gateway"\} 1\n/);
      expect(text).toMatch(/vidhi_gateway_upstream_seconds_count\{[^}]*upstream="news"[^}]*\} 1\n/);
      expect(text).toMatch(/vidhi_gateway_cache_entries\{[^}]*\} 1\n/);
    } finally {
      await gateway.close();
    }
  });
});
