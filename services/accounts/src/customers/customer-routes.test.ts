import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { NOW, anAccountsApp, type TestApp, type TestAppOptions } from '../app-builder.ts';
import { aUser } from '../users/user-builder.ts';

const OWNER = aUser({ id: 11, role: ROLE.administrator, email: 'o@x.in', username: 'o', passwordHash: 'x' });
const EDITOR = aUser({ id: 10, role: ROLE.editor, email: 'e@x.in', username: 'e', passwordHash: 'x' });
const CUSTOMER = aUser({ id: 7, confirmed: false, passwordHash: 'x', tokenVersion: 2 });

let made: TestApp;
async function start(options: TestAppOptions = {}): Promise<void> {
  made = await anAccountsApp({ users: [OWNER, EDITOR, CUSTOMER], ...options });
}
beforeEach(() => start());
afterEach(async () => made.app.close());

async function call(method: 'GET' | 'HEAD' | 'POST', url: string, payload?: object, as = OWNER) {
  const { id: userId, role, tokenVersion } = as;
  const token = await made.keyRing.issue({ userId, role, tokenVersion });
  const response = await made.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
    ...(payload === undefined ? {} : { payload }),
  });
  const { statusCode: status, body } = response;
  return { status, body: body === '' ? null : JSON.parse(body) };
}
const act = (payload: object, id = 7) => call('POST', `/api/customers/${id}/actions`, payload);
const erase = (payload: object, id = 7) => call('POST', `/api/customers/${id}/erasure`, payload);
const stored = (id = 7) => made.users.findById(id);
const readings = async () =>
  (await made.audit.list({}, { skip: 0, limit: 100 })).map(({ action, type, id, actor, changes }) => ({
    action,
    resource: `${type}:${id}`,
    by: actor.id,
    changes,
  }));
const audited = () => made.users.audited.map(({ action, actor, reason }) => [action, actor.id, reason]);

const aSession = (id: string) => ({
  id,
  userId: 7,
  tokenVersion: 2,
  key: 'k',
  current: 'c',
  previous: null,
  browser: 'Firefox on Linux',
  rotatedAt: NOW,
  endsAt: NOW,
  expiresAt: NOW,
});

describe('GET /api/customers', () => {
  it('finds an account by name, address or phone, and records that it was shown, without the text', async () => {
    for (const q of ['ash', 'asha@EXAMPLE', '99999 99999']) {
      const { body } = await call('GET', `/api/customers?q=${encodeURIComponent(q)}`);
      expect(body.data).toMatchObject([{ id: 7, email: 'asha@example.com', confirmed: false }]);
    }
    await call('GET', '/api/customers?q=nobody');
    const shown = { action: 'list', resource: 'user:customers', by: 11, changes: [{ path: 'rows', to: 1 }] };
    expect(await readings()).toEqual([shown, shown, shown]);
    expect(JSON.stringify(await made.audit.list({}, { skip: 0, limit: 9 }))).not.toMatch(/asha|99999/i);
  });

  it('has no account of staff', async () => {
    expect((await call('GET', '/api/customers')).body.meta.pagination.total).toBe(1);
    expect((await call('GET', '/api/customers?role=11')).status).toBe(400);
  });
});

describe('GET /api/customers/{id}', () => {
  it('shows the account with its sessions and its profile, and records it', async () => {
    const session = aSession('s');
    await made.sessions.insert(session);
    await made.sessions.insert({ ...session, id: 'old', tokenVersion: 1 });
    const { body } = await call('GET', '/api/customers/7');
    expect(body.data).toMatchObject({
      id: 7,
      username: 'Asha1',
      sessions: [{ browser: 'Firefox on Linux', last_used_at: NOW.toISOString() }],
      profile: { id: 3, title: 'Adv. Bina Rao' },
      is_profile_known: true,
    });
    expect(JSON.stringify(body)).not.toMatch(/passwordHash|tokenVersion|current/);
    expect(await readings()).toMatchObject([{ action: 'view', resource: 'user:7', by: 11 }]);
  });

  it.each([10, 11, 8])('is 404 for staff and for nobody, which is in no log (%i)', async (id) => {
    expect((await call('GET', `/api/customers/${id}`)).status).toBe(404);
    expect(await readings()).toEqual([]);
  });

  it('is for administrators', async () => {
    for (const as of [EDITOR, CUSTOMER])
      expect((await call('GET', '/api/customers', undefined, as)).status).toBe(403);
  });
});

describe('POST /api/customers/{id}/actions', () => {
  it('confirms the address', async () => {
    expect((await act({ action: 'confirm' })).body.data).toMatchObject({ confirmed: true });
    await act({ action: 'confirm' });
    expect(audited()).toEqual([['confirm', 11, undefined]]);
    expect(made.users.events).toMatchObject([{ type: 'user.updated', data: { confirmed: true } }]);
  });

  it('confirms no account without an address', async () => {
    await made.app.close();
    await start({ users: [OWNER, { ...CUSTOMER, email: null }] });
    expect((await act({ action: 'confirm' })).status).toBe(409);
  });

  it('blocks with a reason, which ends everything that was issued, and unblocks', async () => {
    expect((await act({ action: 'block' })).status).toBe(400);
    expect((await act({ action: 'block', reason: '    ' })).status).toBe(400);
    expect((await act({ action: 'block', reason: 'Sends spam' })).body.data).toMatchObject({ blocked: true });
    expect(await stored()).toMatchObject({ blocked: true, tokenVersion: 3 });
    await act({ action: 'block', reason: 'Again' });
    expect((await act({ action: 'unblock', reason: 'A mistake' })).body.data).toMatchObject({
      blocked: false,
    });
    expect(audited()).toEqual([
      ['block', 11, 'Sends spam'],
      ['unblock', 11, 'A mistake'],
    ]);
  });

  it('logs the owner out everywhere', async () => {
    await made.sessions.insert(aSession('s'));
    await act({ action: 'end_sessions' });
    expect(made.sessions.all()).toEqual([]);
    expect(await stored()).toMatchObject({ tokenVersion: 3, blocked: false });
    expect(audited()).toEqual([['sessions_ended', 11, undefined]]);
  });

  it.each([10, 11])('changes no account of staff, not even the own one (%i)', async (id) => {
    for (const action of ['confirm', 'block', 'end_sessions']) {
      const { status } = await act({ action, reason: 'Because' }, id);
      expect(status).toBe(id === 11 ? 403 : 404);
    }
    expect(made.users.audited).toEqual([]);
  });
});

describe('GET /api/customers/{id}/export', () => {
  it('is the file that its owner gets, and is recorded', async () => {
    const { body } = await call('GET', '/api/customers/7/export');
    expect(body).toMatchObject({ account: { id: 7, email: 'asha@example.com' }, profile: { id: 12 } });
    expect(JSON.stringify(body)).not.toMatch(/passwordHash|tokenHash/);
    await call('HEAD', '/api/customers/7/export');
    expect(await readings()).toMatchObject([{ action: 'export', resource: 'user:7', by: 11 }]);
    expect((await call('GET', '/api/customers/10/export')).status).toBe(404);
  });
});

describe('POST /api/customers/{id}/erasure', () => {
  const REQUEST = { reason: 'Asked by letter', confirmation: 'Asha@Example.com' };

  it('erases what the account has once its address was typed, and records why', async () => {
    expect((await erase({ ...REQUEST, confirmation: 'asha@example.org' })).status).toBe(400);
    expect((await erase({ ...REQUEST, confirmation: '7' })).status).toBe(400);
    expect((await erase({ ...REQUEST, reason: '   ' })).status).toBe(400);
    expect((await stored())?.email).toBe('asha@example.com');
    expect((await erase(REQUEST)).status).toBe(204);
    expect(await stored()).toMatchObject({ email: null, first_name: null, erasedAt: NOW.toISOString() });
    expect(made.erasedAddresses).toEqual(['asha@example.com']);
    expect(audited()).toEqual([['erase', 11, 'Asked by letter']]);
    expect(made.users.events.at(-1)).toMatchObject({ data: { erased: true } });
    expect((await erase(REQUEST)).status).toBe(404);
    expect((await call('GET', '/api/customers')).body.data).toEqual([]);
  });

  it('is confirmed by the id for an account without address', async () => {
    await made.app.close();
    await start({ users: [OWNER, { ...CUSTOMER, email: null }] });
    expect((await erase({ ...REQUEST, confirmation: ' 7 ' })).status).toBe(204);
  });

  it('erases no account of staff, not even the own one', async () => {
    expect((await erase({ ...REQUEST, confirmation: 'e@x.in' }, 10)).status).toBe(404);
    expect((await erase({ ...REQUEST, confirmation: 'o@x.in' }, 11)).status).toBe(403);
    expect(await stored(10)).toEqual(EDITOR);
  });

  it('leaves the account as it is while what is stored elsewhere cannot be erased', async () => {
    await made.app.close();
    await start({ eraseByAddress: () => Promise.reject(unavailable()) });
    expect((await erase(REQUEST)).status).toBe(503);
    expect((await stored())?.email).toBe('asha@example.com');
  });
});
