import { beforeEach, describe, expect, it } from 'vitest';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { inMemoryUsers, type InMemoryUsers } from '../users/in-memory-user-repository.ts';
import { aUser } from '../users/user-builder.ts';
import { createUserEvents } from '../users/user-events.ts';
import type { User } from '../users/user.ts';
import { createAddStaff, type AddStaff } from './add-staff.ts';

/** A readable fake hasher. */
const hasher: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  verify: async (password, stored) => stored === `hash of ${password}`,
  isOutdated: () => false,
};

let users: InMemoryUsers;
let addStaff: AddStaff;
const start = (...initial: User[]): void => {
  users = inMemoryUsers(initial);
  addStaff = createAddStaff({
    users,
    hasher,
    userEvents: createUserEvents('accounts.users'),
    now: () => new Date('2026-11-21T10:00:00.000Z'),
  });
};
beforeEach(() => start());

const EDITOR = { email: ' Editor@Demo.Example ', role: 'editor', password: 'gazette-editor' };

describe('createAddStaff', () => {
  it('creates a confirmed account under a lower-cased address, once', async () => {
    const first = await addStaff({ ...EDITOR, first_name: 'Demo', last_name: 'Editor' });
    expect(first).toEqual({ id: 2_000_000_001, email: 'editor@demo.example', role: 10, outcome: 'created' });
    expect(await addStaff(EDITOR)).toEqual({ ...first, outcome: 'unchanged' });
    expect(users.all()).toMatchObject([
      { username: 'editor@demo.example', confirmed: true, blocked: false, first_name: 'Demo', edited: true },
    ]);
    expect(users.events).toHaveLength(1);
  });

  it('generates a password only when none is passed, and returns it once', async () => {
    const { generatedPassword = '' } = await addStaff({ email: 'a@b.example', role: 11 });
    expect(users.all()[0]?.passwordHash).toBe(`hash of ${generatedPassword}`);
    expect(generatedPassword).toMatch(/^(\w{5}-){3}\w{5}$/);
    expect(await addStaff({ email: 'a@b.example', role: 11 })).not.toHaveProperty('generatedPassword');
  });

  it('changes the role of an existing account, keeps id and password, and revokes old tokens', async () => {
    start(aUser({ passwordHash: 'hash of theirs', tokenVersion: 4 }));
    const outcome = await addStaff({ email: 'asha@example.com', role: 'administrator' });
    expect(outcome).toEqual({ id: 1, email: 'asha@example.com', role: 11, outcome: 'changed' });
    expect(users.all()[0]).toMatchObject({
      role: 11,
      passwordHash: 'hash of theirs',
      tokenVersion: 5,
      rev: 2,
    });
    expect(users.events).toMatchObject([{ id: 'user.updated:1:2', data: { role: 11, tokenVersion: 5 } }]);
  });

  it('revokes old tokens for a new password, and not for a changed name', async () => {
    start(aUser({ role: 10, passwordHash: 'hash of theirs', tokenVersion: 4 }));
    await addStaff({ email: 'asha@example.com', role: 10, password: 'gazette-editor' });
    await addStaff({ email: 'asha@example.com', role: 10, first_name: 'Usha' });
    expect(users.events).toMatchObject([
      { id: 'user.updated:1:2', data: { tokenVersion: 5 } },
      { id: 'user.updated:1:3', data: { first_name: 'Usha', tokenVersion: 5 } },
    ]);
  });

  it('unblocks a new staff account, and sets a password for an account without one', async () => {
    start(aUser({ blocked: true, passwordHash: null }));
    const { generatedPassword } = await addStaff({ email: 'asha@example.com', role: 10 });
    expect(users.all()[0]).toMatchObject({ blocked: false, passwordHash: `hash of ${generatedPassword}` });
  });

  it('does not change an existing account with ifAbsent', async () => {
    start(aUser({ passwordHash: 'hash of theirs' }));
    const outcome = await addStaff({ ...EDITOR, email: 'asha@example.com', ifAbsent: true });
    expect(outcome).toMatchObject({ outcome: 'unchanged', role: 4 });
    expect(users.all()).toEqual([aUser({ passwordHash: 'hash of theirs' })]);
  });

  it('omits a username that is taken', async () => {
    start(aUser({ username: 'editor@demo.example' }));
    expect(await addStaff(EDITOR)).toMatchObject({ outcome: 'created' });
    expect(users.all()[1]).toMatchObject({ email: 'editor@demo.example', username: null });
  });

  it.each([
    [{ ...EDITOR, email: 'no address' }, 'email must be a valid email'],
    [{ ...EDITOR, email: 'a@b.example, evil@x.example' }, 'email must be a valid email'],
    [{ ...EDITOR, role: 'customer' }, 'role must be editor (10) or administrator (11)'],
    [{ ...EDITOR, role: 7 }, 'role must be editor (10) or administrator (11)'],
    [{ ...EDITOR, role: '__proto__' }, 'role must be editor (10) or administrator (11)'],
    [{ ...EDITOR, password: 'short' }, 'password must be at least 10 characters'],
  ])('rejects %j and creates nothing', async (request, message) => {
    await expect(addStaff(request)).rejects.toMatchObject({ status: 400, message });
    expect(users.all()).toEqual([]);
  });
});
