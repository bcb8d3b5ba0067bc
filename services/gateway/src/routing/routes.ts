import { joinData, joinSitemapIndexes, type JoinBodies } from '../joined/join-bodies.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';

/** Who answers. `news` is split: readers answer visitors, the writer answers editors. */
export type ServiceName = 'news' | 'catalog' | 'accounts' | 'cart-orders' | 'payments' | 'notify' | 'web';

/** What kind of answer a route gives: decides headers towards the client. */
export type ResponseKind = 'api' | 'page' | 'feed' | 'file' | 'asset';

/** How long an anonymous answer may be reused while no event dropped it. */
export interface CacheRule {
  /** Topics whose events drop it. */
  topics: readonly string[];
  /** Served without asking again. */
  freshMs: number;
  /** After that, served once more while it is asked for again. */
  staleMs: number;
}

/**
 * One row of the routing table. In `paths`, a final `/**` means the path itself and all below it, `:x` is
 * one segment, anything else is exact.
 */
export interface Route {
  name: string;
  service: ServiceName;
  answers: ResponseKind;
  paths: readonly string[];
  cache?: CacheRule;
  /** Another service that answers a part under the same address. Such an answer is the same for everybody. */
  joined?: { service: ServiceName; join: JoinBodies };
  /** Multipart bodies: a larger limit and more time. */
  uploads?: true;
  /** Cookies pass here in both directions, and nowhere else. */
  cookies?: true;
}

const { newsPosts, newsSite, accountsUsers, catalogBooks, catalogLists, catalogMedia, catalogProfiles } =
  TOPICS;
const SITE = [newsSite.name, catalogMedia.name];
/** Of the site's settings, `rule36_mode` changes profiles. */
const CATALOG = [
  catalogBooks.name,
  catalogLists.name,
  catalogMedia.name,
  catalogProfiles.name,
  newsSite.name,
];
const EVERYTHING = [newsPosts.name, newsSite.name, catalogMedia.name, accountsUsers.name];

const NEWS_AND_CATALOG = [...new Set([...EVERYTHING, ...CATALOG])];

/** Answers that hold view counts, which drop nothing and must be visible within 10 s: at most 5 s old. */
const WITH_VIEWS: CacheRule = { topics: EVERYTHING, freshMs: 2_500, staleMs: 2_500 };
/** Answers that change by event alone. */
const BY_EVENT: CacheRule = { topics: EVERYTHING, freshMs: 5_000, staleMs: 30_000 };
const SITE_BY_EVENT: CacheRule = { topics: SITE, freshMs: 5_000, staleMs: 30_000 };
const CATALOG_BY_EVENT: CacheRule = { topics: CATALOG, freshMs: 5_000, staleMs: 30_000 };

/** Profiles change their order at midnight, by no event: at most 5 s old. */
const PROFILES_BY_DAY: CacheRule = { topics: CATALOG, freshMs: 2_500, staleMs: 2_500 };

/** Catalogue collections of §7.2 that any anonymous caller reads alike. */
const CATALOG_LISTS = [
  'books',
  'type-of-courts',
  'catelog-categories',
  'authors',
  'publishers',
  'book-tags',
  'languages',
  'courts',
  'specializations',
  'cities',
  'state-districts',
  'country-states',
] as const;

const FEED_FILES = ['feed.xml', 'atom.xml', 'feed.json'] as const;

/** Every address there is, first match by the most specific path. What no row names goes to `web`. */
export const ROUTES: readonly Route[] = [
  {
    name: 'news-posts',
    service: 'news',
    answers: 'api',
    paths: ['/api/posts/**'],
    cache: WITH_VIEWS,
  },
  {
    name: 'suggestions',
    service: 'news',
    answers: 'api',
    paths: ['/api/suggest'],
    joined: { service: 'catalog', join: joinData },
    cache: { ...PROFILES_BY_DAY, topics: NEWS_AND_CATALOG },
  },
  {
    name: 'news-lists',
    service: 'news',
    answers: 'api',
    paths: ['/api/categories/**', '/api/tags/**', '/api/slugs/**'],
    cache: WITH_VIEWS,
  },
  {
    name: 'news-site',
    service: 'news',
    answers: 'api',
    paths: [
      '/api/site-ads/**',
      '/api/products/**',
      '/api/hosted-pages/**',
      '/api/site-setting/**',
      '/api/social-link/**',
      '/api/site-options/**',
    ],
    cache: SITE_BY_EVENT,
  },
  {
    name: 'news-pictures',
    service: 'news',
    answers: 'api',
    paths: ['/api/picture-variants'],
    cache: { topics: [catalogMedia.name], freshMs: 5_000, staleMs: 30_000 },
  },
  {
    name: 'news-feeds',
    service: 'news',
    answers: 'feed',
    paths: FEED_FILES.flatMap((file) => [`/${file}`, `/news/:slug/${file}`, `/tags/:slug/${file}`]),
    cache: BY_EVENT,
  },
  {
    name: 'news-sitemaps',
    service: 'news',
    answers: 'feed',
    paths: ['/sitemaps/**', '/news-sitemap.xml', '/robots.txt'],
    cache: BY_EVENT,
  },
  {
    name: 'sitemap-index',
    service: 'news',
    answers: 'feed',
    paths: ['/sitemap.xml'],
    joined: { service: 'catalog', join: joinSitemapIndexes },
    cache: { ...BY_EVENT, topics: NEWS_AND_CATALOG },
  },
  {
    name: 'catalog-sitemaps',
    service: 'catalog',
    answers: 'feed',
    paths: [
      '/sitemaps/catalogs.xml',
      ...['books', 'lawyers', 'firms'].flatMap((store) => [
        `/sitemaps/${store}.xml`,
        `/sitemaps/${store}/:file`,
      ]),
    ],
    cache: CATALOG_BY_EVENT,
  },
  {
    name: 'catalog-profiles',
    service: 'catalog',
    answers: 'api',
    paths: ['/api/lawyers/**', '/api/firms/**'],
    cache: PROFILES_BY_DAY,
  },
  {
    name: 'catalog-lists',
    service: 'catalog',
    answers: 'api',
    paths: CATALOG_LISTS.map((name) => `/api/${name}/**`),
    cache: CATALOG_BY_EVENT,
  },
  { name: 'catalog-upload', service: 'catalog', answers: 'api', paths: ['/api/upload/**'], uploads: true },
  { name: 'catalog-files', service: 'catalog', answers: 'file', paths: ['/uploads/**'] },
  {
    name: 'accounts-session',
    service: 'accounts',
    answers: 'api',
    paths: ['/api/auth/local', '/api/auth/refresh', '/api/auth/logout'],
    cookies: true,
  },
  {
    name: 'accounts',
    service: 'accounts',
    answers: 'api',
    paths: ['/api/auth/**', '/api/users/**', '/api/users-permissions/**', '/.well-known/jwks.json'],
  },
  { name: 'cart-orders', service: 'cart-orders', answers: 'api', paths: ['/api/carts/**', '/api/orders/**'] },
  { name: 'payments', service: 'payments', answers: 'api', paths: ['/api/payment/**'] },
  { name: 'notify', service: 'notify', answers: 'api', paths: ['/api/email', '/api/coming-soon-users/**'] },
  {
    name: 'web-assets',
    service: 'web',
    answers: 'asset',
    paths: ['/assets/**'],
    cache: { topics: [], freshMs: 5_000, staleMs: 60_000 },
  },
  { name: 'web-console', service: 'web', answers: 'page', paths: ['/console/**'] },
  {
    name: 'web-catalogue',
    service: 'web',
    answers: 'page',
    paths: ['/catalogs/**', '/find-a-lawyer/**', '/find-a-lawer', '/all-lawers'],
    cache: { ...WITH_VIEWS, topics: NEWS_AND_CATALOG },
  },
  { name: 'web-pages', service: 'web', answers: 'page', paths: ['/**'], cache: WITH_VIEWS },
];

/** Every topic that drops something. */
export const FOLLOWED_TOPICS: readonly string[] = [
  ...new Set(ROUTES.flatMap(({ cache }) => cache?.topics ?? [])),
];
