import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { StockPage } from '@vidhi/contracts/shop-stock.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { SETTINGS } from '../cart-app-builder.ts';
import type { BookStock } from './book-stock.ts';
import { deskStockRoutes } from './desk-stock-routes.ts';

const aListed = (id: number, title: string, isbn: string | null = null) => ({
  id,
  title,
  isbn,
  list_paise: 50_000,
  unit_paise: 45_000,
});
const aStock = (id: number, moved: number, values: Partial<BookStock> = {}): BookStock => ({
  _id: id,
  rev: 1,
  bookRev: 0,
  stock: null,
  isCounted: true,
  moved,
  sold: 0,
  holds: [],
  ...values,
});
const until = new Date('2026-11-10T09:00:00Z');
const BOOKS = [
  aListed(1, 'Torts'),
  aListed(2, 'Evidence', '978-0-306-40615-7'),
  aListed(3, 'bail'),
  aListed(4, 'Contracts'),
];
/** Free copies: Torts 50, Evidence 3, bail none; Contracts is not counted. */
const STOCKS = [
  aStock(1, 60, { sold: 10 }),
  aStock(2, 6, {
    sold: 1,
    holds: [
      { checkoutId: 'co_1', quantity: 1, state: 'HELD', until },
      { checkoutId: 'co_2', quantity: 1, state: 'SOLD', until },
    ],
    moves: [{ id: 'm', kind: 'received', copies: 6, reason: 'Invoice 18', by: 10, at: until }],
  }),
  aStock(3, 4, { sold: 4 }),
];

let app: FastifyInstance;
let lowCopies: number;
beforeEach(async () => {
  lowCopies = 3;
  app = Fastify();
  await app.register(errorResponsePlugin);
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = { userId: 11, role: ROLE.administrator, tokenVersion: 1 };
  });
  await app.register(deskStockRoutes, {
    moves: { find: async () => STOCKS, moveAtDesk: async () => aStock(1, 1) },
    listBooks: () => BOOKS,
    audited: () => {
      throw new Error('nothing is moved');
    },
    publish: () => undefined,
    settings: { read: async () => ({ ...SETTINGS, low_stock_copies: lowCopies }) },
  });
});
afterEach(async () => app.close());

const list = async (query = ''): Promise<StockPage> =>
  (await app.inject(`/api/book-stock?${query}`)).json<StockPage>();
const titles = async (query: string): Promise<string[]> => (await list(query)).data.map(({ title }) => title);

describe('the list of stock', () => {
  it('says of each book what is free, held and sold, and how its last copies were moved', async () => {
    const { data } = await list('q=evidence');
    expect(data).toMatchObject([
      {
        id: 2,
        received: 6,
        sold: 2,
        held: 1,
        free: 3,
        is_low: true,
        last_move: { kind: 'received', copies: 6, reason: 'Invoice 18', by: 10 },
      },
    ]);
  });

  it('has the books that are low, by the number of the settings', async () => {
    expect(await titles('low=true&sort=free')).toEqual(['bail', 'Evidence']);
    expect((await list()).meta).toMatchObject({ low_copies: 3, pagination: { total: 4 } });
    lowCopies = 2;
    expect(await titles('low=true')).toEqual(['bail']);
  });

  it.each([
    ['those with the fewest free copies first, and those that are not counted last', 'sort=free', '3 2 1 4'],
    ['those that sell best first', 'sort=-sold', '1 3 2 4'],
    ['titles without regard to capitals', 'sort=title', '3 4 2 1'],
    ['those that are counted', 'counted=true&sort=title', '3 2 1'],
    ['those that are not', 'counted=false', '4'],
    ['a part of a title', 'q=CONTR', '4'],
    ['an ISBN without hyphens', 'q=97803064', '2'],
  ])('has %s', async (_, query, ids) => {
    expect((await list(query)).data.map(({ id }) => id).join(' ')).toBe(ids);
  });
});
