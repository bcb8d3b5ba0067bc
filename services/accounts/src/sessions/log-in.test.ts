import { describe, expect, it } from 'vitest';
import { inMemoryKnownClients } from '../devices/known-client-repository.ts';
import { createKnownClients } from '../devices/known-clients.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { inMemoryUsers } from '../users/in-memory-user-repository.ts';
import { aUser } from '../users/user-builder.ts';
import type { User } from '../users/user.ts';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import type { Admission } from './login-throttle.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { createSlowLane } from './slow-lane.ts';
import { createLogIn } from './log-in.ts';

const HASH = 'hash of secret1';

function start(...users: User[]) {
  const compared: (string | null)[] = [];
  const admissions: Admission[] = [];
  const hasher: PasswordHasher = {
    hash: async (password) => `hash of ${password}`,
    async verify(password, stored) {
      compared.push(stored);
      return stored !== null && stored.endsWith(`hash of ${password}`);
    },
    isOutdated: (stored) => stored.startsWith('old '),
  };
  const repository = inMemoryUsers(users);
  const logIn = createLogIn({
    users: repository,
    hasher,
    // The clock stands still: the delay after a failure never ends, however long a test takes.
    throttle: createLoginThrottle(inProcessCounters(1, () => 0)),
    slowLane: createSlowLane({ stepMs: 0, maxWaiting: 4, pause: async () => undefined }),
    knownClients: createKnownClients({ repository: inMemoryKnownClients(), secrets: ['secret'] }),
    keyRing: { issue: async ({ userId }) => `token of ${userId}` },
    mayLogIn: () => null,
    secondSteps: { challenge: () => null },
    rejectionStepMs: 0,
  });
  const attempt = (identifier: string, password: string, ip = '203.0.113.7') =>
    logIn({ identifier, password, ip, device: null, onRejected: (admission) => admissions.push(admission) });
  return { attempt, compared, admissions, repository };
}

const refused = { status: 400, message: 'Invalid identifier or password' };

describe('createLogIn', () => {
  it('hashes also for an unknown name, and for an account without a password', async () => {
    const { attempt, compared } = start(aUser({ passwordHash: null }));
    await expect(attempt('stranger@example.com', 'x')).rejects.toMatchObject(refused);
    await expect(attempt('Asha1', 'x')).rejects.toMatchObject(refused);
    expect(compared).toEqual([null, null]);
  });

  it('replaces an outdated hash at the first successful login', async () => {
    const { attempt, repository } = start(aUser({ passwordHash: `old ${HASH}` }));
    await expect(attempt('Asha1', 'wrong')).rejects.toMatchObject(refused);
    expect(repository.all()[0]?.passwordHash).toBe(`old ${HASH}`);
    await attempt('Asha1', 'secret1');
    expect(repository.all()).toEqual([aUser({ passwordHash: HASH })]);
    expect(repository.events).toEqual([]);
  });

  it('counts failures of one account together for all its names', async () => {
    const { attempt } = start(aUser({ passwordHash: HASH }));
    for (const name of [
      'Asha1',
      'asha@example.com',
      'ASHA@example.com',
      'Asha1',
      'asha@example.com',
      'Asha1',
    ])
      await expect(attempt(name, 'wrong')).rejects.toMatchObject(refused);
    await expect(attempt('Asha1', 'secret1')).rejects.toMatchObject({ status: 429 });
  });

  it('accepts the owner from another IP address while somebody guesses', async () => {
    const { attempt } = start(aUser({ passwordHash: HASH }));
    for (let i = 0; i < 15; i++) await attempt('Asha1', 'wrong').catch(() => undefined);
    await expect(attempt('Asha1', 'wrong')).rejects.toMatchObject({ status: 429 });
    expect((await attempt('Asha1', 'secret1', '198.51.100.1')).user.id).toBe(1);
  });

  it('accepts a right password after the failures of others at its IP address, without limit headers', async () => {
    const { attempt } = start(aUser({ passwordHash: HASH }));
    for (let i = 0; i < 30; i++) await attempt(`stranger${i}@example.com`, 'x').catch(() => undefined);
    await expect(attempt('other@example.com', 'x')).rejects.toMatchObject({ status: 429 });
    await expect(attempt('Asha1', 'wrong')).rejects.toMatchObject({ status: 429 });
    expect((await attempt('Asha1', 'secret1')).user.id).toBe(1);
  });

  it.each(['Asha1', 'asha@example.com'])(
    'treats all spellings of %s equally, whether the account exists or not',
    async (name) => {
      const spellings = [
        name,
        `${name} `,
        `\t${name}`,
        name.toUpperCase(),
        `\u200b${name}`,
        name.replace('s', '\u00ad\uff53'),
        `${name}\u2060`,
      ];
      const outcomes = async (exists: boolean) => {
        const { attempt } = start(...(exists ? [aUser({ passwordHash: HASH })] : []));
        const statuses: number[] = [];
        for (const spelling of spellings)
          await attempt(spelling, 'wrong').catch(({ status }: { status: number }) => statuses.push(status));
        return statuses;
      };
      expect(await outcomes(true)).toEqual([400, 400, 400, 400, 400, 400, 429]);
      expect(await outcomes(false)).toEqual(await outcomes(true));
    },
  );

  it('finds an account by its name with a space after it or invisible characters in it', async () => {
    const { attempt } = start(aUser({ passwordHash: HASH }));
    for (const name of [' Asha1 ', 'As\u200bha1', 'ASHA@example.com\u2060', '\uff21sha1'])
      expect((await attempt(name, 'secret1')).user.id).toBe(1);
  });

  it('throttles guesses for unknown names like those for existing names', async () => {
    const { attempt } = start();
    for (let i = 0; i < 6; i++)
      await expect(attempt('ghost@example.com', 'x')).rejects.toMatchObject(refused);
    await expect(attempt('GHOST@example.com', 'x')).rejects.toMatchObject({ status: 429 });
  });

  it('does not hash for a rejected attempt', async () => {
    const { attempt, compared, admissions } = start(aUser({ passwordHash: HASH }));
    for (let i = 0; i < 6; i++) await expect(attempt('Asha1', 'x')).rejects.toMatchObject(refused);
    await expect(attempt('Asha1', 'secret1')).rejects.toMatchObject({ status: 429 });
    expect(compared).toHaveLength(6);
    expect(admissions.at(-1)).toMatchObject({ allowed: false, limit: 5, remaining: 0 });
  });

  it('prefers the account with this e-mail address over one with this username', async () => {
    const owner = aUser({ passwordHash: HASH });
    const { attempt } = start(
      owner,
      aUser({ id: 2, email: 'b@example.com', username: 'asha@example.com', passwordHash: 'hash of other' }),
    );
    expect((await attempt('asha@example.com', 'secret1')).user.id).toBe(1);
    await expect(attempt('asha@example.com', 'other')).rejects.toMatchObject(refused);
  });
});
