import { afterEach, beforeEach, expect, it } from 'vitest';
import { aNewsApp, asRole, type TestApp } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const EDITOR = asRole(10);
const PAST = '2026-11-20T10:00:00.000Z';

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, data?: object, headers = EDITOR) {
  const response = await made.app.inject({
    method,
    url,
    headers,
    ...(data === undefined ? {} : { payload: { data } }),
  });
  return response.json();
}

/** Three articles: published with and without a working copy, and a draft with one. */
beforeEach(async () => {
  made = await aNewsApp();
  for (const [title, publishedAt] of [
    ['Changed', PAST],
    ['As published', PAST],
    ['Draft', null],
  ])
    await call('POST', '/api/posts', {
      title,
      slug: String(title).toLowerCase().replace(' ', '-'),
      publishedAt,
    });
  for (const id of [1, 3])
    await call('PUT', `/api/posts/${id}/working-copy`, {
      values: { title: 'Typed' },
      base_rev: 1,
      tab: 'a',
      n: 1,
    });
});

const LIST = '/api/posts?publicationState=preview&sort=id&fields[0]=title';
interface List {
  data: { id: number; attributes: { title: string } }[];
  meta: { pagination: { total: number }; working_copies?: number[] };
}
const read = (query: string, headers = EDITOR): Promise<List> =>
  call('GET', `${LIST}&${query}`, undefined, headers);
const idsOf = ({ data }: List) => data.map(({ id }) => id);

it('a list tells which of its articles have a working copy', async () => {
  const all = await read('working_copies=with');
  expect([idsOf(all), all.meta.working_copies]).toEqual([
    [1, 2, 3],
    [1, 3],
  ]);
  expect(all.data[0]?.attributes).toEqual({ title: 'Changed' });
  const page = await read('working_copies=with&pagination[page]=2&pagination[pageSize]=2');
  expect([idsOf(page), page.meta]).toEqual([
    [3],
    { pagination: { page: 2, pageSize: 2, pageCount: 2, total: 3 }, working_copies: [3] },
  ]);
});

it('a list has those alone, together with all other filters', async () => {
  expect(idsOf(await read('working_copies=only'))).toEqual([1, 3]);
  const published = await read('working_copies=only&filters[$and][0][publishedAt][$notNull]=true');
  expect([idsOf(published), published.meta.pagination.total]).toEqual([[1], 1]);
  expect(idsOf(await read('working_copies=only&filters[id][$in][0]=2&filters[id][$in][1]=3'))).toEqual([3]);
  await call('DELETE', '/api/posts/1/working-copy');
  await call('DELETE', '/api/posts/3');
  expect(idsOf(await read('working_copies=only'))).toEqual([]);
});

it('readers learn nothing of it, and the parameter changes nothing for them', async () => {
  for (const headers of [{}, asRole(4)] as (typeof EDITOR)[])
    for (const value of ['with', 'only']) {
      const list = await read(`working_copies=${value}`, headers);
      expect([idsOf(list), list.meta.working_copies]).toEqual([[1, 2], undefined]);
    }
  expect(idsOf(await read('working_copies=all'))).toEqual([1, 2, 3]);
});

it('a filter that is no filter is rejected as without the parameter', async () => {
  const [bare, own] = [
    await call('GET', '/api/posts?filters[none]=1'),
    await call('GET', '/api/posts?filters[none]=1&working_copies=only'),
  ];
  expect(own).toEqual(bare);
});
