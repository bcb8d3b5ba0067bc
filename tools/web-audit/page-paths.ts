import type { ListBody, Name } from '@vidhi/collections/all.ts';
import { hasAccount, type AuditRole } from './log-in.ts';

/** Kind of a page's document, on which its goals depend: see `route.ts` of the web. */
export type PageKind = 'reading' | 'app' | 'console';

/** A page to audit; a search result has noindex, so that audit is excluded. */
export interface AuditedPage {
  name:
    | 'home'
    | 'category'
    | 'article'
    | 'tag'
    | 'search'
    | 'books'
    | 'book'
    | 'firms'
    | 'firm'
    | 'signup'
    | 'account'
    | 'console';
  kind: PageKind;
  path: string;
  isIndexed: boolean;
  /** The demo account that the page is opened with; absent for an anonymous visitor. */
  role?: AuditRole;
}

/** Pages with forms and of the console. */
const APP_PAGES: readonly AuditedPage[] = [
  { name: 'signup', kind: 'app', path: '/signup', isIndexed: false },
  { name: 'account', kind: 'app', path: '/account', isIndexed: false, role: 'customer' },
  { name: 'console', kind: 'console', path: '/console', isIndexed: false, role: 'editor' },
];

export interface Addresses {
  pages: AuditedPage[];
  /** All articles found, for loads with different pages. */
  articles: string[];
}

const LOAD_ARTICLES = 100;

/**
 * Finds pages through the site's API, so that the audit does not depend on the demo; only the pages that need a login are
 * omitted from a site without the demo's accounts.
 */
export async function findAddresses(site: string): Promise<Addresses> {
  const list = async <N extends Name>(query: string): Promise<ListBody<N>> => {
    const response = await fetch(`${site}/api/${query}`);
    if (!response.ok) throw new Error(`${site}/api/${query} responded ${response.status}`);
    return (await response.json()) as ListBody<N>;
  };
  const posts = await list<'post'>(
    `posts?sort=publish_date:desc&pagination[pageSize]=${LOAD_ARTICLES}&fields[0]=slug&populate[categories][fields][0]=slug`,
  );
  const tags = await list<'tag'>(
    'tags?filters[posts][id][$notNull]=true&pagination[pageSize]=1&fields[0]=slug',
  );
  const filed = posts.data.flatMap(({ attributes: { slug, categories } }) => {
    const category = categories?.data[0]?.attributes.slug;
    return category ? [{ category, path: `/${category}/${slug}` }] : [];
  });
  const [first] = filed;
  const tag = tags.data[0]?.attributes.slug;
  if (first === undefined || !tag)
    throw new Error('The site has no article in a category, or no tag in use: import something first');
  const roles = new Set<AuditRole>();
  for (const role of ['customer', 'editor'] as const) if (await hasAccount(site, role)) roles.add(role);
  return {
    pages: [
      { name: 'home', kind: 'reading', path: '/', isIndexed: true },
      { name: 'category', kind: 'reading', path: `/news/${first.category}`, isIndexed: true },
      { name: 'article', kind: 'reading', path: first.path, isIndexed: true },
      { name: 'tag', kind: 'reading', path: `/tags/${tag}`, isIndexed: true },
      { name: 'search', kind: 'reading', path: '/search?q=court', isIndexed: false },
      ...(await findStore(site, 'books', 'book')),
      ...(await findStore(site, 'firms', 'firm')),
      ...APP_PAGES.filter(({ role }) => role === undefined || roles.has(role)),
    ],
    articles: filed.map(({ path }) => path),
  };
}

/** Resolves with a list of the catalogue and its first item; nothing when the list is empty. */
async function findStore(
  site: string,
  list: 'books' | 'firms',
  item: 'book' | 'firm',
): Promise<AuditedPage[]> {
  const path = `/catalogs/${list}`;
  const response = await fetch(site + path);
  if (!response.ok) return [];
  const first = new RegExp(`href="(${path}/\\d+/[^"]+)"`).exec(await response.text())?.[1];
  if (first === undefined) return [];
  return [
    { name: list, kind: 'reading', path, isIndexed: true },
    { name: item, kind: 'reading', path: first, isIndexed: true },
  ];
}
