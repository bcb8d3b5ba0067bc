import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAccountsApp, type TestApp } from '../app-builder.ts';
import { OWN_PAGE, clientOf, cookieOf } from '../account-client-builder.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';

const hasher = createPasswordHasher();
let passwordHash: string;
let made: TestApp;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  passwordHash = await hasher.hash('secret1');
});
beforeEach(async () => {
  const other = aUser({ id: 2, email: 'b@example.com', username: 'bina', passwordHash });
  made = await anAccountsApp({ users: [aUser({ passwordHash }), other], hasher });
  client = clientOf(made);
});
afterEach(async () => made.app.close());

const logIn = async (identifier: string): Promise<string> =>
  cookieOf(
    await client.post(
      '/api/auth/local',
      { identifier, password: 'secret1' },
      { ...OWN_PAGE, 'x-keep-session': '1' },
    ),
  );
const list = (cookie: string, headers: Record<string, string> = OWN_PAGE) =>
  client.get('/api/auth/sessions', { ...headers, cookie });
const endOthers = (cookie: string, headers: Record<string, string> = OWN_PAGE) =>
  client.post('/api/auth/logout-others', {}, { ...headers, cookie });

describe('the sessions of an account', () => {
  it('are listed for one of them, without secrets', async () => {
    const [first] = [await logIn('Asha1'), await logIn('Asha1'), await logIn('bina')];
    const response = await list(first);
    expect(
      response
        .json()
        .map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
        .toSorted(),
    ).toEqual([false, true]);
    expect(Object.keys(response.json()[0])).toEqual(['id', 'browser', 'isCurrent', 'lastUsedAt', 'endsAt']);
    // An id of the list is no part of a token.
    const [{ id }] = response.json();
    expect(made.sessions.all().map((session) => session.id)).not.toContain(id);
  });

  it('end, all but the one that asks for it, and those of nobody else', async () => {
    const [first, second, other] = [await logIn('Asha1'), await logIn('Asha1'), await logIn('bina')];
    expect((await endOthers(first)).statusCode).toBe(204);
    const statuses: number[] = [];
    for (const cookie of [first, second, other])
      statuses.push((await client.post('/api/auth/refresh', {}, { ...OWN_PAGE, cookie })).statusCode);
    expect(statuses).toEqual([200, 401, 200]);
  });

  it('end one by one, with the browser in words, and not those of somebody else', async () => {
    const [first, other] = [await logIn('Asha1'), await logIn('bina')];
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
    const login = { identifier: 'Asha1', password: 'secret1' };
    await client.post('/api/auth/local', login, { ...OWN_PAGE, 'x-keep-session': '1', 'user-agent': agent });
    type Listed = { id: string; isCurrent: boolean; browser: string | null };
    const listed = (await list(first)).json<Listed[]>();
    const second = listed.find(({ isCurrent }) => !isCurrent);
    expect(second?.browser).toBe('Firefox on Linux');
    const end = async (cookie: string, headers: Record<string, string> = OWN_PAGE) => {
      const url = `/api/auth/sessions/${second?.id ?? ''}`;
      return (await made.app.inject({ method: 'DELETE', url, headers: { ...headers, cookie } })).statusCode;
    };
    expect(await end(other)).toBe(404);
    expect(await end('')).toBe(401);
    expect(await end(first, { origin: 'https://evil.example' })).toBe(403);
    expect(await end(first)).toBe(204);
    expect(await end(first)).toBe(404);
    expect((await list(first)).json()).toHaveLength(1);
  });

  it('are for pages of this site with a valid cookie', async () => {
    const cookie = await logIn('Asha1');
    for (const call of [list, endOthers]) {
      expect((await call('')).statusCode).toBe(401);
      expect((await call(`${cookie.slice(0, -4)}AAAA`)).statusCode).toBe(401);
      expect((await call(cookie, { origin: 'https://evil.example' })).statusCode).toBe(403);
    }
    expect(made.sessions.all()).toHaveLength(1);
  });
});
