import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createImportUsers, type ImportUsers } from './import-users.ts';
import { inMemoryUsers, type InMemoryUsers } from './in-memory-user-repository.ts';
import { aUser } from './user-builder.ts';
import { createUserEvents } from './user-events.ts';
import type { User } from './user.ts';

const BCRYPT = `$2a$10$${'a'.repeat(53)}`;

const anItem = (overrides: Partial<StoredDocument> = {}): StoredDocument => ({
  id: 5,
  username: 'Ravi',
  email: 'Ravi@Example.com',
  provider: 'local',
  password: BCRYPT,
  confirmed: true,
  blocked: false,
  first_name: 'Ravi',
  last_name: null,
  mobile: '9999999999',
  role: 5,
  createdAt: '2026-01-02T03:04:05.006Z',
  updatedAt: '2026-02-03T04:05:06.007Z',
  ...overrides,
});

let users: InMemoryUsers;
let importUsers: ImportUsers;
const start = (...initial: User[]): void => {
  users = inMemoryUsers(initial);
  importUsers = createImportUsers({
    users,
    userEvents: createUserEvents('accounts.users'),
    now: () => new Date('2026-11-21T10:00:00.000Z'),
  });
};
beforeEach(() => start());

describe('createImportUsers', () => {
  it('keeps id, times and hash, lower-cases the e-mail address, and is idempotent', async () => {
    expect(await importUsers([anItem()])).toEqual({ imported: 1, unchanged: 0, skipped: [] });
    expect(await importUsers([anItem()])).toEqual({ imported: 0, unchanged: 1, skipped: [] });
    expect(users.all()).toMatchObject([
      {
        id: 5,
        email: 'ravi@example.com',
        role: 5,
        passwordHash: BCRYPT,
        createdAt: '2026-01-02T03:04:05.006Z',
        updatedAt: '2026-02-03T04:05:06.007Z',
        edited: false,
      },
    ]);
    expect(users.events.map(({ id }) => id)).toEqual(['user.registered:5:1']);
  });

  it('writes nothing in a dry run, and says what would be skipped', async () => {
    await importUsers([anItem()]);
    const items = [anItem(), anItem({ id: 6, email: 'new@example.com', username: 'new' }), anItem({ id: 8 })];
    expect(await importUsers(items, true)).toEqual({
      imported: 1,
      unchanged: 1,
      skipped: [{ id: 8, reason: 'the e-mail address belongs to user 5' }],
    });
    expect(users.all().map(({ id }) => id)).toEqual([5]);
  });

  it.each([
    [4, 4],
    [7, 7],
    [10, 4],
    [11, 4],
    [3, 4],
    ['11', 4],
    [5.5, 4],
    [null, 4],
    [undefined, 4],
  ])('grants for role %j the role %j', async (role, granted) => {
    await importUsers([anItem({ role })]);
    expect(users.all()[0]?.role).toBe(granted);
  });

  it.each([
    null,
    undefined,
    '',
    'plain',
    '$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA',
    `$2a$31$${'a'.repeat(53)}`,
  ])('stores no password for an account whose hash cannot be verified (%j)', async (password) => {
    await importUsers([anItem({ password })]);
    expect(users.all()[0]?.passwordHash).toBeNull();
  });

  it('updates an account that has changed in the archive, revokes its tokens for a new password, and emits events', async () => {
    await importUsers([anItem()]);
    const other = `$2a$10$${'b'.repeat(53)}`;
    expect(await importUsers([anItem({ first_name: 'Ravindra', password: other })])).toMatchObject({
      imported: 1,
    });
    expect(users.all()[0]).toMatchObject({
      first_name: 'Ravindra',
      passwordHash: other,
      rev: 2,
      tokenVersion: 1,
    });
    expect(users.events.map(({ id }) => id)).toEqual(['user.registered:5:1', 'user.updated:5:2']);
  });

  it.each([
    ['staff', aUser({ id: 5, role: 10, importHash: 'x' }), 'the id belongs to an account of staff'],
    ['changed since', aUser({ id: 5, edited: true, importHash: 'x' }), 'changed here since it was imported'],
    ['made here', aUser({ id: 5 }), 'the id belongs to an account made here'],
    ['another of this address', aUser({ email: 'ravi@example.com' }), 'the e-mail address belongs to user 1'],
    ['another of this name', aUser({ username: 'Ravi' }), 'the username belongs to user 1'],
  ])('never overwrites an account that is %s', async (_name, existing, reason) => {
    start(existing);
    expect(await importUsers([anItem()])).toEqual({
      imported: 0,
      unchanged: 0,
      skipped: [{ id: 5, reason }],
    });
    expect(users.all()).toEqual([existing]);
    expect(users.events).toEqual([]);
  });

  it.each([
    [{ id: 0 }, 'the id is no positive integer below 2,000,000,000'],
    [{ id: 2_000_000_001 }, 'the id is no positive integer below 2,000,000,000'],
    [{ email: 'not an address' }, 'the e-mail address is not valid'],
    [{ email: null, username: ' ' }, 'neither e-mail address nor username'],
  ])('skips %j with the reason and imports the others', async (overrides, reason) => {
    const bad = anItem(overrides);
    const good = anItem({ id: 6, username: 'Lata', email: 'lata@example.com' });
    expect(await importUsers([bad, good])).toEqual({
      imported: 1,
      unchanged: 0,
      skipped: [{ id: bad.id, reason }],
    });
  });

  it('ignores values of the wrong type, in particular for permissions', async () => {
    await importUsers([
      anItem({
        confirmed: 'true',
        blocked: 1,
        first_name: { $ne: 1 },
        mobile: 5,
        createdAt: 'x',
        tokenVersion: 9,
      }),
    ]);
    expect(users.all()[0]).toMatchObject({
      confirmed: false,
      blocked: false,
      first_name: null,
      mobile: null,
      createdAt: '2026-11-21T10:00:00.000Z',
      tokenVersion: 0,
    });
  });
});
