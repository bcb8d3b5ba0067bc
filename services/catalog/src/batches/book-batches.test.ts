import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import type { BatchRow } from '@vidhi/contracts/book-import.ts';
import { aBook, aCatalog, aNamed, asRole, type CatalogUnderTest } from '../catalog-builder.ts';
import { inMemoryBatchStore, type BatchStore } from './batch-store.ts';

const KEY = 'an-import-of-this-test';
const STAFF = asRole(10);
const HOUR = 3_600_000;

let catalog: CatalogUnderTest;
let app: FastifyInstance;
let batches: BatchStore;
let time: number;

beforeEach(async () => {
  time = Date.parse('2026-11-05T10:00:00.000Z');
  batches = inMemoryBatchStore();
  catalog = await aCatalog(
    { 'catelog-category': [aNamed(1, 'Criminal law')] },
    { batches, batchTime: () => new Date(time) },
  );
  ({ app } = catalog);
});

async function call(method: 'GET' | 'POST', path: string, data?: unknown) {
  const response = await app.inject({
    method,
    url: `/api/book-batches${path}`,
    headers: STAFF,
    ...(data === undefined ? {} : { payload: { data } }),
  });
  return { status: response.statusCode, body: response.json() };
}
const begin = async (key = KEY, label = 'books.csv') =>
  call('POST', '', { key, kind: 'import', label, total: 10 });
const write = async (rows: readonly BatchRow[], key = KEY) => call('POST', `/${key}/rows`, rows);
const undo = async (key = KEY) => call('POST', `/${key}/undo`);
async function book(id: number) {
  const response = await app.inject({
    url: `/api/books/${id}?populate[0]=author_names&populate[1]=publishers&populate[2]=Category`,
    headers: STAFF,
  });
  return response.json().data?.attributes ?? response.statusCode;
}
async function aStoredBook(values: object): Promise<number> {
  const { id: _id, createdAt: _c, updatedAt: _u, html_version: _h, ...book1 } = aBook(1);
  const response = await app.inject({
    method: 'POST',
    url: '/api/books',
    headers: STAFF,
    payload: { data: { ...book1, ...values } },
  });
  return response.json().data.id;
}
const change = async (id: number, values: object) =>
  app.inject({ method: 'PUT', url: `/api/books/${id}`, headers: STAFF, payload: { data: values } });
const aRow = (values: Partial<BatchRow>): BatchRow => ({
  row: 2,
  id: null,
  before: {},
  values: {},
  ...values,
});
const names = (related: { data: { attributes: Record<string, string> }[] }) =>
  related.data.map(({ attributes }) => attributes['AuthorName'] ?? attributes['name']);

describe('a batch of books', () => {
  it('creates a book with its author and publisher, once', async () => {
    await begin();
    const row = aRow({
      values: {
        Title: 'Bail',
        Price: 450,
        ISBN: '978-0-306-40615-7',
        author_names: ['A. Rao', 'a.  rao'],
        publishers: ['Nyaya Press'],
        Category: ['criminal law'],
      },
    });
    const first = await write([row]);
    expect(first.body.data.rows).toEqual([
      { row: 2, id: expect.any(Number), title: 'Bail', state: 'created', message: null },
    ]);
    const again = await write([row]);
    expect(again.body.data.rows).toEqual(first.body.data.rows);
    expect(again.body.data.counts).toEqual({ created: 1 });
    const stored = await book(first.body.data.rows[0].id);
    expect([names(stored.author_names), names(stored.publishers), names(stored.Category)]).toEqual([
      ['A. Rao'],
      ['Nyaya Press'],
      ['Criminal law'],
    ]);
    const { data } = (await app.inject('/api/books')).json();
    expect(data).toHaveLength(1);
  });

  it('hides books, and shows them again when it is undone', async () => {
    await begin();
    const id = await aStoredBook({ Title: 'Evidence', Price: 100, is_hidden: false });
    const { body } = await write([
      aRow({ row: 2, values: { Title: 'Bail', Price: 450, is_hidden: true } }),
      aRow({ row: 3, id, before: { is_hidden: null }, values: { is_hidden: true } }),
      aRow({ row: 4, values: { Title: true, Price: 450 } }),
    ]);
    expect(body.data.rows.map(({ state }: { state: string }) => state)).toEqual([
      'created',
      'changed',
      'failed',
    ]);
    const shown = async () =>
      (await app.inject('/api/books')).json().data.map((one: { id: number }) => one.id);
    expect(await shown()).toEqual([]);
    await undo();
    expect(await shown()).toEqual([id]);
  });

  it('writes the same row once, when it is sent twice at the same time', async () => {
    await begin();
    const row = aRow({ values: { Title: 'Bail', Price: 450 } });
    await Promise.all([write([row]), write([row]), begin()]);
    expect((await app.inject('/api/books')).json().data).toHaveLength(1);
  });

  it('has a result for each row, and goes on after one that fails', async () => {
    await begin();
    const id = await aStoredBook({ Title: 'Evidence', Price: 100 });
    const { body } = await write([
      aRow({ row: 2, values: { Title: 'No price' } }),
      aRow({ row: 3, values: { Title: 'Bail', Price: 1, Category: ['Cooking'] } }),
      aRow({ row: 4, id: 999, before: { Price: 1 }, values: { Price: 2 } }),
      aRow({ row: 5, id, before: { Price: 100 }, values: { Price: 120, discount: 100 } }),
      aRow({ row: 6, id, before: { Price: 100 }, values: { Price: 120 } }),
    ]);
    expect(body.data.rows.map(({ state }: { state: string }) => state)).toEqual([
      'failed',
      'failed',
      'failed',
      'failed',
      'changed',
    ]);
    expect(body.data.rows.map(({ message }: { message: string | null }) => message)).toEqual([
      expect.stringMatching(/Price/),
      'There is no category “Cooking”',
      'There is no such book any more',
      expect.stringMatching(/less than 100/),
      null,
    ]);
    expect((await book(id)).Price).toBe(120);
  });

  it('rejects a row whose book somebody changed since the preview, and keeps other changes', async () => {
    await begin();
    const id = await aStoredBook({ Title: 'Evidence', Price: 100, Pages: 10 });
    await change(id, { Price: 90, Binding: 'Hardback' });
    const stale = aRow({ row: 2, id, before: { Price: 100 }, values: { Price: 120 } });
    const other = aRow({ row: 3, id, before: { Pages: 10 }, values: { Pages: 12 } });
    const { body } = await write([stale, other]);
    expect(body.data.rows).toMatchObject([
      { state: 'failed', message: expect.stringMatching(/Changed by somebody since the preview: Price/) },
      { state: 'changed' },
    ]);
    expect(await book(id)).toMatchObject({ Price: 90, Pages: 12, Binding: 'Hardback' });
  });

  it('creates no second book with an ISBN that somebody has added meanwhile, in whatever form', async () => {
    await begin();
    await aStoredBook({ Title: 'Other', ISBN: '0306406152' });
    const { body } = await write([
      aRow({ values: { Title: 'Bail', Price: 1, ISBN: '978-0-306-40615-7', author_names: ['New Person'] } }),
    ]);
    expect(body.data.rows[0]).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/has this ISBN/),
    });
    const { data } = (await app.inject('/api/authors')).json();
    expect(data).toEqual([]);
  });

  it('is undone: new books go, changed ones are as before, and those changed since stay', async () => {
    await begin();
    const [changed, since] = [
      await aStoredBook({ Title: 'Evidence', Price: 100 }),
      await aStoredBook({ Title: 'Torts', Price: 200 }),
    ];
    const { body } = await write([
      aRow({ row: 2, values: { Title: 'Bail', Price: 450 } }),
      aRow({
        row: 3,
        id: changed,
        before: { Price: 100, author_names: [] },
        values: { Price: 150, author_names: ['Rao'] },
      }),
      aRow({ row: 4, id: since, before: { Price: 200 }, values: { Price: 250 } }),
    ]);
    const created = body.data.rows[0].id;
    await change(changed, { Binding: 'Hardback' });
    await change(since, { Price: 240 });
    const undone = await undo();
    expect(undone.body.data).toMatchObject({ is_undone: true, left: 0, counts: { undone: 2, left: 1 } });
    expect(await book(created)).toBe(404);
    const evidence = await book(changed);
    expect([evidence.Price, names(evidence.author_names), evidence.Binding]).toEqual([100, [], 'Hardback']);
    expect((await book(since)).Price).toBe(240);
    expect((await undo()).body.data).toMatchObject({ rows: [], counts: { undone: 2, left: 1 } });
    expect((await write([aRow({ row: 9, values: { Title: 'Late', Price: 1 } })])).status).toBe(409);
  });

  it('rejects an ISBN that is none, and brings an odd one of the shop back when it is undone', async () => {
    const before = { ISBN: 'two volumes' };
    const { doc } = await catalog.store.create(bookCollection, { Title: 'Old', Price: 1, ...before });
    catalog.live.put('book', doc, 1);
    const { id } = doc;
    await begin();
    const { body } = await write([
      aRow({ row: 2, values: { Title: 'Bail', Price: 450, ISBN: '978-0-306-40615-8' } }),
      aRow({ row: 3, id, before, values: { ISBN: '978-0-306-40615-8' } }),
      aRow({ row: 4, id, before, values: { ISBN: '978-0-306-40615-7' } }),
    ]);
    expect(body.data.rows).toMatchObject([
      { state: 'failed', message: expect.stringMatching(/last digit does not fit/) },
      { state: 'failed', message: expect.stringMatching(/last digit does not fit/) },
      { state: 'changed' },
    ]);
    expect((await undo()).body.data.counts).toEqual({ failed: 2, undone: 1 });
    expect((await book(id)).ISBN).toBe('two volumes');
  });

  it('keeps a new book that was edited since, when it is undone', async () => {
    await begin();
    const { body } = await write([aRow({ values: { Title: 'Bail', Price: 450 } })]);
    const { id } = body.data.rows[0];
    await change(id, { Binding: 'Paperback' });
    expect((await undo()).body.data.rows).toMatchObject([{ state: 'left' }]);
    expect((await book(id)).Binding).toBe('Paperback');
  });

  it('is listed, and can be undone, for a day', async () => {
    await begin();
    await write([aRow({ values: { Title: 'Bail', Price: 450 } })]);
    expect((await call('GET', '')).body.data).toMatchObject([
      { key: KEY, label: 'books.csv', counts: { created: 1 }, undo_until: '2026-11-06T10:00:00.000Z' },
    ]);
    time += 24 * HOUR + 1;
    expect((await call('GET', '')).body.data).toEqual([]);
    expect((await undo()).status).toBe(409);
    expect((await call('GET', `/${KEY}`)).body.data.rows).toMatchObject([{ state: 'created' }]);
  });

  it('says of a row whose writing was interrupted that nobody knows', async () => {
    await begin();
    const row = aRow({ values: { Title: 'Bail', Price: 450 } });
    await batches.claim(KEY, { row: 2, at: new Date(time), title: 'Bail', book: null, creates: true });
    expect((await write([row])).body.data.rows).toMatchObject([{ state: 'interrupted' }]);
    time += 121_000;
    expect((await write([row])).body.data.rows).toMatchObject([
      { state: 'interrupted', message: expect.stringMatching(/Preview the file again/) },
    ]);
    expect((await app.inject('/api/books')).json().data).toEqual([]);
  });

  it('changes the usual discount of a book while an offer runs', async () => {
    await begin();
    const id = await aStoredBook({
      Title: 'Evidence',
      discount: 10,
      offer_discount: 25,
      discount_from: '2020-01-01T00:00:00.000Z',
      discount_to: '2999-01-01T00:00:00.000Z',
    });
    expect((await book(id)).discount).toBe(25);
    await write([aRow({ id, before: { discount: 10 }, values: { discount: 12 } })]);
    expect(await book(id)).toMatchObject({ discount: 25, usual_discount: 12 });
    await undo();
    expect(await book(id)).toMatchObject({ discount: 25, usual_discount: 10 });
  });

  it('is not begun twice by a key with other contents', async () => {
    await begin();
    expect((await begin()).status).toBe(200);
    expect((await begin(KEY, 'other.csv')).status).toBe(409);
    expect((await write([], KEY)).status).toBe(400);
    expect((await write([aRow({})], 'no-batch-has-this-key')).status).toBe(404);
  });
});
