import { WireError } from '@vidhi/contracts/errors.ts';
import {
  RESERVATION_LIMIT_ERROR,
  type LimitedBook,
  type StockQuery,
  type StockResponse,
} from '@vidhi/contracts/purchases.ts';
import { cartOf, type Checkout } from './checkout.ts';

/** Returns the copies of a checkout as cart-orders reserves them. */
export const copiesOf = (checkout: Checkout): Pick<StockQuery, 'checkoutId' | 'cart' | 'lines'> => ({
  checkoutId: checkout._id,
  cart: cartOf(checkout),
  lines: checkout.snapshot.lines.map(({ bookId, quantity }) => ({ bookId, quantity })),
});

function limitMessage([first]: readonly LimitedBook[]): string {
  if (first === undefined || first.copies === 0)
    return 'Too many copies are reserved from your network and not paid for. Please pay for them first, or try again later.';
  const copies = first.copies === 1 ? '1 copy' : `${first.copies} copies`;
  return `You can order at most ${copies} of this book at a time. Please take fewer copies.`;
}

/** Throws the 409 that names the books which could not be reserved; its name tells the limit of a network from copies that are gone. */
export function requireReserved({ missing, limited = [] }: StockResponse): void {
  if (missing.length > 0)
    throw new WireError(409, 'ConflictError', 'Not enough copies are left', { details: { books: missing } });
  if (limited.length > 0)
    throw new WireError(409, RESERVATION_LIMIT_ERROR, limitMessage(limited), {
      details: {
        books: limited.map(({ bookId }) => bookId),
        limits: limited.map(({ bookId, copies }) => ({ book: bookId, copies })),
      },
    });
}
