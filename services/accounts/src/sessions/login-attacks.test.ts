import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createKnownClients } from '../devices/known-clients.ts';
import { inMemoryKnownClients } from '../devices/known-client-repository.ts';
import type { PasswordAlgorithms } from '../passwords/password-algorithms.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { inMemoryUsers } from '../users/in-memory-user-repository.ts';
import { aUser } from '../users/user-builder.ts';
import { createLogIn, type LogInAttempt } from './log-in.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { createSlowLane } from './slow-lane.ts';

/**
 * A discrete simulation of attacks on the login of one site: clock, timers and the duration of each password computation are
 * those of the fake timers, so that every run is the same. The settings are those of `open.ts`, on one worker.
 */
const COMPUTATION_MS = 20;
const OWNER_ADDRESS = '198.51.100.9';
const OWNER_DEVICE = 'device-of-the-owner';
const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function aSite(computationMs = COMPUTATION_MS) {
  const owner = aUser({ passwordHash: 'hash of right' });
  const users = inMemoryUsers([owner, aUser({ id: 2, email: 'mallory@example.com', username: 'mallory' })]);
  const checked = { wrong: 0, right: 0 };
  const algorithms: PasswordAlgorithms = {
    hash: async (password) => `hash of ${password}`,
    async verify(password, stored) {
      await after(computationMs);
      const isRight = stored === `hash of ${password}`;
      checked[isRight ? 'right' : 'wrong'] += 1;
      return isRight;
    },
  };
  const knownClients = createKnownClients({
    repository: inMemoryKnownClients(),
    secrets: ['a secret of the simulation'],
  });
  const logIn = createLogIn({
    users,
    hasher: {
      ...createPasswordHasher({ algorithms, concurrency: 1, pause: { longestMs: 150, sumMs: 1_000 } }),
      isOutdated: () => false,
    },
    throttle: createLoginThrottle(inProcessCounters()),
    slowLane: createSlowLane({ stepMs: 1_000, maxWaiting: 4, pause: after }),
    keyRing: { issue: async () => 'token' },
    mayLogIn: () => null,
    secondSteps: { challenge: () => null },
    knownClients,
    rejectionStepMs: 0,
  });
  /** Resolves with the status of an attempt and its duration on the simulated clock. */
  async function attempt(one: Partial<LogInAttempt>): Promise<{ status: number; ms: number }> {
    const startedAt = Date.now();
    const status = await logIn({
      identifier: 'asha@example.com',
      password: 'wrong',
      ip: OWNER_ADDRESS,
      device: null,
      onRejected: () => undefined,
      ...one,
    }).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
    return { status, ms: Date.now() - startedAt };
  }
  const remember = (ip: string, device: string | null) => knownClients.remember(owner.id, { ip, device });
  return { attempt, remember, checked };
}

type Site = Awaited<ReturnType<typeof aSite>>;

/** Sends attempts at a rate until the time is over; does not wait for their responses. */
async function repeatedly<Result>(
  everyMs: number,
  totalMs: number,
  send: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const sent: Promise<Result>[] = [];
  for (let ms = 0; ms < totalMs; ms += everyMs) {
    sent.push(send(ms / everyMs));
    await after(everyMs);
  }
  return Promise.all(sent);
}

const addressOf = (index: number): string => `203.${index >> 14}.${(index >> 6) & 255}.${index & 63}`;

/** Runs the simulated time until this is settled. */
async function simulate<Result>(result: Promise<Result>): Promise<Result> {
  let isSettled = false;
  const settled = result.finally(() => (isSettled = true));
  settled.catch(() => undefined);
  while (!isSettled) await vi.advanceTimersByTimeAsync(50);
  return settled;
}

/** 110 wrong guesses for one account from as many addresses, then four a second, each from a further address. */
async function guessFromManyAddresses({ attempt }: Site, totalMs: number): Promise<unknown> {
  for (let index = 0; index < 110; index += 1) await attempt({ ip: addressOf(index * 64) });
  return repeatedly(250, totalMs, (index) => attempt({ ip: addressOf((110 + index) * 64) }));
}

/** Sixty addresses of one network, each of which sends its next guess soon after the response to the last. */
function floodFromOneNetwork({ attempt }: Site, totalMs: number): Promise<unknown> {
  const endsAt = Date.now() + totalMs;
  return Promise.all(
    Array.from({ length: 60 }, async (_, client) => {
      for (let guess = 0; Date.now() < endsAt; guess += 1) {
        await attempt({ ip: `192.0.2.${client}`, identifier: `name${client}-${guess}@example.com` });
        await after(500);
      }
    }),
  );
}

const owners = async (site: Site, times: number, everyMs: number, one: Partial<LogInAttempt>) =>
  repeatedly(everyMs, times * everyMs, () => site.attempt({ password: 'right', ...one }));

describe('while an account is guessed from hundreds of addresses', () => {
  it.each([
    ['a known device at a new address', { device: OWNER_DEVICE, ip: '100.64.7.7' }],
    ['a known address without the cookie', { device: null, ip: OWNER_ADDRESS }],
  ])('its owner logs in every time with %s', async (_name, owner) => {
    const site = await aSite();
    await site.remember(OWNER_ADDRESS, OWNER_DEVICE);
    const [results] = await simulate(
      Promise.all([
        after(30_000).then(() => owners(site, 45, 2_000, owner)),
        guessFromManyAddresses(site, 2 * MINUTE_MS),
      ]),
    );
    expect(results).toHaveLength(45);
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...results.map(({ ms }) => ms))).toBeLessThanOrEqual(1_000);
  });

  it('the owner at a known device who mistypes the password five times still logs in', async () => {
    const site = await aSite();
    await site.remember(OWNER_ADDRESS, OWNER_DEVICE);
    const attack = guessFromManyAddresses(site, 2 * MINUTE_MS);
    const typed = after(30_000).then(async () => {
      const statuses: number[] = [];
      for (const password of ['a', 'b', 'c', 'd', 'right'])
        statuses.push((await site.attempt({ password, device: OWNER_DEVICE })).status);
      return statuses;
    });
    const [statuses] = await simulate(Promise.all([typed, attack]));
    expect(statuses).toEqual([400, 400, 400, 400, 200]);
  });

  it('few of the guesses are checked, however often the owner logs in meanwhile', async () => {
    const site = await aSite();
    await site.remember(OWNER_ADDRESS, OWNER_DEVICE);
    await simulate(
      Promise.all([
        guessFromManyAddresses(site, 14 * MINUTE_MS),
        owners(site, 80, 10_000, { device: OWNER_DEVICE }),
      ]),
    );
    // A hundred before all addresses share one attempt, and then one a minute.
    expect(site.checked.wrong).toBeLessThanOrEqual(100 + 15 + 1);
  });
});

describe('while sixty addresses of one network guess at the same time', () => {
  it.each([
    ['in another network', '198.51.100.9'],
    ['in that network', '192.0.2.200'],
  ])('an owner with a known device %s logs in every time', async (_name, ip) => {
    const site = await aSite();
    await site.remember(OWNER_ADDRESS, OWNER_DEVICE);
    const [results] = await simulate(
      Promise.all([
        owners(site, 30, 2_000, { ip, device: OWNER_DEVICE }),
        floodFromOneNetwork(site, MINUTE_MS),
      ]),
    );
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...results.map(({ ms }) => ms))).toBeLessThanOrEqual(1_000);
  });

  it('an owner with a known device logs in every time, four times a second, while the queue of all others is full', async () => {
    const site = await aSite();
    await site.remember(OWNER_ADDRESS, OWNER_DEVICE);
    const others = repeatedly(10, 10_000, (index) =>
      site.attempt({ ip: addressOf(index * 64), identifier: `name${index}@example.com` }),
    );
    const [results, rejected] = await simulate(
      Promise.all([owners(site, 40, 250, { device: OWNER_DEVICE }), others]),
    );
    expect(rejected.some(({ status }) => status === 503)).toBe(true);
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('an owner with a known device logs in every time on a machine whose computations take seconds', async () => {
    const site = await aSite(3_500);
    await site.remember(OWNER_ADDRESS, OWNER_DEVICE);
    const [results] = await simulate(
      Promise.all([
        after(5_000).then(() => owners(site, 10, 5_000, { device: OWNER_DEVICE })),
        floodFromOneNetwork(site, MINUTE_MS),
      ]),
    );
    expect(results).toHaveLength(10);
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('an owner elsewhere logs in with any device once the budget of the network is spent', async () => {
    const site = await aSite();
    const results = await simulate(
      Promise.all([
        after(20_000).then(() => owners(site, 20, 2_000, { ip: '100.64.7.7' })),
        floodFromOneNetwork(site, MINUTE_MS),
      ]).then(([statuses]) => statuses),
    );
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('the network has one checked attempt a second beyond its budget', async () => {
    const site = await aSite();
    await simulate(floodFromOneNetwork(site, MINUTE_MS));
    expect(site.checked.wrong).toBeLessThanOrEqual(100 + 60 + 5);
  });
});

describe('somebody who has a known device of another account', () => {
  it('has neither more guesses for this account nor the reserved workers', async () => {
    const site = await aSite();
    const statuses = await simulate(
      (async () => {
        const all: number[] = [];
        for (let guess = 0; guess < 8; guess += 1)
          all.push((await site.attempt({ device: 'device-of-mallory', ip: '203.0.113.7' })).status);
        return all;
      })(),
    );
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
  });
});

describe('a known device in the hands of somebody else', () => {
  it('has five guesses without delay, then one per increasing delay', async () => {
    const site = await aSite();
    await site.remember(OWNER_ADDRESS, OWNER_DEVICE);
    await simulate(
      repeatedly(100, 15 * MINUTE_MS, () => site.attempt({ device: OWNER_DEVICE, ip: OWNER_ADDRESS })),
    );
    expect(site.checked.wrong).toBeLessThanOrEqual(5 + 6 + 15);
  });
});
