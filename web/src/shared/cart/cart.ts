import type { Attributes } from '@vidhi/collections/all.ts';
import { shippingOf, type ShippingTerms } from '@vidhi/contracts/shipping-charge.ts';
import type { WireEntry, WireList } from '#shared/api/read.ts';
import {
  BOOK_CARD_QUERY,
  toBookCards,
  type BookCard,
  type WireBookCard,
} from '#shared/catalogue/item-card.ts';

const MAX_LINES = 100;

export interface CartBook extends BookCard {
  binding: string;
  categories: number[];
}

export interface CartLine {
  id: number;
  quantity: number;
  /** Null for a book that is not sold any more. */
  book: CartBook | null;
}

export interface Cart {
  lines: CartLine[];
}

export const EMPTY_CART: Cart = { lines: [] };

export type WireCart = WireList<Attributes<'cart'>>;

const { fields, ...populated } = BOOK_CARD_QUERY;

/** The query of a cart's lines with their books. */
export const CART_QUERY = {
  'pagination[pageSize]': MAX_LINES,
  sort: 'id:asc',
  'populate[catalog_books][fields]': [...fields, 'Binding'],
  ...Object.fromEntries(
    Object.entries(populated).map(([key, value]) => [
      key.replace(/^populate/, 'populate[catalog_books][populate]'),
      value,
    ]),
  ),
  'populate[catalog_books][populate][Category][fields]': ['id'],
};

function toCartBook(entry: WireEntry<WireBookCard>): CartBook | null {
  const [card] = toBookCards({ data: [entry] });
  const { Binding, Category } = entry.attributes;
  return card === undefined
    ? null
    : { ...card, binding: Binding?.trim() ?? '', categories: Category?.data.map(({ id }) => id) ?? [] };
}

export const toCart = ({ data }: WireCart): Cart => ({
  lines: data.map(({ id, attributes: { Quantity, catalog_books: book } }) => ({
    id,
    quantity: Quantity ?? 1,
    book: book?.data ? toCartBook(book.data) : null,
  })),
});

/** A line whose book is sold. */
export interface SoldLine extends CartLine {
  book: CartBook & { price: NonNullable<CartBook['price']> };
}

export const isSold = (line: CartLine): line is SoldLine => line.book !== null && line.book.price !== null;

export interface CartTotals {
  copies: number;
  /** In paise: all copies at their marked prices, what the discounts take off, shipping, and what is to be paid. */
  marked: number;
  saved: number;
  shipping: number;
  total: number;
}

/** Returns the number of copies that are sold. */
export const copiesIn = ({ lines }: Cart): number =>
  lines.filter(isSold).reduce((sum, { quantity }) => sum + quantity, 0);

export function totalsOf(cart: Cart, terms: ShippingTerms): CartTotals {
  const copies = copiesIn(cart);
  let [marked, items] = [0, 0];
  for (const { quantity, book } of cart.lines.filter(isSold)) {
    marked += quantity * book.price.mrp;
    items += quantity * book.price.payable;
  }
  const shipping = copies === 0 ? 0 : shippingOf(items, terms);
  return { copies, marked, saved: marked - items, shipping, total: items + shipping };
}
