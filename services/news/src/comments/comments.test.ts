import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EDITOR_DESKS, type Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { aNewsApp, aPost, type TestApp } from '../app-builder.ts';

let made: TestApp;
let now: number;
const ACCOUNTS: Readonly<Record<string, { userId: number; desks: readonly Desk[]; role: number }>> = {
  meena: { userId: 1, desks: ['news'], role: ROLE.editor },
  arvind: { userId: 2, desks: EDITOR_DESKS, role: ROLE.editor },
  admin: { userId: 3, desks: [], role: ROLE.administrator },
};
const MEENA = { id: 1, name: 'Meena Rao' };
const ARVIND = { id: 2, name: 'Arvind Nair' };

async function call(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object) {
  now += 1_000;
  const response = await made.app.inject({
    method,
    url: `/api/posts/${path}`,
    headers: { authorization: `Bearer ${who}` },
    ...(data === undefined ? {} : { payload: { data } }),
  });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}
const comment = (who: string, text: string, rest: object = {}) =>
  call(who, 'POST', '41/comments', { text, ...rest });
const waitingFor = async (who: string) =>
  (await call(who, 'GET', 'mentions')).data.map(({ text }: { text: string }) => text);

beforeEach(async () => {
  now = Date.parse('2026-11-29T08:50:00.000Z');
  const user = (id: number, name: string) => {
    const [first_name, last_name] = name.split(' ');
    return { id, first_name, last_name, token_version: 1 };
  };
  made = await aNewsApp({
    now: () => now,
    documents: {
      post: [aPost(41, { title: 'Bail' })],
      user: [user(1, MEENA.name), user(2, ARVIND.name), user(3, 'Asha Pillai')],
    },
    verifyToken: async (token) => {
      const account = ACCOUNTS[token];
      return account === undefined ? null : { ...account, desks: [...account.desks], tokenVersion: 1 };
    },
  });
});
afterEach(async () => made.app.close());

describe('comments on an article', () => {
  it('are threads with replies, on a passage or the whole, and stored nowhere on the way', async () => {
    const passage = { quote: ' the  High Court ', block: 3 };
    const first = await comment('arvind', ' Which bench? ', { ...passage, mentions: [1] });
    expect([first.status, first.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(first.data).toMatchObject([
      { by: ARVIND, text: 'Which bench?', quote: 'the High Court', block: 3, mentions: [MEENA], replies: [] },
    ]);
    const parent = first.data[0].id;
    await comment('meena', 'Justice Rao.', { parent });
    const { data } = await comment('arvind', 'On the whole: fine.');
    expect(data).toMatchObject([
      { text: 'Which bench?', replies: [{ by: MEENA, text: 'Justice Rao.' }] },
      { text: 'On the whole: fine.', quote: null, block: null },
    ]);
  });

  it('are resolved, and opened again', async () => {
    const [{ id }] = (await comment('arvind', 'Which bench?')).data;
    const resolved = await call('meena', 'PUT', `41/comments/${id}`, { resolved: true });
    expect(resolved.data[0].resolved.by).toEqual(MEENA);
    expect(
      (await call('meena', 'PUT', `41/comments/${id}`, { resolved: false })).data[0].resolved,
    ).toBeNull();
  });

  it('are removed by who wrote them, and by administrators', async () => {
    const [{ id }] = (await comment('arvind', 'Which bench?')).data;
    await comment('meena', 'Justice Rao.', { parent: id });
    expect((await call('meena', 'DELETE', `41/comments/${id}`)).status).toBe(403);
    const { data } = await call('arvind', 'DELETE', `41/comments/${id}`);
    expect(data).toMatchObject([{ text: '', is_removed: true, replies: [{ text: 'Justice Rao.' }] }]);
    const [reply] = data[0].replies;
    expect((await call('admin', 'DELETE', `41/comments/${reply.id}`)).data).toEqual([]);
  });

  it.each([
    ['text', { text: ' ' }],
    ['text', { text: 'x'.repeat(2_001) }],
    ['quote', { quote: 'x'.repeat(301) }],
    ['mentions', { mentions: [999] }],
    ['mentions', { mentions: 'all' }],
    ['block', { quote: 'a', block: -1 }],
  ])('with a wrong %s are refused', async (name, values) => {
    const { status, error } = await comment('arvind', 'Text', values);
    expect([status, error.details.errors[0].path]).toEqual([400, [name]]);
  });

  it('are in no response to others', async () => {
    await comment('arvind', 'A secret remark');
    for (const url of [
      '/api/posts/41?populate=*',
      '/api/posts?populate=*',
      '/feed.xml',
      '/api/posts/41/comments',
    ])
      expect((await made.app.inject(url)).body).not.toContain('secret');
  });
});

describe('a mention', () => {
  it('waits for the person until a reply, or until the thread is resolved', async () => {
    const [{ id }] = (await comment('arvind', 'Which bench?', { mentions: [1, 2] })).data;
    expect(await waitingFor('meena')).toEqual(['Which bench?']);
    expect(await waitingFor('arvind')).toEqual([]);
    await comment('meena', 'Justice Rao.', { parent: id });
    expect(await waitingFor('meena')).toEqual([]);
    await comment('arvind', 'Sure?', { parent: id, mentions: [1] });
    expect(await waitingFor('meena')).toEqual(['Sure?']);
    await call('arvind', 'PUT', `41/comments/${id}`, { resolved: true });
    expect(await waitingFor('meena')).toEqual([]);
  });
});
