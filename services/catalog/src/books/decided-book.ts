import { storedAs } from '@vidhi/collections/stored.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { offerProblems, settledOffer, type Offer } from '@vidhi/contracts/book-offer.ts';
import { attributeErrors } from '@vidhi/contracts/errors.ts';

type Values = Readonly<Record<string, unknown>>;

const DATES = ['discount_from', 'discount_to'] as const;
const OFFER_NAMES = ['offer_discount', 'usual_discount', ...DATES] as const;
const isSet = (value: unknown): boolean => value !== null && value !== undefined;

/**
 * Returns the values of a write of a book with its discount settled at this moment. Clients that do not know
 * offers send the discount of a running offer back as `discount`, which changes nothing; any other `discount` sets the usual one, as
 * `usual_discount` does. Throws for an offer that is not possible.
 */
export function decidedBook(current: Values, values: Values, now: number): Values {
  const book = storedAs(bookCollection, current);
  const { discount, usual_discount: sentUsual } = values;
  const hadOffer = isSet(book.offer_discount);
  const isStored = 'id' in current;
  const concerns = OFFER_NAMES.some((name) => isSet(values[name]));
  if (!hadOffer && !concerns && !(isStored && 'usual_discount' in values)) return values;
  const isEcho = hadOffer && discount === book.discount;
  const stored = hadOffer ? book.usual_discount : book.discount;
  const sent = isEcho ? undefined : discount;
  // A new book has every attribute, those that were not sent as null.
  const isUsualSent = isSet(sentUsual) || (isStored && 'usual_discount' in values);
  const usual = isUsualSent ? sentUsual : sent !== undefined ? sent : stored;
  const merged: Record<string, unknown> & { offer_discount?: unknown } = {
    ...current,
    ...values,
    usual_discount: usual ?? null,
    discount: usual ?? null,
  };
  const isRemoved = !isSet(merged.offer_discount);
  if (isRemoved) for (const name of DATES) merged[name] = values[name] ?? null;
  const problems = offerProblems(merged as Offer);
  if (problems.length > 0) throw attributeErrors(problems);
  return { ...values, ...settledOffer(merged as Offer, now) };
}
