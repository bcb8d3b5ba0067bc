import { createHash } from 'node:crypto';
import { HAND_CHANNEL_NAMES, handPaymentText } from '@vidhi/contracts/hand-order-names.ts';
import { type HandOrderBody } from '@vidhi/contracts/hand-orders.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { attributeErrors, validationError } from '@vidhi/contracts/errors.ts';
import type { Address } from '@vidhi/contracts/purchases.ts';
import { readAddresses } from '@vidhi/contracts/read-addresses.ts';
import type { PricedBook } from '../catalogue/book-facts.ts';
import { formatPaise } from '../desk/rupees.ts';
import type { HandOrder } from '../purchases/purchase.ts';

export interface HandLine extends PricedBook {
  bookId: number;
  quantity: number;
}

/** An order by hand as it is stored, but for what follows from the moment. */
export interface HandOrderRequest {
  hand: Omit<HandOrder, 'by'>;
  lines: HandLine[];
  shippingPaise: number;
  totalPaise: number;
  isHandedOver: boolean;
  billing: Address | null;
  shipping: Address | null;
}

type Data = HandOrderBody['data'];

const ID_DIGITS = 32;
const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Returns what stands for the checkout in an order by hand: the key of its request makes it. */
export const handCheckoutId = (key: string): string => `hand_${hashOf(['hand', key]).slice(0, ID_DIGITS)}`;

export const isHandCheckout = (checkoutId: string): boolean => checkoutId.startsWith('hand_');

function readAttributes(data: Data): HandOrder {
  const reference = data.reference?.trim() || null;
  const name = data.name?.trim() || null;
  const email = data.email?.trim() || null;
  const errors = [
    ...(reference === null && data.method !== 'cash'
      ? [{ path: ['data', 'reference'], message: 'The number of the payment is required, unless it is cash' }]
      : []),
    ...(email !== null && !isMailable(email)
      ? [{ path: ['data', 'email'], message: 'The email must be a valid email address.' }]
      : []),
  ];
  if (errors.length > 0) throw attributeErrors(errors);
  const { channel, method } = data;
  return { channel, method, reference, name, email, fingerprint: hashOf(data), by: null };
}

function readLine(
  line: Data['lines'][number],
  at: number,
  priceOf: (id: number) => PricedBook | null,
): HandLine {
  const { book_id: bookId, copies, unit_paise } = line;
  const book = priceOf(bookId);
  const path = ['data', 'lines', String(at)];
  if (book === null)
    throw attributeErrors([{ path: [...path, 'book_id'], message: `Book ${bookId} is not for sale` }]);
  const unitPaise = unit_paise ?? book.unitPaise;
  if (unitPaise > book.listPaise)
    throw attributeErrors([
      {
        path: [...path, 'unit_paise'],
        message: `${book.title} may not cost more than its price of ${formatPaise(book.listPaise)}`,
      },
    ]);
  return { ...book, bookId, quantity: copies, unitPaise };
}

/**
 * Returns the order that a request writes down, at the prices of the moment or those that staff have agreed on. Throws 400
 * with what is wrong.
 */
export function readHandOrder(data: Data, priceOf: (id: number) => PricedBook | null): HandOrderRequest {
  const isHandedOver = data.handed_over;
  const attributes = readAttributes(data);
  if (new Set(data.lines.map(({ book_id }) => book_id)).size < data.lines.length)
    throw validationError('A book is in two lines');
  const lines = data.lines.map((line, at) => readLine(line, at, priceOf));
  const { shipping_paise: shippingPaise = 0 } = data;
  if (isHandedOver && shippingPaise > 0)
    throw validationError('Books that were handed over have no shipping charge');
  const totalPaise = lines.reduce((sum, line) => sum + line.unitPaise * line.quantity, shippingPaise);
  if (totalPaise === 0) throw validationError('The order has no amount');
  const addresses = isHandedOver ? { billing: null, shipping: null } : readAddresses(data);
  const { by: _by, ...hand } = attributes;
  return {
    hand: isHandedOver ? hand : { ...hand, name: null, email: null },
    lines,
    shippingPaise,
    totalPaise,
    isHandedOver,
    ...addresses,
  };
}

/** Returns how an order by hand came about, in a sentence for its history. */
export const handText = ({
  channel,
  ...payment
}: Pick<HandOrder, 'channel' | 'method' | 'reference'>): string =>
  `Written down by staff. ${HAND_CHANNEL_NAMES[channel]}, paid by ${handPaymentText(payment)}`;
