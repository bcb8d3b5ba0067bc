// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callAsMember, type CallResult } from '../api/member-call.ts';
import { keepSession, loseSession, renewSession, signOut, startSession, toSession } from './session-sync.ts';
import { readSession, setSession } from './session.ts';
import { MARK_KEY, whenSignedIn } from './session-hint.ts';

const user = { id: 7, first_name: 'Asha', last_name: 'Rao', username: 'asha-1' };
const asha = (token: string) => ({ token, user: { id: 7, name: 'Asha Rao' } });
const mark = () => localStorage.getItem(MARK_KEY);

let asked: string[];
let answers: (() => Response)[];
beforeEach(() => {
  asked = [];
  answers = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return answers.shift()?.() ?? Response.error();
  });
});
afterEach(() => {
  localStorage.clear();
  setSession(null);
  vi.unstubAllGlobals();
});

const says = (token: string) => () => Response.json({ jwt: token, user });
const refuses = () => Response.json({}, { status: 401 });
const confirms = () => new Response(null, { status: 204 });
const REFRESH = 'POST /api/auth/refresh';
const LOGOUT = 'POST /api/auth/logout';

describe('a session', () => {
  it('keeps the token, and of the user the id and the name', () => {
    expect(toSession({ jwt: 't', user })).toEqual(asha('t'));
    expect(toSession({ jwt: 't', user: { ...user, first_name: null, last_name: ' ' } }).user.name).toBe(
      'asha-1',
    );
  });
  it('leaves nothing in the storage but a mark', () => {
    startSession(asha('secret-token'));
    expect({ ...localStorage }).toEqual({ [MARK_KEY]: 'in' });
  });
  it('is told of on its own page, as other tabs are told by the browser', () => {
    const begin = vi.fn();
    const stop = whenSignedIn(begin);
    expect(begin).not.toHaveBeenCalled();
    startSession(asha('t'));
    expect(begin).toHaveBeenCalledOnce();
    stop();
  });
});

describe('renewing', () => {
  it('takes the new token, once for all who ask together', async () => {
    startSession(asha('old'));
    answers = [says('new')];
    expect(await Promise.all([renewSession(), renewSession()])).toEqual(['renewed', 'renewed']);
    expect([asked, readSession()]).toEqual([[REFRESH], asha('new')]);
  });
  it('ends the session when it is refused', async () => {
    startSession(asha('old'));
    answers = [refuses];
    expect([await renewSession(), readSession(), mark()]).toEqual(['over', null, null]);
  });
  it.each([
    ['nothing answers', () => Response.error()],
    ['the service is away', () => Response.json({}, { status: 503 })],
  ])('leaves the session alone when %s', async (_name, answer) => {
    startSession(asha('old'));
    answers = [answer];
    expect([await renewSession(), readSession(), mark()]).toEqual(['unanswered', asha('old'), 'in']);
  });
  it('forgets an answer that comes after logging out', async () => {
    startSession(asha('old'));
    answers = [says('new'), confirms];
    const renewed = renewSession();
    await signOut();
    expect([await renewed, readSession(), mark()]).toEqual(['over', null, null]);
  });
  it('asks nothing for who is not signed in', async () => {
    expect([await renewSession(), asked]).toEqual(['over', []]);
  });
});

describe('keeping', () => {
  it('has the session again on a page that is opened', async () => {
    localStorage.setItem(MARK_KEY, 'in');
    answers = [says('new')];
    const stop = keepSession();
    await expect.poll(readSession).toEqual(asha('new'));
    stop();
  });
  it('ends it here when another tab does', () => {
    startSession(asha('t'));
    const stop = keepSession();
    localStorage.removeItem(MARK_KEY);
    dispatchEvent(new StorageEvent('storage', { key: MARK_KEY }));
    expect([readSession(), asked]).toEqual([null, []]);
    stop();
  });
  it('tells the server again of a logout that it did not hear', async () => {
    startSession(asha('t'));
    answers = [() => Response.error()];
    await signOut();
    expect([readSession(), mark()]).toEqual([null, 'out']);
    answers = [confirms];
    const stop = keepSession();
    await expect.poll(mark).toBeNull();
    expect(asked).toEqual([LOGOUT, LOGOUT]);
    stop();
  });
});

describe('a call of a member', () => {
  const unauthorized: CallResult = { error: { status: 401, message: 'no' } };
  const ignored: CallResult = {
    data: 'for everybody',
    meta: { response: new Response(null, { headers: { 'x-token-ignored': '1' } }) },
  };
  /** Answers by the token that it is given. */
  const calls = (results: Record<string, CallResult>) =>
    vi.fn(async ({ headers }: { headers?: unknown }) => {
      const { authorization = '' } = headers as { authorization?: string };
      return results[authorization] ?? unauthorized;
    });

  it('carries the token', async () => {
    startSession(asha('t'));
    expect(await callAsMember({ url: '/x' }, calls({ 'Bearer t': { data: 1 } }))).toEqual({ data: 1 });
    expect(asked).toEqual([]);
  });
  it.each([
    ['refused', unauthorized],
    ['ignored', ignored],
  ])('is made again with a new token when the old one is %s', async (_name, first) => {
    startSession(asha('old'));
    answers = [says('new')];
    const call = calls({ 'Bearer old': first, 'Bearer new': { data: 'for members' } });
    expect(await callAsMember({ url: '/x' }, call)).toEqual({ data: 'for members' });
    expect(asked).toEqual([REFRESH]);
  });
  it('ends the session when no new token is given', async () => {
    startSession(asha('old'));
    answers = [refuses];
    expect((await callAsMember({ url: '/x' }, calls({}))).error?.status).toBe(401);
    expect([readSession(), mark()]).toEqual([null, null]);
  });
  it('ends it when the new token is not taken either, and asks no third time', async () => {
    startSession(asha('old'));
    answers = [says('new')];
    const call = calls({});
    expect((await callAsMember({ url: '/x' }, call)).error?.status).toBe(401);
    expect([call.mock.calls.length, asked, readSession()]).toEqual([2, [REFRESH], null]);
  });
  it('fails for now, and ends nothing, while the server does not answer', async () => {
    startSession(asha('old'));
    expect((await callAsMember({ url: '/x' }, calls({}))).error?.status).toBe(0);
    expect(readSession()).toEqual(asha('old'));
  });
  it('shows nobody what another visitor may see', async () => {
    startSession(asha('old'));
    answers = [() => Response.json({ jwt: 'new', user: { ...user, id: 8 } })];
    expect((await callAsMember({ url: '/x' }, calls({ 'Bearer new': { data: 1 } }))).error?.status).toBe(401);
  });
  it('is not made for nobody', async () => {
    const call = calls({});
    expect((await callAsMember({ url: '/x' }, call)).error?.status).toBe(401);
    expect(call).not.toHaveBeenCalled();
    loseSession();
  });
});
