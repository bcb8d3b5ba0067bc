import { describe, expect, it } from 'vitest';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { SERVICE_TOKEN, anAccountsApp, type TestApp } from '../app-builder.ts';
import { aUser } from '../users/user-builder.ts';
import { changeUser } from '../users/user.ts';

const EDITOR = aUser({ id: 10, role: ROLE.editor, email: 'meena@example.com', username: 'meena' });

const addStaff = ({ app }: TestApp, payload: object) =>
  app.inject({
    method: 'POST',
    url: '/internal/staff',
    headers: { 'x-service-token': SERVICE_TOKEN },
    payload,
  });

const claimsOf = (jwt: string): { desks?: string[] } =>
  JSON.parse(String(Buffer.from(jwt.split('.')[1] ?? '', 'base64url'))) as { desks?: string[] };

async function logIn({ app }: TestApp, identifier: string, password: string): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/local',
    payload: { identifier, password },
  });
  return (response.json() as { jwt: string }).jwt;
}

describe('the desks of staff', () => {
  it('are in the token of an editor, and not in that of an administrator, who has all', async () => {
    const made = await anAccountsApp();
    const password = 'a long password';
    await addStaff(made, { email: 'asha@example.com', role: 'editor', desks: ['refund', 'shop'], password });
    await addStaff(made, { email: 'ravi@example.com', role: 'editor', password });
    await addStaff(made, { email: 'owner@example.com', role: 'administrator', password });
    expect(claimsOf(await logIn(made, 'asha@example.com', password)).desks).toEqual(['shop', 'refund']);
    expect(claimsOf(await logIn(made, 'ravi@example.com', password)).desks).toEqual(EDITOR_DESKS);
    expect(claimsOf(await logIn(made, 'owner@example.com', password))).not.toHaveProperty('desks');
  });

  it('end the tokens of before when they change, at the next request', async () => {
    const made = await anAccountsApp({ users: [EDITOR] });
    const { userId, role, tokenVersion } = { userId: EDITOR.id, role: EDITOR.role, tokenVersion: 0 };
    const old = await made.keyRing.issue({ userId, role, tokenVersion, desks: EDITOR_DESKS });
    const me = () => made.app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${old}` } });
    expect((await me()).json()).toMatchObject({ desks: EDITOR_DESKS });
    const added = await addStaff(made, { email: 'meena@example.com', role: 'editor', desks: ['news'] });
    expect(added.json()).toMatchObject({ outcome: 'changed' });
    expect((await me()).statusCode).toBe(401);
    expect(made.users.events.at(-1)?.data).toMatchObject({ tokenVersion: 1 });
  });

  it.each([
    ['an unknown one', { role: 'editor', desks: ['news', 'everything'] }],
    ['one for an administrator', { role: 'administrator', desks: ['news'] }],
  ])('are rejected with %s', async (_what, request) => {
    const made = await anAccountsApp();
    expect((await addStaff(made, { email: 'asha@example.com', ...request })).statusCode).toBe(400);
    expect(made.users.all()).toEqual([]);
  });

  it('stay as they are when staff is added again without them', async () => {
    const made = await anAccountsApp({ users: [{ ...EDITOR, desks: ['news'], passwordHash: 'hash' }] });
    const again = await addStaff(made, { email: 'meena@example.com', role: 'editor' });
    expect(again.json()).toMatchObject({ outcome: 'unchanged' });
    expect(made.users.all()[0]?.desks).toEqual(['news']);
  });

  it('cannot be written by their owner', async () => {
    const made = await anAccountsApp({ users: [{ ...EDITOR, desks: ['news'] }] });
    const token = await made.keyRing.issue({ userId: 10, role: 10, tokenVersion: 0, desks: ['news'] });
    const response = await made.app.inject({
      method: 'PUT',
      url: '/api/users/10',
      headers: { authorization: `Bearer ${token}` },
      payload: { desks: ['refund'], role: 11, first_name: 'Meena', data: { desks: ['refund'], role: 11 } },
    });
    expect(response.json()).toMatchObject({ first_name: 'Meena', desks: ['news'], role: { id: 10 } });
  });

  it('do not raise the token version when their order changes', () => {
    const changed = changeUser(
      { ...EDITOR, desks: ['news', 'shop'] },
      { desks: ['shop', 'news'] },
      new Date(),
    );
    expect(changed.tokenVersion).toBe(EDITOR.tokenVersion);
  });
});
