import type { HandChannel, HandMethod } from '@vidhi/contracts/hand-order-names.ts';
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
  method: HandMethod;
  reference: string;
  isHandedOver: boolean;
  /** In rupees. */
  shipping: number | null;
}

export const EMPTY_HAND_DRAFT: HandDraft = {
  lines: [],
  channel: 'phone',
  method: 'upi',
  reference: '',
  isHandedOver: false,
  shipping: null,
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
  if (draft.method !== 'cash' && draft.reference.trim() === '') return 'Give the number of the payment.';
  return handPaise(draft) === 0 ? 'The order has no amount.' : null;
}

/** Returns the body of the call; `buyer` are name and e-mail address, or the addresses. */
export function handOrderOf(draft: HandDraft, buyer: object): HandOrderBody {
  const { lines, channel, method, reference, isHandedOver, shipping } = draft;
  return {
    data: {
      channel,
      method,
      ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
      lines: lines.map(({ book, copies, price }) => ({
        book_id: book.id,
        copies: copies ?? 0,
        // The price that staff have seen, also if the catalogue changes meanwhile.
        unit_paise: price === null ? (book.unit_paise ?? 0) : paise(price),
      })),
      ...(isHandedOver || shipping === null ? {} : { shipping_paise: paise(shipping) }),
      handed_over: isHandedOver,
      ...buyer,
    },
  };
}
