import type { Attributes, ListBody, Name, Wire } from '@vidhi/collections/all.ts';
import type { ProfileOptions } from '@vidhi/contracts/profile-options.ts';
import { hasAccount, type AuditRole } from './log-in.ts';

/** A page of which screenshots are taken. */
export interface PicturedRoute {
  name: string;
  path: string;
  /** Items saved before the page is opened. */
  saved?: readonly { path: string; title: string; date: string }[];
  /** The demo account that the page is opened with; absent for an anonymous visitor. */
  role?: AuditRole;
  /** Presses Add to Cart on the page of a book, for a picture of the cart. */
  addsToCart?: boolean;
}

type Post = Attributes<'post'>;

const SAVED = 5;
/** Two of the pages to come, which differ in their texts only. */
const COMING = ['comming-soon', 'products'];
/** No checkout has this id. */
const UNKNOWN_CHECKOUT = 'co_aaaaaaaaaaaaaaaaaaaaaaaaaa';

const MEMBER_ROUTES: readonly (PicturedRoute & { role: AuditRole })[] = [
  { name: 'account-customer', path: '/account', role: 'customer' },
  { name: 'account-lawyer', path: '/account', role: 'lawyer' },
  { name: 'orders', path: '/account/orders', role: 'customer' },
  { name: 'console', path: '/console', role: 'editor' },
];

const filed = ({ slug, categories }: Post): string | null => {
  const category = categories?.data[0]?.attributes.slug;
  return category ? `/${category}/${slug}` : null;
};

/**
 * Finds every kind of page through the site's API; omits kinds without content, and those of accounts that it does not
 * have.
 */
export async function findRoutes(site: string): Promise<PicturedRoute[]> {
  async function fetchJson<Body>(query: string): Promise<Body> {
    const response = await fetch(`${site}/api/${query}`);
    if (!response.ok) throw new Error(`${site}/api/${query} responded ${response.status}`);
    return (await response.json()) as Body;
  }
  const POSTS = 'posts?sort=publish_date:desc&populate[categories][fields][0]=slug';
  const posts = async (query = ''): Promise<Post[]> =>
    (
      await fetchJson<ListBody<'post'>>(
        `${POSTS}&fields[0]=title&fields[1]=slug&fields[2]=publish_date${query}`,
      )
    ).data
      .map(({ attributes }) => attributes)
      .filter((post) => filed(post) !== null);
  const first = async <N extends Name>(query: string): Promise<Wire<N> | undefined> =>
    (await fetchJson<ListBody<N>>(`${query}&pagination[pageSize]=1`)).data[0];
  const item = async (store: string, query: string): Promise<string | null> => {
    const found = await first(query);
    return found === undefined ? null : `/catalogs/${store}/${found.id}/x`;
  };

  const [newest, withTable, hindi, tag, hosted, shelf, practices, ...items] = await Promise.all([
    posts('&pagination[pageSize]=25'),
    posts('&filters[$and][0][content][$contains]=<table&filters[$and][1][content][$contains]=<blockquote'),
    posts('&filters[title][$contains]=%E0%A4%BE'),
    first<'tag'>('tags?filters[posts][id][$notNull]=true'),
    first<'hosted-page'>('hosted-pages?sort=id:asc'),
    first('catelog-categories?filters[books][id][$notNull]=true'),
    fetchJson<ProfileOptions>('lawyers/filter-options?kind=0'),
    item('books', 'books?filters[discount][$gt]=0&filters[PrimaryImageId][id][$notNull]=true&sort=id:desc'),
    item('lawyers', 'lawyers?filters[SubCategory2]=0&filters[PrimaryImageId][id][$notNull]=true'),
    item('firms', 'lawyers?filters[SubCategory2]=1'),
  ]);
  const [book, lawyer, firm] = items;
  const practice = practices.data.practices.toSorted((one, other) => other.count - one.count)[0]?.slug;
  const [newestPost] = newest;
  const category = newestPost?.categories?.data[0]?.attributes.slug;
  const of = (post: Post | undefined): string | null => (post === undefined ? null : filed(post));
  const saved = newest
    .slice(0, SAVED)
    .map((post) => ({ path: of(post) ?? '/', title: post.title ?? '', date: post.publish_date ?? '' }));

  const found: (readonly [name: string, path: string | null | undefined])[] = [
    ['home', '/'],
    ['category', category ? `/news/${category}` : null],
    ['tag', tag?.attributes.slug && `/tags/${tag.attributes.slug}`],
    ['search', '/search?q=court'],
    ['search-none', '/search?q=zzzqqq'],
    ['article', of(newestPost)],
    ['article-report', of(withTable[0])],
    ['article-hindi', of(hindi[0])],
    ['hosted-page', hosted?.attributes.name && `/${hosted.attributes.name}`],
    ['saved-empty', '/saved'],
    ['404', '/no-such-page'],
    ['about', '/about'],
    ['contact', '/contact'],
    ...COMING.map((name) => [name, `/${name}`] as const),
    ['books', '/catalogs/books'],
    ['books-filtered', shelf && `/catalogs/books?category=${shelf.id}`],
    ['books-none', '/catalogs/books?q=zzzqqq'],
    ['lawyers', '/catalogs/lawyers'],
    ['firms', '/catalogs/firms'],
    ['book', book],
    ['lawyer', lawyer],
    ['firm', firm],
    ['item-none', '/catalogs/books/999999999/no-such-book'],
    ['find-a-lawyer', '/find-a-lawyer'],
    ['practice', practice === undefined ? null : `/find-a-lawyer/${practice}`],
    ['order', '/catalogs/lawyers/order'],
    ['login', '/login'],
    ['forgot-password', '/forgot-password'],
    ['signup', '/signup'],
    ['register', '/register'],
    ['cart-empty', '/cart'],
    ['success', '/success'],
    ['order-status', '/order-status'],
    ['status-unknown', `/status/${UNKNOWN_CHECKOUT}`],
  ];
  const roles = [...new Set(MEMBER_ROUTES.map(({ role }) => role))];
  const hasRole = await Promise.all(roles.map((role) => hasAccount(site, role)));
  const available = roles.filter((_role, index) => hasRole[index]);
  return [
    ...found.flatMap(([name, path]) => (path === null || path === undefined ? [] : [{ name, path }])),
    { name: 'saved', path: '/saved', saved },
    ...MEMBER_ROUTES.filter(({ role }) => available.includes(role)),
    ...(book === null ? [] : buyingRoutes(book, available.includes('customer'))),
  ];
}

/** The cart and the payment page of a book. */
const buyingRoutes = (book: string, hasCustomer: boolean): PicturedRoute[] => [
  { name: 'cart', path: book, addsToCart: true },
  ...(hasCustomer
    ? [{ name: 'payment', path: book.replace('/catalogs/', '/payment/'), role: 'customer' as const }]
    : []),
];
