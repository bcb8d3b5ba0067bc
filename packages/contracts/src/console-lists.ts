import { hasDesk, type Desk, type DeskHolder } from './desks.ts';
import { isStaff, ROLE } from './roles.ts';

const NEWSROOM: readonly Desk[] = ['news', 'publish'];
const EDITORS: readonly Desk[] = ['publish'];
const SHOP: readonly Desk[] = ['shop'];
const ORDERS: readonly Desk[] = ['shop', 'refund'];
const PEOPLE: readonly Desk[] = ['people'];

/** Lists of the console that have saved views, with the desks that open them; null for administrators alone. */
export const CONSOLE_LISTS = {
  posts: NEWSROOM,
  categories: NEWSROOM,
  tags: NEWSROOM,
  'news-authors': NEWSROOM,
  media: ['news', 'publish', 'shop', 'directory'],
  products: EDITORS,
  'site-ads': EDITORS,
  'hosted-pages': EDITORS,
  redirects: EDITORS,
  purchases: ORDERS,
  'payment-links': ORDERS,
  books: SHOP,
  'book-stock': SHOP,
  profiles: ['directory'],
  messages: PEOPLE,
  'reply-templates': PEOPLE,
  subscribers: PEOPLE,
  newsletters: PEOPLE,
  customers: null,
} as const satisfies Record<string, readonly Desk[] | null>;
export type ConsoleListName = keyof typeof CONSOLE_LISTS;
export const CONSOLE_LIST_NAMES = Object.keys(CONSOLE_LISTS) as ConsoleListName[];

export const isConsoleList = (name: string): name is ConsoleListName => Object.hasOwn(CONSOLE_LISTS, name);

/** Returns whether somebody may open a list, and so see the views that are shared there. */
export function mayOpenList(holder: DeskHolder | null, list: ConsoleListName): boolean {
  if (holder === null || !isStaff(holder.role)) return false;
  const desks: readonly Desk[] | null = CONSOLE_LISTS[list];
  return desks === null ? holder.role === ROLE.administrator : hasDesk(holder, ...desks);
}
