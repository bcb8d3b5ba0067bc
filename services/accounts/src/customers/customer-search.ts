import type { CustomerSort, CustomerState } from '@vidhi/contracts/customers.ts';
import { isStaffAccount, type User } from '../users/user.ts';

export interface CustomerSearch {
  q: string;
  role?: number | undefined;
  state?: CustomerState | undefined;
  sort: CustomerSort;
  skip: number;
  limit: number;
}

export interface FoundCustomers {
  users: User[];
  total: number;
}

/** The readings of a searched text: an id, a phone number, or words of which each is somewhere in the account. */
export interface Searched {
  id: number | null;
  /** Sources of regular expressions, which ignore case. */
  phone: string | null;
  words: string[];
}

export const SEARCHED_NAMES = ['first_name', 'last_name', 'email', 'username', 'mobile'] as const;

const PHONE = /^\+?[\d\s().-]{4,24}$/;
/** Digits of a phone number in India, without the prefix that some write. */
const LOCAL_DIGITS = 10;
const MAX_WORDS = 6;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

export function readSearch(q: string): Searched {
  const text = q.normalize('NFC').trim();
  const digits = text.replaceAll(/\D/g, '');
  const isPhone = PHONE.test(text) && digits.length >= 4;
  return {
    id: /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null,
    // However the number is written in the account.
    phone: isPhone ? Array.from(digits.slice(-LOCAL_DIGITS)).join(String.raw`\D*`) : null,
    words: text
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, MAX_WORDS)
      .map(escaped),
  };
}

/** Returns whether an account belongs to somebody outside of the staff who has not erased it. */
export const isCustomer = (user: User): boolean => !isStaffAccount(user) && user.erasedAt === undefined;

const STATES: Readonly<Record<CustomerState, (user: User) => boolean>> = {
  active: ({ confirmed, blocked }) => confirmed && !blocked,
  unconfirmed: ({ confirmed, blocked }) => !confirmed && !blocked,
  blocked: ({ blocked }) => blocked,
};

/** Searches accounts in memory, for tests: as `mongoCustomers` does. */
export function searchUsers(users: readonly User[], search: CustomerSearch): FoundCustomers {
  const { id, phone, words } = readSearch(search.q);
  const has = (user: User, source: string): boolean =>
    SEARCHED_NAMES.some((name) => new RegExp(source, 'i').test(user[name] ?? ''));
  const found = users
    .filter(isCustomer)
    .filter(({ role }) => search.role === undefined || role === search.role)
    .filter((user) => search.state === undefined || STATES[search.state](user))
    .filter(
      (user) =>
        words.every((word) => has(user, word)) ||
        user.id === id ||
        (phone !== null && new RegExp(phone, 'i').test(user.mobile ?? '')),
    );
  const name = search.sort.endsWith('email') ? 'email' : 'createdAt';
  const direction = search.sort.startsWith('-') ? -1 : 1;
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = found.toSorted((a, b) => direction * (compare(a[name] ?? '', b[name] ?? '') || a.id - b.id));
  return { users: sorted.slice(search.skip, search.skip + search.limit), total: found.length };
}
