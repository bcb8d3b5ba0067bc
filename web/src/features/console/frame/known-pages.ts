import { mayAccess, type Access } from '../access.ts';
import type { Session } from '#shared/session/session-slice.ts';
import type { SiteOptions } from '#shared/site/site-reads.ts';
import type { LazyPage } from '#shared/routing/route.ts';
import type { IconName } from './rail-icons.tsx';

/** Groups of the menu, in its order. The first has no heading. */
export const MENU_GROUPS = ['', 'Newsroom', 'Site', 'Shop', 'Directory', 'People', 'Admin'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

/** A page of the console: its address, what the shell shows before it is loaded, and its place in the menu. */
export interface ConsolePage {
  path: '/console' | `/console/${string}`;
  /** Title of the document, heading of the shell and label in the menu. */
  title: string;
  lazy: LazyPage;
  /** Restricts the page to some of the staff. */
  access?: Access;
  /** Its records come from elsewhere, so that nobody writes a new one there. */
  isReceived?: true;
  /** Its group in the menu and its icon; left out for pages to which another page leads. */
  menu?: readonly [group: MenuGroup, icon: IconName];
  /** An option of the site without which the menu has no such page. */
  option?: 'countsReaders' | 'takesGrievances';
}

/**
 * The pages of the console, which `page-table.ts` adds. They are not imported from there, as that module imports the pages,
 * which use this one.
 */
export const knownPages: ConsolePage[] = [];

/** Returns the pages that the menu has for a session. */
export const menuPages = (session: Session, options: SiteOptions | undefined): ConsolePage[] =>
  knownPages.filter(
    ({ menu, access = 'staff', option }) =>
      menu !== undefined &&
      mayAccess(session, access) &&
      (option === undefined || options?.[option] === true),
  );
