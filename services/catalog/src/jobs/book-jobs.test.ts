import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job, JobRow } from '@vidhi/contracts/jobs.ts';
import { aCatalog, aNamed, asRole, type CatalogUnderTest } from '../catalog-builder.ts';

const EDITOR = asRole(10);
const CRIMINAL = 1;
const TAX = 2;

let catalog: CatalogUnderTest;
let books: number[];
let keys = 0;

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const response = await catalog.app.inject({
    method,
    url: `/api${url}`,
    headers: EDITOR,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, ...response.json() };
}

/** Four books, of which the first two are about criminal law. */
beforeEach(async () => {
  catalog = await aCatalog({
    'catelog-category': [aNamed(CRIMINAL, 'Criminal law'), aNamed(TAX, 'Tax')],
    'book-tag': [aNamed(1, 'Student edition')],
  });
  books = [];
  for (let n = 1; n <= 4; n += 1) {
    const data = { Title: `Book ${n}`, Price: 100, Category: n <= 2 ? [CRIMINAL] : [] };
    books.push((await call('POST', '/books', { data })).data.id);
  }
});
afterEach(async () => catalog.app.close());

async function begin(data: object): Promise<Job> {
  const key = `a-job-of-the-shop-${(keys += 1)}`;
  await call('POST', '/catalog-jobs', { data: { key, collection: 'books', ...data } });
  await catalog.worker.run();
  return (await call('GET', `/catalog-jobs/${key}`)).data;
}
async function undo({ key }: Job): Promise<Job> {
  await call('POST', `/catalog-jobs/${key}/undo`);
  await catalog.worker.run();
  return (await call('GET', `/catalog-jobs/${key}`)).data;
}
const rowsOf = async ({ key }: Job): Promise<JobRow[]> =>
  (await call('GET', `/catalog-jobs/${key}/rows`)).data;
const categoriesOf = async (id: number | undefined): Promise<number[]> =>
  (await call('GET', `/books/${id}?populate=Category`)).data.attributes.Category.data.map(
    (one: { id: number }) => one.id,
  );
async function publicBooks(): Promise<number[]> {
  const response = await catalog.app.inject({ url: '/api/books?sort=id' });
  return response.json().data.map(({ id }: { id: number }) => id);
}

describe('a job on many books', () => {
  it('hides them from the shop, says the result of each, and shows them again when it is undone', async () => {
    await call('PUT', `/books/${books[1]}`, { data: { is_hidden: true } });
    const job = await begin({ action: 'hide', ids: [books[0], books[1], 999] });
    expect(job).toMatchObject({
      label: 'Hide',
      state: 'finished',
      counts: { done: 1, unchanged: 1, failed: 1 },
    });
    expect((await rowsOf(job)).map(({ title, state, message }) => [title, state, message])).toEqual([
      ['Book 1', 'done', null],
      ['Book 2', 'unchanged', null],
      ['', 'failed', 'There is no such row any more'],
    ]);
    expect(await publicBooks()).toEqual(books.slice(2));
    expect((await undo(job)).counts).toMatchObject({ undone: 1, done: 0 });
    expect(await publicBooks()).toEqual([books[0], ...books.slice(2)]);
  });

  it('changes categories of all that match a list, and leaves what somebody has changed since', async () => {
    const job = await begin({
      action: 'categories',
      params: { add: [TAX], remove: [CRIMINAL] },
      query: `filters[Category][id][$eq]=${CRIMINAL}&pagination[pageSize]=1`,
    });
    expect(job).toMatchObject({
      label: 'Add the category Tax, remove the category Criminal law',
      counts: { done: 2 },
    });
    expect(await categoriesOf(books[0])).toEqual([TAX]);
    await call('PUT', `/books/${books[0]}`, { data: { Category: [TAX, CRIMINAL] } });
    expect((await undo(job)).counts).toMatchObject({ undone: 1, left: 1 });
    expect(await categoriesOf(books[0])).toEqual([TAX, CRIMINAL]);
    expect(await categoriesOf(books[1])).toEqual([CRIMINAL]);
  });

  it('is rejected with a sentence where there is no such action, tag or collection', async () => {
    const bodies = [
      { collection: 'books', action: 'delete', ids: [1] },
      { collection: 'lawyers', action: 'hide', ids: [1] },
      { collection: 'books', action: 'tags', params: { add: [99] }, ids: [1] },
    ];
    const messages: string[] = [];
    for (const body of bodies) {
      const { status, error } = await call('POST', '/catalog-jobs', {
        data: { key: 'a-job-that-is-rejected', ...body },
      });
      expect(status).toBe(400);
      messages.push(error.message);
    }
    expect(messages).toEqual([
      'There is no action delete of books',
      'There is no action hide of lawyers',
      'There is no book-tag 99',
    ]);
  });
});
