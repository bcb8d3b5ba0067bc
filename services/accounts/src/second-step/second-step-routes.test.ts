import { beforeEach, describe, expect, it } from 'vitest';
import { COMMON_PASSWORD, NOW, PUBLIC_URL, SERVICE_TOKEN } from '../app-builder.ts';
import { createMailTokens } from '../mail/mail-tokens.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import {
  ADMINISTRATOR,
  CUSTOMER,
  EDITOR,
  PAGE,
  PASSWORD,
  aSecondStepClient,
  challengeOf,
  cookiesOf,
} from './second-step-client-builder.ts';
import { codeAt } from './totp.ts';

const client = aSecondStepClient();
const { start, laterBy, post, logIn, tokenOf, activate } = client;

const inDevanagari = (code: string): string =>
  code.replaceAll(/[0-9]/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)));

beforeEach(() => start());

describe('turning two-step login on', () => {
  it('names site and account to the authenticator app, and gives ten recovery codes', async () => {
    const { uri, codes, status, jwt } = await activate(EDITOR);
    expect(status).toBe(200);
    expect(new URL(uri).pathname).toContain('meena%40example.com');
    expect(new URL(uri).searchParams.get('issuer')).toBe(new URL(PUBLIC_URL).host);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const state = await client.made.app.inject({
      url: '/api/auth/second-step',
      headers: { authorization: `Bearer ${jwt}` },
    });
    expect(state.json()).toEqual({
      enabled: true,
      since: NOW.toISOString(),
      recovery_codes_left: 10,
      required: false,
    });
  });

  it('stores neither the secret nor a recovery code', async () => {
    const { secret, codes } = await activate(EDITOR);
    const stored = JSON.stringify(await client.made.users.findById(EDITOR.id));
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });

  it('ends the tokens and sessions from before, mails the owner and has an entry in the audit log', async () => {
    const old = await tokenOf(EDITOR);
    await logIn(EDITOR);
    expect(client.made.sessions.all()).toHaveLength(1);
    await activate(EDITOR);
    const me = await client.made.app.inject({
      url: '/api/users/me',
      headers: { authorization: `Bearer ${old}` },
    });
    expect(me.statusCode).toBe(401);
    // That of the activation itself.
    expect(client.made.sessions.all().map(({ tokenVersion }) => tokenVersion)).toEqual([1]);
    expect(client.made.users.events.map(({ type }) => type)).toContain('mail.requested');
    expect(client.made.users.audited.at(-1)).toMatchObject({
      action: 'second_step_enabled',
      changes: [{ path: 'second_step', from: 'off', to: 'on' }],
    });
  });

  it('needs the password, and is not for customers', async () => {
    const wrong = await post(
      '/api/auth/second-step/enrolment',
      { currentPassword: COMMON_PASSWORD },
      { jwt: await tokenOf(EDITOR) },
    );
    expect(wrong.statusCode).toBe(400);
    const customer = await post(
      '/api/auth/second-step/enrolment',
      { currentPassword: PASSWORD },
      { jwt: await tokenOf(CUSTOMER) },
    );
    expect(customer.statusCode).toBe(403);
    expect((await post('/api/auth/second-step/enrolment', { currentPassword: PASSWORD })).statusCode).toBe(
      403,
    );
  });

  it('happens with a right code only, and replaces no app', async () => {
    const enrolled = await post(
      '/api/auth/second-step/enrolment',
      { currentPassword: PASSWORD },
      { jwt: await tokenOf(EDITOR) },
    );
    const { enrolment, secret } = enrolled.json<{ enrolment: string; secret: string }>();
    const wrong = codeAt(secret, new Date(0));
    expect((await post('/api/auth/second-step/activation', { enrolment, code: wrong })).statusCode).toBe(400);
    expect((await logIn(EDITOR)).statusCode).toBe(200);
    const code = codeAt(secret, client.at);
    expect((await post('/api/auth/second-step/activation', { enrolment, code })).statusCode).toBe(200);
    expect((await post('/api/auth/second-step/activation', { enrolment, code })).statusCode).toBe(401);
    const again = await post(
      '/api/auth/second-step/enrolment',
      { currentPassword: PASSWORD },
      { jwt: await tokenOf(EDITOR) },
    );
    expect(again.statusCode).toBe(409);
  });

  it.each(['', 'x', 'a.b', 'a.b.c', '.'.repeat(2_000)])('rejects the token %j', async (token) => {
    for (const [url, body] of [
      ['/api/auth/second-step', { token, code: '123456' }],
      ['/api/auth/second-step/activation', { enrolment: token, code: '123456' }],
      ['/api/auth/second-step/enrolment', { token }],
    ] as const)
      expect([400, 401]).toContain((await post(url, body)).statusCode);
  });

  it('takes no challenge for an enrolment, nor the reverse', async () => {
    const { enrolment } = await activate(EDITOR);
    const challenge = challengeOf(await logIn(EDITOR));
    const swapped = await post('/api/auth/second-step/activation', { enrolment: challenge, code: '123456' });
    expect(swapped.statusCode).toBe(401);
    expect((await post('/api/auth/second-step', { token: enrolment, code: '123456' })).statusCode).toBe(401);
  });
});

describe('a login with a second step', () => {
  it('gets no token, session or cookie for the password alone', async () => {
    await activate(EDITOR);
    const sessions = client.made.sessions.all().length;
    const response = await logIn(EDITOR);
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      data: null,
      error: { name: 'SecondStepError', details: { second_step: expect.any(String), enrolment: false } },
    });
    expect(response.body).not.toContain('jwt');
    expect(cookiesOf(response)).toEqual([]);
    expect(client.made.sessions.all()).toHaveLength(sessions);
  });

  it('is complete with a code, which works once', async () => {
    const { secret } = await activate(EDITOR);
    // That of the activation is spent.
    const spent = await post('/api/auth/second-step', {
      token: challengeOf(await logIn(EDITOR)),
      code: codeAt(secret, client.at),
    });
    expect(spent.statusCode).toBe(400);
    laterBy(30);
    const code = codeAt(secret, client.at);
    const token = challengeOf(await logIn(EDITOR));
    const entered = await post('/api/auth/second-step', {
      token,
      // A phone whose keyboard is Hindi fills in digits of that script.
      code: inDevanagari(`${code.slice(0, 3)} ${code.slice(3)}`),
    });
    expect(entered.statusCode).toBe(200);
    expect(entered.json()).toMatchObject({ jwt: expect.any(String), user: { id: EDITOR.id } });
    expect(cookiesOf(entered).length).toBe(2);
    expect((await post('/api/auth/second-step', { token, code })).statusCode).toBe(400);
    // Neither works the code of the step before, which is still within the window.
    const before = codeAt(secret, new Date(client.at.getTime() - 30_000));
    expect((await post('/api/auth/second-step', { token, code: before })).statusCode).toBe(400);
  });

  it('lets in one of two requests with the same code', async () => {
    const { secret } = await activate(EDITOR);
    laterBy(60);
    const [first, second] = [challengeOf(await logIn(EDITOR)), challengeOf(await logIn(EDITOR))];
    const code = codeAt(secret, client.at);
    const statuses = await Promise.all(
      [first, second].map(async (token) => (await post('/api/auth/second-step', { token, code })).statusCode),
    );
    expect(statuses.toSorted()).toEqual([200, 400]);
  });

  it('takes each recovery code once, however it is typed, and says so in the audit log', async () => {
    const { codes } = await activate(EDITOR);
    const [code = ''] = codes;
    const token = challengeOf(await logIn(EDITOR));
    const typed = code.toLowerCase().replaceAll('-', ' ');
    expect((await post('/api/auth/second-step', { token, code: typed })).statusCode).toBe(200);
    expect(client.made.users.audited.at(-1)?.action).toBe('recovery_code_used');
    expect((await post('/api/auth/second-step', { token, code })).statusCode).toBe(400);
    expect((await client.made.users.findById(EDITOR.id))?.secondStep?.recoveryHashes).toHaveLength(9);
  });

  it('is over after ten minutes, and after a new password or a block', async () => {
    const { secret, jwt } = await activate(EDITOR);
    laterBy(60);
    const token = challengeOf(await logIn(EDITOR));
    laterBy(601);
    expect((await post('/api/auth/second-step', { token, code: codeAt(secret, client.at) })).statusCode).toBe(
      401,
    );
    const waiting = challengeOf(await logIn(EDITOR));
    const changed = await post(
      '/api/auth/change-password',
      { currentPassword: PASSWORD, password: 'another one', passwordConfirmation: 'another one' },
      { jwt },
    );
    expect(changed.statusCode).toBe(200);
    const late = await post('/api/auth/second-step', { token: waiting, code: codeAt(secret, client.at) });
    expect(late.statusCode).toBe(401);
  });

  it('is asked for after a reset of the password, too', async () => {
    await activate(EDITOR);
    await post('/api/auth/forgot-password', { email: EDITOR.email });
    const requests = (await client.made.users.findById(EDITOR.id))?.mailRequests ?? [];
    const request = requests.findLast(({ template }) => template === 'password-reset');
    const code = createMailTokens(SERVICE_TOKEN).tokenOf(request?.requestId ?? '');
    const reset = await post('/api/auth/reset-password', {
      code,
      password: 'a new secret',
      passwordConfirmation: 'a new secret',
    });
    expect(reset.statusCode).toBe(401);
    expect(reset.json()).toMatchObject({ error: { name: 'SecondStepError' } });
    expect(cookiesOf(reset)).toEqual([]);
    expect((await client.made.users.findById(EDITOR.id))?.passwordHash).toBe('a new secret');
  });

  it('does not concern accounts without one, nor those that have left the staff', async () => {
    await activate(EDITOR);
    expect((await logIn(ADMINISTRATOR)).statusCode).toBe(200);
    expect((await logIn(CUSTOMER)).statusCode).toBe(200);
    const found = await client.made.users.findById(EDITOR.id);
    if (found !== null) await client.made.users.update({ ...found, role: ROLE.customer, rev: found.rev + 1 });
    expect((await logIn(EDITOR)).statusCode).toBe(200);
  });
});

describe('guesses of codes', () => {
  it('are limited for each account, and use up nothing of a known browser', async () => {
    const { secret } = await activate(EDITOR);
    laterBy(60);
    const known = await post('/api/auth/second-step', {
      token: challengeOf(await logIn(EDITOR)),
      code: codeAt(secret, client.at),
    });
    const cookie = cookiesOf(known)
      .map((one) => one.split(';')[0] ?? '')
      .join('; ');
    const statuses: number[] = [];
    for (let guess = 0; guess < 40; guess += 1) {
      const ip = `198.51.${guess}.1`;
      const token = challengeOf(await logIn(EDITOR, { headers: {}, ip }));
      statuses.push(
        (await post('/api/auth/second-step', { token, code: '000000' }, { headers: {}, ip })).statusCode,
      );
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
    laterBy(30);
    const own = await post(
      '/api/auth/second-step',
      { token: challengeOf(await logIn(EDITOR)), code: codeAt(secret, client.at) },
      { headers: { ...PAGE, cookie }, ip: '192.0.2.99' },
    );
    expect(own.statusCode).toBe(200);
  });
});
