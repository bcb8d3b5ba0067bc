import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMON_PASSWORD, NOW, anAccountsApp, type TestApp } from '../app-builder.ts';
import { OWN_PAGE, REGISTRANT, clientOf, cookieOf } from '../account-client-builder.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';

const hasher = createPasswordHasher();
let made: TestApp;
let client: ReturnType<typeof clientOf>;
beforeEach(async () => {
  made = await anAccountsApp({ users: [aUser({ confirmed: true })], hasher });
  client = clientOf(made);
});
afterEach(async () => made.app.close());

const create = (body: unknown, headers = {}) => client.post('/api/users', body, headers);
const register = (body: unknown, headers = {}) => client.post('/api/auth/local/register', body, headers);
const error = (name: string, message: string, details = {}) => ({
  data: null,
  error: { status: 400, name, message, details },
});
const invalid = (...messages: [string, string][]) =>
  error(
    'ValidationError',
    messages.length === 1 ? (messages[0]?.[1] ?? '') : `${messages.length} errors occurred`,
    { errors: messages.map(([path, message]) => ({ path: [path], message, name: 'ValidationError' })) },
  );

describe('POST /api/users', () => {
  it('stores and answers a customer, a lawyer or a firm with the role at once', async () => {
    for (const role of [4, 5, 6]) {
      const response = await create({
        ...REGISTRANT,
        role,
        username: `name-${role}`,
        email: `r${role}@Example.com`,
      });
      expect(response.statusCode).toBe(201);
      const { id, ...user } = response.json();
      expect(user).toEqual({
        username: `name-${role}`,
        email: `r${role}@example.com`,
        provider: 'local',
        confirmed: false,
        blocked: false,
        first_name: 'Bina',
        last_name: 'Rao',
        mobile: '9876543210',
        createdAt: NOW.toISOString(),
        updatedAt: NOW.toISOString(),
        role: expect.objectContaining({ id: role }),
      });
      expect(await client.stored(id)).toMatchObject({ role, confirmed: false, tokenVersion: 0 });
    }
  });

  it('rejects a second password that is another one, and a customer without the agreement', async () => {
    const { accept_legal_agreement: _, ...without } = { ...REGISTRANT, accept_legal_agreement: true };
    const unequal = await create({ ...REGISTRANT, cpassword: 'secret2' });
    expect([unequal.statusCode, unequal.json()]).toEqual([
      400,
      error('ApplicationError', 'Passwords must match', {}),
    ]);
    for (const accepted of [undefined, false, 'false', null, 'yes', {}]) {
      const refused = await create({ ...without, role: 4, accept_legal_agreement: accepted });
      expect([refused.statusCode, refused.json()]).toEqual([
        400,
        error('ApplicationError', 'Accept Legal Agreement', {}),
      ]);
    }
    // Lawyers and firms accept it with their profile. Equivalent code points are one password.
    const lawyer = { ...without, role: 5, password: 'se\u0301cret1', cpassword: 's\u00e9cret1' };
    expect((await create(lawyer)).statusCode).toBe(201);
  });

  it('asks for the confirmation and for the notice to the site, and puts no address on a topic', async () => {
    const { id } = (await create(REGISTRANT)).json();
    const { mailRequests } = await client.stored(id);
    expect(mailRequests.map(({ template, email }) => [template, email])).toEqual([
      ['email-confirmation', 'bina@example.com'],
      ['registration-notice', null],
    ]);
    expect(made.users.events.map(({ topic, type, key }) => [topic, type, key])).toEqual([
      ['accounts.users', 'user.registered', String(id)],
      ['accounts.mail-requests', 'mail.requested', String(id)],
      ['accounts.mail-requests', 'mail.requested', String(id)],
    ]);
    expect(JSON.stringify(made.users.events)).not.toMatch(/example|9876|secret/i);
  });

  it('stores neither privileges nor the password itself, whatever is sent (A13)', async () => {
    const privileges = {
      id: 1,
      confirmed: true,
      blocked: true,
      provider: 'google',
      tokenVersion: 9,
      registration: null,
      resetPasswordToken: 'x',
      passwordHash: 'x',
      createdAt: '2001-01-01',
    };
    const { id } = (await create({ ...REGISTRANT, ...privileges })).json();
    expect(id).not.toBe(1);
    expect(await client.stored(id)).toMatchObject({
      confirmed: false,
      blocked: false,
      provider: 'local',
      tokenVersion: 0,
      createdAt: NOW.toISOString(),
    });
    expect(JSON.stringify(await client.stored(id))).not.toContain('secret1');
  });

  it.each([7, 10, 11, 0, -4, 1, '7', 4.5, { id: 5 }, [5], true, '5 or 1', 1e9])(
    'rejects role %j (A13)',
    async (role) => {
      const response = await create({ ...REGISTRANT, role });
      expect([response.statusCode, response.json()]).toEqual([
        400,
        invalid(['role', 'role must be one of the following values: 4, 5, 6']),
      ]);
      expect(made.users.all()).toHaveLength(1);
    },
  );

  it.each([
    [
      {},
      invalid(
        ['email', 'email is a required field'],
        ['username', 'username is a required field'],
        ['password', 'password is a required field'],
        ['role', 'role is a required field'],
      ),
    ],
    [{ ...REGISTRANT, role: undefined }, invalid(['role', 'role is a required field'])],
    [{ ...REGISTRANT, email: 'bad' }, invalid(['email', 'email must be a valid email'])],
    [{ ...REGISTRANT, email: 'a@b.in\r\nBcc: x@y.in' }, invalid(['email', 'email must be a valid email'])],
    [{ ...REGISTRANT, username: 'ab' }, error('ApplicationError', 'username must be at least 3 characters')],
    [
      { ...REGISTRANT, password: 'short' },
      error('ApplicationError', 'password must be at least 6 characters'),
    ],
    [{ ...REGISTRANT, username: 'ab', password: 'short' }, error('ApplicationError', '2 errors occurred')],
    [{ ...REGISTRANT, email: 'ASHA@example.com' }, error('ApplicationError', 'Email already taken')],
    [{ ...REGISTRANT, username: 'Asha1' }, error('ApplicationError', 'This attribute must be unique')],
    [
      { ...REGISTRANT, password: COMMON_PASSWORD },
      error('ApplicationError', 'password is among the most common ones, please choose another'),
    ],
    [{ ...REGISTRANT, mobile: '98765' }, invalid(['mobile', 'Mobile number must be 10 digits'])],
    [
      { ...REGISTRANT, first_name: { $ne: 1 } },
      invalid([
        'first_name',
        'first_name must be a `string` type, but the final value was: `{\n  "$ne": "1"\n}`.',
      ]),
    ],
  ])('answers %j with the error of the reference', async (body, expected) => {
    const response = await create(body);
    expect([response.statusCode, response.json()]).toEqual([400, expected]);
  });

  it.each(['https://evil.example', 'win: a car', 'a@evil.example', 'WWW.evil', 'Asha\nRao'])(
    'rejects %j as a name: mails greet people by it',
    async (last_name) => {
      expect((await create({ ...REGISTRANT, last_name })).json()).toEqual(
        invalid(['last_name', 'last_name must be a name, without a link or an address']),
      );
    },
  );

  it('stores the consent to the agreement with the version of its text', async () => {
    const { id } = (await create(REGISTRANT)).json();
    expect((await client.stored(id)).consents).toEqual([
      { purpose: 'legal-agreement', version: '2026-11', at: NOW.toISOString() },
    ]);
  });

  it('stores that somebody is of age, and rejects those who are not', async () => {
    const { id } = (await create({ ...REGISTRANT, is_adult: true })).json();
    expect((await client.stored(id)).consents.map(({ purpose }) => purpose)).toEqual([
      'legal-agreement',
      'adult',
    ]);
    const minor = { ...REGISTRANT, username: 'minor', email: 'minor@example.com', is_adult: false };
    expect((await create(minor)).json()).toEqual(
      invalid(['is_adult', 'People under 18 need the consent of a parent or guardian to register']),
    );
    expect(made.users.all()).toHaveLength(2);
  });

  it('creates one account of twenty registrations at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(REGISTRANT)));
    const created = responses.filter(({ statusCode }) => statusCode === 201);
    expect(created.length).toBe(1);
    expect(made.users.all()).toHaveLength(2);
  });

  it('gives the ticket to pages of this site only, in a cookie that no script reads (A12)', async () => {
    const response = await create(REGISTRANT, OWN_PAGE);
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-vidhi-registration=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const other = { ...REGISTRANT, username: 'other', email: 'other@example.com' };
    for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }])
      expect(
        (
          await create(
            {
              ...other,
              username: `u${JSON.stringify(headers).length}`,
              email: `e${JSON.stringify(headers).length}@x.in`,
            },
            headers,
          )
        ).headers['set-cookie'],
      ).toBeUndefined();
  });

  it('responds 429 to an eleventh registration within a minute of one address', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push(
        (await create({ ...REGISTRANT, username: `many-${i}`, email: `m${i}@example.com` })).statusCode,
      );
    expect(statuses.slice(-2)).toEqual([201, 429]);
  });
});

describe('POST /api/auth/local/register', () => {
  it('registers a customer and logs in, whatever role and privileges are sent', async () => {
    const response = await register({ ...REGISTRANT, role: 11, confirmed: true, blocked: true });
    expect(response.statusCode).toBe(200);
    const { jwt, user } = response.json();
    expect(await made.keyRing.verify(jwt)).toEqual({ userId: user.id, role: 4, tokenVersion: 0 });
    expect(await client.stored(user.id)).toMatchObject({ role: 4, confirmed: false, blocked: false });
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    [{ email: 'asha@example.com', username: 'new', password: 'secret1' }],
    [{ email: 'new@example.com', username: 'Asha1', password: 'secret1' }],
    [{ email: 'new@example.com', username: 'asha@example.com', password: 'secret1' }],
  ])('rejects %j as taken', async (body) => {
    expect((await register(body)).json()).toEqual(
      error('ApplicationError', 'Email or Username are already taken'),
    );
  });

  it.each([
    [
      {},
      invalid(
        ['email', 'email is a required field'],
        ['username', 'username is a required field'],
        ['password', 'password is a required field'],
      ),
    ],
    [{ username: 'x', email: 'bad', password: 's' }, invalid(['email', 'email must be a valid email'])],
    [
      { username: 'xshort', email: 'xs@example.com', password: 's' },
      invalid(['password', 'password must be at least 6 characters']),
    ],
  ])('answers %j with the error of the reference', async (body, expected) => {
    expect((await register(body)).json()).toEqual(expected);
  });

  it('hands an e-mail address alone over to the newsletter and creates no account (A24)', async () => {
    const response = await register({ email: 'Reader@Example.com' });
    expect([response.statusCode, response.json()]).toEqual([200, { user: { email: 'reader@example.com' } }]);
    expect(made.subscribers).toEqual(['reader@example.com']);
    expect(made.users.all()).toHaveLength(1);
  });
});

describe('PUT /api/users/{id} under the registration ticket (A2, A12)', () => {
  const begin = async (role = 4) => {
    const response = await create({ ...REGISTRANT, role }, OWN_PAGE);
    return { id: response.json().id as number, cookie: cookieOf(response) };
  };
  const setRole = (id: number, body: unknown, cookie: string, headers: Record<string, string> = OWN_PAGE) =>
    client.put(`/api/users/${id}`, body, { ...headers, cookie });

  it.each([
    [{ role: 5 }, 5],
    [{ data: { role: '6' } }, 6],
  ])('changes a customer once with %j', async (body, role) => {
    const { id, cookie } = await begin();
    const response = await setRole(id, body, cookie);
    expect([response.statusCode, response.json().role.id]).toEqual([200, role]);
    expect(await client.stored(id)).toMatchObject({ tokenVersion: 1 });
    const second = await setRole(id, { role: role === 5 ? 6 : 5 }, cookieOf(response));
    expect(second.json().role.id).toBe(response.json().role.id);
  });

  it('answers a repetition alike, with a ticket of the new role for catalog', async () => {
    const { id, cookie } = await begin();
    await setRole(id, { role: 5 }, cookie);
    const again = await setRole(id, { data: { role: 5 } }, cookie);
    expect([again.statusCode, again.json().role.id]).toEqual([200, 5]);
    const ticket = await made.keyRing.verifyTicket(cookieOf(again).split('=')[1] ?? '');
    expect(ticket).toMatchObject({ userId: id, role: 5, tokenVersion: 1 });
  });

  it.each([7, 10, 11, 1, '11', null, [5], { id: 11 }])('ignores role %j', async (role) => {
    const { id, cookie } = await begin();
    const response = await setRole(id, { role }, cookie);
    expect([response.statusCode, response.json().role.id]).toEqual([200, 4]);
    expect((await client.stored(id)).role).toBe(4);
  });

  it('changes nothing else', async () => {
    const { id, cookie } = await begin(5);
    await setRole(
      id,
      { email: 'x@y.in', password: 'other-secret', first_name: 'Eve', confirmed: true },
      cookie,
    );
    expect(await client.stored(id)).toMatchObject({
      email: 'bina@example.com',
      first_name: 'Bina',
      confirmed: false,
      rev: 1,
    });
  });

  it('rejects it for another account, from another site, changed, and after a new password', async () => {
    const { id, cookie } = await begin();
    const forged = `${cookie.slice(0, -4)}AAAA`;
    const attempts = [
      setRole(1, { role: 5 }, cookie),
      setRole(999, { role: 5 }, cookie),
      setRole(id, { role: 5 }, cookie, { origin: 'https://evil.example' }),
      setRole(id, { role: 5 }, cookie, {}),
      setRole(id, { role: 5 }, forged),
      setRole(id, { role: 5 }, ''),
    ];
    for (const response of await Promise.all(attempts)) expect(response.statusCode).toBe(403);
    const user = await client.stored(id);
    await client.post(
      '/api/auth/change-password',
      { currentPassword: 'secret1', password: 'another-1', passwordConfirmation: 'another-1' },
      await client.bearerOf(user),
    );
    expect((await setRole(id, { role: 5 }, cookie)).statusCode).toBe(403);
    expect((await client.stored(id)).role).toBe(4);
  });

  it('changes the role once when twenty requests race', async () => {
    const { id, cookie } = await begin();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => setRole(id, { role: 5 + (index % 2) }, cookie)),
    );
    expect(await client.stored(id)).toMatchObject({
      tokenVersion: 1,
      registration: { hasChangedRole: true },
    });
  });

  it('is no access token, and an access token is no ticket', async () => {
    const { id, cookie } = await begin();
    const ticket = cookie.split('=')[1] ?? '';
    expect(await made.keyRing.verify(ticket)).toBeNull();
    expect((await client.get('/api/users/me', { authorization: `Bearer ${ticket}` })).statusCode).toBe(401);
    const jwt = await made.keyRing.issue({ userId: id, role: 4, tokenVersion: 0 });
    expect(await made.keyRing.verifyTicket(jwt)).toBeNull();
    expect((await setRole(id, { role: 5 }, `__Host-vidhi-registration=${jwt}`)).statusCode).toBe(403);
  });
});
