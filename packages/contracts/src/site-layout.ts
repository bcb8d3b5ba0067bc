import type { Checked } from './checked-value.ts';
import type { HomeLayout } from './home-blocks.ts';

/** A link of the menu or the foot: to a path of this site, or to an address elsewhere. */
export interface SiteLink {
  name: string;
  /** A path, or a whole address with https. */
  path: string;
}

/** A link of the menu. */
export interface MenuLink extends SiteLink {
  /** Pages below this path belong to the link as well. */
  also?: string;
}

/** A column of the foot. */
export interface FootColumn {
  /** Heading; absent for the name of the site. */
  title?: string;
  links: readonly SiteLink[];
}

/** Menu and foot of all pages, as `GET /api/site-options/layout` sends them. The foot begins with the categories. */
export interface SiteLayout {
  menu: readonly MenuLink[];
  foot: readonly FootColumn[];
  /** Blocks of the front page; absent for the default ones. */
  home?: HomeLayout;
}

/** The sections of the site other than the news, until the owner has chosen others. */
export const DEFAULT_MENU: readonly MenuLink[] = [
  { name: 'Find a Lawyer', path: '/find-a-lawyer', also: '/catalogs/lawyers' },
  { name: 'Law firms', path: '/catalogs/firms' },
  { name: 'Books', path: '/catalogs/books' },
];

/** The foot until the owner has chosen another: the eight links of the specification come first. */
export const DEFAULT_FOOT: readonly FootColumn[] = [
  {
    links: [
      { name: 'Home', path: '/' },
      { name: 'About', path: '/about' },
      { name: 'Subscribe', path: '/subscribe' },
      { name: 'Career', path: '/career' },
      { name: 'Terms of Service', path: '/terms-of-service' },
      { name: 'Privacy Policy', path: '/privacy-policy' },
      { name: 'Contact Us', path: '/contact' },
      { name: 'Join Us', path: '/join' },
    ],
  },
  {
    title: 'Directory and books',
    links: [
      { name: 'Find a Lawyer', path: '/find-a-lawyer' },
      { name: 'All lawyers', path: '/catalogs/lawyers' },
      { name: 'Law firms', path: '/catalogs/firms' },
      { name: 'Law books', path: '/catalogs/books' },
      { name: 'How lawyers are listed', path: '/catalogs/lawyers/order' },
    ],
  },
  {
    title: 'Reading',
    links: [
      { name: 'Search News', path: '/search' },
      { name: 'Saved for later', path: '/saved' },
      { name: 'RSS', path: '/feed.xml' },
      { name: 'Grievance officer', path: '/about#grievance-officer' },
      { name: 'Code of ethics', path: '/about#code-of-ethics' },
    ],
  },
];

export const LAYOUT_LIMITS = { menu: 8, columns: 5, links: 12, name: 60, path: 500 } as const;

/** Spaces, and characters that browsers drop from an address or read as a slash, which would make another one of it. */
const UNSAFE = /[\s\\\p{Cc}]/u;

/** Returns whether an address may be linked: a path of this site, or an address with https. */
export const isLinkPath = (path: string): boolean =>
  !UNSAFE.test(path) &&
  path.length <= LAYOUT_LIMITS.path &&
  (/^\/(?!\/)/.test(path) || (/^https:\/\/[^/]/i.test(path) && URL.canParse(path)));

const isObject = (value: unknown): value is Partial<Record<keyof MenuLink | keyof FootColumn, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value.normalize('NFC').replaceAll(/\s+/g, ' ').trim() : '';

function checkedLink(value: unknown): Checked<MenuLink> {
  if (!isObject(value)) return { problem: 'A link needs a name and an address' };
  const name = nameOf(value.name);
  const path = typeof value.path === 'string' ? value.path.trim() : '';
  if (name === '') return { problem: `The link to ${path || 'no address'} needs a name` };
  if (name.length > LAYOUT_LIMITS.name)
    return { problem: `Names of links may have ${LAYOUT_LIMITS.name} characters at most` };
  if (!isLinkPath(path))
    return { problem: `${name} needs a path of this site, such as /about, or an address with https://` };
  const { also } = value;
  return {
    value: {
      name,
      path,
      ...(typeof also === 'string' && /^\/(?!\/)/.test(also) && isLinkPath(also) ? { also } : {}),
    },
  };
}

function checkedLinks(value: unknown, max: number): Checked<MenuLink[]> {
  if (!Array.isArray(value)) return { problem: 'A list of links is needed' };
  if (value.length > max) return { problem: `At most ${max} links fit` };
  const links: MenuLink[] = [];
  for (const one of value) {
    const { value: link, problem } = checkedLink(one);
    if (problem !== undefined) return { problem };
    if (links.some(({ path }) => path === link.path)) return { problem: `Two links lead to ${link.path}` };
    links.push(link);
  }
  return { value: links };
}

/** Checks the links of the menu. */
export const checkedMenu = (value: unknown): Checked<MenuLink[]> => checkedLinks(value, LAYOUT_LIMITS.menu);

/** Checks the columns of the foot. */
export function checkedFoot(value: unknown): Checked<FootColumn[]> {
  if (!Array.isArray(value)) return { problem: 'A list of columns is needed' };
  if (value.length > LAYOUT_LIMITS.columns)
    return { problem: `The foot has room for ${LAYOUT_LIMITS.columns} columns beside the categories` };
  const columns: FootColumn[] = [];
  for (const column of value) {
    if (!isObject(column)) return { problem: 'A column needs links' };
    const title = nameOf(column.title);
    if (title.length > LAYOUT_LIMITS.name)
      return { problem: `Headings may have ${LAYOUT_LIMITS.name} characters at most` };
    const { value: links, problem } = checkedLinks(column.links, LAYOUT_LIMITS.links);
    if (problem !== undefined) return { problem };
    if (columns.some((other) => (other.title ?? '') === title))
      return { problem: `Two columns have the heading ${title || 'of the site’s name'}` };
    columns.push({
      ...(title === '' ? {} : { title }),
      links: links.map(({ name, path }) => ({ name, path })),
    });
  }
  return { value: columns };
}

/**
 * Returns menu and foot with the owner's choices, or the defaults where there are none or they are not of the right shape. The
 * first column links to `pages`, too, unless a column does already.
 */
export function siteLayoutOf(
  { menu, foot }: { menu: unknown; foot: unknown },
  pages: readonly SiteLink[],
): SiteLayout {
  const [first = { links: [] }, ...others] = checkedFoot(foot).value ?? DEFAULT_FOOT;
  const linked = new Set([first, ...others].flatMap(({ links }) => links.map(({ path }) => path)));
  const added = pages.filter(({ path }) => !linked.has(path));
  return {
    menu: checkedMenu(menu).value ?? DEFAULT_MENU,
    foot: [{ ...first, links: [...first.links, ...added] }, ...others],
  };
}
