import { Type, type Static } from 'typebox';
import { pageParameters, paginationSchema } from './paging.ts';
import { nullable } from './nullable.ts';

/** Ways in which copies come and go by people. `returned`: by a buyer. */
export const STOCK_MOVE_KINDS = ['received', 'corrected', 'damaged', 'returned'] as const;
export type StockMoveKind = (typeof STOCK_MOVE_KINDS)[number];

/** Largest number of copies of one move. */
const MAX_COPIES = 1_000_000;

/** Body of `POST /api/book-stock/{book}/moves`; the header `Idempotency-Key` is required. */
export const StockMoveBody = Type.Object(
  {
    data: Type.Object(
      {
        kind: Type.Enum([...STOCK_MOVE_KINDS]),
        copies: Type.Integer({
          minimum: -MAX_COPIES,
          maximum: MAX_COPIES,
          description: 'Copies; `damaged` takes them away, and `corrected` may be negative',
        }),
        reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type StockMoveBody = Static<typeof StockMoveBody>;

/** A move as it is listed. */
export const DeskStockMove = Type.Object({
  kind: Type.Enum([...STOCK_MOVE_KINDS]),
  /** Negative where copies were taken away. */
  copies: Type.Integer(),
  reason: Type.String(),
  at: Type.String(),
  by: nullable(Type.Integer()),
  /** Purchase that the copies came back from. */
  ref: nullable(Type.String()),
});
export type DeskStockMove = Static<typeof DeskStockMove>;

/** A book and its copies, as the desk lists them. The sums are null where copies are not counted. */
export const StockRow = Type.Object({
  /** Id of the book. */
  id: Type.Integer(),
  title: Type.String(),
  isbn: nullable(Type.String()),
  /** Price of one copy before and after the discount; null without one. */
  list_paise: nullable(Type.Integer()),
  unit_paise: nullable(Type.Integer()),
  received: nullable(Type.Integer()),
  sold: nullable(Type.Integer()),
  held: nullable(Type.Integer()),
  free: nullable(Type.Integer()),
  /** Whether few copies are free. */
  is_low: Type.Boolean(),
  last_move: nullable(DeskStockMove),
});
export type StockRow = Static<typeof StockRow>;

export const STOCK_SORTS = ['title', '-title', 'free', '-free', 'sold', '-sold'] as const;
/** Query of `GET /api/book-stock`. */
export const StockQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 120, description: 'Part of a title, or an ISBN' })),
    low: Type.Optional(Type.Enum(['true'], { description: 'Few copies are free' })),
    counted: Type.Optional(Type.Enum(['true', 'false'])),
    sort: Type.Optional(Type.Enum([...STOCK_SORTS], { default: 'title' })),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type StockQuery = Static<typeof StockQuery>;
export const StockPage = Type.Object({
  data: Type.Array(StockRow),
  meta: Type.Object({
    pagination: paginationSchema,
    /** Free copies up to which a book is low. */
    low_copies: Type.Integer(),
  }),
});
export type StockPage = Static<typeof StockPage>;

/** Response of `GET /api/book-stock/{book}` and of a move. */
export const BookStockResponse = Type.Object({
  data: Type.Object({
    ...StockRow.properties,
    /** The latest first. */
    moves: Type.Array(DeskStockMove),
  }),
});
export type BookStockResponse = Static<typeof BookStockResponse>;
