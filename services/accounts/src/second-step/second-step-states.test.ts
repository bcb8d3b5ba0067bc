import { beforeEach, describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { SERVICE_TOKEN } from '../app-builder.ts';
import {
  ADMINISTRATOR,
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

beforeEach(() => start());
describe('roles that need a second step', () => {
  const required = { secondStepRoles: [ROLE.administrator] };

  it('set it up while they log in, and get no token before', async () => {
    await start(required);
    const first = await logIn(ADMINISTRATOR);
    expect(first.statusCode).toBe(401);
    expect(first.json()).toMatchObject({ error: { details: { enrolment: true } } });
    const token = challengeOf(first);
    expect((await post('/api/auth/second-step', { token, code: '123456' })).statusCode).toBe(401);
    const enrolled = await post('/api/auth/second-step/enrolment', { token });
    const { enrolment, secret } = enrolled.json<{ enrolment: string; secret: string }>();
    const activated = await post('/api/auth/second-step/activation', {
      enrolment,
      code: codeAt(secret, client.at),
    });
    expect(activated.statusCode).toBe(200);
    expect(activated.json()).toMatchObject({ jwt: expect.any(String), user: { id: 11 } });
    expect((await logIn(EDITOR)).statusCode).toBe(200);
  });

  it('end sessions of accounts that have none', async () => {
    const loggedIn = await logIn(ADMINISTRATOR);
    const cookie = cookiesOf(loggedIn)
      .map((one) => one.split(';')[0] ?? '')
      .join('; ');
    const sessions = client.made.sessions.all();
    await start(required);
    for (const session of sessions) await client.made.sessions.insert(session);
    const refreshed = await post('/api/auth/refresh', {}, { headers: { ...PAGE, cookie } });
    expect(refreshed.statusCode).toBe(401);
  });

  it('cannot turn it off', async () => {
    await start(required);
    const { jwt, secret } = await activate(ADMINISTRATOR);
    laterBy(60);
    const proof = { currentPassword: PASSWORD, code: codeAt(secret, client.at) };
    expect((await post('/api/auth/second-step/removal', proof, { jwt })).statusCode).toBe(409);
  });
});

describe('turning two-step login off', () => {
  it('needs password and code, and ends all tokens from before', async () => {
    const { jwt, secret } = await activate(EDITOR);
    laterBy(60);
    const code = codeAt(secret, client.at);
    const off = async (proof: object) =>
      (await post('/api/auth/second-step/removal', proof, { jwt })).statusCode;
    expect(await off({ currentPassword: PASSWORD, code: '000000' })).toBe(400);
    expect(await off({ currentPassword: 'wrong', code })).toBe(400);
    expect(await off({ currentPassword: PASSWORD, code })).toBe(200);
    expect(await off({ currentPassword: PASSWORD, code })).toBe(401);
    expect((await logIn(EDITOR)).statusCode).toBe(200);
    expect(client.made.users.audited.at(-1)?.action).toBe('second_step_disabled');
  });

  it('is done for others by an administrator, with a mail and an entry in the audit log', async () => {
    await activate(EDITOR);
    const jwt = await tokenOf(ADMINISTRATOR);
    const reset = (id: number) => post(`/api/staff/${id}/reset-second-step`, {}, { jwt });
    const list = await client.made.app.inject({
      url: '/api/staff',
      headers: { authorization: `Bearer ${jwt}` },
    });
    expect(list.json<{ data: { id: number; second_step: boolean }[] }>().data).toMatchObject([
      { id: 10, second_step: true },
      { id: 11, second_step: false },
    ]);
    expect((await reset(10)).json()).toMatchObject({ data: { id: 10, second_step: false, sessions: 0 } });
    expect(client.made.users.audited.at(-1)).toMatchObject({
      action: 'second_step_reset',
      actor: { id: 11 },
    });
    expect(client.made.users.events.at(-1)?.type).toBe('mail.requested');
    expect((await logIn(EDITOR)).statusCode).toBe(200);
    expect((await reset(10)).statusCode).toBe(409);
    expect((await reset(4)).statusCode).toBe(404);
    await activate(ADMINISTRATOR);
    const own = await post('/api/staff/11/reset-second-step', {}, { jwt: await tokenOf(ADMINISTRATOR) });
    expect(own.statusCode).toBe(409);
  });

  it('is done by command for the only administrator', async () => {
    await activate(ADMINISTRATOR);
    const response = await post(
      '/internal/staff/second-step-reset',
      { email: ' Owner@Example.com ' },
      { headers: { 'x-service-token': SERVICE_TOKEN } },
    );
    expect(response.json()).toMatchObject({ id: 11, outcome: 'two-step login is off' });
    expect((await logIn(ADMINISTRATOR)).statusCode).toBe(200);
  });
});

describe('recovery codes', () => {
  it('are replaced with the password, and the former ones are void', async () => {
    const { jwt, codes } = await activate(EDITOR);
    const url = '/api/auth/second-step/recovery-codes';
    expect((await post(url, { currentPassword: 'wrong' }, { jwt })).statusCode).toBe(400);
    const replaced = await post(url, { currentPassword: PASSWORD }, { jwt });
    const fresh = replaced.json<{ recovery_codes: string[] }>().recovery_codes;
    const enter = async (code = '') =>
      (await post('/api/auth/second-step', { token: challengeOf(await logIn(EDITOR)), code })).statusCode;
    expect(await enter(codes[0])).toBe(400);
    expect(await enter(fresh[0])).toBe(200);
  });
});
