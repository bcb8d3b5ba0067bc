import type { Address } from '@vidhi/contracts/purchases.ts';
import { creditNotesOf, type Purchase } from '../purchases/purchase.ts';

/** Maximum number of keys of a purchase, and their length: of long names and many lines, the first count. */
const MAX_KEYS = 80;
const MAX_KEY_LENGTH = 80;
const PHONE_DIGITS = 10;
const ISBN_10 = 10;

/**
 * Returns a text as keys are compared: in NFKC, in small letters, without blanks, hyphens, brackets and the like, and
 * without the joiners of Indian scripts.
 */
export const searchKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}\p{Join_Control}/\\#.,:;()[\]{}+'"_]/gu, '')
    .slice(0, MAX_KEY_LENGTH);

/** All ids of the provider begin alike: their own part is the key, so that a search is not for all of them. */
const withoutPrefix = (id: string): string => id.replace(/^(?:pay|order|rfnd|disp|pu|co)_/, '');

/** Returns what a search text is compared with. */
export const queryKey = (text: string): string => {
  const trimmed = text.trim();
  const phone = trimmed.replaceAll(/[\s\p{Pd}().]/gu, '');
  const [, national] = /^(?:\+91|0091|91|0)([6-9]\d{9})$/.exec(phone) ?? [];
  return national ?? searchKey(withoutPrefix(trimmed));
};

/** Returns the condition of MongoDB for keys that begin so. */
export const beginningWith = (key: string): { $regex: string } => ({
  $regex: `^${key.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}`,
});

/** Returns a text with each of its ends that begins at a word: `asha rao` is found by `asha rao` and by `rao`. */
function ends(text: string): string[] {
  const words = text.split(/[\s\p{Pd}.,_@+]+/u).filter((word) => word !== '');
  return words.map((_, at) => searchKey(words.slice(at).join('')));
}

function addressKeys(address: Address | null): string[] {
  if (address === null) return [];
  const { name, email, phone, city = '', pincode } = address;
  const digits = phone.replaceAll(/\D/g, '').slice(-PHONE_DIGITS);
  const mailbox = email.slice(0, email.lastIndexOf('@'));
  return [...ends(name), searchKey(email), ...ends(mailbox), digits, ...ends(city), searchKey(pincode)];
}

/** Returns an ISBN-13 without its hyphens, also for an ISBN-10; null for other texts. */
export function isbn13(text: string | null): string | null {
  const digits = (text ?? '').replaceAll(/[^\dXx]/g, '').toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return digits;
  if (digits.length !== ISBN_10 || !/^\d{9}[\dX]$/.test(digits)) return null;
  const body = `978${digits.slice(0, -1)}`;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** Returns the ISBN-10 of an ISBN-13; null for one that has none. */
export function isbn10(isbn: string): string | null {
  const [, body] = /^978(\d{9})\d$/.exec(isbn) ?? [];
  if (body === undefined) return null;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (ISBN_10 - at), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${body}${check === ISBN_10 ? 'x' : check}`;
}

/** Returns the keys by which a payment link is found while it has its addresses. */
export const paymentLinkKeys = (billing: Address | null, shipping: Address | null): string[] =>
  [...new Set([...addressKeys(billing), ...addressKeys(shipping)])]
    .filter((key) => key !== '')
    .slice(0, MAX_KEYS);

/** Returns the keys by which a purchase is found: each is compared with the beginning of a search. */
export function purchaseKeys(purchase: Purchase, isbnOf: (bookId: number) => string | null): string[] {
  const {
    _id,
    purchaseNumber = '',
    paymentId = '',
    orderId = '',
    hand,
    checkoutId,
    bill,
    billing,
    shipping,
    lines,
  } = purchase;
  const isbns = lines.flatMap(({ bookId }) => {
    const isbn = isbnOf(bookId);
    const long = isbn13(isbn) ?? '';
    return isbn === null ? [] : [searchKey(isbn), long, isbn10(long) ?? ''];
  });
  const keys = [
    searchKey(purchaseNumber),
    ...[paymentId, orderId, checkoutId, _id].map((id) => searchKey(withoutPrefix(id))),
    searchKey(bill?.number ?? ''),
    ...creditNotesOf(purchase).map(({ number }) => searchKey(number)),
    ...(hand === undefined
      ? []
      : [...ends(hand.name ?? ''), searchKey(hand.email ?? ''), searchKey(hand.reference ?? '')]),
    ...addressKeys(billing),
    ...addressKeys(shipping),
    ...lines.map(({ id }) => String(id)),
    ...isbns,
    ...(purchase.shipments ?? []).map(({ number }) => searchKey(number ?? '')),
    ...(purchase.providerRefunds ?? []).map(({ id }) => searchKey(withoutPrefix(id))),
  ];
  return [...new Set(keys)].filter((key) => key !== '').slice(0, MAX_KEYS);
}
