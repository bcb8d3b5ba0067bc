import { describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { SERVICE_TOKEN, anAccountsApp } from '../app-builder.ts';
import { aUser } from '../users/user-builder.ts';

const find = async ({ app }: Awaited<ReturnType<typeof anAccountsApp>>) =>
  (await app.inject('/api/staff/first-administrator')).json<unknown>();

describe('GET /api/staff/first-administrator', () => {
  it('says that a fresh site has none until one can log in', async () => {
    const invited = aUser({ id: 11, role: ROLE.administrator, email: 'a@x.in', username: 'a' });
    const editor = aUser({ id: 10, role: ROLE.editor, email: 'e@x.in', username: 'e', passwordHash: 'hash' });
    const made = await anAccountsApp({ users: [invited, editor, aUser({ passwordHash: 'hash' })] });
    expect(await find(made)).toEqual({ exists: false });
    const added = await made.app.inject({
      method: 'POST',
      url: '/internal/staff',
      headers: { 'x-service-token': SERVICE_TOKEN },
      payload: { email: 'owner@x.in', role: 'administrator', password: 'a long passphrase' },
    });
    expect(added.statusCode).toBe(200);
    expect(await find(made)).toEqual({ exists: true });
  });
});
