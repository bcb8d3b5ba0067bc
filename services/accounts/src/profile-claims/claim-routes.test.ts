import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Claimant, ClaimOutcome } from '@vidhi/contracts/profile-invitations.ts';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { OWN_PAGE, clientOf } from '../account-client-builder.ts';
import { NOW, anAccountsApp, type TestApp } from '../app-builder.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';
import type { InvitationClient } from './invitation-client.ts';

const READER = aUser({ id: 1, email: 'asha@example.com', confirmed: true, role: 4 });
const UNCONFIRMED = aUser({ id: 2, email: 'b@example.com', username: 'b', confirmed: false, role: 4 });
const EDITOR = aUser({ id: 3, email: 'e@example.com', username: 'e', confirmed: true, role: 10 });
const FIRM = aUser({ id: 4, email: 'f@example.com', username: 'f', confirmed: true, role: 6 });
const TOKEN = 't'.repeat(43);
const BODY = { token: TOKEN, declaration: true, accept_legal_agreement: true };

const hasher = createPasswordHasher();
let made: TestApp;
let client: ReturnType<typeof clientOf>;
let claims: Claimant[];
let checked: ClaimOutcome;
let claimed: () => ClaimOutcome;
const invitations: InvitationClient = {
  look: async (token) => ({
    state: token === TOKEN ? 'open' : 'unknown',
    offered:
      token === TOKEN
        ? { title: 'Adv. Rao', kind: 'lawyer', address: 'a•••@example.com', expires_at: NOW.toISOString() }
        : null,
  }),
  check: async () => checked,
  async claim(claimant) {
    claims.push(claimant);
    return claimed();
  },
};
beforeEach(async () => {
  claims = [];
  checked = { state: 'open', kind: 'lawyer' };
  claimed = () => ({ state: 'claimed', kind: 'lawyer' });
  made = await anAccountsApp({ users: [READER, UNCONFIRMED, EDITOR, FIRM], hasher, invitations });
  client = clientOf(made);
});
afterEach(async () => made.app.close());

const claim = async (user = READER, body: object = BODY, headers = {}) =>
  client.post('/api/auth/claim-profile', body, { ...(await client.bearerOf(user)), ...headers });

describe('POST /api/auth/claim-profile', () => {
  it('gives the account the role of the profile, its consent, and a session that goes on', async () => {
    const response = await claim(READER, BODY, { ...OWN_PAGE, 'x-keep-session': '1' });
    expect(response.statusCode).toBe(200);
    expect(claims).toEqual([{ token: TOKEN, userId: 1, email: 'asha@example.com' }]);
    expect(await client.stored(1)).toMatchObject({
      role: 5,
      tokenVersion: READER.tokenVersion + 1,
      consents: [{ purpose: 'legal-agreement', version: '2026-11', at: NOW.toISOString() }],
    });
    expect(made.users.events.map(({ type }) => type)).toEqual(['user.updated']);
    expect(made.users.audited).toMatchObject([
      { action: 'role_changed', id: '1', actor: { id: 1, role: 4 } },
    ]);
    expect(String(response.headers['set-cookie'])).toContain('__Host-vidhi-session=');
    const { jwt } = response.json();
    const me = await client.get('/api/users/me?populate=role', { authorization: `Bearer ${jwt}` });
    expect(me.json().role.id).toBe(5);
    // The former token is revoked.
    expect((await client.get('/api/users/me', await client.bearerOf(READER))).statusCode).toBe(401);
  });

  it('makes a lawyer of the account of a firm that has no profile, and leaves a fitting role', async () => {
    expect((await claim(FIRM)).statusCode).toBe(200);
    expect((await client.stored(4)).role).toBe(5);
    const { tokenVersion } = await client.stored(4);
    checked = { state: 'open', kind: 'lawyer' };
    expect((await claim({ ...FIRM, role: 5, tokenVersion })).statusCode).toBe(200);
    expect(await client.stored(4)).toMatchObject({ role: 5, tokenVersion });
  });

  it('responds again to the account that has claimed it, and changes nothing', async () => {
    checked = { state: 'claimed', kind: 'lawyer' };
    expect((await claim()).statusCode).toBe(200);
    expect([claims, made.users.events]).toEqual([[], []]);
  });

  it.each(['declaration', 'accept_legal_agreement'])('rejects a claim without %s', async (name) => {
    const response = await claim(READER, { ...BODY, [name]: false });
    expect([response.statusCode, response.json().error.message]).toEqual([400, `${name} must be true`]);
    expect(claims).toEqual([]);
  });
});

describe('an attack on the claim of a profile', () => {
  it.each([
    ['nobody', null, 403],
    ['an account without a confirmed address', UNCONFIRMED, 403],
    ['staff', EDITOR, 403],
    ['a revoked token', { ...READER, tokenVersion: 7 }, 401],
  ] as const)('by %s requests nothing from catalog and changes nothing', async (_who, user, status) => {
    const response = user === null ? await client.post('/api/auth/claim-profile', BODY) : await claim(user);
    expect(response.statusCode).toBe(status);
    expect([claims, made.users.events]).toEqual([[], []]);
  });

  it.each([
    ['unknown', 400],
    ['address', 403],
    ['expired', 409],
    ['void', 409],
    ['revoked', 409],
    ['taken', 409],
    ['hidden', 409],
    ['gone', 409],
    ['has-profile', 409],
  ] as const)('with a link that is %s changes no role', async (state, status) => {
    checked = { state, kind: null };
    expect((await claim()).statusCode).toBe(status);
    expect([claims, made.users.events, (await client.stored(1)).role]).toEqual([[], [], 4]);
  });

  it('that loses a race against staff gets no profile, and says why', async () => {
    claimed = () => ({ state: 'revoked', kind: null });
    const response = await claim();
    expect([response.statusCode, response.json().error.message]).toEqual([
      409,
      'This invitation was withdrawn. If you think that is a mistake, write to us.',
    ]);
  });

  it('while catalog is away is 503, and works afterwards', async () => {
    claimed = () => {
      throw unavailable();
    };
    expect((await claim()).statusCode).toBe(503);
    claimed = () => ({ state: 'claimed', kind: 'lawyer' });
    const { role, tokenVersion } = await client.stored(1);
    expect((await claim({ ...READER, role, tokenVersion })).statusCode).toBe(200);
  });

  it('by guesses is stopped after sixty in an hour', async () => {
    const statuses: number[] = [];
    for (let times = 0; times < 61; times += 1)
      statuses.push((await client.post('/api/auth/profile-invitation', { token: 'x' })).statusCode);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
    expect((await claim()).statusCode).toBe(429);
  });

  it('by opening a link claims nothing', async () => {
    for (const method of ['GET', 'HEAD'] as const)
      expect(
        (await made.app.inject({ method, url: `/api/auth/claim-profile?token=${TOKEN}` })).statusCode,
      ).toBe(404);
    const look = await client.post('/api/auth/profile-invitation', { token: TOKEN });
    expect(look.json().data).toMatchObject({ state: 'open', offered: { title: 'Adv. Rao' } });
    expect(look.headers['cache-control']).toBe('no-store');
    expect(claims).toEqual([]);
  });
});
