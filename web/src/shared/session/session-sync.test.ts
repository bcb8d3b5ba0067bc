// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callAsMember as callWith, type CallResult } from '../api/member-call.ts';
import { apiStore } from '../../testing/api-store.ts';
import { selectSession, type Login } from './session-slice.ts';
import { readToken, setToken } from './session-token.ts';
import * as sync from './session-sync.ts';
import { SESSION_HINT_KEY, whenSessionHinted } from './session-hint.ts';

const user = { id: 7, first_name: 'Asha', last_name: 'Rao', username: 'asha-1' };
const asha = (token: string) => ({
  token,
  session: { user: { id: 7, name: 'Asha Rao' }, role: null, expiresAt: null },
});
const hint = () => localStorage.getItem(SESSION_HINT_KEY);

let store: ReturnType<typeof apiStore>;
const startSession = (login: Login) => store.dispatch(sync.startSession(login));
const renewSession = () => store.dispatch(sync.renewSession());
const logOut = () => store.dispatch(sync.logOut());
const keepSession = () => store.dispatch(sync.keepSession());
/** Token and session of the tab, as a login; null for nobody. */
const readSession = () => {
  const [token, session] = [readToken(), selectSession(store.getState())];
  return token === null || session === null ? null : { token, session };
};

let requested: string[];
let responses: (() => Response)[];
beforeEach(() => {
  store = apiStore();
  requested = [];
  responses = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    requested.push(`${request.method} ${new URL(request.url).pathname}`);
    return responses.shift()?.() ?? Response.error();
  });
});
afterEach(() => {
  localStorage.clear();
  setToken(null);
  vi.unstubAllGlobals();
});

const respondWithToken = (token: string) => () => Response.json({ jwt: token, user });
const rejects = () => Response.json({}, { status: 401 });
const confirms = () => new Response(null, { status: 204 });
const REFRESH = 'POST /api/auth/refresh';
const LOGOUT = 'POST /api/auth/logout';

describe('startSession', () => {
  it('stores token, user id and name', () => {
    expect(sync.toLogin({ jwt: 't', user })).toEqual(asha('t'));
    expect(
      sync.toLogin({ jwt: 't', user: { ...user, first_name: null, last_name: ' ' } }).session.user.name,
    ).toBe('asha-1');
    const claims = btoa(JSON.stringify({ role: 10, exp: 1_800_000_000 }));
    expect(sync.toLogin({ jwt: `e30.${claims}.x`, user }).session).toMatchObject({
      role: 10,
      expiresAt: 1_800_000_000_000,
    });
  });
  it('stores nothing but the hint in localStorage', () => {
    startSession(asha('secret-token'));
    expect({ ...localStorage }).toEqual({ [SESSION_HINT_KEY]: 'in' });
  });
  it('dispatches a storage event in its own tab', () => {
    const begin = vi.fn();
    const stop = whenSessionHinted(begin);
    expect(begin).not.toHaveBeenCalled();
    startSession(asha('t'));
    expect(begin).toHaveBeenCalledOnce();
    stop();
  });
});

describe('renewSession', () => {
  it('requests one new token for all concurrent callers', async () => {
    startSession(asha('old'));
    responses = [respondWithToken('new')];
    expect(await Promise.all([renewSession(), renewSession()])).toEqual(['renewed', 'renewed']);
    expect([requested, readSession()]).toEqual([[REFRESH], asha('new')]);
  });
  it('loses the session after a 401', async () => {
    startSession(asha('old'));
    responses = [rejects];
    expect([await renewSession(), readSession(), hint()]).toEqual(['over', null, null]);
  });
  it.each([
    ['nothing answers', () => Response.error()],
    ['the service is away', () => Response.json({}, { status: 503 })],
  ])('leaves the session as it is when %s', async (_name, respond) => {
    startSession(asha('old'));
    responses = [respond];
    expect([await renewSession(), readSession(), hint()]).toEqual(['unanswered', asha('old'), 'in']);
  });
  it('ignores a response after a logout', async () => {
    startSession(asha('old'));
    responses = [respondWithToken('new'), confirms];
    const renewed = renewSession();
    await logOut();
    expect([await renewed, readSession(), hint()]).toEqual(['over', null, null]);
  });
  it('ignores a response whose body arrives after a logout', async () => {
    startSession(asha('old'));
    const body = Promise.withResolvers<object>();
    const isRead = vi.fn(() => body.promise);
    responses = [() => Object.assign(Response.json({}), { json: isRead }), confirms];
    const renewed = renewSession();
    await vi.waitUntil(() => isRead.mock.calls.length > 0);
    const left = logOut();
    body.resolve({ jwt: 'new', user });
    await left;
    expect([await renewed, readSession(), hint()]).toEqual(['over', null, null]);
  });
  it('makes no request without a session', async () => {
    expect([await renewSession(), requested]).toEqual(['over', []]);
  });
});

describe('keepSession', () => {
  it('resumes the session in a new document', async () => {
    localStorage.setItem(SESSION_HINT_KEY, 'in');
    responses = [respondWithToken('new')];
    const stop = keepSession();
    await expect.poll(readSession).toEqual(asha('new'));
    stop();
  });
  it('ends the session when another tab logs out', () => {
    startSession(asha('t'));
    const stop = keepSession();
    localStorage.removeItem(SESSION_HINT_KEY);
    dispatchEvent(new StorageEvent('storage', { key: SESSION_HINT_KEY }));
    expect([readSession(), requested]).toEqual([null, []]);
    stop();
  });
  it('repeats a logout that the server has not confirmed', async () => {
    startSession(asha('t'));
    responses = [() => Response.error()];
    await logOut();
    expect([readSession(), hint()]).toEqual([null, 'out']);
    responses = [confirms];
    const stop = keepSession();
    await expect.poll(hint).toBeNull();
    expect(requested).toEqual([LOGOUT, LOGOUT]);
    stop();
  });
});

describe('callAsMember', () => {
  const unauthorized: CallResult = { error: { status: 401, code: '', message: 'no', fields: {} } };
  const ignored: CallResult = {
    data: 'for everybody',
    meta: { response: new Response(null, { headers: { 'x-token-ignored': '1' } }) },
  };
  const callAsMember = (args: { url: string }, call: Parameters<typeof callWith>[1]) =>
    callWith(args, call, store);
  /** Responds by the token of the request. */
  const calls = (results: Record<string, CallResult>) =>
    vi.fn(async ({ headers }: { headers?: unknown }) => {
      const authorization = (headers as Headers).get('authorization') ?? '';
      return results[authorization] ?? unauthorized;
    });

  it('sends the token', async () => {
    startSession(asha('t'));
    expect(await callAsMember({ url: '/x' }, calls({ 'Bearer t': { data: 1 } }))).toEqual({ data: 1 });
    expect(requested).toEqual([]);
  });
  it('keeps the headers of the caller', async () => {
    startSession(asha('t'));
    const call = vi.fn(async (_args: { headers?: unknown }): Promise<CallResult> => ({ data: 1 }));
    await callWith({ url: '/x', headers: { 'idempotency-key': 'k' } }, call, store);
    const headers = call.mock.calls[0]?.[0].headers as Headers;
    expect([headers.get('idempotency-key'), headers.get('authorization')]).toEqual(['k', 'Bearer t']);
  });
  it.each([
    ['refused', unauthorized],
    ['ignored', ignored],
  ])('repeats the request with a new token when the old one is %s', async (_name, first) => {
    startSession(asha('old'));
    responses = [respondWithToken('new')];
    const call = calls({ 'Bearer old': first, 'Bearer new': { data: 'for members' } });
    expect(await callAsMember({ url: '/x' }, call)).toEqual({ data: 'for members' });
    expect(requested).toEqual([REFRESH]);
  });
  it('loses the session when the renewal is rejected', async () => {
    startSession(asha('old'));
    responses = [rejects];
    expect((await callAsMember({ url: '/x' }, calls({}))).error?.status).toBe(401);
    expect([readSession(), hint()]).toEqual([null, null]);
  });
  it('loses the session when the new token is rejected too, without a third request', async () => {
    startSession(asha('old'));
    responses = [respondWithToken('new')];
    const call = calls({});
    expect((await callAsMember({ url: '/x' }, call)).error?.status).toBe(401);
    expect([call.mock.calls.length, requested, readSession()]).toEqual([2, [REFRESH], null]);
  });
  it('fails and leaves the session as it is when the renewal gets no response', async () => {
    startSession(asha('old'));
    expect((await callAsMember({ url: '/x' }, calls({}))).error?.status).toBe(0);
    expect(readSession()).toEqual(asha('old'));
  });
  it('does not repeat the request as another user', async () => {
    startSession(asha('old'));
    responses = [() => Response.json({ jwt: 'new', user: { ...user, id: 8 } })];
    expect((await callAsMember({ url: '/x' }, calls({ 'Bearer new': { data: 1 } }))).error?.status).toBe(401);
  });
  it('makes no request without a session', async () => {
    const call = calls({});
    expect((await callAsMember({ url: '/x' }, call)).error?.status).toBe(401);
    expect(call).not.toHaveBeenCalled();
  });
});
