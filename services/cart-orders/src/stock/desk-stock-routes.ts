import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { pageFrom, readPaging } from '@vidhi/contracts/paging.ts';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { WireError, notFound, validationError } from '@vidhi/contracts/errors.ts';
import {
  BookStockResponse,
  StockMoveBody,
  StockPage,
  StockQuery,
  type DeskStockMove,
  type StockRow,
} from '@vidhi/contracts/shop-stock.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { documentedForShop } from '../desk/desk-routes.ts';
import { IdempotencyHeaders } from '../desk/idempotency-headers.ts';
import { requireShipping } from '../desk/shop-guards.ts';
import type { ShopSettingsStore } from '../settings/shop-settings-store.ts';
import { sumsOf, type BookStock, type StockMove, type StoredMove } from './book-stock.ts';
import type { StockMoves } from './stock-moves.ts';

/** A book as its stock is listed. */
export interface ListedBook {
  id: number;
  title: string;
  isbn: string | null;
  list_paise: number | null;
  unit_paise: number | null;
}

export interface DeskStockRoutesOptions {
  moves: Pick<StockMoves, 'moveAtDesk' | 'find'>;
  /** Returns every book that is for sale. */
  listBooks: () => readonly ListedBook[];
  /** Creates the entry of the audit log for a move. */
  audited: (book: ListedBook, move: StockMove, actor: Actor, at: Date) => StoredEntry;
  /** Has the events of a book's stock published. */
  publish: (bookId: number) => void;
  settings: Pick<ShopSettingsStore, 'read'>;
}

/** The latest moves that a book is shown with. */
const SHOWN_MOVES = 200;
const Params = Type.Object({ book: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });

const presentMove = ({ kind, copies, reason, at, by, ref }: StoredMove): DeskStockMove => ({
  kind,
  copies,
  reason,
  at: at.toISOString(),
  by,
  ref: ref ?? null,
});

function presentRow(book: ListedBook, stock: BookStock | undefined, lowCopies: number): StockRow {
  const sums = stock === undefined ? null : sumsOf(stock);
  const last = stock?.moves?.at(-1);
  return {
    ...book,
    received: sums?.received ?? null,
    sold: sums?.sold ?? null,
    held: sums?.held ?? null,
    free: sums?.free ?? null,
    is_low: sums !== null && sums.free <= lowCopies,
    last_move: last === undefined ? null : presentMove(last),
  };
}

const COLLATOR = new Intl.Collator('en-IN');
const normalize = (text: string): string => text.normalize('NFC').toLowerCase().trim();
const digitsOf = (text: string): string => text.replaceAll(/[\s-]/g, '');

/** Returns whether a book has the text in its title, or as its ISBN. */
function isFound({ title, isbn }: ListedBook, q: string): boolean {
  const text = normalize(q);
  return (
    text === '' ||
    normalize(title).includes(text) ||
    (isbn !== null && digitsOf(isbn).toLowerCase().startsWith(digitsOf(text)))
  );
}

/** Returns how two rows are ordered; books whose copies are not counted come last. */
function comparatorOf(sort: string): (a: StockRow, b: StockRow) => number {
  const direction = sort.startsWith('-') ? -1 : 1;
  const name = sort.replace('-', '') as 'title' | 'free' | 'sold';
  const byTitle = (a: StockRow, b: StockRow): number => COLLATOR.compare(a.title, b.title) || a.id - b.id;
  if (name === 'title') return (a, b) => direction * byTitle(a, b);
  return (a, b) => {
    const [first, second] = [a[name], b[name]];
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || byTitle(a, b);
    return direction * (first - second) || byTitle(a, b);
  };
}

/** Returns the move that a request orders. Throws 400 for copies that its kind does not allow. */
function moveOf({ kind, copies, reason }: StockMoveBody['data'], id: string, by: number | null): StockMove {
  if (copies === 0) throw validationError('A move has copies');
  if (kind !== 'corrected' && copies < 0)
    throw validationError(`Copies that are ${kind} are a positive number; a correction may be negative`);
  return { id, kind, copies: kind === 'damaged' ? -copies : copies, reason: reason.trim(), by };
}

/** Copies of books at the desk of the shop: what is free, and moves with their reasons. A number is never overwritten. */
export async function deskStockRoutes(app: FastifyInstance, options: DeskStockRoutesOptions): Promise<void> {
  const { moves, listBooks, audited, publish, settings } = options;
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  function findBook(id: string): ListedBook {
    const book = listBooks().find((one) => String(one.id) === id);
    if (book === undefined) throw notFound();
    return book;
  }
  /** Free copies up to which a book is low. */
  const findLowCopies = async (): Promise<number> => (await settings.read()).low_stock_copies;
  const present = async (
    book: ListedBook,
    stock: BookStock | undefined,
  ): Promise<BookStockResponse['data']> => ({
    ...presentRow(book, stock, await findLowCopies()),
    moves: (stock?.moves ?? []).slice(-SHOWN_MOVES).toReversed().map(presentMove),
  });

  app.get<{ Querystring: StockQuery }>(
    '/api/book-stock',
    {
      config: { strictAuth: true },
      onRequest: requireShipping,
      schema: {
        ...documentedForShop('Copies of every book: free, held and sold', 'listStock'),
        querystring: StockQuery,
        response: { 200: StockPage },
      },
    },
    async ({ query }) => {
      const { q = '', low, counted, sort = 'title' } = query;
      const lowCopies = await findLowCopies();
      const stocks = new Map((await moves.find()).map((one) => [one._id, one]));
      const rows = listBooks()
        .filter((book) => isFound(book, q))
        .map((book) => presentRow(book, stocks.get(book.id), lowCopies))
        .filter((row) => low === undefined || row.is_low)
        .filter((row) => counted === undefined || (row.free !== null) === (counted === 'true'))
        .toSorted(comparatorOf(sort));
      const { data, meta } = pageFrom(readPaging(query), rows);
      return { data, meta: { ...meta, low_copies: lowCopies } };
    },
  );

  app.get<{ Params: Static<typeof Params> }>(
    '/api/book-stock/:book',
    {
      config: { strictAuth: true },
      onRequest: requireShipping,
      schema: {
        ...documentedForShop('Copies of a book with their moves', 'readStock'),
        params: Params,
        response: { 200: BookStockResponse },
      },
    },
    async ({ params }) => {
      const book = findBook(params.book);
      const [stock] = await moves.find([book.id]);
      return { data: await present(book, stock) };
    },
  );

  app.post<{ Params: Static<typeof Params>; Body: StockMoveBody; Headers: IdempotencyHeaders }>(
    '/api/book-stock/:book/moves',
    {
      onRequest: requireShipping,
      schema: {
        ...documentedForShop('Receive, correct or write off copies of a book', 'moveStock'),
        params: Params,
        headers: IdempotencyHeaders,
        body: StockMoveBody,
        response: { 200: BookStockResponse },
      },
    },
    async (
      request: FastifyRequest<{
        Params: Static<typeof Params>;
        Body: StockMoveBody;
        Headers: IdempotencyHeaders;
      }>,
    ) => {
      const book = findBook(request.params.book);
      const key = createHash('sha256').update(request.headers['idempotency-key']).digest('hex').slice(0, 24);
      const move = moveOf(request.body.data, `desk:${key}`, request.principal?.userId ?? null);
      const [before] = await moves.find([book.id]);
      const repeated = before?.moves?.find(({ id }) => id === move.id);
      if (repeated !== undefined && (repeated.kind !== move.kind || repeated.copies !== move.copies))
        throw new WireError(409, 'ConflictError', 'The Idempotency-Key was used for another move');
      const stock = await moves.moveAtDesk(book.id, move, [
        audited(book, move, actorOf(request), new Date()),
      ]);
      publish(book.id);
      return { data: await present(book, stock) };
    },
  );
}
