import { afterEach, describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { NOW, SERVICE_TOKEN, anAccountsApp, type TestApp } from '../app-builder.ts';
import { aUser } from '../users/user-builder.ts';
import type { User } from '../users/user.ts';

const HOUR_MS = 3_600_000;
const LOCAL = '127.0.0.1';
const ACCOUNT = { email: ' Owner@X.in ', password: 'a long passphrase', first_name: 'Asha' };

let made: TestApp;
let clock: Date;
afterEach(async () => made.app.close());
async function start(...users: User[]): Promise<void> {
  clock = NOW;
  made = await anAccountsApp({ users, clock: () => clock });
}

async function link(): Promise<string | null> {
  const response = await made.app.inject({
    method: 'POST',
    url: '/internal/first-administrator-link',
    headers: { 'x-service-token': SERVICE_TOKEN },
  });
  return response.json<{ data: { token: string } | null }>().data?.token ?? null;
}
const make = async (values: object, remoteAddress = LOCAL, headers = {}): Promise<number> => {
  const { statusCode } = await made.app.inject({
    method: 'POST',
    url: '/api/staff/first-administrator',
    remoteAddress,
    headers,
    payload: { ...ACCOUNT, ...values },
  });
  return statusCode;
};
const administrators = () => made.users.all().filter(({ role }) => role === ROLE.administrator);

describe('the link of a fresh site', () => {
  it('makes one administrator, who logs in, and is void afterwards', async () => {
    await start(aUser({ passwordHash: 'x' }));
    const token = await link();
    expect(await make({ token })).toBe(201);
    expect(administrators()).toMatchObject([{ email: 'owner@x.in', first_name: 'Asha', confirmed: true }]);
    const login = await made.app.inject({
      method: 'POST',
      url: '/api/auth/local',
      payload: { identifier: 'owner@x.in', password: ACCOUNT.password },
    });
    expect(login.statusCode).toBe(200);
    expect(await make({ token, email: 'second@x.in' })).toBe(410);
    expect(await link()).toBeNull();
    expect(made.users.audited).toMatchObject([{ action: 'first_administrator', actor: { id: null } }]);
    expect(JSON.stringify(made.users.audited)).not.toMatch(/owner@x\.in|Asha/i);
  });

  it('makes one administrator when it is used twice at the same time', async () => {
    await start();
    const token = await link();
    const statuses = await Promise.all([make({ token }), make({ token, email: 'second@x.in' })]);
    expect(statuses.toSorted()).toEqual([201, 410]);
    expect(administrators()).toHaveLength(1);
  });

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('works from %s', async (address) => {
    await start();
    expect(await make({ token: await link() }, address)).toBe(201);
  });

  it.each(['203.0.113.9', '10.0.0.2', '::2', 'fe80::1', '::ffff:10.0.0.2'])(
    'does not work from %s',
    async (address) => {
      await start();
      const token = await link();
      expect(await make({ token }, address, { 'x-forwarded-for': LOCAL })).toBe(403);
      // Through a proxy on this machine.
      expect(await make({ token }, LOCAL, { 'x-forwarded-for': address })).toBe(403);
      expect(administrators()).toEqual([]);
      expect(await make({ token })).toBe(201);
    },
  );

  it('is good for an hour, and replaced by the next one', async () => {
    await start();
    const first = await link();
    const second = await link();
    expect(await make({ token: first })).toBe(410);
    clock = new Date(NOW.getTime() + HOUR_MS);
    expect(await make({ token: second })).toBe(410);
    clock = new Date(NOW.getTime() + HOUR_MS - 1);
    expect(await make({ token: second })).toBe(201);
  });

  it.each<[string, Partial<User>]>([
    ['can log in', { passwordHash: 'x' }],
    ['is blocked', { passwordHash: 'x', blocked: true }],
    ['is invited', { passwordHash: null }],
  ])('is void once there is an administrator who %s, and none is made', async (_what, values) => {
    await start();
    const token = await link();
    const other = { id: 11, role: ROLE.administrator, email: 'o@x.in', username: 'o', ...values };
    await made.users.insert(aUser(other));
    expect(await make({ token })).toBe(410);
    expect(await link()).toBeNull();
  });

  it.each<[string, object, number]>([
    ['a short password', { password: 'short' }, 400],
    ['no e-mail address', { email: 'owner' }, 400],
    ['the address of a reader', { email: 'asha@example.com' }, 409],
    ['a token of another form', { token: 'x' }, 410],
    ['another token', { token: 'A'.repeat(43) }, 410],
    ['a role', { role: 11 }, 400],
  ])('stays good after %s', async (_what, values, status) => {
    await start(aUser({ passwordHash: 'x' }));
    const token = await link();
    expect(await make({ token, ...values })).toBe(status);
    expect(await make({ token })).toBe(201);
  });

  it('takes an address that is the username of a reader', async () => {
    await start(aUser({ username: 'owner@x.in' }));
    expect(await make({ token: await link() })).toBe(201);
    expect(administrators()).toMatchObject([{ email: 'owner@x.in', username: null }]);
  });

  it('is for the launcher, with the service token', async () => {
    await start();
    const { statusCode } = await made.app.inject({
      method: 'POST',
      url: '/internal/first-administrator-link',
    });
    expect(statusCode).toBe(403);
  });
});
