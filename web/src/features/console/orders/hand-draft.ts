import type { HandChannel, HandMethod } from '@vidhi/contracts/hand-order-names.ts';
import { DEFAULT_LINK_DAYS } from '@vidhi/contracts/payment-link-names.ts';
import type { PaymentLinkBody } from '@vidhi/contracts/payment-links.ts';
import type { HandOrderBody } from '@vidhi/contracts/hand-orders.ts';
import type { StockRow } from '@vidhi/contracts/shop-stock.ts';

/** A book of an order by hand. The price of one copy is in rupees, as it was typed; null: that of the shop. */
export interface HandDraftLine {
  book: Pick<StockRow, 'id' | 'title' | 'list_paise' | 'unit_paise' | 'free'>;
  copies: number | null;
  price: number | null;
}

/** An order by hand as it is filled in, but for name and addresses. */
export interface HandDraft {
  lines: readonly HandDraftLine[];
  channel: HandChannel;
  /** `link`: the buyer is yet to pay, by a link. */
  method: HandMethod | 'link';
  reference: string;
  isHandedOver: boolean;
  /** In rupees. */
  shipping: number | null;
  /** Days until the link expires. */
  days: number | null;
  /** Whether the buyer is sent the link by mail. */
  isMailed: boolean;
}

export const EMPTY_HAND_DRAFT: HandDraft = {
  lines: [],
  channel: 'phone',
  method: 'upi',
  reference: '',
  isHandedOver: false,
  shipping: null,
  days: DEFAULT_LINK_DAYS,
  isMailed: true,
};

const paise = (rupees: number): number => Math.round(rupees * 100);

export const linePaise = ({ book, copies, price }: HandDraftLine): number =>
  (copies ?? 0) * (price === null ? (book.unit_paise ?? 0) : paise(price));

/** Returns the amount of a draft in paise. */
export const handPaise = ({ lines, isHandedOver, shipping }: HandDraft): number =>
  lines.reduce((sum, line) => sum + linePaise(line), isHandedOver ? 0 : paise(shipping ?? 0));

function lineFault({ book, copies, price }: HandDraftLine): string | null {
  if (copies === null) return `How many copies of ${book.title}?`;
  if (book.unit_paise === null) return `${book.title} has no price.`;
  if (book.free !== null && copies > book.free)
    return `Only ${book.free} free ${book.free === 1 ? 'copy' : 'copies'} of ${book.title}: if there are more on your shelf, receive them under Stock first.`;
  if (price !== null && paise(price) > (book.list_paise ?? 0))
    return `${book.title} may not cost more than its printed price.`;
  return null;
}

/** Returns why a draft cannot be sent; null when it can. */
export function handFault(draft: HandDraft): string | null {
  if (draft.lines.length === 0) return 'Choose the books.';
  const fault = draft.lines.map(lineFault).find((one) => one !== null);
  if (fault !== undefined) return fault;
  if (draft.method === 'link' && draft.days === null) return 'For how many days is the link open?';
  if (!['cash', 'link'].includes(draft.method) && draft.reference.trim() === '')
    return 'Give the number of the payment.';
  return handPaise(draft) === 0 ? 'The order has no amount.' : null;
}

const linesOf = ({ lines }: HandDraft): HandOrderBody['data']['lines'] =>
  lines.map(({ book, copies, price }) => ({
    book_id: book.id,
    copies: copies ?? 0,
    // The price that staff have seen, also if the catalogue changes meanwhile.
    unit_paise: price === null ? (book.unit_paise ?? 0) : paise(price),
  }));

/** Returns the body of the call for an order that waits for its payment. */
export function paymentLinkOf(draft: HandDraft, billingAddress: object): PaymentLinkBody {
  const { channel, shipping, days, isMailed } = draft;
  return {
    data: {
      channel,
      lines: linesOf(draft),
      ...(shipping === null ? {} : { shipping_paise: paise(shipping) }),
      billingAddress,
      sameAddress: 'Yes',
      days: days ?? DEFAULT_LINK_DAYS,
      mail: isMailed,
    },
  };
}

/** Returns the body of the call for a paid order; `buyer` are name and e-mail address, or the addresses. */
export function handOrderOf(draft: HandDraft, buyer: object): HandOrderBody {
  const { channel, method, reference, isHandedOver, shipping } = draft;
  if (method === 'link') throw new Error('an order by link is not paid yet');
  return {
    data: {
      channel,
      method,
      ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
      lines: linesOf(draft),
      ...(isHandedOver || shipping === null ? {} : { shipping_paise: paise(shipping) }),
      handed_over: isHandedOver,
      ...buyer,
    },
  };
}
