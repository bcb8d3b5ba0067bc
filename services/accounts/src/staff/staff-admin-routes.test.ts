import { afterEach, describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { NOW, SERVICE_TOKEN, anAccountsApp, type TestApp } from '../app-builder.ts';
import { aUser } from '../users/user-builder.ts';

let made: TestApp;
let clock: Date;
afterEach(async () => made.app.close());

const OWNER = aUser({
  id: 11,
  role: ROLE.administrator,
  email: 'owner@x.in',
  username: 'owner@x.in',
  passwordHash: 'hash',
});

async function start(...users: ReturnType<typeof aUser>[]): Promise<void> {
  clock = NOW;
  made = await anAccountsApp({ users: [OWNER, ...users], clock: () => clock });
}

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, principal = OWNER) {
  const {
    id: userId,
    role,
    tokenVersion,
  } = made.users.all().find(({ id }) => id === principal.id) ?? principal;
  const token = await made.keyRing.issue({ userId, role, tokenVersion });
  return made.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** The link of the newest invitation, as its mail has it. */
async function invitation(): Promise<URL> {
  const requestId = made.users.all().at(-1)?.mailRequests.at(-1)?.requestId ?? '';
  const resolved = await made.app.inject({
    method: 'POST',
    url: `/internal/mail-requests/${requestId}`,
    headers: { 'x-service-token': SERVICE_TOKEN },
    payload: {},
  });
  return new URL((resolved.json() as { link: string }).link);
}

const setPassword = (code: string, password = 'a long password') =>
  made.app.inject({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: { code, password, passwordConfirmation: password },
  });

const NEW = { email: 'Meena@example.com', role: 10, desks: ['shop', 'refund'], first_name: 'Meena' };

describe('POST /api/staff', () => {
  it('mails a link that sets the password once and logs in with the desks', async () => {
    await start();
    const response = await call('POST', '/api/staff', NEW);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      data: { email: 'meena@example.com', role: 10, desks: ['shop', 'refund'], pending: true, invited: true },
    });
    const link = await invitation();
    expect(link.pathname).toBe('/reset-password');
    const code = link.searchParams.get('code') ?? '';
    const accepted = await setPassword(code);
    expect(accepted.json()).toMatchObject({
      user: { email: 'meena@example.com', desks: ['shop', 'refund'] },
    });
    expect((await setPassword(code)).statusCode).toBe(400);
    expect(made.users.audited.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['staff_invited', 11],
      ['invitation_accepted', made.users.all()[1]?.id],
    ]);
  });

  it('sends another link to somebody who has no password yet, and voids the former', async () => {
    await start();
    await call('POST', '/api/staff', NEW);
    const first = (await invitation()).searchParams.get('code') ?? '';
    const again = await call('POST', '/api/staff', { ...NEW, desks: ['news'] });
    expect(again.json()).toMatchObject({ data: { desks: ['news'] } });
    expect((await setPassword(first)).statusCode).toBe(400);
    expect((await setPassword((await invitation()).searchParams.get('code') ?? '')).statusCode).toBe(200);
    expect((await call('POST', '/api/staff', NEW)).statusCode).toBe(409);
  });

  it('is void after seven days, and after a block', async () => {
    await start();
    await call('POST', '/api/staff', NEW);
    const code = (await invitation()).searchParams.get('code') ?? '';
    clock = new Date(NOW.getTime() + 8 * 86_400_000);
    expect((await setPassword(code)).statusCode).toBe(400);
    clock = NOW;
    await call('PUT', `/api/staff/${made.users.all()[1]?.id}`, { blocked: true });
    expect((await setPassword(code)).statusCode).toBe(400);
  });

  it('requires the ten characters of a password of staff', async () => {
    await start();
    await call('POST', '/api/staff', NEW);
    const code = (await invitation()).searchParams.get('code') ?? '';
    expect((await setPassword(code, 'sh0rt pw')).statusCode).toBe(400);
  });

  it.each([
    ['an address that no mail reaches', { ...NEW, email: 'asha@example..com' }],
    ['a role of customers', { ...NEW, role: 4 }],
    ['an unknown desk', { ...NEW, desks: ['everything'] }],
    ['desks of an administrator', { ...NEW, role: 11 }],
    ['a password', { ...NEW, password: 'a long password' }],
  ])('rejects %s', async (_what, body) => {
    await start();
    expect((await call('POST', '/api/staff', body)).statusCode).toBe(400);
    expect(made.users.all()).toHaveLength(1);
  });

  it('never takes over an account that somebody has', async () => {
    await start(aUser({ id: 4, email: 'meena@example.com', username: 'm' }));
    expect((await call('POST', '/api/staff', NEW)).statusCode).toBe(409);
    expect(made.users.all()[1]).toMatchObject({ role: ROLE.customer });
  });
});

describe('PUT /api/staff/{id}', () => {
  const EDITOR = aUser({ id: 10, role: ROLE.editor, email: 'e@x.in', username: 'e', passwordHash: 'hash' });
  const SECOND = { ...OWNER, id: 12, email: 'second@x.in', username: 'second@x.in' };

  it('takes a desk away at the next request, in every token of before', async () => {
    await start(EDITOR);
    const old = await made.keyRing.issue({ userId: 10, role: 10, tokenVersion: 0, desks: ['shop'] });
    await call('PUT', '/api/staff/10', { desks: ['news'] });
    const me = await made.app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${old}` } });
    expect(me.statusCode).toBe(401);
    expect(made.users.events.at(-1)?.data).toMatchObject({ id: 10, tokenVersion: 1 });
    expect(made.users.audited.at(-1)).toMatchObject({
      actor: { id: 11, via: 'console' },
      action: 'desks_changed',
      changes: [{ path: 'desks', from: 'news, publish, shop, directory', to: 'news' }],
    });
  });

  it.each([[{ role: 10 }], [{ role: 4 }], [{ blocked: true }]])(
    'rejects %o for the last administrator, also together with another one',
    async (patch) => {
      await start(SECOND);
      const statuses = await Promise.all(
        [11, 12].map(
          async (id) => (await call('PUT', `/api/staff/${id}`, patch, id === 11 ? SECOND : OWNER)).statusCode,
        ),
      );
      const left = made.users.all().filter(({ role, blocked }) => role === 11 && !blocked);
      expect(left.length).toBeGreaterThanOrEqual(1);
      expect(statuses.filter((status) => status === 409 || status === 401).length).toBeGreaterThanOrEqual(1);
      // One after the other: the last one stays.
      const removals: number[] = [];
      for (const one of left)
        removals.push((await call('PUT', `/api/staff/${one.id}`, patch, one)).statusCode);
      expect(removals.at(-1)).toBe(409);
    },
  );

  it('ends the sessions of somebody who leaves the staff', async () => {
    await start(EDITOR);
    const removed = await call('PUT', '/api/staff/10', { role: 4 });
    expect(removed.json()).toMatchObject({ data: { role: 4, desks: [], sessions: 0 } });
    expect((await call('PUT', '/api/staff/10', { role: 10 })).statusCode).toBe(404);
  });

  it('is not for editors, whatever their token says', async () => {
    await start(EDITOR);
    const forged = await made.keyRing.issue({
      userId: 10,
      role: 10,
      tokenVersion: 0,
      desks: ['people', 'refund'],
    });
    const response = await made.app.inject({
      method: 'PUT',
      url: '/api/staff/10',
      headers: { authorization: `Bearer ${forged}` },
      payload: { role: 11, desks: ['refund'] },
    });
    expect(response.statusCode).toBe(403);
    expect((await call('GET', '/api/staff', undefined, EDITOR)).statusCode).toBe(403);
  });

  it('does not reach accounts of customers', async () => {
    await start(aUser({ id: 4, email: 'c@x.in', username: 'c' }));
    for (const body of [{ role: 11 }, { blocked: true }])
      expect((await call('PUT', '/api/staff/4', body)).statusCode).toBe(404);
  });
});

describe('POST /api/staff/{id}/end-sessions', () => {
  it('ends sessions and tokens', async () => {
    await start(aUser({ id: 10, role: ROLE.editor, email: 'e@x.in', username: 'e', passwordHash: 'hash' }));
    const old = await made.keyRing.issue({ userId: 10, role: 10, tokenVersion: 0 });
    expect((await call('POST', '/api/staff/10/end-sessions', {})).json()).toMatchObject({
      data: { id: 10, sessions: 0 },
    });
    const me = await made.app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${old}` } });
    expect(me.statusCode).toBe(401);
    expect(made.users.audited.at(-1)).toMatchObject({ action: 'sessions_ended', id: '10' });
  });
});
