import {
  ANYBODY_READS,
  EDITORS_WRITE,
  contentRows,
  type MatrixRow,
} from '@vidhi/testing/authorization-matrix.ts';

const NOTHING_THERE = '0000000000!';
const NOT_ALLOWED = 'mmmmmmm!!!!';
/** Editors are let through to a document that the test has in its model only, which is then not found in the store. */
const EDITORS_REACH = '-----00!!!!';
const VIEWERS_WRITE = '+++++++!!!!';
const ONE = () => '/api/posts/1';
const change = { payload: { data: { title: 'Changed' } } };
const view = { payload: { data: { views_count: 7 } } };

const row = (
  route: string,
  allowed: string,
  target: MatrixRow['target'] = 'none',
  rest: Omit<MatrixRow, 'route' | 'target' | 'allowed'> = {},
): MatrixRow => ({ route, target, allowed, ...rest });

/** Returns the rows of a single type. */
const singleRows = (name: string): MatrixRow[] => [
  row(`GET /api/${name}`, ANYBODY_READS),
  row(`PUT /api/${name}`, EDITORS_WRITE, 'none', { payload: { data: {} } }),
  row(`DELETE /api/${name}`, EDITORS_WRITE, 'none', { isIsolated: true }),
  row(`POST /api/${name}`, NOT_ALLOWED),
  row(`PATCH /api/${name}`, NOT_ALLOWED),
];

/** Anonymous, 4, 5, 6, 7, 10, 11, expired, forged, revoked customer, revoked editor. */
export const ROWS: readonly MatrixRow[] = [
  ...contentRows('posts', [
    row('PUT /api/posts/:id', EDITORS_REACH, 'other', { url: ONE, ...change }),
    row('PUT /api/posts/:id', VIEWERS_WRITE, 'none', { url: ONE, ...view }),
    row('DELETE /api/posts/:id', EDITORS_REACH, 'other', { url: ONE, isIsolated: true }),
  ]),
  ...['categories', 'tags', 'site-ads', 'products', 'hosted-pages'].flatMap((name) => contentRows(name)),
  ...singleRows('site-setting'),
  ...singleRows('social-link'),
  row('GET /api/site-options', ANYBODY_READS),
  row('PUT /api/site-options', EDITORS_WRITE, 'none', { payload: { data: {} } }),
  row('GET /api/posts/:id/related', ANYBODY_READS, 'other', { url: () => '/api/posts/1/related' }),
  row('GET /api/posts/search', ANYBODY_READS, 'none', { url: () => '/api/posts/search?q=bail' }),
  row('GET /api/posts/by-author/:id', NOTHING_THERE, 'missing', { url: () => '/api/posts/by-author/1' }),
  row('GET /api/slugs/categories/:slug', NOTHING_THERE, 'missing', {
    url: () => '/api/slugs/categories/none',
  }),
  row('GET /api/slugs/tags/:slug', NOTHING_THERE, 'missing', { url: () => '/api/slugs/tags/none' }),
  row('GET /api/slugs/:slug', NOTHING_THERE, 'missing', { url: () => '/api/slugs/none' }),
  row('GET /api/suggest', ANYBODY_READS),
  row('GET /api/picture-variants', ANYBODY_READS, 'none', { url: () => '/api/picture-variants?ids=1' }),
  ...['feed.xml', 'atom.xml', 'feed.json'].flatMap((file) => [
    row(`GET /${file}`, ANYBODY_READS),
    row(`GET /news/:slug/${file}`, NOTHING_THERE, 'missing', { url: () => `/news/none/${file}` }),
    row(`GET /tags/:slug/${file}`, NOTHING_THERE, 'missing', { url: () => `/tags/none/${file}` }),
  ]),
  row('GET /sitemap.xml', ANYBODY_READS),
  row('GET /news-sitemap.xml', ANYBODY_READS),
  row('GET /robots.txt', ANYBODY_READS),
  row('GET /sitemaps/:file', NOTHING_THERE, 'missing', { url: () => '/sitemaps/none.xml' }),
  ...['/internal/openapi.json', '/livez', '/readyz', '/metrics'].map((path) =>
    row(`GET ${path}`, ANYBODY_READS),
  ),
];
