import { createHmac, createPrivateKey, createPublicKey, sign as signBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  SignJWT,
  UnsecuredJWT,
  base64url,
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTPayload,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_TYPE,
  createTokenVerifier,
  type VerifyToken,
} from './token-verifier.ts';

const KID = 'current';
const now = (): number => Math.floor(Date.now() / 1000);
const claims = (overrides: JWTPayload = {}): JWTPayload => ({
  sub: '7',
  role: 10,
  tv: 3,
  iss: TOKEN_ISSUER,
  aud: TOKEN_AUDIENCE,
  iat: now(),
  exp: now() + 600,
  ...overrides,
});
const header = (overrides: Record<string, unknown> = {}) => ({
  alg: 'Ed25519',
  typ: TOKEN_TYPE,
  kid: KID,
  ...overrides,
});

const ours = await generateKeyPair('Ed25519', { extractable: true });
const theirs = await generateKeyPair('Ed25519', { extractable: true });
const rsa = await generateKeyPair('RS256');
const ec = await generateKeyPair('ES256');
const publicJwk: JWK = { ...(await exportJWK(ours.publicKey)), kid: KID, use: 'sig', alg: 'Ed25519' };
const theirJwk: JWK = { ...(await exportJWK(theirs.publicKey)), kid: KID, use: 'sig', alg: 'Ed25519' };
const publicPem = await exportSPKI(ours.publicKey);
const ourPrivate = createPrivateKey(await exportPKCS8(ours.privateKey));

const sign = async (
  payload: JWTPayload = claims(),
  protectedHeader: Record<string, unknown> = header(),
  key: typeof ours.privateKey = ours.privateKey,
): Promise<string> => new SignJWT(payload).setProtectedHeader(protectedHeader as { alg: string }).sign(key);

const encode = (value: unknown): string => base64url.encode(JSON.stringify(value));
/** Signs with the real key any header, including those that jose rejects. */
const signRaw = (rawHeader: unknown, rawPayload: unknown): string => {
  const input = `${encode(rawHeader)}.${encode(rawPayload)}`;
  return `${input}.${signBytes(null, Buffer.from(input), ourPrivate).toString('base64url')}`;
};
const hmac = (alg: 'sha256' | 'sha384' | 'sha512', name: string, secret: string | Buffer): string => {
  const input = `${encode(header({ alg: name }))}.${encode(claims())}`;
  return `${input}.${createHmac(alg, secret).update(input).digest('base64url')}`;
};
const without = (claim: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims()).filter(([name]) => name !== claim));

let published: { keys: JWK[] } = { keys: [publicJwk] };
let status = 200;
let fetches = 0;
let server: Server;
let url: string;
let verify: VerifyToken;

beforeAll(async () => {
  server = createServer((_request, response) => {
    fetches += 1;
    response.writeHead(status).end(JSON.stringify(published));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  verify = createTokenVerifier({ url });
});
afterAll(() => void server.close());

describe('createTokenVerifier', () => {
  it('resolves with the principal of a valid token', async () => {
    expect(await verify(await sign())).toEqual({ userId: 7, role: 10, tokenVersion: 3 });
  });

  it('has the desks of the claims, without those that it does not know', async () => {
    const signed = await sign({ ...claims(), desks: ['shop', 'owner', 7, 'refund'] });
    expect((await verify(signed))?.desks).toEqual(['shop', 'refund']);
    expect((await verify(await sign({ ...claims(), desks: 'shop' })))?.desks).toBeUndefined();
  });

  it('accepts the algorithm name EdDSA only when the key declares it', async () => {
    const signed = await sign(claims(), header({ alg: 'EdDSA' }));
    expect(await verify(signed)).toBeNull();
    published = { keys: [{ ...publicJwk, alg: 'EdDSA' }] };
    expect(await createTokenVerifier({ url })(signed)).toMatchObject({ userId: 7 });
    published = { keys: [publicJwk] };
  });

  const good = async (): Promise<[string, string, string]> =>
    (await sign()).split('.') as [string, string, string];
  const flipped = (text: string, at: number): string =>
    text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

  const forged: Record<string, () => string | Promise<string>> = {
    'no algorithm': () => new UnsecuredJWT(claims()).encode(),
    'alg none with our type and key id': () => `${encode(header({ alg: 'none' }))}.${encode(claims())}.`,
    'alg None': () => `${encode(header({ alg: 'None' }))}.${encode(claims())}.`,
    'alg none with the original signature': async () =>
      `${encode(header({ alg: 'none' }))}.${encode(claims())}.${(await good())[2]}`,
    'HS256 keyed with the public PEM': () => hmac('sha256', 'HS256', publicPem),
    'HS256 keyed with the public JWK': () => hmac('sha256', 'HS256', JSON.stringify(publicJwk)),
    'HS256 keyed with the raw public key': () =>
      hmac('sha256', 'HS256', Buffer.from(publicJwk.x ?? '', 'base64url')),
    'HS256 keyed with the DER of the public key': () =>
      hmac('sha256', 'HS256', createPublicKey(publicPem).export({ format: 'der', type: 'spki' })),
    'HS384 keyed with the public PEM': () => hmac('sha384', 'HS384', publicPem),
    'HS512 keyed with the public PEM': () => hmac('sha512', 'HS512', publicPem),
    'HS256 keyed with nothing': () => hmac('sha256', 'HS256', ''),
    "HS256 with the reference's example secret": () => hmac('sha256', 'HS256', 'jwt-secret'),
    'RS256 with a foreign key': () => sign(claims(), header({ alg: 'RS256' }), rsa.privateKey),
    'ES256 with a foreign key': () => sign(claims(), header({ alg: 'ES256' }), ec.privateKey),
    'a foreign Ed25519 key under our key id': () => sign(claims(), header(), theirs.privateKey),
    'a foreign key under its own id': () => sign(claims(), header({ kid: 'theirs' }), theirs.privateKey),
    'a foreign key and no key id': () =>
      sign(claims(), { alg: 'Ed25519', typ: TOKEN_TYPE }, theirs.privateKey),
    'a foreign key carried in the header': () => sign(claims(), header({ jwk: theirJwk }), theirs.privateKey),
    'the URL of a foreign key set in the header': () =>
      sign(claims(), header({ jku: 'http://127.0.0.1:9/jwks.json', kid: 'theirs' }), theirs.privateKey),
    'the URL of a certificate in the header': () =>
      sign(claims(), header({ x5u: 'http://127.0.0.1:9/x.pem', kid: 'theirs' }), theirs.privateKey),
    'a key id with path traversal': () =>
      sign(claims(), header({ kid: '../../../../dev/null' }), theirs.privateKey),
    'a key id with SQL': () => sign(claims(), header({ kid: "' OR '1'='1" }), theirs.privateKey),
    'a key id that is not a string': () => signRaw(header({ kid: { $ne: null } }), claims()),
    'an empty key id': () => sign(claims(), header({ kid: '' })),
    'our key under another id': () => sign(claims(), header({ kid: 'older' })),
    'the type of an identity token': () => sign(claims(), header({ typ: 'JWT' })),
    'no type': () => sign(claims(), { alg: 'Ed25519', kid: KID }),
    'another media type': () => sign(claims(), header({ typ: 'at+jwt+x' })),
    'another issuer': () => sign(claims({ iss: 'https://evil.example' })),
    'an issuer that only begins like ours': () => sign(claims({ iss: `${TOKEN_ISSUER}.evil` })),
    'no issuer': () => sign(without('iss')),
    'another audience': () => sign(claims({ aud: 'another-shop' })),
    'audiences without ours': () => sign(claims({ aud: ['a', 'b'] })),
    'no audience': () => sign(without('aud')),
    'expired a minute ago': () => sign(claims({ iat: now() - 120, exp: now() - 60 })),
    'no expiry': () => sign(without('exp')),
    'expiry in text': () => signRaw(header(), { ...claims(), exp: String(now() + 600) }),
    'expired, with a changed expiry': async () => {
      const [head, , signature] = await good();
      return `${head}.${encode(claims({ exp: now() + 9_999 }))}.${signature}`;
    },
    'older than the lifetime of a token': () => sign(claims({ iat: now() - 3_600, exp: now() + 600 })),
    'issued in the future': () => sign(claims({ iat: now() + 3_600, exp: now() + 7_200 })),
    'no time of issue': () => sign(without('iat')),
    'not valid yet': () => sign(claims({ nbf: now() + 3_600 })),
    'no subject': () => sign(without('sub')),
    'an empty subject': () => sign(claims({ sub: '' })),
    'subject zero': () => sign(claims({ sub: '0' })),
    'a negative subject': () => sign(claims({ sub: '-7' })),
    'a subject in scientific notation': () => sign(claims({ sub: '1e3' })),
    'a subject in hexadecimal': () => sign(claims({ sub: '0x7' })),
    'a subject with a blank': () => sign(claims({ sub: ' 7' })),
    'a numeric subject': () => signRaw(header(), { ...claims(), sub: 7 }),
    'no role': () => sign(without('role')),
    'a role in text': () => sign(claims({ role: '11' })),
    'a list of roles': () => sign(claims({ role: [10, 11] })),
    'a role that is no number': () => signRaw(header(), { ...claims(), role: null }),
    'a fractional role': () => sign(claims({ role: 10.5 })),
    'no token version': () => sign(without('tv')),
    'a negative token version': () => sign(claims({ tv: -1 })),
    'an unknown critical header': () => signRaw(header({ crit: ['exp2'], exp2: 1 }), claims()),
    'an unencoded payload': () => signRaw(header({ b64: false, crit: ['b64'] }), claims()),
    'a payload that is a list': () => signRaw(header(), [claims()]),
    'a changed role': async () => {
      const [head, , signature] = await good();
      return `${head}.${encode(claims({ role: 11 }))}.${signature}`;
    },
    'a changed header': async () => {
      const [, payload, signature] = await good();
      return `${encode(header({ extra: 1 }))}.${payload}.${signature}`;
    },
    'a changed character of the signature': async () => {
      const [head, payload, signature] = await good();
      return `${head}.${payload}.${flipped(signature, 10)}`;
    },
    'no signature': async () => `${(await good()).slice(0, 2).join('.')}.`,
    'a signature of zeros': async () =>
      `${(await good()).slice(0, 2).join('.')}.${Buffer.alloc(64).toString('base64url')}`,
    'a cut signature': async () => (await sign()).slice(0, -4),
    'two signatures': async () => `${await sign()}.${(await good())[2]}`,
    'five parts, as an encrypted token has': async () => `${await sign()}.a.b`,
    'two parts': async () => (await good()).slice(0, 2).join('.'),
    'ordinary text': () => 'letmein',
    nothing: () => '',
    'JSON in place of a token': () => JSON.stringify(claims()),
    'a header that is no JSON': async () => `e30x.${(await good()).slice(1).join('.')}`,
    'a token of 100,000 characters': () => sign(claims({ padding: 'x'.repeat(100_000) })),
  };

  it('is tested with at least forty forged tokens', () => {
    expect(Object.keys(forged).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(forged))('rejects %s', async (_name, make) => {
    expect(await verify(await make())).toBeNull();
  });

  it('rejects a token with any one of its characters changed, or cut after any of them', async () => {
    const token = await sign();
    expect(token.length).toBeGreaterThan(200);
    const accepted: string[] = [];
    for (let at = 0; at < token.length; at += 1) {
      const isDot = token[at] === '.';
      // In the last character, A and w differ in bits that belong to the signature; its other bits are padding.
      const other = /[A-P]/.test(token[at] ?? '') ? 'w' : 'A';
      const changed = `${token.slice(0, at)}${isDot ? '-' : other}${token.slice(at + 1)}`;
      for (const forgery of [changed, token.slice(0, at)])
        if ((await verify(forgery)) !== null) accepted.push(forgery);
    }
    expect(accepted).toEqual([]);
  });

  it('rejects every claim of every wrong type', async () => {
    const values = [null, true, '', 'x', 1.5, -1, [], [1], {}, { $ne: null }];
    const accepted: unknown[] = [];
    for (const claim of ['sub', 'role', 'tv', 'iss', 'aud', 'iat', 'exp'])
      for (const value of values)
        if ((await verify(signRaw(header(), { ...claims(), [claim]: value }))) !== null)
          accepted.push([claim, value]);
    expect(accepted).toEqual([]);
  });

  it('rejects a token after its key was replaced by another of the same id', async () => {
    const fresh = createTokenVerifier({ url });
    published = { keys: [theirJwk] };
    expect(await fresh(await sign())).toBeNull();
    expect(await fresh(await sign(claims(), header(), theirs.privateKey))).not.toBeNull();
    published = { keys: [publicJwk] };
  });

  it('ignores symmetric keys in a key set', async () => {
    published = { keys: [{ kty: 'oct', k: base64url.encode(publicPem), kid: KID, alg: 'HS256' }] };
    expect(await createTokenVerifier({ url })(hmac('sha256', 'HS256', publicPem))).toBeNull();
    published = { keys: [publicJwk] };
  });

  it('does not refetch the key set for each unknown key id', async () => {
    await verify(await sign());
    const before = fetches;
    for (let i = 0; i < 20; i++) await verify(await sign(claims(), header({ kid: `k${i}` })));
    expect(fetches - before).toBeLessThanOrEqual(1);
  });

  it('uses the copy on disk while accounts is unavailable', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vidhi-jwks-'));
    const file = path.join(folder, 'jwks.json');
    await createTokenVerifier({ url, file })(await sign());
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(published);
    const cutOff = createTokenVerifier({ url: 'http://127.0.0.1:9/jwks.json', file });
    expect(await cutOff(await sign())).toMatchObject({ userId: 7 });
    expect(await cutOff(await sign(claims(), header(), theirs.privateKey))).toBeNull();
    await rm(folder, { recursive: true });
  });

  it('rejects with 503, not as invalid, a token whose key cannot be fetched', async () => {
    const cutOff = createTokenVerifier({ url: 'http://127.0.0.1:9/jwks.json' });
    await expect(cutOff(await sign())).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
    expect(await cutOff('letmein')).toBeNull();
    expect(await cutOff(hmac('sha256', 'HS256', publicPem))).toBeNull();
  });

  it('accepts a token with a new key a second after accounts is available again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      published = { keys: [] };
      const later = createTokenVerifier({ url });
      expect(await later(await sign())).toBeNull();
      vi.setSystemTime(Date.now() + 5_000);
      status = 503;
      await expect(later(await sign())).rejects.toMatchObject({ status: 503 });
      published = { keys: [publicJwk] };
      status = 200;
      vi.setSystemTime(Date.now() + 1_000);
      expect(await later(await sign())).toMatchObject({ userId: 7 });
    } finally {
      vi.useRealTimers();
      published = { keys: [publicJwk] };
      status = 200;
    }
  });
});
