import { afterEach, describe, expect, it } from 'vitest';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import type { JobRow } from '@vidhi/contracts/jobs.ts';
import { aNewsApp, asRole, type TestApp, type TestAppOptions } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const EDITOR = asRole(10);
let keys = 0;
const nextKey = (): string => `a-job-of-the-tests-${(keys += 1)}`;

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers = EDITOR,
) {
  const response = await made.app.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, ...response.json() };
}

interface Site {
  bail: number;
  arrest: number;
  posts: number[];
}

/** Two tags, and five published articles, of which the first three have the first tag. */
async function aSite(options: TestAppOptions = {}): Promise<Site> {
  made = await aNewsApp({ isAudited: true, ...options });
  const create = async (path: string, data: object): Promise<number> =>
    (await call('POST', path, { data }, asRole(11))).data.id;
  const bail = await create('/api/tags', { name: 'Bail', slug: 'bail' });
  const arrest = await create('/api/tags', { name: 'Arrest', slug: 'arrest' });
  const posts: number[] = [];
  for (let n = 1; n <= 5; n += 1)
    posts.push(await create('/api/posts', { title: `P ${n}`, slug: `p-${n}`, tags: n <= 3 ? [bail] : [] }));
  return { bail, arrest, posts };
}

async function begin(data: object, headers = EDITOR) {
  const begun = await call('POST', '/api/news-jobs', { data: { key: nextKey(), ...data } }, headers);
  await made.worker.run();
  return begun;
}
const readJob = async (key: string) => (await call('GET', `/api/news-jobs/${key}`)).data;
const readRows = async (key: string): Promise<JobRow[]> =>
  (await call('GET', `/api/news-jobs/${key}/rows`)).data;
async function undo(key: string) {
  await call('POST', `/api/news-jobs/${key}/undo`);
  await made.worker.run();
  return readJob(key);
}
const tagsOf = async (id: number): Promise<unknown> =>
  (await made.store.find(postCollection, id))?.doc['tags'];

describe('a job', () => {
  it('adds a tag to all articles of a list, with a result for each, and takes it away again', async () => {
    const { bail, arrest, posts } = await aSite();
    const before = await Promise.all(posts.map(tagsOf));
    const query = `publicationState=preview&filters[$and][0][tags][id][$eq]=${bail}&pagination[pageSize]=1&populate[0]=tags`;
    const { status, data } = await begin({
      collection: 'posts',
      action: 'tags',
      params: { add: [arrest] },
      query,
    });
    expect([status, data.total, data.label]).toEqual([202, 3, 'Add the tag Arrest']);
    expect(await readJob(data.key)).toMatchObject({ state: 'finished', counts: { done: 3, failed: 0 } });
    expect((await readRows(data.key)).map(({ title, state }) => [title, state]).toSorted()).toEqual([
      ['P 1', 'done'],
      ['P 2', 'done'],
      ['P 3', 'done'],
    ]);
    expect(await Promise.all(posts.map(tagsOf))).toEqual([
      [bail, arrest],
      [bail, arrest],
      [bail, arrest],
      [],
      [],
    ]);
    expect(await undo(data.key)).toMatchObject({
      state: 'undone',
      counts: { done: 0, undone: 3 },
      undo_until: null,
    });
    expect(await Promise.all(posts.map(tagsOf))).toEqual(before);
    const entries = made.store.events
      .filter(({ type }) => type === 'audit.recorded')
      .map(({ data: entry }) => entry as { action: string; reason?: string; actor: { id: number } })
      .filter(({ reason }) => reason === 'Bulk: Add the tag Arrest');
    expect(entries.map(({ action }) => action)).toEqual([
      'update',
      'update',
      'update',
      'undo',
      'undo',
      'undo',
    ]);
    expect(new Set(entries.map(({ actor }) => actor.id))).toEqual(new Set([1]));
  });

  it('leaves what is as wanted, and says why a row failed', async () => {
    const { posts } = await aSite();
    const [first = 0, second = 0, third = 0] = posts;
    await call('POST', `/api/posts/${first}/archive`);
    await call('POST', `/api/posts/${second}/unpublish`);
    const { data } = await begin({
      collection: 'posts',
      action: 'unpublish',
      ids: [first, second, third, 999],
    });
    expect((await readRows(data.key)).map(({ state, message }) => [state, message])).toEqual([
      ['failed', 'An article that is archived cannot be changed by unpublish'],
      ['unchanged', null],
      ['done', null],
      ['failed', 'There is no such row any more'],
    ]);
  });

  it('publishes no draft of which somebody has typed more than is saved', async () => {
    const { posts } = await aSite();
    const [first = 0, second = 0] = posts;
    for (const id of [first, second]) await call('POST', `/api/posts/${id}/unpublish`);
    const values = { content: '<p>All of the text</p>' };
    const copy = { values, base_rev: 1, tab: 'a', n: 1 };
    await call('PUT', `/api/posts/${first}/working-copy`, { data: copy });
    const { data } = await begin({ collection: 'posts', action: 'publish', ids: [first, second] });
    expect((await readRows(data.key)).map(({ state, message }) => [state, message])).toEqual([
      ['failed', 'It has changes that are not saved: open it, and publish it there'],
      ['done', null],
    ]);
    expect((await made.store.find(postCollection, first))?.doc['publishedAt']).toBeNull();
    const archived = await begin({ collection: 'posts', action: 'archive', ids: [first] });
    expect(await readJob(archived.data.key)).toMatchObject({ counts: { done: 1 } });
  });

  it('undoes deletions and publications exactly, and leaves what somebody has changed since', async () => {
    const { posts } = await aSite();
    const [first = 0, second = 0] = posts;
    const before = (await made.store.find(postCollection, first))?.doc;
    const deleted = await begin({ collection: 'posts', action: 'delete', ids: posts });
    expect(await readJob(deleted.data.key)).toMatchObject({ counts: { done: 5 } });
    expect(await made.store.find(postCollection, first)).toBeNull();
    expect(await undo(deleted.data.key)).toMatchObject({ state: 'undone', counts: { undone: 5 } });
    const { updatedAt: _before, ...was } = before ?? {};
    const { updatedAt: _after, ...is } = (await made.store.find(postCollection, first))?.doc ?? {};
    expect(is).toEqual(was);
    const archived = await begin({ collection: 'posts', action: 'archive', ids: [first, second] });
    await call('POST', `/api/posts/${second}/restore`);
    const undone = await undo(archived.data.key);
    expect(undone.counts).toMatchObject({ undone: 1, left: 1 });
    expect((await readRows(archived.data.key)).at(-1)?.message).toMatch('Changed by somebody since');
    expect((await made.store.find(postCollection, first))?.doc).toMatchObject({
      publishedAt: before?.publishedAt,
      archived_at: null,
    });
  });

  it('that is cancelled leaves what is done, and can be undone', async () => {
    const { bail, posts } = await aSite({ rowsAtOnce: 1 });
    const key = nextKey();
    const { update } = made.store;
    let written = 0;
    // Cancels while the second row is being written.
    made.store.update = async (...row: Parameters<typeof update>) => {
      written += 1;
      if (written === 2) {
        await call('POST', `/api/news-jobs/${key}/cancel`);
        // A request to cancel is seen when the lease is extended.
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return update(...row);
    };
    await begin({ key, collection: 'posts', action: 'tags', params: { remove: [bail] }, ids: posts });
    made.store.update = update;
    const cancelled = await readJob(key);
    expect(cancelled).toMatchObject({ state: 'cancelled', total: 5, counts: { done: 2, failed: 0 } });
    expect(await Promise.all(posts.slice(0, 3).map(tagsOf))).toEqual([[], [], [bail]]);
    expect(await undo(key)).toMatchObject({ state: 'undone', counts: { undone: 2 } });
    expect(await tagsOf(posts[0] ?? 0)).toEqual([bail]);
  });

  it('is one however often it is sent, and is seen by its own account and by administrators', async () => {
    const principals = { a: 1, b: 2 };
    const { bail, posts } = await aSite({
      verifyToken: async (token) => ({
        userId: token === 'b' ? principals.b : principals.a,
        role: token === 'admin' || token.startsWith('role-11') ? 11 : 10,
        tokenVersion: 1,
        desks: ['publish'],
      }),
    });
    const data = { key: nextKey(), collection: 'posts', action: 'tags', params: { add: [bail] }, ids: posts };
    expect((await begin(data)).status).toBe(202);
    expect((await begin(data)).data.total).toBe(5);
    expect((await begin(data, { authorization: 'Bearer b' })).status).toBe(409);
    const url = `/api/news-jobs/${data.key}`;
    const statusFor = async (token: string) =>
      (await call('GET', url, undefined, { authorization: `Bearer ${token}` })).status;
    expect([await statusFor('b'), await statusFor('admin')]).toEqual([404, 200]);
    expect((await call('GET', '/api/news-jobs')).data).toHaveLength(1);
  });

  it('has the rights of its account at each row', async () => {
    const desks: Desk[] = ['news'];
    const { bail, posts } = await aSite({
      verifyToken: async (token) => ({
        userId: 1,
        role: token.startsWith('role-11') ? 11 : 10,
        tokenVersion: 1,
        desks,
      }),
    });
    expect((await begin({ collection: 'posts', action: 'publish', ids: posts })).status).toBe(403);
    expect((await begin({ collection: 'tags', action: 'delete', ids: [bail] })).status).toBe(403);
    const { data } = await begin({
      collection: 'posts',
      action: 'tags',
      params: { add: [bail] },
      ids: posts,
    });
    expect(await readJob(data.key)).toMatchObject({ counts: { done: 0, failed: 2, unchanged: 3 } });
  });

  it('sends an approved article back into review like any edit by somebody who does not publish', async () => {
    const WRITER = { authorization: 'Bearer writer' };
    const { bail } = await aSite({
      verifyToken: async (token) => ({
        userId: 1,
        role: token.startsWith('role-11') ? 11 : 10,
        tokenVersion: 1,
        desks: ['news'],
      }),
    });
    const draft = { title: 'Mine', slug: 'mine', publishedAt: null };
    const { id } = (await call('POST', '/api/posts', { data: draft }, WRITER)).data;
    await call('POST', `/api/posts/${id}/submit`, {}, WRITER);
    await call('POST', `/api/posts/${id}/approve`, {}, asRole(11));
    const stageOf = async () => (await made.store.find(postCollection, id))?.doc['stage'];
    expect(await stageOf()).toBe('approved');
    const { data } = await begin(
      { collection: 'posts', action: 'tags', params: { add: [bail] }, ids: [id] },
      WRITER,
    );
    expect(await readJob(data.key)).toMatchObject({ counts: { done: 1 } });
    expect(await stageOf()).toBe('in_review');
    await undo(data.key);
    expect([await stageOf(), await tagsOf(id)]).toEqual(['approved', []]);
  });

  it.each([
    [
      'an unknown action',
      { collection: 'posts', action: 'explode', ids: [1] },
      'There is no action explode of posts',
    ],
    [
      'an unknown collection',
      { collection: 'stars', action: 'delete', ids: [1] },
      'There is no action delete of stars',
    ],
    [
      'an inherited name',
      { collection: 'posts', action: 'toString', ids: [1] },
      'There is no action toString of posts',
    ],
    ['no rows', { collection: 'posts', action: 'delete' }, 'Send one of ids and query, to say which rows'],
    [
      'rows that are gone',
      { collection: 'posts', action: 'delete', query: 'filters[title][$eq]=none' },
      'Nothing matches any more',
    ],
    [
      'more than 500 ids',
      { collection: 'posts', action: 'delete', ids: Array.from({ length: 501 }, (_, index) => index + 1) },
      'body/data/ids must NOT have more than 500 items',
    ],
    [
      'no tag',
      { collection: 'posts', action: 'tags', params: {}, ids: [1] },
      'Name at least one tag to add or to remove',
    ],
    [
      'a missing tag',
      { collection: 'posts', action: 'tags', params: { add: [99] }, ids: [1] },
      'There is no tag 99',
    ],
  ])('is rejected with %s', async (_what, data, message) => {
    await aSite();
    expect(await begin(data)).toMatchObject({ status: 400, error: { message } });
  });

  it('selects redirects by the query of their list', async () => {
    await aSite();
    for (const from of ['/old-a', '/old-b', '/new-c'])
      await call('POST', '/api/redirects', { from, to: '/news' });
    const { data } = await begin({
      collection: 'redirects',
      action: 'delete',
      query: 'q=old&pagination[page]=1',
    });
    expect(await readJob(data.key)).toMatchObject({ total: 2, counts: { done: 2 } });
    expect((await call('GET', '/api/redirects')).data.map(({ from }: { from: string }) => from)).toEqual([
      '/new-c',
    ]);
  });
});
