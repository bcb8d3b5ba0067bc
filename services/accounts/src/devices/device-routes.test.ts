import { afterEach, describe, expect, it } from 'vitest';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { PUBLIC_URL, anAccountsApp, type TestApp } from '../app-builder.ts';
import { aUser } from '../users/user-builder.ts';

const OWN_PAGE = { origin: PUBLIC_URL };
const RIGHT = { identifier: 'asha@example.com', password: 'secret1' };

let made: TestApp;
afterEach(() => made.app.close());

async function start() {
  // The clock stands still: no delay ends, however long a test takes.
  made = await anAccountsApp({ counters: inProcessCounters(1, () => 0) });
  await made.users.insert(aUser({ passwordHash: await made.hasher.hash(RIGHT.password) }));
}

const logIn = (payload: object, headers: Record<string, string> = {}) =>
  made.app.inject({ method: 'POST', url: '/api/auth/local', payload, headers });
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const deviceOf = ({ headers }: Awaited<ReturnType<typeof logIn>>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .find((one) => one.startsWith('__Host-vidhi-device='))
    ?.split(';', 1)[0] ?? '';

describe.each(['forgot-password', 'send-email-confirmation'])('POST /api/auth/%s', (call) => {
  const EMAIL = 'asha@example.com';
  const request = async (headers: Record<string, string>, email = EMAIL): Promise<number> =>
    (await made.app.inject({ method: 'POST', url: `/api/auth/${call}`, payload: { email }, headers }))
      .statusCode;
  const times = async (count: number, headers: Record<string, string>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1) statuses.push(await request(headers));
    return statuses;
  };
  const ACCEPTED = [200, 200, 200, 200, 200];

  it('serves the owner on a known device or at a known address after strangers have used up theirs', async () => {
    await start();
    const cookie = deviceOf(await logIn(RIGHT, { ...OWN_PAGE, ...from('198.51.100.1') }));
    for (let stranger = 0; stranger < 30; stranger += 1) await request(from(`203.0.${stranger}.1`));
    expect(await request(from('203.0.250.1'))).toBe(429);
    expect(await times(6, { ...from('192.0.2.1'), cookie })).toEqual([...ACCEPTED, 429]);
    expect(await times(6, from('198.51.100.1'))).toEqual([...ACCEPTED, 429]);
    expect(await request({ ...from('192.0.2.1'), cookie: `${cookie}x` })).toBe(429);
  });

  it('serves the owner on a known device whose network others have used up', async () => {
    await start();
    const cookie = deviceOf(await logIn(RIGHT, { ...OWN_PAGE, ...from('198.51.100.1') }));
    for (let at = 0; at < 25; at += 1) await request(from('192.0.2.1'), `reader${at}@example.com`);
    expect(await request(from('192.0.2.1'), 'reader@example.com')).toBe(429);
    expect(await request({ ...from('192.0.2.1'), cookie })).toBe(200);
  });
});

describe('POST /api/auth/local', () => {
  it('gives a page of the site the cookie of its device, and other clients none', async () => {
    await start();
    expect(deviceOf(await logIn(RIGHT, OWN_PAGE))).toMatch(/^__Host-vidhi-device=/);
    expect((await logIn(RIGHT)).headers).not.toHaveProperty('set-cookie');
    expect((await logIn({ ...RIGHT, password: 'wrong' }, OWN_PAGE)).headers).not.toHaveProperty('set-cookie');
  });

  it('leaves a device its id at the next login', async () => {
    await start();
    const cookie = deviceOf(await logIn(RIGHT, OWN_PAGE));
    expect(deviceOf(await logIn(RIGHT, { ...OWN_PAGE, cookie }))).toBe(cookie);
  });

  it('accepts the owner on a known device or at a known address while others guess from everywhere', async () => {
    await start();
    const cookie = deviceOf(await logIn(RIGHT, { ...OWN_PAGE, ...from('198.51.100.1') }));
    for (let guess = 0; guess < 110; guess += 1)
      await logIn({ ...RIGHT, password: 'wrong' }, from(`203.0.${guess}.1`));
    expect((await logIn(RIGHT, from('203.0.250.1'))).statusCode).toBe(429);
    expect((await logIn(RIGHT, { ...from('192.0.2.1'), cookie })).statusCode).toBe(200);
    expect((await logIn(RIGHT, from('198.51.100.1'))).statusCode).toBe(200);
    expect((await logIn(RIGHT, { ...from('203.0.251.1'), cookie: `${cookie}x` })).statusCode).toBe(429);
  });
});
