import { describe, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import type { CustomerSearch } from '../customers/customer-search.ts';
import { hashToken } from '@vidhi/service-kit/link-tokens.ts';
import { createMailTokens } from '../mail/mail-tokens.ts';
import { createRequestMail } from '../mail/request-mail.ts';
import { spendRequests } from '../mail/mail-request.ts';
import { changeAccount } from './change-account.ts';
import { createUserEvents } from './user-events.ts';
import { changeUser } from './user.ts';
import { aUser } from './user-builder.ts';
import type { UserRepository } from './user-repository.ts';

const AT = new Date('2026-11-21T10:00:00.000Z');
const userEvents = createUserEvents('accounts.users');
const tokens = createMailTokens('a secret of the tests');
const requestMail = createRequestMail(TOPICS.accountsMailRequests, tokens);

/** Contract tests of account repositories. */
export function userRepositoryContract(make: () => Promise<UserRepository>): void {
  const insert = (users: UserRepository, user = aUser()) =>
    users.insert(user, userEvents.registered(user, AT));

  it('finds inserted accounts by id, e-mail and username', async () => {
    const users = await make();
    expect(await insert(users)).toBe('written');
    expect(await users.findById(1)).toEqual(aUser());
    expect(await users.findByEmail('asha@example.com')).toEqual(aUser());
    expect(await users.findByUsername('Asha1')).toEqual(aUser());
    expect(await users.findByUsername('asha1')).toBeNull();
    expect(await users.findById(2)).toBeNull();
  });

  describe('the search of customers', () => {
    const search = (users: UserRepository, q: string, more: Partial<CustomerSearch> = {}) =>
      users.listCustomers({ q, sort: 'created', skip: 0, limit: 10, ...more });
    async function people(): Promise<UserRepository> {
      const users = await make();
      const all = [
        aUser({
          id: 1,
          first_name: 'Asha',
          last_name: 'Rao',
          mobile: '98765 43210',
          createdAt: '2026-01-01',
        }),
        aUser({
          id: 88,
          email: 'ravi+x@iyer.in',
          username: 'r',
          first_name: 'Ravi',
          mobile: null,
          confirmed: false,
          createdAt: '2026-01-03',
        }),
        aUser({ id: 3, email: null, username: 'asha.3', role: 5, blocked: true, createdAt: '2026-01-02' }),
        aUser({ id: 4, email: 's@x.in', username: 's', role: 10 }),
        aUser({ id: 5, email: 'a@x.in', username: 'a', role: 11 }),
        aUser({ id: 6, email: null, username: null, erasedAt: '2026-01-01', blocked: true }),
      ];
      for (const user of all) await insert(users, user);
      return users;
    }
    const idsOf = async (...[users, q, more]: Parameters<typeof search>): Promise<number[]> =>
      (await search(users, q, more)).users.map(({ id }) => id);

    it.each<[string, string, Partial<CustomerSearch>, number[]]>([
      ['everybody but staff and erased accounts', '', {}, [1, 3, 88]],
      ['the newest first', '', { sort: '-created' }, [88, 3, 1]],
      ['parts of first and last name together', 'ra ash', {}, [1]],
      ['a part of an address, with its signs as they are', 'I+X@iyer', {}, [88]],
      ['a username', 'asha.3', {}, [3]],
      ['a phone number, however it is written', '+91 9876-543210', {}, [1]],
      ['the end of a phone number', '43210', {}, [1]],
      ['an id', '88', {}, [88]],
      ['no pattern', '.*', {}, []],
      ['no bracket', '(', {}, []],
      ['a role', '', { role: 5 }, [3]],
      ['blocked ones', '', { state: 'blocked' }, [3]],
      ['unconfirmed ones', '', { state: 'unconfirmed' }, [88]],
      ['active ones', '', { state: 'active' }, [1]],
      ['no staff', 'a@x.in', {}, []],
      ['one page', '', { skip: 1, limit: 1 }, [3]],
    ])('finds %s', async (_what, q, more, ids) => {
      expect(await idsOf(await people(), q, more)).toEqual(ids);
    });

    it('counts those of all pages', async () => {
      expect((await search(await people(), '', { limit: 1 })).total).toBe(3);
    });
  });

  it.each([
    ['id', { id: 1 }],
    ['e-mail address', { username: 'other' }],
    ['username', { email: 'other@example.com' }],
  ])('rejects a second account with the same %s and keeps the first', async (_name, overrides) => {
    const users = await make();
    await insert(users);
    expect(await insert(users, aUser({ id: 2, ...overrides, first_name: 'Other' }))).toBe('taken');
    expect(await users.findById(1)).toEqual(aUser());
    expect(await users.findById(2)).toBeNull();
  });

  it('keeps any number of accounts without e-mail address or username', async () => {
    const users = await make();
    for (const id of [1, 2, 3]) {
      expect(await insert(users, aUser({ id, email: null, username: `u${id}` }))).toBe('written');
      expect(await insert(users, aUser({ id: id + 10, username: null, email: `u${id}@x.example` }))).toBe(
        'written',
      );
    }
    expect(await users.count()).toBe(6);
  });

  it('updates an account only at the expected revision', async () => {
    const users = await make();
    await insert(users);
    const renamed = changeUser(aUser(), { first_name: 'Usha', username: null }, AT);
    expect(await users.update(renamed, userEvents.updated(renamed, AT))).toBe('written');
    expect(await users.findById(1)).toEqual(renamed);
    expect(await users.findByUsername('Asha1')).toBeNull();
    const stale = changeUser(aUser(), { first_name: 'Lata' }, AT);
    expect(await users.update(stale, userEvents.updated(stale, AT))).toBe('changed-meanwhile');
    expect(await users.findById(1)).toEqual(renamed);
  });

  it('rejects a change to an e-mail address that is taken', async () => {
    const users = await make();
    await insert(users);
    const second = aUser({ id: 2, email: 'b@example.com', username: 'b' });
    await insert(users, second);
    const changed = changeUser(second, { email: 'asha@example.com' }, AT);
    expect(await users.update(changed, userEvents.updated(changed, AT))).toBe('taken');
    expect(await users.findById(2)).toEqual(second);
  });

  it('replaces a hash only while it is unchanged', async () => {
    const users = await make();
    await insert(users, aUser({ passwordHash: 'old' }));
    await users.strengthenHash(1, 'another', 'new');
    expect((await users.findById(1))?.passwordHash).toBe('old');
    await users.strengthenHash(1, 'old', 'new');
    expect(await users.findById(1)).toEqual(aUser({ passwordHash: 'new' }));
  });

  it('assigns unique ids to staff, far above those of archives', async () => {
    const users = await make();
    const ids = await Promise.all(Array.from({ length: 20 }, () => users.nextStaffId()));
    expect(new Set(ids).size).toBe(20);
    expect(Math.min(...ids)).toBeGreaterThan(2_000_000_000);
  });

  it('removes imported accounts, keeps staff, and continues their revisions', async () => {
    const users = await make();
    await insert(users, aUser({ importHash: 'x', rev: 7 }));
    await insert(users, aUser({ id: 2, email: null, username: 'promoted', importHash: 'y', role: 10 }));
    await insert(users, aUser({ id: 3, email: null, username: 'own' }));
    expect(await users.firstRevision()).toBe(1);
    await users.removeImported();
    expect(await users.findById(1)).toBeNull();
    expect(await users.count()).toBe(2);
    expect(await users.firstRevision()).toBe(8);
  });

  it('finds the account of a mail request by its id and by the token of its link', async () => {
    const users = await make();
    const { user, event } = requestMail(aUser(), {
      template: 'password-reset',
      email: 'asha@example.com',
      at: AT,
    });
    expect(await users.insert(user, userEvents.registered(user, AT), event)).toBe('written');
    const [request] = user.mailRequests;
    const requestId = request?.requestId ?? '';
    expect(await users.findByMailRequest(requestId)).toEqual(user);
    expect(await users.findByTokenHash(hashToken(tokens.tokenOf(requestId)))).toEqual(user);
    expect(await users.findByMailRequest('a'.repeat(26))).toBeNull();
    expect(await users.findByTokenHash('x')).toBeNull();
  });

  it('spends a token once when twenty changes race', async () => {
    const users = await make();
    await insert(users);
    const requested = requestMail(changeUser(aUser(), {}, AT), {
      template: 'password-reset',
      email: 'asha@example.com',
      at: AT,
    });
    expect(await users.update(requested.user, requested.event)).toBe('written');
    const tokenHash = requested.user.mailRequests[0]?.tokenHash ?? '';
    const spend = async (index: number): Promise<boolean> => {
      const written = await changeAccount(
        users,
        () => users.findByTokenHash(tokenHash),
        async (user) => {
          if (user === null || user.mailRequests.length === 0) return null;
          const mailRequests = spendRequests(user.mailRequests, 'password-reset');
          const changed = changeUser(user, { mailRequests, passwordHash: `hash ${index}` }, AT);
          return { user: changed, events: [userEvents.updated(changed, AT)] };
        },
      );
      return written !== null;
    };
    const spent = await Promise.all(Array.from({ length: 20 }, (_, index) => spend(index)));
    expect(spent.filter(Boolean)).toHaveLength(1);
    expect(await users.findById(1)).toMatchObject({ tokenVersion: 1, mailRequests: [] });
  });

  it('inserts one of twenty accounts with the same e-mail address, each with an id of its own', async () => {
    const users = await make();
    const ids = await Promise.all(Array.from({ length: 20 }, () => users.nextId()));
    expect(new Set(ids).size).toBe(20);
    const outcomes = await Promise.all(ids.map((id) => insert(users, aUser({ id, username: `name ${id}` }))));
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect(await users.count()).toBe(1);
  });
}
