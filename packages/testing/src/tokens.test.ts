import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { createTokenMaker, serveKeys } from './tokens.ts';

describe('a test token', () => {
  it('has the header and claims of a token of accounts', async () => {
    const { jwks, accessToken } = await createTokenMaker();
    const token = await accessToken({ userId: 7, role: 10, tokenVersion: 3 });
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(jwks));
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    expect(payload).toMatchObject({ sub: '7', role: 10, tv: 3, iss: 'vidhi-accounts', aud: 'vidhi' });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(600);
  });

  it('is accepted by the verifier of the services, and rejected with overrides', async () => {
    const { jwks, accessToken } = await createTokenMaker();
    const keys = await serveKeys(jwks);
    const verify = createTokenVerifier({ url: keys.url });
    const claims = { userId: 7, role: 10 };
    const desks = EDITOR_DESKS;
    expect(await verify(await accessToken(claims))).toEqual({ ...claims, tokenVersion: 1, desks });
    expect(await verify(await accessToken(claims, { expiresInSeconds: -60 }))).toBeNull();
    expect(await verify(await accessToken(claims, { issuer: 'stranger' }))).toBeNull();
    expect(await verify(await accessToken(claims, { audience: 'stranger' }))).toBeNull();
    expect(await verify(await accessToken(claims, { typ: 'JWT' }))).toBeNull();
    await keys.close();
  });

  it('of another key pair is rejected', async () => {
    const [ours, theirs] = await Promise.all([createTokenMaker(), createTokenMaker()]);
    const keys = await serveKeys(ours.jwks);
    const verify = createTokenVerifier({ url: keys.url });
    expect(await verify(await theirs.accessToken({ userId: 7, role: 11 }))).toBeNull();
    await keys.close();
  });
});
