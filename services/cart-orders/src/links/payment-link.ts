import { createHash } from 'node:crypto';
import { validationError } from '@vidhi/contracts/errors.ts';
import type { PaymentLinkState } from '@vidhi/contracts/payment-link-names.ts';
import type { PaymentLinkBody } from '@vidhi/contracts/payment-links.ts';
import type { PricedLine } from '@vidhi/contracts/purchases.ts';
import type { StoredDocument } from '@vidhi/service-kit/stored-collection.ts';
import type { PricedBook } from '../catalogue/book-facts.ts';
import { readHandOrder } from '../hand/hand-order.ts';
import type { PAYMENT_LINKS } from './payment-link-collection.ts';

export type StoredPaymentLink = StoredDocument<typeof PAYMENT_LINKS>;

/** A payment link as it is stored, but for what follows from the moment. */
export type PaymentLinkRequest = Pick<
  StoredPaymentLink,
  'fingerprint' | 'channel' | 'lines' | 'shippingPaise' | 'totalPaise' | 'billing' | 'shipping'
> & { days: number; isMailed: boolean };

const ID_DIGITS = 32;
/** Smallest amount that the card provider takes. */
const MIN_PAISE = 100;
const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Returns the id of the link that a request with this key creates. */
export const paymentLinkId = (key: string): string =>
  `link_${hashOf(['payment-link', key]).slice(0, ID_DIGITS)}`;

export const isPaymentLinkId = (id: string | undefined): id is string => /^link_[0-9a-f]{32}$/.test(id ?? '');

export const linkStateOf = (
  { state, expiresAt }: Pick<StoredPaymentLink, 'state' | 'expiresAt'>,
  now: number,
): PaymentLinkState =>
  state === 'OPEN'
    ? expiresAt.getTime() > now
      ? 'open'
      : 'expired'
    : state === 'PAID'
      ? 'paid'
      : 'cancelled';

/** Returns the id in a search text that is a link or its id; null for other texts. */
export const linkIdIn = (text: string): string | null => /\blink_[0-9a-f]{32}\b/.exec(text)?.[0] ?? null;

/**
 * Returns the order that waits for its payment, at the prices of the moment or those that staff have agreed on. Throws 400
 * with what is wrong.
 */
export function readPaymentLink(
  id: string,
  data: PaymentLinkBody['data'],
  priceOf: (bookId: number) => PricedBook | null,
): PaymentLinkRequest {
  const { days, mail, ...order } = data;
  const { channel } = data;
  const read = readHandOrder({ ...order, method: 'cash', handed_over: false }, priceOf);
  const { lines, shippingPaise, totalPaise, billing, shipping } = read;
  if (totalPaise < MIN_PAISE) throw validationError('An order that is paid by link costs ₹1.00 or more');
  return {
    fingerprint: hashOf(data),
    channel,
    lines: lines.map(({ bookId, title, listPaise, unitPaise, quantity }): PricedLine => ({
      lineId: `${id}:${bookId}`,
      lineRev: 0,
      bookId,
      title,
      listPaise,
      unitPaise,
      quantity,
    })),
    shippingPaise,
    totalPaise,
    billing,
    shipping,
    days,
    isMailed: mail,
  };
}
