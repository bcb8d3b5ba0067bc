import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aGateway, sendRaw, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
beforeEach(async () => {
  gateway = await aGateway();
});
afterEach(async () => gateway.close());

const allUpstreams = () => [...gateway.readers, ...Object.values(gateway.services)];
const totalReceived = () => allUpstreams().reduce((sum, { received }) => sum + received.length, 0);

const NEXT = 'GET /api/users/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a connection', () => {
  it.each([
    [
      'both lengths',
      `POST /api/email HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${NEXT}`,
    ],
    [
      'both lengths on a read',
      `GET /api/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${NEXT}`,
    ],
    [
      'two lengths',
      `POST /api/email HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 44\r\n\r\n${NEXT}`,
    ],
    [
      'two equal lengths in one',
      `POST /api/email HTTP/1.1\r\nHost: x\r\nContent-Length: 0, 44\r\n\r\n${NEXT}`,
    ],
    [
      'a strange coding',
      `POST /api/email HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${NEXT}`,
    ],
    [
      'a coding after chunked',
      `POST /api/email HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${NEXT}`,
    ],
    ['space before the colon', `POST /api/email HTTP/1.1\r\nHost: x\r\nContent-Length : 44\r\n\r\n${NEXT}`],
    ['a line that ends bare', `GET /api/posts HTTP/1.1\nHost: x\nX: y\n\n${NEXT}`],
    ['a bare return in a value', `GET /api/posts HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n${NEXT}`],
    ['a folded line', `GET /api/posts HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n${NEXT}`],
    ['two hosts', `GET /api/posts HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${NEXT}`],
    ['two equal hosts', `GET /api/posts HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n${NEXT}`],
    ['two hosts on a write', `POST /api/email HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${NEXT}`],
    ['two hosts in HTTP/1.0', `GET /api/posts HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n${NEXT}`],
    ['no version', `GET /api/posts\r\n\r\n${NEXT}`],
    ['no version and a host', `GET /api/posts\r\nHost: x\r\n\r\n${NEXT}`],
    ['version 0.9', `GET /api/posts HTTP/0.9\r\nHost: x\r\n\r\n${NEXT}`],
    ['no host', `GET /api/posts HTTP/1.1\r\n\r\n${NEXT}`],
    ['another protocol', `GET /api/posts HTTP/7.9\r\nHost: x\r\n\r\n${NEXT}`],
  ])('with %s is rejected, and no pipelined request is read', async (_name, text) => {
    const response = await sendRaw(gateway.port, text);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('{"data":null,"error":{"status":400,"name":"BadRequestError"');
    expect(response).not.toContain('smuggled');
    expect(allUpstreams().flatMap(({ received }) => received.map(({ url }) => url))).not.toContain(
      '/api/users/smuggled',
    );
  });

  it('with a malformed URL gets the error envelope', async () => {
    const text = 'DELETE /api/tags/%ZZ% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const response = await sendRaw(gateway.port, text);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('{"data":null,"error":{"status":400,"name":');
    expect(totalReceived()).toBe(0);
  });

  it('without Host is rejected', async () => {
    expect(await sendRaw(gateway.port, 'GET /api/posts HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(totalReceived()).toBe(0);
  });

  it('of HTTP/1.0 needs no host', async () => {
    expect(await sendRaw(gateway.port, 'GET /api/posts HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('with a malformed chunk does not affect the next one', async () => {
    const response = await sendRaw(
      gateway.port,
      'POST /api/email HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n',
    );
    expect(response).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    expect((await gateway.get('/api/posts')).status).toBe(200);
  });

  it('with a URL over the limit is answered 414 in the envelope, with the limit', async () => {
    const values = Array.from({ length: 650 }, (_, index) => `filters[id][$in][${index}]=${index + 1000}`);
    const response = await gateway.get(`/api/posts?${values.join('&')}`);
    expect(response.status).toBe(414);
    expect(await response.json()).toEqual({
      data: null,
      error: {
        status: 414,
        name: 'URITooLongError',
        message: 'The URL is too long: at most 16384 characters',
        details: {},
      },
    });
    expect(totalReceived()).toBe(0);
  });

  it('with headers over the limit gets 431 in the envelope', async () => {
    const response = await sendRaw(
      gateway.port,
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(response).toContain('"name":"RequestHeaderFieldsTooLargeError"');
    expect(response).toContain('at most 32768 bytes');
  });

  it('serves a read with a body, and does not forward the body', async () => {
    const response = await sendRaw(
      gateway.port,
      'GET /api/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
    );
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(gateway.readers[0]?.received[0]?.headers['content-length']).toBeUndefined();
  });

  it('sends connection: close while the gateway drains, also from the cache', async () => {
    await gateway.get('/api/posts');
    gateway.drain();
    expect((await gateway.get('/api/posts')).headers.get('connection')).toBe('close');
    expect((await gateway.get('/api/users/me')).headers.get('connection')).toBe('close');
    expect((await gateway.get('/readyz')).status).toBe(503);
  });
});

describe('/internal', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    'has no alias, with any token: %s',
    async (method) => {
      const targets = [
        '/internal',
        '/internal/import/post',
        '/INTERNAL/import/post',
        '/%69nternal/import/post',
        '/%2569nternal/import/post',
        '//internal/import/post',
        '/./internal/import/post',
        '/api/../internal/import/post',
        '/api/posts/..%2f..%2finternal/import/post',
        '/api/%2e%2e/internal/import/post',
        '/uploads/..\\..\\internal/import/post',
        '/;/internal/../../internal/import/post',
        '/internal;x=1/import',
        'http://localhost/internal/import/post',
      ];
      const responseKind: [string, boolean][] = [];
      for (const target of targets) {
        const response = await sendRaw(
          gateway.port,
          `${method} ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nX-Service-Token: ${'s'.repeat(32)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        );
        responseKind.push([target, /^HTTP\/1\.1 (404|400) /.test(response)]);
      }
      expect(responseKind).toEqual(targets.map((target) => [target, true]));
      expect(totalReceived()).toBe(0);
    },
  );

  it('responds 404 in the envelope', async () => {
    const response = await gateway.get('/internal/import/post', { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([
      404,
      { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } },
    ]);
  });
});
