import { catalogOwned, newsOwned } from '@vidhi/collections/all.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { lawyerCollection } from '@vidhi/collections/catalog/lawyer.ts';
import type { Collection } from '@vidhi/collections/declaration.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { contentPaths } from '@vidhi/collections/routes.ts';
import { joinData, joinSitemapIndexes, type JoinBodies } from '../joined/join-bodies.ts';
import { UPSTREAMS, type UpstreamName } from '@vidhi/contracts/services.mjs';
import type { ScreenSegment } from '@vidhi/contracts/reserved-segments.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import {
  CART_COOKIE,
  DEVICE_COOKIE,
  REGISTRATION_COOKIE,
  SESSION_COOKIE,
  hostCookieNames,
} from '@vidhi/contracts/host-cookies.ts';
import { VISITOR_COOKIE } from '@vidhi/contracts/visitor-cookie.ts';

/** Kind of response of a route: decides its default headers. */
export type ResponseKind = 'api' | 'page' | 'feed' | 'file' | 'asset';

/** Times for which a response to an anonymous read may be reused while no event invalidates it. */
export interface CacheRule {
  /** Topics whose events invalidate it. */
  topics: readonly string[];
  /** Served without revalidation. */
  freshMs: number;
  /** After that, served while it is revalidated (stale-while-revalidate). */
  staleMs: number;
}

/**
 * One row of the routing table. In `paths`, a final `/**` means the path itself and all below it, `:x` is
 * one segment, anything else is exact.
 */
export interface Route {
  name: string;
  /** `news` runs as readers, which serve visitors, and a writer, which serves editors. */
  service: UpstreamName;
  responseKind: ResponseKind;
  paths: readonly string[];
  cache?: CacheRule;
  /** A second service that has the same path, whose response is joined. Joined responses are the same for all clients. */
  joined?: { service: UpstreamName; join: JoinBodies };
  /** Multipart bodies: a larger limit and more time. */
  uploads?: true;
  /** Cookies that pass in both directions, on writes only where the route is cached; none by default. */
  cookies?: readonly string[];
  /** Further cookies that pass on these requests alone: a method and an exact path, `:x` being one segment. */
  cookiesOf?: { names: readonly string[]; requests: readonly string[] };
}

const { newsPosts, newsSite, accountsUsers, catalogBooks, catalogLists, catalogMedia, catalogProfiles } =
  TOPICS;
const SITE = [newsSite.name, catalogMedia.name];
/**
 * Topics that change catalogue responses. `news.site` is one of them because the setting `rule36_mode` changes profiles.
 */
const CATALOG = [
  catalogBooks.name,
  catalogLists.name,
  catalogMedia.name,
  catalogProfiles.name,
  newsSite.name,
];
const EVERYTHING = [newsPosts.name, newsSite.name, catalogMedia.name, accountsUsers.name];

const NEWS_AND_CATALOG = [...new Set([...EVERYTHING, ...CATALOG])];

/** Responses with view counts, which invalidate nothing and must be visible within 10 s: at most 5 s old. */
const WITH_VIEWS: CacheRule = { topics: EVERYTHING, freshMs: 2_500, staleMs: 2_500 };
/** Responses that change by event alone. */
const BY_EVENT: CacheRule = { topics: EVERYTHING, freshMs: 5_000, staleMs: 30_000 };
const SITE_BY_EVENT: CacheRule = { topics: SITE, freshMs: 5_000, staleMs: 30_000 };
const CATALOG_BY_EVENT: CacheRule = { topics: CATALOG, freshMs: 5_000, staleMs: 30_000 };

/** Profiles change their order at midnight, by no event: at most 5 s old. */
const PROFILES_BY_DAY: CacheRule = { topics: CATALOG, freshMs: 2_500, staleMs: 2_500 };

/** Paths of collections and of all below them. */
const collectionPaths = (collections: readonly Collection[]): string[] =>
  contentPaths(collections).map((path) => `${path}/**`);

const WITH_POSTS = [categoryCollection, tagCollection];
const newsSiteCollections = newsOwned.filter(
  (collection) => collection !== postCollection && !WITH_POSTS.some((other) => other === collection),
);
const catalogListCollections = catalogOwned.filter((collection) => collection !== lawyerCollection);

/** Lets the cookie of an incomplete registration pass on these requests; its holder is not logged in. */
const registrationCookieOn = (...requests: readonly string[]): Pick<Route, 'cookiesOf'> => ({
  cookiesOf: { names: hostCookieNames(REGISTRATION_COOKIE), requests },
});

/** Calls that log in, in response to which a browser gets the cookie of its device. */
const LOGINS = [
  'POST /api/auth/local',
  'POST /api/auth/local/register',
  'POST /api/auth/change-password',
  'POST /api/auth/reset-password',
  'POST /api/auth/second-step',
  'POST /api/auth/second-step/activation',
  'POST /api/auth/second-step/removal',
  'POST /api/auth/claim-profile',
];
/** Requests of mails that a known browser may send whatever others do for the account. */
const DEVICE_LIMITED = ['POST /api/auth/forgot-password', 'POST /api/auth/send-email-confirmation'];

const FEED_FILES = ['feed.xml', 'atom.xml', 'feed.json'] as const;

const screen = (segment: ScreenSegment): string => `/${segment}`;
const screenAndBelow = (segment: ScreenSegment): string => `/${segment}/**`;

/** The routing table; the most specific path matches. Paths without a row go to `web`. */
export const ROUTES: readonly Route[] = [
  {
    name: 'news-posts',
    service: 'news',
    responseKind: 'api',
    paths: collectionPaths([postCollection]),
    // A view is counted once for each visitor.
    cookies: [VISITOR_COOKIE],
    cache: WITH_VIEWS,
  },
  {
    name: 'suggestions',
    service: 'news',
    responseKind: 'api',
    paths: ['/api/suggest'],
    joined: { service: 'catalog', join: joinData },
    cache: { ...PROFILES_BY_DAY, topics: NEWS_AND_CATALOG },
  },
  {
    name: 'news-lists',
    service: 'news',
    responseKind: 'api',
    paths: [...collectionPaths(WITH_POSTS), '/api/slugs/**'],
    cache: WITH_VIEWS,
  },
  {
    name: 'news-corrections',
    service: 'news',
    responseKind: 'api',
    paths: ['/api/corrections'],
    cache: BY_EVENT,
  },
  {
    name: 'news-site',
    service: 'news',
    responseKind: 'api',
    paths: collectionPaths(newsSiteCollections),
    cache: SITE_BY_EVENT,
  },
  {
    name: 'news-pictures',
    service: 'news',
    responseKind: 'api',
    paths: ['/api/picture-variants'],
    cache: { topics: [catalogMedia.name], freshMs: 5_000, staleMs: 30_000 },
  },
  {
    name: 'news-feeds',
    service: 'news',
    responseKind: 'feed',
    paths: FEED_FILES.flatMap((file) => [
      `/${file}`,
      `${screen('news')}/:slug/${file}`,
      `${screen('tags')}/:slug/${file}`,
    ]),
    cache: BY_EVENT,
  },
  {
    name: 'news-sitemaps',
    service: 'news',
    responseKind: 'feed',
    paths: ['/sitemaps/**', '/news-sitemap.xml', '/robots.txt'],
    cache: BY_EVENT,
  },
  {
    name: 'sitemap-index',
    service: 'news',
    responseKind: 'feed',
    paths: ['/sitemap.xml'],
    joined: { service: 'catalog', join: joinSitemapIndexes },
    cache: { ...BY_EVENT, topics: NEWS_AND_CATALOG },
  },
  {
    name: 'catalog-sitemaps',
    service: 'catalog',
    responseKind: 'feed',
    paths: [
      '/sitemaps/catalogs.xml',
      ...contentPaths([bookCollection, lawyerCollection])
        .map((path) => path.replace('/api/', '/sitemaps/'))
        .flatMap((path) => [`${path}.xml`, `${path}/:file`]),
    ],
    cache: CATALOG_BY_EVENT,
  },
  {
    name: 'catalog-profiles',
    service: 'catalog',
    responseKind: 'api',
    paths: collectionPaths([lawyerCollection]),
    ...registrationCookieOn(...contentPaths([lawyerCollection]).map((path) => `POST ${path}`)),
    cache: PROFILES_BY_DAY,
  },
  {
    name: 'catalog-lists',
    service: 'catalog',
    responseKind: 'api',
    paths: collectionPaths(catalogListCollections),
    cache: CATALOG_BY_EVENT,
  },
  {
    name: 'catalog-upload',
    service: 'catalog',
    responseKind: 'api',
    paths: ['/api/upload/**'],
    ...registrationCookieOn('POST /api/upload'),
    uploads: true,
  },
  {
    name: 'catalog-evidence',
    service: 'catalog',
    responseKind: 'api',
    paths: ['/api/directory/own/evidence'],
    uploads: true,
  },
  { name: 'catalog-files', service: 'catalog', responseKind: 'file', paths: ['/uploads/**'] },
  {
    name: 'accounts-session',
    service: 'accounts',
    responseKind: 'api',
    paths: [
      '/api/auth/local',
      '/api/auth/local/register',
      '/api/auth/refresh',
      '/api/auth/logout',
      '/api/auth/logout-others',
      '/api/auth/sessions/**',
      '/api/auth/second-step',
      '/api/auth/second-step/activation',
      '/api/auth/second-step/removal',
      '/api/auth/change-password',
      '/api/auth/reset-password',
      '/api/auth/claim-profile',
    ],
    cookies: hostCookieNames(SESSION_COOKIE),
    cookiesOf: { names: hostCookieNames(DEVICE_COOKIE), requests: LOGINS },
  },
  {
    name: 'accounts',
    service: 'accounts',
    responseKind: 'api',
    paths: ['/api/auth/forgot-password', '/api/auth/send-email-confirmation'],
    cookiesOf: { names: hostCookieNames(DEVICE_COOKIE), requests: DEVICE_LIMITED },
  },
  {
    name: 'accounts',
    service: 'accounts',
    responseKind: 'api',
    paths: ['/api/auth/**', '/api/users/**', '/api/users-permissions/**', '/.well-known/jwks.json'],
    ...registrationCookieOn('POST /api/users', 'PUT /api/users/:id'),
  },
  {
    name: 'carts',
    service: 'cart-orders',
    responseKind: 'api',
    paths: ['/api/carts/**'],
    cookies: hostCookieNames(CART_COOKIE),
  },
  ...UPSTREAMS.flatMap((upstream): Route[] =>
    'apiPaths' in upstream
      ? [{ name: upstream.name, service: upstream.name, responseKind: 'api', paths: upstream.apiPaths }]
      : [],
  ),
  {
    name: 'web-assets',
    service: 'web',
    responseKind: 'asset',
    paths: ['/assets/**'],
    cache: { topics: [], freshMs: 5_000, staleMs: 60_000 },
  },
  {
    name: 'web-texts',
    service: 'web',
    responseKind: 'feed',
    paths: ['/.well-known/security.txt', '/ads.txt', '/rss.xml', '/feed'],
    cache: { topics: [], freshMs: 5_000, staleMs: 60_000 },
  },
  // Unpublished texts, for the holders of links to them.
  { name: 'news-previews', service: 'news', responseKind: 'api', paths: ['/api/previews/**'] },
  { name: 'web-previews', service: 'web', responseKind: 'page', paths: [screenAndBelow('preview')] },
  { name: 'web-console', service: 'web', responseKind: 'page', paths: [screenAndBelow('console')] },
  {
    name: 'web-catalogue',
    service: 'web',
    responseKind: 'page',
    paths: [
      screenAndBelow('catalogs'),
      screenAndBelow('find-a-lawyer'),
      screen('find-a-lawer'),
      screen('all-lawers'),
    ],
    cache: { ...WITH_VIEWS, topics: NEWS_AND_CATALOG },
  },
  { name: 'web-pages', service: 'web', responseKind: 'page', paths: ['/**'], cache: WITH_VIEWS },
];

/** Every topic that invalidates a route. */
export const FOLLOWED_TOPICS: readonly string[] = [
  ...new Set(ROUTES.flatMap(({ cache }) => cache?.topics ?? [])),
];
