import { afterEach, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { anAccountsApp, type TestApp } from '../app-builder.ts';
import { aUser } from '../users/user-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const staff = (id: number, values: Partial<ReturnType<typeof aUser>> = {}) =>
  aUser({
    id,
    role: ROLE.editor,
    email: `${id}@x.in`,
    username: `${id}@x.in`,
    passwordHash: 'hash',
    first_name: `Person ${id}`,
    last_name: null,
    desks: ['news'],
    ...values,
  });

it('names those who write and publish, and nobody else of the accounts', async () => {
  made = await anAccountsApp({
    users: [
      staff(20, { last_name: 'Rao' }),
      staff(21, { desks: ['shop'] }),
      staff(22, { blocked: true }),
      staff(23, { role: ROLE.administrator, first_name: null, desks: [] }),
      aUser({ id: 24, email: '24@x.in', username: '24@x.in' }),
    ],
  });
  const token = await made.keyRing.issue({ userId: 20, role: 10, tokenVersion: 0, desks: ['news'] });
  const response = await made.app.inject({
    url: '/api/staff/newsroom',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toEqual({
    data: [
      { id: 20, name: 'Person 20 Rao', desks: ['news'] },
      { id: 23, name: 'Account 23', desks: expect.arrayContaining(['news', 'publish']) },
    ],
  });
});

it('names those of the desk for people to each other, and to no other desk', async () => {
  made = await anAccountsApp({ users: [staff(20), staff(21, { desks: ['people'] })] });
  const read = async (userId: number, desks: ('news' | 'people')[]) => {
    const token = await made.keyRing.issue({ userId, role: 10, tokenVersion: 0, desks });
    return made.app.inject({ url: '/api/staff/people', headers: { authorization: `Bearer ${token}` } });
  };
  expect((await read(21, ['people'])).json()).toEqual({
    data: [{ id: 21, name: 'Person 21', desks: ['people'] }],
  });
  expect((await read(20, ['news'])).statusCode).toBe(403);
});

it('names all of the staff to the desks of the shop, also blocked people and other desks, and tells no desks', async () => {
  made = await anAccountsApp({
    users: [
      staff(20),
      staff(21, { desks: ['shop'] }),
      staff(22, { desks: ['refund'], blocked: true }),
      aUser({ id: 24, email: '24@x.in', username: '24@x.in' }),
    ],
  });
  const read = async (userId: number, desks: ('news' | 'shop')[]) => {
    const token = await made.keyRing.issue({ userId, role: 10, tokenVersion: 0, desks });
    return made.app.inject({ url: '/api/staff/shop', headers: { authorization: `Bearer ${token}` } });
  };
  expect((await read(21, ['shop'])).json()).toEqual({
    data: [
      { id: 20, name: 'Person 20' },
      { id: 21, name: 'Person 21' },
      { id: 22, name: 'Person 22' },
    ],
  });
  expect((await read(20, ['news'])).statusCode).toBe(403);
});
