import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import {
  createTokenMaker,
  serveKeys,
  untilVerified,
  type KeyServer,
  type TokenMaker,
} from '@vidhi/testing/tokens.ts';
import { aGateway, forgedTokenOf, tokenOf, type GatewayUnderTest } from '../gateway-builder.ts';

let tokens: TokenMaker;
let keys: KeyServer;
beforeAll(async () => {
  tokens = await createTokenMaker();
  keys = await serveKeys(tokens.jwks);
});
afterAll(async () => keys.close());

let gateway: GatewayUnderTest;
afterEach(async () => gateway.close());

const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
const unsigned = (role: number): string => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: '1', role, tv: 1, iss: 'vidhi-accounts', aud: 'vidhi', iat: now, exp: now + 600 };
  return `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`;
};

/** An event was received, so that responses at this position are cached. */
function makeCacheable({ freshness, readers }: GatewayUnderTest): void {
  for (const topic of ['news.posts', 'news.site', 'catalog.media', 'accounts.users'])
    freshness.require(topic, 0);
  for (const reader of readers)
    reader.respond = (_request, response) => {
      const position = 'news.posts=0;news.site=0;catalog.media=0;accounts.users=0';
      response.writeHead(200, { 'x-data-position': position }).end('{}');
    };
}

describe('a token with the signature of accounts', () => {
  it('sends reads of staff to the writer and other members to a reader', async () => {
    gateway = await aGateway({ verifyToken: createTokenVerifier({ url: keys.url }) });
    const { news } = gateway.services;
    const editor = await tokens.accessToken({ userId: 1, role: 10 });
    const member = await tokens.accessToken({ userId: 2, role: 4 });
    for (const token of [editor, member]) await untilVerified(token, gateway.get);
    await gateway.get('/api/posts', bearer(editor));
    expect(news.received).toHaveLength(1);
    await gateway.get('/api/posts', bearer(member));
    expect([news.received.length, gateway.readers[0]?.received.length]).toEqual([1, 1]);
  });
});

describe('a token that does not verify', () => {
  const invalid: [string, () => Promise<string> | string][] = [
    ['without a signature', () => unsigned(10)],
    ['that has expired', () => tokens.accessToken({ userId: 1, role: 10 }, { expiresInSeconds: -60 })],
    ['of another issuer', () => tokens.accessToken({ userId: 1, role: 11 }, { issuer: 'stranger' })],
    ['that is no token', () => 'a.b.c'],
  ];

  it.each(invalid)('%s gets public reads from the cache, marked as ignored', async (_name, make) => {
    gateway = await aGateway({ verifyToken: createTokenVerifier({ url: keys.url }) });
    makeCacheable(gateway);
    await gateway.get('/api/posts');
    const token = await make();
    for (let index = 0; index < 3; index += 1) {
      const response = await gateway.get('/api/posts', bearer(token));
      expect([response.status, response.headers.get('x-token-ignored')]).toEqual([200, '1']);
    }
    expect(gateway.readers[0]?.received).toHaveLength(1);
    expect(gateway.services.news.received).toEqual([]);
  });

  it('is not forwarded to a reader', async () => {
    gateway = await aGateway();
    await gateway.get('/api/posts', bearer(forgedTokenOf(10)));
    expect(gateway.readers[0]?.received[0]?.headers.authorization).toBeUndefined();
    expect(gateway.services.news.received).toEqual([]);
  });

  it.each([
    ['PUT', '/api/posts/1', 'news'],
    ['POST', '/api/books', 'catalog'],
    ['GET', '/api/users/me', 'accounts'],
  ] as const)('is forwarded to the service at %s %s', async (method, path, service) => {
    gateway = await aGateway();
    const received = gateway.services[service];
    received.respond = (_request, response) => response.writeHead(401).end('{}');
    const response = await gateway.get(path, { method, ...bearer(forgedTokenOf(10)) });
    expect(response.status).toBe(401);
    expect(received.received[0]?.headers.authorization).toBe(`Bearer ${forgedTokenOf(10)}`);
  });

  it('does not mark the responses of others', async () => {
    gateway = await aGateway();
    makeCacheable(gateway);
    await gateway.get('/api/posts', bearer(forgedTokenOf(10)));
    expect((await gateway.get('/api/posts')).headers.get('x-token-ignored')).toBeNull();
    const member = await gateway.get('/api/posts', bearer(tokenOf(4)));
    expect(member.headers.get('x-token-ignored')).toBeNull();
  });
});

describe('without the key set', () => {
  it('a token reads like an anonymous client', async () => {
    gateway = await aGateway({ verifyToken: createTokenVerifier({ url: 'http://127.0.0.1:9/keys' }) });
    const token = await tokens.accessToken({ userId: 1, role: 10 });
    const response = await gateway.get('/api/posts', bearer(token));
    expect([response.status, response.headers.get('x-token-ignored')]).toEqual([200, '1']);
    expect(gateway.services.news.received).toEqual([]);
  });
});
