import { afterEach, beforeEach, expect, it } from 'vitest';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { aNewsApp, type TestApp } from '../app-builder.ts';
import { PRESENT_MS } from './presence.ts';

let made: TestApp;
let now: number;
let id: number;
const ACCOUNTS: Readonly<Record<string, number>> = { meena: 1, arvind: 2 };

const call = (who: string, method: 'POST' | 'PUT' | 'DELETE', url: string, data: object = {}, copy = 0) =>
  made.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${who}`, 'if-match': `"w${copy}"` },
    payload: { data },
  });
const beat = async (who: string, tab: string) => {
  const response = await call(who, 'PUT', `/api/posts/${id}/presence/${tab}`);
  const { others, writer } = response.json().data;
  return { others: others.map(({ name }: { name: string }) => name), writer };
};
const write = async (who: string, tab: string, copy: number) => {
  const data = { values: { title: `By ${tab}` }, base_rev: 1, tab, n: 1 };
  expect((await call(who, 'PUT', `/api/posts/${id}/working-copy`, data, copy)).statusCode).toBe(200);
};

beforeEach(async () => {
  now = Date.parse('2026-11-29T08:50:00.000Z');
  made = await aNewsApp({
    now: () => now,
    documents: {
      user: [
        { id: 1, first_name: 'Meena', last_name: 'Rao', token_version: 1 },
        { id: 2, first_name: 'Arvind', last_name: 'Nair', token_version: 1 },
      ],
    },
    verifyToken: async (token) => ({
      userId: ACCOUNTS[token] ?? 0,
      role: ROLE.editor,
      tokenVersion: 1,
      desks: [...EDITOR_DESKS],
    }),
  });
  const draft = { title: 'A', slug: 'a', publishedAt: null };
  id = (await call('meena', 'POST', '/api/posts', draft)).json().data.id;
});
afterEach(async () => made.app.close());

it('shows each tab who else has the article open, until it leaves or is gone', async () => {
  expect(await beat('meena', 'm1')).toEqual({ others: [], writer: null });
  expect((await beat('arvind', 'a1')).others).toEqual(['Meena Rao']);
  expect((await beat('meena', 'm2')).others.toSorted()).toEqual(['Arvind Nair', 'Meena Rao']);
  expect((await call('meena', 'DELETE', `/api/posts/${id}/presence/m2`)).statusCode).toBe(204);
  expect((await beat('meena', 'm1')).others).toEqual(['Arvind Nair']);
  now += PRESENT_MS;
  expect((await beat('meena', 'm1')).others).toEqual([]);
});

it('removes no tab of somebody else', async () => {
  await beat('arvind', 'a1');
  await call('meena', 'DELETE', `/api/posts/${id}/presence/a1`);
  expect((await beat('meena', 'm1')).others).toEqual(['Arvind Nair']);
});

it('names who writes: whose tab wrote the working copy last and is there', async () => {
  await beat('meena', 'm1');
  await write('meena', 'm1', 0);
  expect((await beat('arvind', 'a1')).writer).toMatchObject({ id: 1, name: 'Meena Rao', is_here: false });
  expect((await beat('meena', 'm1')).writer).toMatchObject({ id: 1, is_here: true });
  await write('arvind', 'a1', 1);
  expect((await beat('meena', 'm1')).writer).toMatchObject({ name: 'Arvind Nair', is_here: false });
  await call('arvind', 'DELETE', `/api/posts/${id}/presence/a1`);
  expect((await beat('meena', 'm1')).writer).toBeNull();
});

const stateSeenBy = async (who: string) =>
  (await call(who, 'PUT', `/api/posts/${id}/presence/a1`)).json().data.article;

it('tells each tab the state of the article, and who has moved it', async () => {
  const draft = { publishedAt: null, stage: null, archived_at: null, is_withheld: false };
  expect(await stateSeenBy('arvind')).toEqual({ ...draft, moved_by: '' });
  // Without the condition on a working copy that the helper sends, which no article meets.
  const move = (name: string) =>
    made.app.inject({
      method: 'POST',
      url: `/api/posts/${id}/${name}`,
      headers: { authorization: 'Bearer meena' },
    });
  expect((await move('submit')).statusCode).toBe(200);
  expect(await stateSeenBy('arvind')).toEqual({ ...draft, stage: 'in_review', moved_by: 'Meena Rao' });
  expect((await move('publish')).statusCode).toBe(200);
  expect(await stateSeenBy('arvind')).toMatchObject({
    publishedAt: expect.any(String),
    stage: null,
    moved_by: 'Meena Rao',
  });
  const removal = {
    method: 'DELETE',
    url: `/api/posts/${id}`,
    headers: { authorization: 'Bearer meena' },
  } as const;
  expect((await made.app.inject(removal)).statusCode).toBe(200);
  expect((await call('arvind', 'PUT', `/api/posts/${id}/presence/a1`)).statusCode).toBe(404);
});

it('refuses other names of tabs', async () => {
  const response = await call('meena', 'PUT', `/api/posts/${id}/presence/${'x'.repeat(65)}`);
  expect([response.statusCode, response.json().error.message]).toEqual([400, expect.stringContaining('tab')]);
});
