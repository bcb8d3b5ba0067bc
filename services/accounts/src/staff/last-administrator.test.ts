import { describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { createRandom } from '@vidhi/testing/random-numbers.ts';
import { inMemoryUsers } from '../users/in-memory-user-repository.ts';
import { aUser } from '../users/user-builder.ts';
import { changeUser, type User } from '../users/user.ts';
import { changeStaffAccount, isActiveAdministrator, type StaffRepository } from './change-staff-account.ts';

class Killed extends Error {}

const anAdministrator = (id: number): User =>
  aUser({ id, role: ROLE.administrator, email: `a${id}@x.in`, username: `a${id}`, passwordHash: 'hash' });

const PATCHES = [{ role: ROLE.editor }, { blocked: true }, { role: ROLE.customer }] as const;

interface Explored {
  minimum: number;
  rejected: number;
  killed: number;
}

/** Three requests that each remove an administrator of three, or of two, with steps in random order and deaths at random. */
async function runSchedule(seed: number, withDeaths: boolean): Promise<Explored> {
  const random = createRandom(seed);
  const count = 1 + Math.floor(random() * 3);
  const users = inMemoryUsers(Array.from({ length: count }, (_, index) => anAdministrator(index + 1)));
  const waiting: (() => void)[] = [];
  const explored: Explored = { minimum: count, rejected: 0, killed: 0 };
  const active = () => users.all().filter(isActiveAdministrator).length;
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => void waiting.push(resolve));
    if (withDeaths && random() < 0.1) throw new Killed();
    const result = await work();
    explored.minimum = Math.min(explored.minimum, active());
    if (withDeaths && random() < 0.1) throw new Killed();
    return result;
  }
  const store: StaffRepository = {
    update: (user, ...events) => run(() => users.update(user, ...events)),
    hasAdministratorBesides: (id) => run(() => users.hasAdministratorBesides(id)),
  };
  let running = 3;
  const requests = [0, 1, 2].map(async (index) => {
    const id = 1 + (index % count);
    const patch = PATCHES[Math.floor(random() * PATCHES.length)] ?? PATCHES[0];
    await changeStaffAccount(
      store,
      () => run(() => users.findById(id)),
      async (user) => (user === null ? null : { user: changeUser(user, patch, new Date(0)), events: [] }),
    ).catch((error: unknown) => {
      if (error instanceof Killed) explored.killed += 1;
      else explored.rejected += 1;
    });
    running -= 1;
  });
  while (running > 0) {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.();
  }
  await Promise.all(requests);
  return explored;
}

describe('the last administrator', () => {
  it.each([false, true])('stays, however requests interleave (with deaths: %s)', async (withDeaths) => {
    let rejected = 0;
    for (let seed = 0; seed < 3_000; seed += 1) {
      const explored = await runSchedule(seed, withDeaths);
      expect([seed, explored.minimum]).toEqual([seed, Math.max(1, explored.minimum)]);
      rejected += explored.rejected;
    }
    expect(rejected).toBeGreaterThan(1_000);
  });

  const remove = (users: ReturnType<typeof inMemoryUsers>, id: number) =>
    changeStaffAccount(
      users,
      () => users.findById(id),
      async (user) =>
        user === null ? null : { user: changeUser(user, { blocked: true }, new Date(0)), events: [] },
    );

  it('may go when there is another one who can log in', async () => {
    const invited = { ...anAdministrator(2), passwordHash: null };
    const users = inMemoryUsers([anAdministrator(1), invited]);
    await expect(remove(users, 1)).rejects.toMatchObject({ status: 409 });
    expect(users.all()[0]).toMatchObject({ blocked: false, stepsDown: false });
    const two = inMemoryUsers([anAdministrator(1), anAdministrator(2)]);
    expect(await remove(two, 1)).toMatchObject({ blocked: true });
    await expect(remove(two, 2)).rejects.toMatchObject({ status: 409 });
  });
});
