import { beforeEach, describe, expect, it } from 'vitest';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { aBook, aCatalog, asRole, type CatalogUnderTest } from '../catalog-builder.ts';
import { createBookOffers, createSettleOffers, type BookOffers } from './book-offers.ts';

const [FROM, TO] = ['2030-11-05T18:30:00.000Z', '2030-11-09T18:30:00.000Z'];
const STAFF = asRole(10);

let catalog: CatalogUnderTest;
let offers: BookOffers;
let time: number;
let settle: () => Promise<void>;
let id: number;

beforeEach(async () => {
  catalog = await aCatalog();
  offers = createBookOffers();
  const { store, live } = catalog;
  const noted = {
    put(name: string, doc: Parameters<typeof live.put>[1], rev: number) {
      live.put(name, doc, rev);
      offers.note(name, doc.id, doc);
    },
  };
  settle = createSettleOffers({ store, live: noted, offers, now: () => time });
  const { id: _id, createdAt: _c, updatedAt: _u, html_version: _h, ...values } = aBook(1);
  const created = await catalog.app.inject({
    method: 'POST',
    url: '/api/books',
    headers: STAFF,
    payload: {
      data: { ...values, Price: 100, discount: 10, offer_discount: 25, discount_from: FROM, discount_to: TO },
    },
  });
  id = created.json().data.id;
  const found = await store.find(bookCollection, id);
  if (found !== null) noted.put('book', found.doc, found.rev);
});

const shown = async () => (await catalog.app.inject(`/api/books/${id}`)).json().data.attributes;

describe('an offer', () => {
  it('begins and ends by itself, and is not shown to readers before', async () => {
    time = Date.parse(FROM) - 1;
    await settle();
    expect([(await shown()).discount, 'offer_discount' in (await shown())]).toEqual([10, false]);
    time = Date.parse(FROM);
    await settle();
    expect((await shown()).discount).toBe(25);
    time = Date.parse(TO);
    await settle();
    expect((await shown()).discount).toBe(10);
    expect(offers.due(time)).toEqual([]);
  });

  it('that was over while no process ran leaves the usual discount', async () => {
    time = Date.parse(TO) + 1;
    await settle();
    expect((await shown()).discount).toBe(10);
  });

  it('that staff has ended meanwhile is left alone', async () => {
    time = Date.parse(FROM);
    await catalog.app.inject({
      method: 'PUT',
      url: `/api/books/${id}`,
      headers: STAFF,
      payload: { data: { offer_discount: null } },
    });
    await settle();
    expect((await shown()).discount).toBe(10);
  });
});

describe('a hidden book', () => {
  it('is there for staff alone', async () => {
    const write = async (is_hidden: boolean) =>
      catalog.app.inject({
        method: 'PUT',
        url: `/api/books/${id}`,
        headers: STAFF,
        payload: { data: { is_hidden } },
      });
    await write(true);
    const statusFor = async (url: string, headers = {}) =>
      (await catalog.app.inject({ url, headers })).statusCode;
    expect(await statusFor(`/api/books/${id}`)).toBe(404);
    expect((await catalog.app.inject('/api/books')).json().data).toEqual([]);
    expect((await catalog.app.inject('/api/suggest?q=Book')).json().data?.books ?? []).toEqual([]);
    expect((await catalog.app.inject('/sitemaps/books.xml')).body).not.toContain(`/books/${id}/`);
    const staff = await catalog.app.inject({
      url: `/api/books/${id}?publicationState=preview`,
      headers: STAFF,
    });
    expect(staff.json().data.attributes.is_hidden).toBe(true);
    await write(false);
    expect(await statusFor(`/api/books/${id}`)).toBe(200);
  });
});
