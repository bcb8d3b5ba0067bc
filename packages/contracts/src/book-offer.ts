import { timeOf } from './time-of.ts';

/**
 * The discount of a book and an offer, which replaces it for a time. `discount` is always the one that applies now, so that
 * every reader of a book has the same price. While there is an offer, `usual_discount` is the one that applies without it.
 */
export interface Offer {
  discount?: number | null | undefined;
  usual_discount?: number | null | undefined;
  offer_discount?: number | null | undefined;
  discount_from?: string | null | undefined;
  /** Absent for an offer that stays. */
  discount_to?: string | null | undefined;
}

/** A moment from which a book has another price. */
export interface PriceStep {
  /** Null for now. */
  from: string | null;
  discount: number;
}

const hasOffer = ({ offer_discount: offer }: Offer): boolean => offer !== null && offer !== undefined;

/** Returns the percent that apply without the offer of a book. */
export const usualDiscountOf = (book: Offer): number =>
  (hasOffer(book) ? book.usual_discount : book.discount) ?? 0;

/** Returns the percent that apply at a moment. */
export function discountAt(book: Offer, now: number): number {
  if (!hasOffer(book) || now < timeOf(book.discount_from)) return usualDiscountOf(book);
  return now >= timeOf(book.discount_to) ? usualDiscountOf(book) : (book.offer_discount ?? 0);
}

/** Returns the next moment at which the price changes by itself; null for none. */
export function nextChange(book: Offer, now: number): number | null {
  if (!hasOffer(book)) return null;
  const times = [timeOf(book.discount_from), timeOf(book.discount_to)].filter((time) => time > now);
  return times.length === 0 ? null : Math.min(...times);
}

/** Returns the discounts of a book from now on. */
export function priceSteps(book: Offer, now: number): PriceStep[] {
  const steps: PriceStep[] = [{ from: null, discount: discountAt(book, now) }];
  for (let at = nextChange(book, now); at !== null; at = nextChange(book, at))
    steps.push({ from: new Date(at).toISOString(), discount: discountAt(book, at) });
  return steps;
}

const isPercent = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < 100;

/** Returns what is wrong with the offer of a book, by attribute. */
export function offerProblems(book: Offer): { path: [string]; message: string }[] {
  const { discount_from: from, discount_to: to } = book;
  if (!hasOffer(book))
    return [...(from ? ['discount_from'] : []), ...(to ? ['discount_to'] : [])].map((name) => ({
      path: [name],
      message: 'An offer with dates has a discount',
    }));
  return [
    ...(isPercent(book.offer_discount)
      ? []
      : [
          {
            path: ['offer_discount'] as [string],
            message: 'offer_discount must be at least 0 and less than 100',
          },
        ]),
    ...(from ? [] : [{ path: ['discount_from'] as [string], message: 'An offer has a first day and hour' }]),
    ...(from && to && timeOf(to) <= timeOf(from)
      ? [{ path: ['discount_to'] as [string], message: 'The offer must end after it begins' }]
      : []),
  ];
}

/** Returns the values of the discount that are stored at a moment. An offer that is over, or that stays for good, is none. */
export function settledOffer(book: Offer, now: number): Required<Pick<Offer, 'discount'>> & Offer {
  const isOver = now >= timeOf(book.discount_to);
  const isForGood = !book.discount_to && now >= timeOf(book.discount_from);
  const discount = discountAt(book, now);
  const value = discount === 0 ? (hasOffer(book) ? null : (book.discount ?? null)) : discount;
  if (!hasOffer(book) || isOver || isForGood)
    return {
      discount: value,
      usual_discount: null,
      offer_discount: null,
      discount_from: null,
      discount_to: null,
    };
  return {
    discount: value,
    usual_discount: usualDiscountOf(book) || null,
    offer_discount: book.offer_discount,
    discount_from: book.discount_from,
    discount_to: book.discount_to ?? null,
  };
}
