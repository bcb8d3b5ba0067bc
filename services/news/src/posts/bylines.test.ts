import { afterEach, describe, expect, it } from 'vitest';
import { EDITOR_DESKS, type Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { aNewsApp, type TestApp } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const WRITER = 1;
const MEENA = 2;

/** Tokens are `writer` and `editor`, both of the same account. */
async function start(): Promise<void> {
  const desksOf: Readonly<Record<string, readonly Desk[]>> = { writer: ['news'], editor: EDITOR_DESKS };
  made = await aNewsApp({
    documents: {
      user: [WRITER, MEENA].map((id) => ({
        id,
        first_name: `Name ${id}`,
        last_name: 'Rao',
        token_version: 1,
      })),
    },
    verifyToken: async (token) => {
      const desks = desksOf[token];
      return desks === undefined
        ? null
        : { userId: WRITER, role: ROLE.editor, tokenVersion: 1, desks: [...desks] };
    },
  });
}
async function call(who: string, method: 'POST' | 'PUT', url: string, data: object) {
  const headers = { authorization: `Bearer ${who}` };
  const response = await made.app.inject({ method, url, headers, payload: { data } });
  return { status: response.statusCode, ...response.json() };
}
const draft = (values: object = {}) => ({ title: 'A', slug: 'a', publishedAt: null, ...values });
const authorOf = async (id: number): Promise<unknown> =>
  (await made.store.find(postCollection, id))?.doc['user'] ?? null;

describe('the author of an article', () => {
  it('is anybody whom an editor names', async () => {
    await start();
    const { data } = await call('editor', 'POST', '/api/posts', draft({ user: MEENA }));
    expect(await authorOf(data.id)).toBe(MEENA);
    await call('editor', 'PUT', `/api/posts/${data.id}`, { user: WRITER });
    expect(await authorOf(data.id)).toBe(WRITER);
    await call('editor', 'PUT', `/api/posts/${data.id}`, { user: null });
    expect(await authorOf(data.id)).toBeNull();
  });

  it('is no other account where a writer without the desk "publish" writes', async () => {
    await start();
    for (const user of [MEENA, String(MEENA), { id: MEENA }, { connect: [MEENA] }, { set: [MEENA] }])
      expect([user, (await call('writer', 'POST', '/api/posts', draft({ user }))).status]).not.toEqual([
        user,
        200,
      ]);
    const { data } = await call('writer', 'POST', '/api/posts', draft({ user: WRITER }));
    const { status } = await call('writer', 'PUT', `/api/posts/${data.id}`, { user: MEENA });
    expect([status, await authorOf(data.id)]).toEqual([403, WRITER]);
    expect((await call('writer', 'PUT', `/api/posts/${data.id}`, { title: 'B', user: WRITER })).status).toBe(
      200,
    );
  });
});
