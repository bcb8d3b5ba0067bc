import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAccountsApp, type TestApp } from '../app-builder.ts';
import { clientOf } from '../account-client-builder.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from './user-builder.ts';

const OWN = aUser();
const OTHER = aUser({ id: 2, email: 'bina@example.com', username: 'bina', role: 5 });
const ADMINISTRATOR = aUser({ id: 3, email: 'chief@example.com', username: 'chief', role: 11 });
const EDITOR = aUser({ id: 4, email: 'editor@example.com', username: 'editor', role: 10 });

const hasher = createPasswordHasher();
let made: TestApp;
let client: ReturnType<typeof clientOf>;
beforeEach(async () => {
  made = await anAccountsApp({ users: [OWN, OTHER, ADMINISTRATOR, EDITOR], hasher });
  client = clientOf(made);
});
afterEach(async () => made.app.close());

const FORBIDDEN = {
  data: null,
  error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
};

describe('GET /api/users?filters[email][$eq] (A3)', () => {
  const exists = (query: string) => client.get(`/api/users${query}`);

  it.each([
    ['asha@example.com', [{ id: 0, email: 'asha@example.com' }]],
    ['ASHA@Example.com', [{ id: 0, email: 'ASHA@Example.com' }]],
    ['nobody@example.com', []],
    ['', []],
  ])('answers for %s only what was sent', async (email, expected) => {
    const response = await exists(`?filters[email][$eq]=${email}&fields[0]=email`);
    expect([response.statusCode, response.json()]).toEqual([200, expected]);
  });

  it.each([
    '',
    '?filters[email][$eq]=asha@example.com',
    '?fields[0]=email',
    '?filters[email][$eq]=asha@example.com&fields[0]=email&fields[1]=mobile',
    '?filters[email][$eq]=asha@example.com&fields[0]=mobile',
    '?filters[email][$eq]=asha@example.com&fields=*',
    '?filters[email][$contains]=@&fields[0]=email',
    '?filters[email][$startsWith]=a&fields[0]=email',
    '?filters[email][$ne]=x&fields[0]=email',
    '?filters[email][$in][0]=asha@example.com&fields[0]=email',
    '?filters[email]=asha@example.com&fields[0]=email',
    '?filters[email][$eq][$ne]=x&fields[0]=email',
    '?filters[email][$eq][0]=a&filters[email][$eq][1]=b&fields[0]=email',
    '?filters[email][$eq]=asha@example.com&filters[email][$contains]=a&fields[0]=email',
    '?filters[email][$eq]=asha@example.com&filters[password][$startsWith]=$2a&fields[0]=email',
    '?filters[$or][0][email][$eq]=asha@example.com&fields[0]=email',
    '?filters[role][id][$eq]=11&fields[0]=email',
    '?filters[email][$eq]=asha@example.com&fields[0]=email&populate=role',
    '?filters[email][$eq]=asha@example.com&fields[0]=email&sort=id',
    '?filters[email][$eq]=asha@example.com&fields[0]=email&pagination[pageSize]=100',
    '?filters[email][$eq]=asha@example.com&fields[0]=email&_q=a',
    '?_q=asha',
  ])('responds 403 to %s', async (query) => {
    const response = await exists(query);
    expect([response.statusCode, response.json()]).toEqual([403, FORBIDDEN]);
  });

  it('responds 403 to other queries with a token too', async () => {
    const headers = await client.bearerOf(EDITOR);
    expect((await client.get('/api/users', headers)).statusCode).toBe(403);
    expect((await client.get('/api/users/count', headers)).statusCode).toBe(403);
  });

  it('responds 429 to an eleventh check within a minute of one address, whatever it asks for', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push((await exists(`?filters[email][$eq]=x${i}@example.com&fields[0]=email`)).statusCode);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });

  it('reveals nothing beyond the limit of all clients together, and counts the results', async () => {
    await made.app.close();
    made = await anAccountsApp({ users: [OWN], hasher, emailChecksPerHour: 2 });
    client = clientOf(made);
    const found: number[] = [];
    for (const address of ['asha@example.com', 'no@example.com', 'no@example.com', 'asha@example.com', 'no'])
      found.push((await exists(`?filters[email][$eq]=${address}&fields[0]=email`)).json().length);
    expect(found).toEqual([1, 0, 1, 1, 0]);
    const { body } = await made.app.inject('/metrics');
    const counted = /^vidhi_accounts_email_checks_total\{.*result="(\w+)".*\} (\d+)$/gm;
    expect([...body.matchAll(counted)].map(([, result, value]) => `${result} ${value}`)).toEqual([
      'exists 1',
      'unknown 1',
      'undisclosed 3',
    ]);
  });

  it('answers that every address exists when the site says so', async () => {
    await made.app.close();
    made = await anAccountsApp({ users: [OWN], hasher, emailCheckAlwaysTrue: true });
    client = clientOf(made);
    expect((await exists('?filters[email][$eq]=no@example.com&fields[0]=email')).json()).toEqual([
      { id: 0, email: 'no@example.com' },
    ]);
  });
});

describe('GET /api/users/{id}', () => {
  it('answers the own account with its role', async () => {
    const response = await client.get('/api/users/1?populate[role]=true', await client.bearerOf(OWN));
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({ id: 1, email: 'asha@example.com', role: expect.objectContaining({ id: 4 }) }),
    ]);
    expect(Object.keys(response.json())).not.toContain('passwordHash');
  });

  it.each([
    ['another account', 2, 403],
    ['no account', 99, 403],
    ['no id', 'x', 403],
    ['an id beyond all', '9'.repeat(40), 403],
  ])('responds to %s alike', async (_name, id, status) => {
    for (const caller of [OWN, OTHER, EDITOR].filter((user) => user.id !== id))
      expect((await client.get(`/api/users/${id}`, await client.bearerOf(caller))).statusCode).toBe(status);
    expect((await client.get(`/api/users/${id}`)).statusCode).toBe(403);
  });

  it('answers any account to an administrator, and 204 where there is none', async () => {
    const headers = await client.bearerOf(ADMINISTRATOR);
    expect((await client.get('/api/users/2', headers)).json().email).toBe('bina@example.com');
    const none = await client.get('/api/users/99', headers);
    expect([none.statusCode, none.body]).toEqual([204, '']);
  });

  it('rejects tokens that are revoked or of a removed account', async () => {
    for (const user of [
      { ...OWN, tokenVersion: 5 },
      { ...OWN, id: 77 },
    ])
      expect((await client.get('/api/users/1', await client.bearerOf(user))).statusCode).toBe(401);
  });
});

describe('PUT /api/users/{id} (A2, A33)', () => {
  it('changes the own names and answers the account with its role', async () => {
    const body = { first_name: '  Usha ', last_name: 'Rao' };
    const response = await client.put('/api/users/1', body, await client.bearerOf(OWN));
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({
        first_name: 'Usha',
        last_name: 'Rao',
        role: expect.objectContaining({ id: 4 }),
      }),
    ]);
    expect(made.users.events.map(({ type }) => type)).toEqual(['user.updated']);
  });

  it.each([
    { email: 'evil@example.com' },
    { username: 'chief' },
    { mobile: '1111111111' },
    { password: 'another-1' },
    { role: 11 },
    { role: 5 },
    { data: { role: 5 } },
    { confirmed: false },
    { blocked: true },
    { provider: 'google' },
    { tokenVersion: 0 },
    { passwordHash: '$2a$10$x' },
    { registration: { ticketId: 'x', hasChangedRole: false } },
    { id: 2 },
    { $set: { role: 11 } },
    { data: { first_name: 'Eve' } },
  ])('ignores %j of the account holder', async (body) => {
    const response = await client.put('/api/users/1', body, await client.bearerOf(OWN));
    expect(response.statusCode).toBe(200);
    expect(await client.stored(1)).toEqual(OWN);
    expect(made.users.events).toEqual([]);
  });

  it.each([
    [{ first_name: '' }, 'first_name is a required field'],
    [{ last_name: '   ' }, 'last_name is a required field'],
    [{ first_name: 5 }, 'first_name must be a `string` type, but the final value was: `5`.'],
    [{ first_name: 'see www.evil.in' }, 'first_name must be a name, without a link or an address'],
    [{ first_name: 'x'.repeat(256) }, 'first_name must be at most 255 characters'],
  ])('rejects %j', async (body, message) => {
    const response = await client.put('/api/users/1', body, await client.bearerOf(OWN));
    expect([response.statusCode, response.json().error.message]).toEqual([400, message]);
  });

  it('responds 403 to another id, whether or not it exists, and to anonymous clients', async () => {
    for (const id of [2, 99]) {
      for (const caller of [OWN, EDITOR])
        expect(
          (await client.put(`/api/users/${id}`, { first_name: 'x' }, await client.bearerOf(caller)))
            .statusCode,
        ).toBe(403);
      expect((await client.put(`/api/users/${id}`, { first_name: 'x' })).statusCode).toBe(403);
    }
    expect(await client.stored(2)).toEqual(OTHER);
  });

  it('lets an administrator block an account and change its role, which revokes its tokens', async () => {
    const headers = await client.bearerOf(ADMINISTRATOR);
    const theirs = await client.bearerOf(OTHER);
    expect((await client.put('/api/users/2', { blocked: true }, headers)).json().blocked).toBe(true);
    expect((await client.get('/api/users/me', theirs)).statusCode).toBe(401);
    expect((await client.put('/api/users/2', { role: 7 }, headers)).json().role.id).toBe(7);
    expect(await client.stored(2)).toMatchObject({ tokenVersion: 2, role: 7 });
    expect((await client.put('/api/users/99', { blocked: true }, headers)).json().error.message).toBe(
      'User not found',
    );
  });

  it.each([10, 11, '11', 1])('lets no administrator give role %j', async (role) => {
    const response = await client.put('/api/users/2', { role }, await client.bearerOf(ADMINISTRATOR));
    expect(response.statusCode).toBe(400);
    expect(await client.stored(2)).toEqual(OTHER);
  });

  it('lets no administrator change staff', async () => {
    const headers = await client.bearerOf(ADMINISTRATOR);
    expect((await client.put('/api/users/4', { blocked: true }, headers)).statusCode).toBe(403);
    expect((await client.put('/api/users/3', { role: 4, blocked: true }, headers)).statusCode).toBe(200);
    expect(await client.stored(3)).toEqual(ADMINISTRATOR);
  });
});
