import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW, SERVICE_TOKEN, anAccountsApp, type TestApp } from '../app-builder.ts';
import { REGISTRANT, clientOf, mailedToken } from '../account-client-builder.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const hasher = createPasswordHasher();
let passwordHash: string;
let made: TestApp;
let client: ReturnType<typeof clientOf>;
let now: Date;
beforeAll(async () => {
  passwordHash = await hasher.hash('secret1');
});
beforeEach(async () => {
  now = NOW;
  const users = [
    aUser({ passwordHash }),
    aUser({ id: 7, email: 'b@example.com', username: 'b', passwordHash }),
  ];
  made = await anAccountsApp({ users, hasher, clock: () => now });
  client = clientOf(made);
});
afterEach(async () => made.app.close());

const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));
const change = async (body: unknown, id = 1) =>
  client.post('/api/auth/change-email', body, await client.bearerOf(await client.stored(id)));
const confirmChange = (confirmation: string) =>
  client.post('/api/auth/email-change-confirmation', { confirmation });
const stop = (code: string) => client.post('/api/auth/stop-email-change', { code });
const changeToken = async (): Promise<string> =>
  mailedToken(await client.stored(1), 'email-change-confirmation');
const stopToken = async (): Promise<string> =>
  mailedToken(await client.stored(1), 'email-change-requested-notice');
const requested = { email: 'Asha.New@example.com', currentPassword: 'secret1' };
const resetBy = async () => {
  await client.post('/api/auth/forgot-password', { email: 'asha@example.com' });
  const code = mailedToken(await client.stored(1), 'password-reset');
  return client.post('/api/auth/reset-password', {
    code,
    password: 'secret9',
    passwordConfirmation: 'secret9',
  });
};

describe('POST /api/auth/change-email (A33)', () => {
  it('changes it when the link that was mailed to the new address is used, and tells the former one', async () => {
    const response = await change(requested);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { email: 'asha.new@example.com', sent: true },
    ]);
    expect((await client.stored(1)).email).toBe('asha@example.com');
    const token = await changeToken();
    expect((await confirmChange(token)).json()).toEqual({ done: true, already: false });
    const user = await client.stored(1);
    expect(user).toMatchObject({ email: 'asha.new@example.com', confirmed: true });
    expect(user.mailRequests).toMatchObject([
      { template: 'email-change-confirmation', isSpent: true },
      { template: 'email-changed-notice', email: 'asha@example.com' },
    ]);
    expect((await confirmChange(token)).json()).toEqual({ done: true, already: true });
  });

  it('voids a reset that was mailed to the former address', async () => {
    await client.post('/api/auth/forgot-password', { email: 'asha@example.com' });
    const code = mailedToken(await client.stored(1), 'password-reset');
    await change(requested);
    await confirmChange(await changeToken());
    const response = await client.post('/api/auth/reset-password', {
      code,
      password: 'secret9',
      passwordConfirmation: 'secret9',
    });
    expect(response.json().error.message).toBe('Incorrect code provided');
  });

  it('answers alike for an address of somebody else, who gets no mail', async () => {
    const response = await change({ ...requested, email: 'b@example.com' });
    expect([response.statusCode, response.json()]).toEqual([200, { email: 'b@example.com', sent: true }]);
    expect(await changeToken()).toBe(mailedToken(aUser(), 'email-change-confirmation'));
  });

  it('rejects the link when the address was taken meanwhile', async () => {
    await change({ ...requested, email: 'late@example.com' });
    await client.post('/api/users', { ...REGISTRANT, username: 'late', email: 'late@example.com' });
    expect((await confirmChange(await changeToken())).json().error.message).toBe('Email already taken');
    expect((await client.stored(1)).email).toBe('asha@example.com');
  });

  it('needs the password and a token', async () => {
    expect((await change({ ...requested, currentPassword: 'bad' })).json().error.message).toBe(
      'The provided current password is invalid',
    );
    expect((await client.post('/api/auth/change-email', requested)).statusCode).toBe(403);
    expect(await changeToken()).toBe('');
  });

  it('takes no token of another kind', async () => {
    await change(requested);
    expect((await confirmChange(await stopToken())).statusCode).toBe(400);
    expect((await stop(await changeToken())).statusCode).toBe(400);
    const body = { confirmation: await changeToken() };
    expect((await client.post('/api/auth/email-confirmation', body)).statusCode).toBe(400);
  });

  it.each([
    ['/api/auth/change-email', { ...requested, currentPassword: 'bad' }],
    [
      '/api/auth/change-password',
      { currentPassword: 'bad', password: 'secret9', passwordConfirmation: 'secret9' },
    ],
    ['/api/users/me/erasure', { currentPassword: 'bad' }],
  ])('does not count guesses with a revoked token at %s', async (url, body) => {
    const revoked = await client.bearerOf(await client.stored(1));
    await resetBy();
    for (let turn = 0; turn < 6; turn += 1) {
      const response = await client.post(url, body, revoked);
      expect(response.statusCode).toBe(401);
    }
    const own = await change({ ...requested, currentPassword: 'secret9' });
    expect(own.statusCode).toBe(200);
  });

  it('is void after a reset of the password', async () => {
    await change(requested);
    const [token, code] = [await changeToken(), await stopToken()];
    expect((await resetBy()).statusCode).toBe(200);
    expect((await confirmChange(token)).json().error.message).toBe('Invalid token');
    expect((await stop(code)).json().error.message).toBe('Invalid token');
    expect((await client.stored(1)).email).toBe('asha@example.com');
  });

  it('is void after a change of the password', async () => {
    await change(requested);
    const token = await changeToken();
    await client.post(
      '/api/auth/change-password',
      { currentPassword: 'secret1', password: 'secret9', passwordConfirmation: 'secret9' },
      await client.bearerOf(await client.stored(1)),
    );
    expect((await confirmChange(token)).json().error.message).toBe('Invalid token');
  });

  it('changes nothing by GET or HEAD, which lead to the page', async () => {
    await change(requested);
    const query = `?confirmation=${await changeToken()}`;
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await made.app.inject({ method, url: `/api/auth/email-change-confirmation${query}` });
      expect([response.statusCode, response.headers.location]).toEqual([
        302,
        `/confirm-email-change${query}`,
      ]);
    }
    expect((await client.stored(1)).email).toBe('asha@example.com');
  });

  it('mails one mailbox at most three times an hour, for all clients and every spelling', async () => {
    const statuses = [];
    for (const [turn, id] of [1, 7, 1, 7, 1, 7].entries()) {
      const email = turn % 2 === 0 ? 'v.ictim@gmail.com' : `victim+${turn}@googlemail.com`;
      statuses.push((await change({ ...requested, email }, id)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });

  it('mails the present address at most five times a day', async () => {
    const statuses = [];
    for (let turn = 0; turn < 7; turn += 1) {
      pass(60 * MINUTE_MS);
      statuses.push((await change({ ...requested, email: `new${turn}@example.com` })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('the notice to the present address', () => {
  const noticeOf = async () => {
    const { mailRequests } = await client.stored(1);
    const requestId = mailRequests.findLast(
      ({ template }) => template === 'email-change-requested-notice',
    )?.requestId;
    return client.post(`/internal/mail-requests/${requestId}`, {}, { 'x-service-token': SERVICE_TOKEN });
  };

  it('is mailed when a change is requested, with a link that stops it', async () => {
    await change(requested);
    expect((await noticeOf()).json()).toEqual({
      template: 'email-change-requested-notice',
      to: { address: 'asha@example.com', name: 'Asha' },
      values: { first_name: 'Asha', last_name: null, requestedAt: NOW.toISOString() },
      link: `https://vidhi.example/stop-email-change?stop=${await stopToken()}`,
    });
  });

  it('is mailed also when the new address belongs to somebody else', async () => {
    await change({ ...requested, email: 'b@example.com' });
    expect((await noticeOf()).statusCode).toBe(200);
    expect((await stop(await stopToken())).json()).toEqual({ done: true, already: true });
  });

  it('stops the change, once or again', async () => {
    await change(requested);
    const [token, code] = [await changeToken(), await stopToken()];
    expect((await stop(code)).json()).toEqual({ done: true, already: false });
    expect((await confirmChange(token)).statusCode).toBe(400);
    expect((await stop(code)).json()).toEqual({ done: true, already: true });
    expect((await client.stored(1)).email).toBe('asha@example.com');
  });

  it('stops a change that was requested again', async () => {
    await change(requested);
    const code = await stopToken();
    pass(MINUTE_MS);
    await change({ ...requested, email: 'other@example.com' });
    const token = await changeToken();
    expect((await stop(code)).json()).toEqual({ done: true, already: false });
    expect((await confirmChange(token)).statusCode).toBe(400);
  });

  it.each([
    ['after a day', async () => pass(DAY_MS)],
    ['once the address was changed', async () => confirmChange(await changeToken())],
  ])('has a link that is void %s', async (_when, happen) => {
    await change(requested);
    const code = await stopToken();
    await happen();
    expect((await stop(code)).json().error.message).toBe('Invalid token');
  });
});
