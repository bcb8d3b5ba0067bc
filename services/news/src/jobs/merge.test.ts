import { afterEach, describe, expect, it, vi } from 'vitest';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { aNewsApp, asRole, type TestApp } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

let keys = 0;

async function call(method: 'GET' | 'POST' | 'PUT', url: string, data?: object) {
  const payload = data === undefined ? {} : { payload: { data } };
  const response = await made.app.inject({ method, url, headers: asRole(10), ...payload });
  return { status: response.statusCode, ...response.json() };
}
const create = async (path: string, data: object): Promise<number> =>
  (await call('POST', path, data)).data.id;

async function merge(collection: string, ids: number[], into: number) {
  keys += 1;
  const key = `a-merge-of-the-tests-${keys}`;
  const begun = await call('POST', '/api/news-jobs', {
    key,
    collection,
    action: 'merge',
    ids,
    params: { into },
  });
  await made.worker.run();
  return begun.status === 202 ? (await call('GET', `/api/news-jobs/${key}`)).data : begun;
}
async function undo(key: string) {
  await call('POST', `/api/news-jobs/${key}/undo`);
  await made.worker.run();
  return (await call('GET', `/api/news-jobs/${key}`)).data;
}
const addressOf = async (path: string) => (await call('GET', `/api/slugs/${path}`)).data;
const tagsOf = async (id: number): Promise<unknown> =>
  (await made.store.find(postCollection, id))?.doc['tags'];

describe('a merge', () => {
  it('of three tags moves their articles, leads their addresses to the remaining one, and is undone exactly', async () => {
    made = await aNewsApp();
    const tags: number[] = [];
    for (const slug of ['bail', 'bails', 'on-bail'])
      tags.push(await create('/api/tags', { name: slug, slug }));
    const [bail = 0, bails = 0, onBail = 0] = tags;
    // An address that one of them had before.
    await call('PUT', `/api/tags/${bails}`, { slug: 'bail-pleas' });
    const both = await create('/api/posts', { title: 'A', slug: 'a', tags: [bails, bail] });
    const draft = await create('/api/posts', { title: 'B', slug: 'b', tags: [onBail], publishedAt: null });
    const selection = { collection: 'tags', action: 'merge', ids: tags, params: { into: bail } };
    expect((await call('POST', '/api/news-jobs/preview', selection)).data).toEqual({
      label: 'Merge into the tag bail',
      total: 5,
      rows: { posts: 2, tags: 3 },
    });
    const job = await merge('tags', tags, bail);
    expect(job).toMatchObject({ state: 'finished', counts: { done: 5, failed: 0 } });
    expect([await tagsOf(both), await tagsOf(draft)]).toEqual([[bail], [bail]]);
    for (const old of ['bails', 'bail-pleas', 'on-bail'])
      expect(await addressOf(`tags/${old}`)).toEqual({ id: bail, slug: 'bail', moved: true });
    // A later merge leads to the last one at once.
    const law = await create('/api/tags', { name: 'Law', slug: 'law' });
    const second = await merge('tags', [bail], law);
    expect(await addressOf('tags/bails')).toEqual({ id: law, slug: 'law', moved: true });
    await undo(second.key);
    expect(await undo(job.key)).toMatchObject({ state: 'undone', counts: { undone: 5 } });
    expect([await tagsOf(both), await tagsOf(draft)]).toEqual([[bails, bail], [onBail]]);
    expect(await addressOf('tags/on-bail')).toEqual({ id: onBail, slug: 'on-bail', moved: false });
  });

  it('of categories moves those below them, and leaves one that got an article meanwhile', async () => {
    made = await aNewsApp();
    const law = await create('/api/categories', { name: 'Law', slug: 'law' });
    const tax = await create('/api/categories', { name: 'Tax', slug: 'tax', parent_category: law });
    const gst = await create('/api/categories', { name: 'GST', slug: 'gst', parent_category: tax });
    const vat = await create('/api/categories', { name: 'VAT', slug: 'vat', parent_category: tax });
    const post = await create('/api/posts', { title: 'A', slug: 'a', categories: [tax] });
    const { update } = made.store;
    let isFirst = true;
    made.store.update = async (...write) => {
      const updated = await update(...write);
      if (isFirst && write[0].name === 'category' && write[1] === gst) {
        isFirst = false;
        await create('/api/posts', { title: 'B', slug: 'b', categories: [tax] });
      }
      return updated;
    };
    const job = await merge('categories', [tax], gst);
    expect(job.counts).toMatchObject({ done: 3, failed: 1 });
    const { data } = await call('GET', `/api/news-jobs/${job.key}/rows?state=failed`);
    expect(data).toMatchObject([
      { title: 'Tax', message: 'Still in use by 1 rows: it stays. Merge it again' },
    ]);
    expect(await merge('categories', [tax], gst)).toMatchObject({
      counts: { done: 2, failed: 0, unchanged: 1 },
    });
    const parents = async (id: number) =>
      (await made.store.find(categoryCollection, id))?.doc['parent_category'];
    expect([await parents(gst), await parents(vat)]).toEqual([law, gst]);
    expect((await made.store.find(postCollection, post))?.doc['categories']).toEqual([gst]);
    expect(await addressOf('categories/tax')).toMatchObject({ slug: 'gst', moved: true });
    expect(await addressOf('a')).toMatchObject({ category: 'gst' });
  });

  it('of categories puts none below itself', async () => {
    made = await aNewsApp();
    const law = await create('/api/categories', { name: 'Law', slug: 'law' });
    const tax = await create('/api/categories', { name: 'Tax', slug: 'tax', parent_category: law });
    const gst = await create('/api/categories', { name: 'GST', slug: 'gst', parent_category: tax });
    const rates = await create('/api/categories', { name: 'Rates', slug: 'rates', parent_category: gst });
    const parentOf = async (id: number) =>
      (await made.store.find(categoryCollection, id))?.doc['parent_category'];
    const job = await merge('categories', [tax], rates);
    expect(job.counts).toMatchObject({ failed: 0 });
    expect([await parentOf(gst), await parentOf(rates)]).toEqual([law, gst]);
    // What is above another one now does not come back below it.
    await call('PUT', `/api/categories/${law}`, { parent_category: gst }).then(({ status }) =>
      expect(status).toBe(400),
    );
    await call('PUT', `/api/categories/${gst}`, { parent_category: null });
    await call('PUT', `/api/categories/${law}`, { parent_category: gst });
    expect((await undo(job.key)).counts).toMatchObject({ left: 1 });
    expect([await parentOf(gst), await parentOf(law)]).toEqual([null, gst]);
  });

  it.each([
    ['nothing to merge', [1], 1, 'Choose at least one of the tags that go'],
    ['a missing tag', [1, 9], 1, 'There is no tag 9'],
    ['a missing target', [1], 9, 'into must be the id of the tag that remains'],
  ])('is rejected with %s', async (_what, ids, into, message) => {
    made = await aNewsApp();
    await create('/api/tags', { name: 'Bail', slug: 'bail' });
    expect(await merge('tags', ids, into)).toMatchObject({ status: 400, error: { message } });
    expect(await made.store.find(tagCollection, 1)).not.toBeNull();
  });

  it('is followed by articles of the trash, by the undo of an earlier change, and by previews', async () => {
    made = await aNewsApp();
    const [bail = 0, bails = 0] = await Promise.all(
      ['bail', 'bails'].map(async (slug) => create('/api/tags', { name: slug, slug })),
    );
    const removed = await create('/api/posts', { title: 'A', slug: 'a', tags: [bails] });
    const changed = await create('/api/posts', { title: 'B', slug: 'b', tags: [bails] });
    const written = await create('/api/posts', { title: 'C', slug: 'c', tags: [] });
    await made.app.inject({ method: 'DELETE', url: `/api/posts/${removed}`, headers: asRole(10) });
    const trashed = await create('/api/posts', { title: 'D', slug: 'd', tags: [bails] });
    const bulk = { collection: 'posts', ids: [changed], action: 'tags', params: { remove: [bails] } };
    await call('POST', '/api/news-jobs', { key: 'tags-before-a-merge', ...bulk });
    await call('POST', '/api/news-jobs', {
      key: 'delete-before-a-merge',
      collection: 'posts',
      action: 'delete',
      ids: [trashed],
    });
    await made.worker.run();
    await made.app.inject({
      method: 'PUT',
      url: `/api/posts/${written}/working-copy`,
      headers: asRole(10),
      payload: { data: { values: { tags: [bails] }, base_rev: 1, tab: 'a', n: 1 } },
    });
    await merge('tags', [bails], bail);

    expect((await call('POST', `/api/posts/trash/${removed}/restore`)).status).toBe(200);
    expect(await tagsOf(removed)).toEqual([bail]);
    expect(await undo('tags-before-a-merge')).toMatchObject({ counts: { undone: 1, left: 0 } });
    expect(await tagsOf(changed)).toEqual([bail]);
    expect(await undo('delete-before-a-merge')).toMatchObject({ counts: { undone: 1, left: 0 } });
    expect(await tagsOf(trashed)).toEqual([bail]);
    const { data: link } = await call('POST', `/api/posts/${written}/previews`, { hours: 1 });
    const token = new URL(link.url).pathname.split('/').at(-1);
    const preview = await made.app.inject({ url: `/api/previews/${token}?populate=tags` });
    expect(preview.json().data[0].attributes.tags.data).toMatchObject([{ id: bail }]);
  });

  it('of categories is followed by categories of the trash, and by forms that are open', async () => {
    made = await aNewsApp();
    const law = await create('/api/categories', { name: 'Law', slug: 'law' });
    const tax = await create('/api/categories', { name: 'Tax', slug: 'tax' });
    const gst = await create('/api/categories', { name: 'GST', slug: 'gst', parent_category: tax });
    await made.app.inject({ method: 'DELETE', url: `/api/categories/${gst}`, headers: asRole(10) });
    await merge('categories', [tax], law);
    const parentOf = async (id: number) =>
      (await made.store.find(categoryCollection, id))?.doc['parent_category'];
    expect((await call('POST', `/api/categories/trash/${gst}/restore`)).status).toBe(200);
    expect(await parentOf(gst)).toBe(law);
    await call('PUT', `/api/categories/${gst}`, { parent_category: null });
    expect((await call('PUT', `/api/categories/${gst}`, { parent_category: tax })).status).toBe(200);
    expect(await parentOf(gst)).toBe(law);
    // The remaining one is not put below itself.
    expect((await call('PUT', `/api/categories/${law}`, { parent_category: tax })).status).toBe(200);
    expect(await parentOf(law)).toBeNull();
  });

  it('reads no long text to find the articles', async () => {
    made = await aNewsApp();
    const [bail = 0, bails = 0] = await Promise.all(
      ['bail', 'bails'].map(async (slug) => create('/api/tags', { name: slug, slug })),
    );
    const post = await create('/api/posts', { title: 'A', slug: 'a', tags: [bails], content: '<p>Long</p>' });
    const read = vi.spyOn(made.live.model, 'list');
    expect((await merge('tags', [bails], bail)).counts).toMatchObject({ done: 3 });
    expect(read.mock.calls.filter(([name]) => name === postCollection.name)).toEqual([]);
    expect(await tagsOf(post)).toEqual([bail]);
  });

  it('is followed by texts that were being written, and named what was merged', async () => {
    made = await aNewsApp();
    const [bail = 0, bails = 0, old = 0] = await Promise.all(
      ['bail', 'bails', 'old'].map(async (slug) => create('/api/tags', { name: slug, slug })),
    );
    const post = await create('/api/posts', { title: 'A', slug: 'a', publishedAt: null });
    const url = `/api/posts/${post}`;
    const copy = { values: { tags: [old, bails] }, base_rev: 1, tab: 'a', n: 1 };
    const request = { url: `${url}/working-copy`, headers: asRole(10) };
    await made.app.inject({ ...request, method: 'PUT', payload: { data: copy } });
    await merge('tags', [old], bails);
    await merge('tags', [bails], bail);
    const read = await made.app.inject({ ...request, method: 'GET' });
    expect(read.json().data.values.tags).toEqual([bail]);
    const saved = await made.app.inject({
      url,
      method: 'PUT',
      headers: { ...asRole(10), 'x-working-copy': 'w1' },
      payload: { data: {} },
    });
    expect([saved.statusCode, await tagsOf(post)]).toEqual([200, [bail]]);
    // Also where a tab sends what it has shown since before.
    const direct = await call('PUT', url, { tags: [old, bail] });
    expect([direct.status, await tagsOf(post)]).toEqual([200, [bail]]);
    expect((await call('PUT', url, { tags: [999] })).status).toBe(400);
  });
});
