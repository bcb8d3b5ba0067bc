import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, asRole, type TestApp } from './app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const HASH = 'court_0123456789abcdef0123';
const start = async () => {
  made = await aNewsApp({
    documents: {
      file: [{ id: 7, name: 'court.png', hash: HASH, url: `/uploads/${HASH}.png` }],
      post: [
        aPost(1, { title: 'As the picture', image: 7 }),
        aPost(2, {
          title: 'A draft with it in its text',
          publishedAt: null,
          content: `<p><img src="/uploads/small_${HASH}.png"></p>`,
        }),
        aPost(3, { title: 'Without it' }),
      ],
    },
  });
};
const find = (id: string, role = 10) =>
  made.app.inject({ url: `/api/posts/picture-usage?id=${id}`, headers: asRole(role) });

describe('GET /api/posts/picture-usage', () => {
  it('finds pictures of articles and those inside texts, of drafts too', async () => {
    await start();
    expect((await find('7')).json()).toEqual({
      data: [
        { collection: 'posts', id: 2, title: 'A draft with it in its text', attribute: 'content' },
        { collection: 'posts', id: 1, title: 'As the picture', attribute: 'image' },
      ],
      meta: { complete: true },
    });
    expect((await find('8')).json()).toEqual({ data: [], meta: { complete: true } });
  });

  it('finds them in working copies, which readers do not see yet', async () => {
    await start();
    const created = await made.app.inject({
      method: 'POST',
      url: '/api/posts',
      headers: asRole(10),
      payload: { data: { title: 'B', slug: 'b', publishedAt: null } },
    });
    const { id } = created.json().data;
    const values = { title: 'Being written', image: 7, content: `<img src="/uploads/${HASH}.png">` };
    await made.app.inject({
      method: 'PUT',
      url: `/api/posts/${id}/working-copy`,
      headers: asRole(10),
      payload: { data: { values, base_rev: 1, tab: 'a', n: 1 } },
    });
    const copy = { collection: 'posts', id, title: 'Being written', working_copy: true };
    const { data } = (await find('7')).json();
    expect(data.filter((one: { id: number }) => one.id === id)).toEqual([
      { ...copy, attribute: 'content' },
      { ...copy, attribute: 'image' },
    ]);
  });

  it('reads the working copies of each collection in one query, and says when there are more', async () => {
    await start();
    const at = '2026-11-20T10:00:00.000Z';
    const values = { json: JSON.stringify({ title: 'Being written', image: 7 }) };
    const copy = { seq: 1, baseRev: 1, by: 7, at, since: at, tab: 'a', n: 1, values };
    const queried: string[] = [];
    made.store.findEditing = async () => Promise.reject(new Error('a query for each copy'));
    made.store.listCopies = async ({ name }, limit) => {
      queried.push(name);
      return name === 'post' ? Array.from({ length: limit }, (_, n) => ({ doc: aPost(n + 10), copy })) : [];
    };
    const { data, meta } = (await find('7')).json();
    expect(new Set(queried).size).toBe(queried.length);
    expect(data.filter((one: { working_copy?: true }) => one.working_copy)).toHaveLength(300);
    expect(meta).toEqual({ complete: false });
  });

  it('says when more documents show it than are listed', async () => {
    const posts = Array.from({ length: 101 }, (_, at) => aPost(at + 1, { image: 7 }));
    made = await aNewsApp({ documents: { file: [{ id: 7, name: 'court.png', hash: HASH }], post: posts } });
    const { data, meta } = (await find('7')).json();
    expect([data.length, meta]).toEqual([100, { complete: false }]);
  });

  it('is for staff of the newsroom, and takes one id', async () => {
    await start();
    expect((await find('7', 5)).statusCode).toBe(403);
    for (const id of ['', 'x', '0', '7,8', '1e3']) expect((await find(id)).statusCode).toBe(400);
  });
});
