import { newsOwned } from '@vidhi/collections/all.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import { TRANSITION_NAMES, TRANSITIONS } from '@vidhi/contracts/post-states.ts';
import {
  ANYBODY_READS,
  EDITORS_WRITE,
  contentRows,
  historyRows,
  jobRows,
  trashRows,
  type MatrixRow,
} from '@vidhi/testing/authorization-matrix.ts';

const PUBLISH: readonly Desk[] = ['publish'];
const WRITERS: readonly Desk[] = ['news', 'publish'];
/** Drafts in the model: of the editor of the matrix, and of somebody else. */
export const OWN_DRAFT = 2;
export const DRAFT_OF_ANOTHER = 3;

const NOTHING_THERE = '0000000000!';
const NOT_ALLOWED = 'mmmmmmm!!!!';
/** Editors are let through to a document that the test has in its model only, which is then not found in the store. */
const EDITORS_REACH = '-----00!!!!';
const ADMINISTRATORS_REACH = '------0!!!!';
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
  row(`PUT /api/${name}`, EDITORS_WRITE, 'none', { desks: PUBLISH, payload: { data: {} } }),
  row(`DELETE /api/${name}`, EDITORS_WRITE, 'none', { desks: PUBLISH, isIsolated: true }),
  row(`POST /api/${name}`, NOT_ALLOWED),
  row(`PATCH /api/${name}`, NOT_ALLOWED),
  ...historyRows(`/api/${name}`, PUBLISH, `/api/${name}`),
];

/** Anonymous, 4, 5, 6, 7, 10, 11, expired, forged, revoked customer, revoked editor. */
export const ROWS: readonly MatrixRow[] = [
  ...contentRows('posts', WRITERS, [
    row('PUT /api/posts/:id', EDITORS_REACH, 'other', { url: ONE, desks: PUBLISH, ...change }),
    // A new post is published unless its body says otherwise.
    row('POST /api/posts', EDITORS_WRITE, 'none', {
      desks: PUBLISH,
      isIsolated: true,
      payload: { data: { title: 'A' } },
    }),
    row('POST /api/posts', EDITORS_WRITE, 'own', {
      desks: WRITERS,
      isIsolated: true,
      payload: { data: { title: 'A', publishedAt: null } },
    }),
    row('PUT /api/posts/:id', EDITORS_REACH, 'own', {
      url: () => `/api/posts/${OWN_DRAFT}`,
      desks: WRITERS,
      ...change,
    }),
    row('PUT /api/posts/:id', EDITORS_REACH, 'other', {
      url: () => `/api/posts/${OWN_DRAFT}`,
      desks: PUBLISH,
      payload: { data: { publishedAt: '2026-11-20T10:00:00.000Z' } },
    }),
    row('PUT /api/posts/:id', EDITORS_REACH, 'other', {
      url: () => `/api/posts/${DRAFT_OF_ANOTHER}`,
      desks: PUBLISH,
      ...change,
    }),
    row('PUT /api/posts/:id', VIEWERS_WRITE, 'none', { url: ONE, ...view }),
    row('DELETE /api/posts/:id', EDITORS_REACH, 'other', { url: ONE, desks: PUBLISH, isIsolated: true }),
  ]),
  ...TRANSITION_NAMES.map((name) =>
    row(`POST /api/posts/:id/${name}`, EDITORS_REACH, 'missing', {
      url: () => `/api/posts/999999/${name}`,
      desks: TRANSITIONS[name].desk === 'news' ? WRITERS : PUBLISH,
    }),
  ),
  ...['takedown', 'lift-takedown'].map((name) =>
    row(`POST /api/posts/:id/${name}`, ADMINISTRATORS_REACH, 'missing', {
      url: () => `/api/posts/999999/${name}`,
    }),
  ),
  row('POST /api/posts/:id/previews', EDITORS_REACH, 'missing', {
    url: () => '/api/posts/999999/previews',
    desks: WRITERS,
  }),
  row('POST /api/posts/:id/previews', EDITORS_REACH, 'other', {
    url: () => `/api/posts/${DRAFT_OF_ANOTHER}/previews`,
    desks: PUBLISH,
    payload: { data: { hours: 1 } },
  }),
  row('GET /api/posts/:id/previews', '-----00---!', 'missing', {
    url: () => '/api/posts/999999/previews',
    desks: WRITERS,
  }),
  row('DELETE /api/posts/:id/previews/:preview', EDITORS_REACH, 'missing', {
    url: () => `/api/posts/${OWN_DRAFT}/previews/none`,
    desks: WRITERS,
  }),
  row('DELETE /api/posts/:id/previews/:preview', EDITORS_REACH, 'other', {
    url: () => `/api/posts/${DRAFT_OF_ANOTHER}/previews/none`,
    desks: PUBLISH,
  }),
  ...['PUT', 'DELETE'].map((method) =>
    row(`${method} /api/posts/:id/presence/:tab`, EDITORS_REACH, 'missing', {
      url: () => '/api/posts/999999/presence/a',
      desks: WRITERS,
    }),
  ),
  row('GET /api/posts/mentions', '-----++---!', 'none', { desks: WRITERS }),
  row('GET /api/posts/:id/comments', '-----00---!', 'missing', {
    url: () => '/api/posts/999999/comments',
    desks: WRITERS,
  }),
  row('POST /api/posts/:id/comments', EDITORS_REACH, 'missing', {
    url: () => '/api/posts/999999/comments',
    desks: WRITERS,
  }),
  ...['PUT', 'DELETE'].map((method) =>
    row(`${method} /api/posts/:id/comments/:comment`, EDITORS_REACH, 'missing', {
      url: () => '/api/posts/1/comments/none',
      desks: WRITERS,
      payload: { data: { resolved: true } },
    }),
  ),
  row('POST /api/site-ads/:id/preview', '-----00!!!!', 'missing', {
    url: () => '/api/site-ads/999999/preview',
    desks: PUBLISH,
  }),
  row('GET /api/previews/site-ads/:token', NOTHING_THERE, 'missing', {
    url: () => '/api/previews/site-ads/none',
  }),
  row('POST /api/posts/:id/corrections', EDITORS_REACH, 'missing', {
    url: () => '/api/posts/999999/corrections',
    desks: PUBLISH,
  }),
  row('POST /api/posts/:id/corrections', EDITORS_REACH, 'other', {
    url: () => '/api/posts/1/corrections',
    desks: PUBLISH,
    payload: { data: { text: 'A' } },
  }),
  row('POST /api/posts/:id/corrections/:correction/removal', EDITORS_REACH, 'missing', {
    url: () => '/api/posts/1/corrections/9/removal',
    desks: PUBLISH,
  }),
  row('GET /api/corrections', ANYBODY_READS),
  row('GET /api/previews/:token', NOTHING_THERE, 'missing', { url: () => '/api/previews/none' }),
  row('POST /api/posts/:id/submit', EDITORS_REACH, 'other', {
    url: () => `/api/posts/${DRAFT_OF_ANOTHER}/submit`,
    desks: PUBLISH,
  }),
  row('POST /api/posts/:id/submit', EDITORS_REACH, 'own', {
    url: () => `/api/posts/${OWN_DRAFT}/submit`,
    desks: WRITERS,
  }),
  ...newsOwned
    .filter(
      (collection) =>
        collection.kind === 'collection' && !collection.ownRoutes && collection !== postCollection,
    )
    .flatMap(({ plural }) => [...contentRows(plural, PUBLISH), ...trashRows(plural, PUBLISH)]),
  row('POST /api/news-authors/:id/merge', EDITORS_REACH, 'missing', {
    url: () => '/api/news-authors/999999/merge',
    desks: PUBLISH,
  }),
  ...trashRows('posts', WRITERS),
  ...trashRows('redirects', PUBLISH),
  ...historyRows('/api/redirects/:id', PUBLISH),
  row('GET /api/redirects', '-----++!!!!', 'none', { desks: PUBLISH }),
  row('GET /api/redirects/lookup', ANYBODY_READS, 'none', { url: () => '/api/redirects/lookup?path=/x' }),
  row('GET /api/redirects/:id', '-----00!!!!', 'missing', {
    url: () => '/api/redirects/999999',
    desks: PUBLISH,
  }),
  row('POST /api/redirects', EDITORS_WRITE, 'none', {
    desks: PUBLISH,
    isIsolated: true,
    payload: { from: '/old', to: '/new' },
  }),
  row('POST /api/redirects/import', EDITORS_WRITE, 'none', {
    desks: PUBLISH,
    isIsolated: true,
    payload: { csv: '/old,/new' },
  }),
  row('PUT /api/redirects/:id', EDITORS_REACH, 'missing', {
    url: () => '/api/redirects/999999',
    desks: PUBLISH,
    payload: { to: '/new' },
  }),
  row('DELETE /api/redirects/:id', EDITORS_REACH, 'missing', {
    url: () => '/api/redirects/999999',
    desks: PUBLISH,
  }),
  ...jobRows('/api/news-jobs', WRITERS, { collection: 'posts', action: 'delete', ids: [1] }),
  row('POST /api/news-jobs', EDITORS_WRITE, 'other', {
    desks: PUBLISH,
    isIsolated: true,
    payload: { data: { key: 'a-job-of-the-matrix', collection: 'posts', action: 'publish', ids: [1] } },
  }),
  row('POST /api/news-jobs', EDITORS_WRITE, 'other', {
    desks: PUBLISH,
    isIsolated: true,
    payload: { data: { key: 'a-job-of-the-matrix', collection: 'tags', action: 'delete', ids: [1] } },
  }),
  row('POST /api/page-views', 'ggggggg!!!!', 'none', { payload: { data: { path: '/' } } }),
  row('GET /api/page-views/summary', '-----++!!!!', 'none', {
    url: () => '/api/page-views/summary?from=2026-11-01&to=2026-11-29',
    desks: WRITERS,
  }),
  ...singleRows('site-setting'),
  ...singleRows('social-link'),
  row('GET /api/site-options', ANYBODY_READS),
  row('GET /api/site-options/layout', ANYBODY_READS),
  row('PUT /api/site-options', EDITORS_WRITE, 'none', { desks: PUBLISH, payload: { data: {} } }),
  ...historyRows('/api/site-options', PUBLISH, '/api/site-options'),
  row('GET /api/posts/:id/related', ANYBODY_READS, 'other', { url: () => '/api/posts/1/related' }),
  row('GET /api/posts/search', ANYBODY_READS, 'none', { url: () => '/api/posts/search?q=bail' }),
  row('GET /api/posts/by-author/:id', NOTHING_THERE, 'missing', { url: () => '/api/posts/by-author/1' }),
  row('GET /api/slugs/categories/:slug', NOTHING_THERE, 'missing', {
    url: () => '/api/slugs/categories/none',
  }),
  row('GET /api/slugs/tags/:slug', NOTHING_THERE, 'missing', { url: () => '/api/slugs/tags/none' }),
  row('GET /api/slugs/:slug', NOTHING_THERE, 'missing', { url: () => '/api/slugs/none' }),
  ...['hosted-pages', 'categories'].map((name) =>
    row(`GET /api/${name}/shadowed`, '-----++---!', 'none', { desks: WRITERS }),
  ),
  row('GET /api/suggest', ANYBODY_READS),
  row('GET /api/posts/picture-usage', '-----++---!', 'none', {
    url: () => '/api/posts/picture-usage?id=1',
    desks: WRITERS,
  }),
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
