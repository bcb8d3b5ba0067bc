import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anAccountsApp, type TestApp } from '../app-builder.ts';
import { clientOf } from '../account-client-builder.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { aUser } from '../users/user-builder.ts';

const hasher = createPasswordHasher();
let passwordHash: string;
let made: TestApp;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  passwordHash = await hasher.hash('secret1');
});
afterEach(async () => made.app.close());

/** Accounts with addresses of one mailbox. */
async function start(confirmed: boolean) {
  const users = Array.from({ length: 6 }, (_, index) =>
    aUser({
      id: index + 1,
      email: `vic.tim+${index}@gmail.com`,
      username: `u${index}`,
      confirmed,
      passwordHash,
    }),
  );
  made = await anAccountsApp({ users, hasher });
  client = clientOf(made);
}

const changeEmail = async (id: number, turn: number): Promise<number> => {
  const body = { email: `new${id}-${turn}@example.com`, currentPassword: 'secret1' };
  return (await client.post('/api/auth/change-email', body, await client.bearerOf(await client.stored(id))))
    .statusCode;
};
const changePassword = async (id: number): Promise<number> => {
  const body = { currentPassword: 'secret1', password: 'secret2', passwordConfirmation: 'secret2' };
  return (
    await client.post('/api/auth/change-password', body, await client.bearerOf(await client.stored(id)))
  ).statusCode;
};

describe('notices of accounts that were made for one mailbox', () => {
  it('are ten a day at most while nobody has confirmed the address', async () => {
    await start(false);
    const statuses: number[] = [];
    for (let id = 1; id <= 6; id += 1)
      statuses.push(await changeEmail(id, 1), await changeEmail(id, 2), await changePassword(id));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual(Array.from({ length: 8 }, () => 429));
    const requests = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => (await client.stored(index + 1)).mailRequests),
    );
    const notices = requests.flat().filter(({ template }) => template.endsWith('-notice'));
    expect(notices.length).toBeLessThanOrEqual(10);
  });

  it('of confirmed accounts have the limits of each account alone', async () => {
    await start(true);
    const statuses: number[] = [];
    for (let id = 1; id <= 6; id += 1) statuses.push(await changeEmail(id, 1), await changePassword(id));
    expect(statuses).toEqual(Array.from({ length: 12 }, () => 200));
  });
});
