import { describe, expect, it } from 'vitest';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { inMemoryUsers } from '../users/in-memory-user-repository.ts';
import { aUser } from '../users/user-builder.ts';
import type { User } from '../users/user.ts';
import { inProcessCounters } from './attempt-counters.ts';
import type { Admission } from './login-throttle.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { createSignIn } from './sign-in.ts';

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
  const signIn = createSignIn({
    users: repository,
    hasher,
    throttle: createLoginThrottle(inProcessCounters()),
    keyRing: { issue: async ({ userId }) => `token of ${userId}` },
    maySignIn: () => null,
    refusalMs: 0,
  });
  const attempt = (identifier: string, password: string, ip = '203.0.113.7') =>
    signIn({ identifier, password, ip, onAdmission: (admission) => admissions.push(admission) });
  return { attempt, compared, admissions, repository };
}

const refused = { status: 400, message: 'Invalid identifier or password' };

describe('createSignIn', () => {
  it('does the work of a comparison for a stranger, and for an account without a password', async () => {
    const { attempt, compared } = start(aUser({ passwordHash: null }));
    await expect(attempt('stranger@example.com', 'x')).rejects.toMatchObject(refused);
    await expect(attempt('Asha1', 'x')).rejects.toMatchObject(refused);
    expect(compared).toEqual([null, null]);
  });

  it('replaces an outdated hash at the first right password, and only then', async () => {
    const { attempt, repository } = start(aUser({ passwordHash: `old ${HASH}` }));
    await expect(attempt('Asha1', 'wrong')).rejects.toMatchObject(refused);
    expect(repository.all()[0]?.passwordHash).toBe(`old ${HASH}`);
    await attempt('Asha1', 'secret1');
    expect(repository.all()).toEqual([aUser({ passwordHash: HASH })]);
    expect(repository.facts).toEqual([]);
  });

  it('counts failures of one account together, whichever of its names is used', async () => {
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
    await expect(attempt('asha@example.com', 'secret1', '198.51.100.1')).rejects.toMatchObject({
      status: 429,
    });
  });

  it('limits guesses at names that nobody has like those at names that somebody has', async () => {
    const { attempt } = start();
    for (let i = 0; i < 6; i++)
      await expect(attempt('ghost@example.com', 'x')).rejects.toMatchObject(refused);
    await expect(attempt('GHOST@example.com', 'x')).rejects.toMatchObject({ status: 429 });
  });

  it('compares nothing for an attempt that is not admitted', async () => {
    const { attempt, compared, admissions } = start(aUser({ passwordHash: HASH }));
    for (let i = 0; i < 20; i++)
      await expect(attempt(`stranger${i}@example.com`, 'x')).rejects.toMatchObject(refused);
    await expect(attempt('Asha1', 'secret1')).rejects.toMatchObject({ status: 429 });
    expect(compared).toHaveLength(20);
    expect(admissions.at(-1)).toMatchObject({ allowed: false, limit: 20, remaining: 0 });
  });

  it('takes the e-mail address of one for it, though another has it as a username', async () => {
    const owner = aUser({ passwordHash: HASH });
    const { attempt } = start(
      owner,
      aUser({ id: 2, email: 'b@example.com', username: 'asha@example.com', passwordHash: 'hash of other' }),
    );
    expect((await attempt('asha@example.com', 'secret1')).user.id).toBe(1);
    await expect(attempt('asha@example.com', 'other')).rejects.toMatchObject(refused);
  });
});
