import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WireError } from '@vidhi/contracts/errors.ts';
import { asUser, BATCH_ID } from '../cart-app-builder.ts';
import { guestOwner, type NewLine } from './cart-line.ts';
import type { CartLineDocument } from './cart-collection.ts';
import { openStoredCarts, type StoredCarts } from './stored-carts-builder.ts';

let carts: StoredCarts;
beforeAll(async () => {
  carts = await openStoredCarts();
});
afterEach(async () => {
  await carts.documents.deleteMany({});
});
afterAll(() => carts?.end());

type Headers = Record<string, string>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, data?: unknown, headers: Headers = {}) =>
  carts.app.inject({ method, url, headers, ...(data === undefined ? {} : { payload: { data } }) });
const add = (data: object, headers: Headers = {}) =>
  call('POST', '/api/carts', { Batch_id: BATCH_ID, Quantity: 1, catalog_books: 2, ...data }, headers);
const guestList = (query = '', batchId = BATCH_ID) =>
  call('GET', `/api/carts?filters[Batch_id][$eq]=${batchId}${query}`);
const quantities = async (headers: Headers) => {
  const { data } = (await call('GET', '/api/carts?populate=catalog_books', undefined, headers)).json();
  return Object.fromEntries(
    data.map(
      ({ attributes }: { attributes: { Quantity: number; catalog_books: { data: { id: number } } } }) => [
        attributes.catalog_books.data.id,
        attributes.Quantity,
      ],
    ),
  );
};

describe('the indexes', () => {
  it.each(['lineId', 'mergedLines', 'mergingInto'])(
    'serve each condition by which bought lines are found: %s',
    async (field) => {
      const indexes = await carts.documents.listIndexes().toArray();
      expect(indexes.map(({ key }) => Object.keys(key as object)[0])).toContain(field);
    },
  );
});

describe('adding a book', () => {
  it('responds as the reference, and finds the line by Batch_id and book', async () => {
    const created = await add({});
    const { id, attributes } = created.json().data;
    const { createdAt } = attributes;
    expect(created.statusCode).toBe(200);
    expect(created.body).toBe(
      `{"data":{"id":${id},"attributes":{"Quantity":1,"Batch_id":"${BATCH_ID}","createdAt":"${createdAt}","updatedAt":"${createdAt}"}},"meta":{}}`,
    );
    const pagination = { page: 1, pageSize: 25, pageCount: 1, total: 1 };
    for (const filter of ['[catalog_books][id][$eq]=2', '[catalog_books][$eq]=2', '[catalog_books]=2'])
      expect((await guestList(`&filters${filter}`)).json()).toEqual({
        data: [{ id, attributes: { ...attributes } }],
        meta: { pagination },
      });
    expect((await guestList('&filters[catalog_books][id][$eq]=3')).json().data).toEqual([]);
  });

  it('populates the book with its pictures, authors, publishers and category', async () => {
    await add({});
    const nested = ['PrimaryImageId', 'SecondaryImageIds', 'author_names', 'publishers', 'Category']
      .map((name, index) => `&populate[catalog_books][populate][${index}]=${name}`)
      .join('');
    const [line] = (await guestList(nested)).json().data;
    expect(line.attributes.catalog_books.data).toMatchObject({
      id: 2,
      attributes: {
        Title: 'Book 2',
        Price: 502,
        discount: null,
        PrimaryImageId: { data: { id: 1, attributes: { url: '/uploads/cover.jpg' } } },
        SecondaryImageIds: { data: [{ id: 1 }] },
        author_names: { data: [{ id: 1, attributes: { AuthorName: 'Kanga' } }] },
        publishers: { data: [{ id: 1, attributes: { name: 'Lex' } }] },
        Category: { data: [{ id: 1, attributes: { name: 'Tax' } }] },
      },
    });
  });

  it('leaves one line with at most 20 copies after 1,000 concurrent calls in two processes', async () => {
    const stores = [carts.store, carts.anotherStore()];
    const line: NewLine = {
      owner: guestOwner(BATCH_ID),
      userId: null,
      bookId: 2,
      quantity: 1,
      batchId: BATCH_ID,
    };
    const settled = await Promise.allSettled(
      Array.from({ length: 1_000 }, (_, index) => stores[index % 2]?.add(line)),
    );
    const rejected = settled.filter((result) => result.status === 'rejected');
    expect(settled.length - rejected.length).toBe(20);
    expect(new Set(rejected.map(({ reason }) => (reason as WireError).message))).toEqual(
      new Set(['Quantity must be less than or equal to 20']),
    );
    expect(await carts.documents.find({}).toArray()).toMatchObject([{ bookId: 2, quantity: 20 }]);
    expect((await add({})).json().error).toMatchObject({ status: 400, name: 'ValidationError' });
  });

  it.each([
    [{ Quantity: 0 }, 'Quantity must be greater than or equal to 1'],
    [{ Quantity: 21 }, 'Quantity must be less than or equal to 20'],
    [{ Quantity: -5 }, 'Quantity must be greater than or equal to 1'],
    [{ catalog_books: undefined }, 'catalog_books must be defined.'],
    [{ catalog_books: { $ne: 1 } }, 'catalog_books must be defined.'],
    [
      { catalog_books: 999_999 },
      '1 relation(s) of type api::book.book associated with this entity do not exist',
    ],
    [{ Batch_id: 'short' }, 'Batch_id must be at least 16 characters'],
    [{ Batch_id: undefined }, 'Batch_id must be defined.'],
  ])('rejects %j', async (data, message) => {
    const response = await add(data);
    expect([response.statusCode, response.json().error.message]).toEqual([400, message]);
    expect(await carts.documents.countDocuments({})).toBe(0);
  });

  it('rejects an invalid query before it writes', async () => {
    const response = await call('POST', '/api/carts?fields=nothing', {
      catalog_books: 2,
      Batch_id: BATCH_ID,
    });
    expect(response.statusCode).toBe(400);
    expect(await carts.documents.countDocuments({})).toBe(0);
  });

  it('ignores the price and the account of the body', async () => {
    await add({ users_permissions_user: 7, Price: 1, id: 5 }, asUser(4));
    expect(await carts.documents.find({}).toArray()).toMatchObject([{ owner: 'user:4', userId: 4 }]);
    expect(await quantities(asUser(7))).toEqual({});
    expect(await quantities(asUser(4))).toEqual({ 2: 1 });
  });

  it('remembers what was bought of it before it was merged', async () => {
    await add({ Quantity: 3 });
    const guest = await carts.documents.findOne({ userId: null });
    const bought = [{ lineId: String(guest?.lineId), quantity: 1 }];
    await carts.store.takePurchased('pu_1', bought);
    await carts.store.merge(BATCH_ID, 4);
    // Repeated after a crash.
    await carts.store.takePurchased('pu_1', bought);
    expect(await quantities(asUser(4))).toEqual({ 2: 2 });
  });

  it('takes 100 different books', async () => {
    for (let book = 1; book <= 100; book += 1) await add({ catalog_books: book });
    expect((await add({ catalog_books: 101 })).json().error.message).toBe(
      'A cart must have at most 100 different books',
    );
  });
});

describe('a line', () => {
  it('changes by requests with its Batch_id, and is 404 for all others', async () => {
    const { id } = (await add({})).json().data;
    const url = `/api/carts/${id}`;
    const foreign = { Quantity: 3, Batch_id: 'c2c2c2c2c2c2c2c2' };
    for (const headers of [{}, asUser(4)]) {
      expect((await call('PUT', url, foreign, headers)).statusCode).toBe(404);
      expect((await call('DELETE', url, undefined, headers)).statusCode).toBe(404);
      expect((await call('GET', url, undefined, headers)).statusCode).toBe(404);
    }
    const updated = await call('PUT', url, { Quantity: '3', Batch_id: BATCH_ID });
    expect(updated.json().data).toMatchObject({ id, attributes: { Quantity: 3 } });
    expect((await call('PUT', url, { Quantity: 21, Batch_id: BATCH_ID })).statusCode).toBe(400);
    const removed = await call('DELETE', `${url}?Batch_id=${BATCH_ID}`);
    expect(removed.json().data).toMatchObject({ id, attributes: { Quantity: 3 } });
    expect((await guestList()).json().data).toEqual([]);
    expect((await call('DELETE', `${url}?Batch_id=${BATCH_ID}`)).statusCode).toBe(404);
  });

  it('is reached by the cookie of its cart from pages of this site', async () => {
    const created = await add({});
    const { id } = created.json().data;
    const cookie = String(created.headers['set-cookie']).split(';')[0] ?? '';
    expect(created.headers['set-cookie']).toMatch(
      /^__Host-vidhi-cart=.+; HttpOnly; SameSite=Strict; Secure$/,
    );
    const own = { cookie, 'sec-fetch-site': 'same-origin' };
    const url = `/api/carts/${id}`;
    expect((await call('GET', '/api/carts', undefined, own)).json().data).toMatchObject([{ id }]);
    expect((await call('PUT', url, { Quantity: 2 }, own)).statusCode).toBe(200);
    expect(
      (await call('PUT', url, { Quantity: 3 }, { cookie, 'sec-fetch-site': 'cross-site' })).statusCode,
    ).toBe(404);
    const forged = `__Host-vidhi-cart=${Buffer.from(BATCH_ID).toString('base64url')}.${'A'.repeat(43)}`;
    expect((await call('DELETE', url, undefined, { ...own, cookie: forged })).statusCode).toBe(404);
    expect((await call('DELETE', url, undefined, own)).statusCode).toBe(200);
  });

  it('is listed to its owner alone', async () => {
    await add({});
    await add({ catalog_books: 3, Batch_id: undefined }, asUser(4));
    expect((await call('GET', '/api/carts')).statusCode).toBe(403);
    expect((await guestList('', 'short')).statusCode).toBe(403);
    expect((await call('GET', '/api/carts?filters[users_permissions_user][id][$eq]=4')).statusCode).toBe(403);
    const listed = async (userId: number) =>
      (
        await call(
          'GET',
          `/api/carts?filters[users_permissions_user][id][$eq]=${userId}`,
          undefined,
          asUser(4),
        )
      ).json().data.length;
    expect([await listed(4), await listed(5)]).toEqual([1, 0]);
  });
});

describe('a guest cart after a login', () => {
  const guestAdds = async (books: Record<number, number>) => {
    for (const [book, Quantity] of Object.entries(books))
      await add({ catalog_books: Number(book), Quantity });
  };

  it('is merged once, by sums up to the limit, however often the client adds its books again', async () => {
    await add({ catalog_books: 2, Quantity: 2, Batch_id: undefined }, asUser(4));
    await add({ catalog_books: 3, Quantity: 15, Batch_id: undefined }, asUser(4));
    await guestAdds({ 2: 3, 3: 10, 5: 1 });
    for (let round = 0; round < 2; round += 1)
      await Promise.all(
        Object.entries({ 2: 3, 3: 10, 5: 1 }).map(([book, Quantity]) =>
          add({ catalog_books: Number(book), Quantity, users_permissions_user: 4 }, asUser(4)),
        ),
      );
    expect(await quantities(asUser(4))).toEqual({ 2: 5, 3: 20, 5: 1 });
    expect(await carts.documents.countDocuments({ userId: null })).toBe(0);
  });

  it('goes to the first account that presents it, under concurrency', async () => {
    await guestAdds({ 2: 3, 5: 4 });
    await Promise.all([4, 5, 4, 5].map((userId) => carts.store.merge(BATCH_ID, userId)));
    const shared = [await quantities(asUser(4)), await quantities(asUser(5))];
    const total = (book: number) => shared.reduce((sum, each) => sum + Number(each[book] ?? 0), 0);
    expect([total(2), total(5)]).toEqual([3, 4]);
  });

  it('gives up what was bought of it once, also when it is merged by halves at that moment', async () => {
    await add({ Quantity: 3 });
    const [guest] = await carts.documents.find({}).toArray();
    if (guest === undefined) throw new Error('no line');
    await carts.store.merge(BATCH_ID, 4);
    // As a crash leaves it: added to the cart of the account, and not deleted.
    await carts.documents.insertOne({ ...guest, mergingInto: 4 });
    await carts.store.takePurchased('pu_1', [{ lineId: guest.lineId, quantity: 2 }]);
    await carts.store.merge(null, 4);
    expect(await quantities(asUser(4))).toEqual({ 2: 1 });
  });

  it('stays bought when the line of the account comes before the half merged one of the guest', async () => {
    await add({ catalog_books: 2 }, asUser(4));
    await add({ Quantity: 1 });
    const guest = await carts.documents.findOne({ userId: null });
    if (guest === null) throw new Error('no line');
    await carts.store.merge(BATCH_ID, 4);
    await carts.documents.insertOne({ ...guest, mergingInto: 4 });
    // The buyer leaves one copy: the account's line is no more than what was bought.
    await carts.documents.updateOne({ userId: 4 }, { $set: { quantity: 1 } });
    await carts.store.takePurchased('pu_1', [{ lineId: guest.lineId, quantity: 1 }]);
    await carts.store.merge(null, 4);
    expect(await quantities(asUser(4))).toEqual({});
  });

  it('is not merged by HEAD', async () => {
    await add({ Quantity: 3 });
    await carts.documents.updateMany({}, { $set: { mergingInto: 4 } });
    const response = await carts.app.inject({ method: 'HEAD', url: '/api/carts', headers: asUser(4) });
    expect(response.statusCode).toBe(200);
    expect(await carts.documents.countDocuments({ mergingInto: 4 })).toBe(1);
    expect(await quantities(asUser(4))).toEqual({ 2: 3 });
  });

  it('is found by its Batch_id, so that the client changes the merged line', async () => {
    await add({ catalog_books: 2, Batch_id: 'a0a0a0a0a0a0a0a0' }, asUser(4));
    await guestAdds({ 2: 3 });
    await add({ catalog_books: 2, Quantity: 3 }, asUser(4));
    for (const batchId of [BATCH_ID, 'a0a0a0a0a0a0a0a0']) {
      const url = `/api/carts?filters[Batch_id][$eq]=${batchId}&filters[catalog_books][id][$eq]=2`;
      const { data } = (await call('GET', url, undefined, asUser(4))).json();
      expect(data).toMatchObject([{ attributes: { Quantity: 4, Batch_id: batchId } }]);
    }
  });

  it('survives a crash between the two writes of a line', async () => {
    await guestAdds({ 2: 3 });
    const guest = await carts.documents.findOne({ userId: null });
    await carts.store.merge(BATCH_ID, 4);
    // The crash: the guest's line was added, and not yet removed.
    await carts.documents.insertOne({ ...guest, mergingInto: 4 } as CartLineDocument);
    expect((await guestList()).json().data).toEqual([]);
    expect(await quantities(asUser(4))).toEqual({ 2: 3 });
    expect(await carts.documents.countDocuments({})).toBe(1);
  });
});

describe('the retention of carts', () => {
  it('removes the carts of erased accounts and guests lines that nobody changed', async () => {
    await add({});
    await add({}, asUser(4));
    await add({}, asUser(5));
    await carts.store.removeOf(4);
    await carts.store.removeGuestLinesBefore(new Date(Date.now() + 60_000));
    expect(await carts.documents.find({}).toArray()).toMatchObject([{ userId: 5 }]);
  });
});
