import { afterEach, describe, expect, it } from 'vitest';
import { aGateway, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
afterEach(async () => gateway.close());

const LISTED = 'https://app.example';

async function crossOrigin(path: string, origin: string, init: RequestInit = {}): Promise<Headers> {
  return (await gateway.get(path, { ...init, headers: { ...init.headers, origin } })).headers;
}

describe('security headers', () => {
  it.each([
    '/api/posts',
    '/api/users/me',
    '/',
    '/nowhere',
    '/livez',
    '/docs/openapi.json',
    '/internal/x',
    '/api/nobody',
  ])('are on %s', async (path) => {
    gateway = await aGateway();
    const { headers } = await gateway.get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
    expect(headers.get('content-security-policy')).toMatch(/default-src '(none|self)'/);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors '(none|self)'/);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{12,64}$/);
    expect(headers.get('server')).toBeNull();
  });

  it('require Trusted Types on pages, and allow no policy where the web server sends none', async () => {
    gateway = await aGateway();
    const { headers } = await gateway.get('/');
    expect(headers.get('content-security-policy')).toMatch(
      /; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
  });

  it('let no other site embed pages and responses of the API, but files, feeds and assets', async () => {
    gateway = await aGateway();
    const policyOf = async (path: string) =>
      (await gateway.get(path)).headers.get('cross-origin-resource-policy');
    for (const path of ['/', '/api/posts', '/api/users/me', '/livez', '/console'])
      expect(await policyOf(path)).toBe('same-origin');
    for (const path of ['/uploads/a.png', '/feed.xml', '/assets/a.js'])
      expect(await policyOf(path)).toBeNull();
  });

  it('insist on https where the site is reached by it', async () => {
    gateway = await aGateway({ publicUrl: 'https://vidhi.example' });
    for (const path of ['/api/posts', '/api/users/me', '/livez'])
      expect((await gateway.get(path)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      );
  });

  it.each([
    ['/', 'same-origin'],
    ['/tax/article', 'same-origin'],
    ['/console', 'same-origin'],
    ['/api/posts', null],
    ['/uploads/a.png', null],
  ])('keep pages of other sites away from the window of %s: %s', async (path, policy) => {
    gateway = await aGateway();
    const { headers } = await gateway.get(path);
    expect(headers.get('cross-origin-opener-policy')).toBe(policy);
  });

  it("leave a page's own policy as it is, as a payment opens windows of others", async () => {
    gateway = await aGateway();
    gateway.services.web.respond = (_request, response) =>
      response.writeHead(200, { 'cross-origin-opener-policy': 'same-origin-allow-popups' }).end();
    expect((await gateway.get('/cart')).headers.get('cross-origin-opener-policy')).toBe(
      'same-origin-allow-popups',
    );
  });

  it('let no uploaded file run anything', async () => {
    gateway = await aGateway();
    const { headers } = await gateway.get('/uploads/a.png');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('CORS', () => {
  it.each(['/api/posts', '/api/users/me', '/api/nobody'])('lets a listed origin read %s', async (path) => {
    gateway = await aGateway({ corsOrigins: ` ${LISTED}/, https://other.example` });
    for (let time = 0; time < 2; time += 1) {
      const headers = await crossOrigin(path, LISTED);
      expect(headers.get('access-control-allow-origin')).toBe(LISTED);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('vary')).toMatch(/Origin/);
    }
  });

  it.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'])(
    'says nothing to %s, from the cache either',
    async (origin) => {
      gateway = await aGateway({ corsOrigins: LISTED });
      await crossOrigin('/api/posts', LISTED);
      for (const path of ['/api/posts', '/api/users/me']) {
        const headers = await crossOrigin(path, origin);
        expect(headers.get('access-control-allow-origin')).toBeNull();
        expect(headers.get('access-control-allow-credentials')).toBeNull();
      }
    },
  );

  it('never allows every origin, not even when a service or the environment says so', async () => {
    gateway = await aGateway({ corsOrigins: '*' });
    gateway.services.accounts.respond = (_request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-credentials', 'true');
      response.end('{}');
    };
    const headers = await crossOrigin('/api/users/me', 'https://evil.example');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('answers a preflight as the contract has it, without asking a service', async () => {
    gateway = await aGateway({ corsOrigins: LISTED });
    const preflight = {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
    };
    const response = await gateway.get('/api/posts/1', {
      ...preflight,
      headers: { ...preflight.headers, origin: LISTED },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toBe(
      'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
    );
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'Content-Type, Authorization, Origin, Accept',
    );
    expect(response.headers.get('access-control-max-age')).toBe('31536000');
    const refused = await crossOrigin('/api/posts/1', 'https://evil.example', preflight);
    expect(refused.get('access-control-allow-origin')).toBeNull();
    expect(gateway.readers[0]?.received).toHaveLength(0);
  });
});

describe('a response that something is missing', () => {
  it.each(['/uploads/missing.jpg', '/assets/missing.js', '/feed.xml', '/api/posts/9', '/nowhere'])(
    'is not reused without revalidation at %s',
    async (path) => {
      gateway = await aGateway();
      for (const service of [gateway.services.catalog, gateway.services.web, ...gateway.readers])
        service.respond = (_request, response) => void response.writeHead(404).end('Not Found');
      const response = await gateway.get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toMatch(
        /^(no-store|public, max-age=0, must-revalidate)$/,
      );
    },
  );

  it('is different from a file that is there, which may be reused', async () => {
    gateway = await aGateway();
    gateway.services.catalog.respond = (_request, response) => void response.end('picture');
    expect((await gateway.get('/uploads/a.jpg')).headers.get('cache-control')).toBe('public, max-age=3600');
  });
});
