import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { authPlugin } from '@vidhi/service-kit/auth.ts';
import type { FastifyInstance } from 'fastify';
import type { ReadModel } from '@vidhi/content-engine';
import { memorySearchIndex } from '@vidhi/content-service/testing.ts';
import { buildApp } from '../../../services/news/src/app.ts';
import { createPostSearch } from '../../../services/news/src/search/post-search.ts';
import { createVariantBodies } from '../../../services/news/src/picture-variants/variant-bodies.ts';
import { createSlugHistory } from '../../../services/news/src/slugs/slug-history.ts';
import { catalogRoutes } from '../../../services/catalog/src/collections/catalog-routes.ts';
import { sitemapRoutes } from '../../../services/catalog/src/sitemaps/sitemap-routes.ts';
import { rejectWrite, staticModel } from '../processes/read-only.ts';
import type { CostSiteName } from './cost-sites.ts';
import type { RandomSource } from './random-source.ts';

/** Returns the URL of one request. `size` returns the number of documents of a collection. */
type RandomUrl = (random: RandomSource, size: (collection: string) => number) => string;

const TYPED = [
  'a',
  'e',
  't',
  '0',
  '1',
  'x',
  'er',
  'on',
  'th',
  'e t',
  't o',
  'the',
  'court',
  'tax',
  '10',
  'é',
  'भ',
];
const suggestUrl: RandomUrl = ({ pick, chance, roll }) => {
  const text = chance(0.7) ? pick(TYPED) : `${pick(TYPED)}${pick(TYPED)}${chance(0.3) ? roll(100) : ''}`;
  return `/api/suggest?q=${encodeURIComponent(text)}`;
};
const PROJECTIONS = [
  '',
  'populate=*',
  'populate[categories][populate]=*&populate[tags][populate]=*',
  'fields=title',
];
const aPage = ({ roll, chance }: RandomSource): number => 1 + (chance(0.5) ? roll(3) : roll(4_000));

/** Requests of the public routes that execute no query of the dialect, or one that they compose. */
export const ROUTE_REQUESTS: Readonly<Record<CostSiteName, Readonly<Record<string, RandomUrl>>>> = {
  news: {
    suggest: suggestUrl,
    related: (random, size) =>
      `/api/posts/${1 + random.roll(size('post'))}/related?${random.pick(PROJECTIONS)}`,
    'by author': (random, size) =>
      `/api/posts/by-author/${1 + random.roll(size('user'))}?pagination[page]=${aPage(random)}&${random.pick(PROJECTIONS)}`,
    feed: ({ pick }) => `/${pick(['feed.xml', 'atom.xml', 'feed.json'])}`,
    sitemap: ({ pick, roll }) =>
      pick([
        '/sitemap.xml',
        '/news-sitemap.xml',
        `/sitemaps/posts-${1 + roll(30)}.xml`,
        `/sitemaps/${pick(['tags', 'categories', 'pages'])}.xml`,
      ]),
  },
  catalog: {
    suggest: suggestUrl,
    'filter options': (random, size) => {
      const practice = random.chance(0.5) ? `&practice=${1 + random.roll(size('specialization'))}` : '';
      return `/api/lawyers/filter-options?${random.pick(['', 'kind=0', 'kind=1'])}${practice}`;
    },
    sitemap: ({ pick, roll }) =>
      pick([
        '/sitemap.xml',
        '/sitemaps/catalogs.xml',
        '/sitemaps/books.xml',
        `/sitemaps/lawyers/${2 + roll(9)}.xml`,
      ]),
  },
};

/** Resolves with the reading app of a service on a generated model; the model stays the caller's. */
export async function buildCostApp(name: CostSiteName, model: ReadModel): Promise<FastifyInstance> {
  const live = staticModel(model, 'generated=0');
  const publicUrl = 'http://127.0.0.1:8080';
  const metrics = createMetrics(name);
  const verifyToken = async (): Promise<null> => null;
  if (name === 'news') {
    const [history, variants] = [createSlugHistory(), createVariantBodies()];
    // Not started: the full-text index has a thread of its own, whose time is not that of the process.
    const search = createPostSearch({ model, index: memorySearchIndex() });
    return buildApp({ live, history, variants, search, verifyToken, metrics, publicUrl });
  }
  const app = await createServiceApp({ name, metrics, logLevel: false, readiness: () => ({}) });
  await app.register(authPlugin, { verifyToken, isCurrent: () => true });
  await app.register(catalogRoutes, {
    prefix: '/api',
    live,
    writer: { create: rejectWrite, update: rejectWrite, remove: rejectWrite },
    store: { find: async () => null },
    findRegistrant: async () => null,
    isRedacted: () => false,
  });
  await app.register(async (site) => sitemapRoutes(site, { live, publicUrl }));
  return app;
}
