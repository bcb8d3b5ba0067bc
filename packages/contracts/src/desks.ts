import { ROLE } from './roles.ts';

/**
 * Capabilities of staff accounts. An administrator has all of them; an editor those that the account lists, with these
 * rights:
 * - `news`: reads and writes drafts
 * - `publish`: publishes, and edits what is published, other people's articles and the parts of the site
 * - `shop`: books and their lists, reads orders with their buyers, ships
 * - `refund`: cancels orders and returns money
 * - `directory`: profiles and their lists
 * - `people`: messages, subscribers, and blocks accounts of customers
 */
export const DESKS = ['news', 'publish', 'shop', 'refund', 'directory', 'people'] as const;
export type Desk = (typeof DESKS)[number];

/** Desks of an editor who is given no others: what role 10 allowed before there were desks, which moved no money. */
export const EDITOR_DESKS: readonly Desk[] = ['news', 'publish', 'shop', 'directory'];

export const isDesk = (value: unknown): value is Desk => DESKS.some((desk) => desk === value);

/** An account, or the claims of its token. */
export interface DeskHolder {
  role: number;
  desks?: readonly Desk[];
}

/** Returns the desks in effect, in the order of `DESKS`: none for accounts that are not staff. */
export function desksOf({ role, desks = [] }: DeskHolder): Desk[] {
  if (role === ROLE.administrator) return [...DESKS];
  return role === ROLE.editor ? DESKS.filter((desk) => desks.includes(desk)) : [];
}

/** Returns whether somebody has one of these desks; false for anonymous clients. */
export const hasDesk = (holder: DeskHolder | null, ...anyOf: readonly Desk[]): boolean =>
  holder !== null && desksOf(holder).some((desk) => anyOf.includes(desk));
