import { catalogOwned } from '@vidhi/collections/all.ts';
import { lawyerCollection } from '@vidhi/collections/catalog/lawyer.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import {
  ANYBODY_READS,
  CALLER_IDS,
  EDITORS_ONLY_READ,
  EDITORS_WRITE,
  contentRows,
  jobRows,
  trashRows,
  type Caller,
  type MatrixRow,
} from '@vidhi/testing/authorization-matrix.ts';
import { MEDIA_DESKS } from './media/media-routes.ts';

/** Profiles of the matrix by the id of their owner; that of `OTHER_OWNER` belongs to no caller. */
export const OTHER_OWNER = 99;
export const PROFILES: Readonly<Record<number, number>> = { 5: 1, 6: 2, [OTHER_OWNER]: 3 };

const DIRECTORY: readonly Desk[] = ['directory'];
const OWNERS_WRITE = '--++-++!!!!';
const FIRMS_WRITE = '---+-++!!!!';
const SERVICE_ONLY = '-------!!!!';
const SERVICE_ONLY_READ = '----------!';
const NOTHING_THERE = '0000000000!';

const change = { payload: { data: { Title: 'Adv. Rao' } } };
const decision = {
  desks: ['directory'] as const,
  payload: { suspended: true, reason: 'Asked by the Bar Council' },
};
const deskDecision = {
  desks: ['directory'] as const,
  payload: { action: 'suspend', reason: 'Asked by the Bar Council', updated_at: '2026-01-01' },
};
const own = (caller: Caller): number => PROFILES[CALLER_IDS[caller]] ?? 1;
const other = PROFILES[OTHER_OWNER] ?? 0;
const MISSING = 999_999;
const SHOP: readonly Desk[] = ['shop'];
const NO_EVIDENCE = '00000000-0000-4000-8000-000000000000';
const NO_BATCH = 'no-batch-has-this-key';
const NO_TOKEN = 'x'.repeat(43);
const anImport = {
  data: { key: 'an-import-of-the-matrix', kind: 'profiles', label: 'l.csv', total: 1, invites: false },
};
const aBatch = { data: { key: 'a-batch-of-the-matrix', kind: 'import', label: 'books.csv', total: 1 } };

const row = (
  route: string,
  allowed: string,
  target: MatrixRow['target'] = 'none',
  rest: Omit<MatrixRow, 'route' | 'target' | 'allowed'> = {},
): MatrixRow => ({ route, target, allowed, ...rest });

/** Anonymous, 4, 5, 6, 7, 10, 11, expired, forged, revoked customer, revoked editor. */
export const ROWS: readonly MatrixRow[] = [
  ...catalogOwned
    .filter((collection) => collection !== lawyerCollection)
    .flatMap(({ plural, part }) => {
      const desks = part === 'books' ? SHOP : DIRECTORY;
      return [...contentRows(plural, desks), ...trashRows(plural, desks)];
    }),

  ...contentRows('lawyers', DIRECTORY, [
    row('POST /api/lawyers', OWNERS_WRITE, 'none', { desks: DIRECTORY, ...change }),
    row('PUT /api/lawyers/:id', OWNERS_WRITE, 'own', {
      url: (caller) => `/api/lawyers/${own(caller)}`,
      desks: DIRECTORY,
      ...change,
    }),
    row('PUT /api/lawyers/:id', EDITORS_WRITE, 'other', {
      url: () => `/api/lawyers/${other}`,
      desks: DIRECTORY,
      ...change,
    }),
    row('DELETE /api/lawyers/:id', EDITORS_WRITE, 'own', {
      url: (caller) => `/api/lawyers/${own(caller)}`,
      desks: DIRECTORY,
      isIsolated: true,
    }),
  ]),
  ...contentRows('firms', DIRECTORY, [
    row('POST /api/firms', FIRMS_WRITE, 'none', { desks: DIRECTORY, ...change }),
    row('PUT /api/firms/:id', FIRMS_WRITE, 'own', {
      url: () => `/api/firms/${PROFILES[6] ?? 0}`,
      desks: DIRECTORY,
      ...change,
    }),
  ]),
  row('PUT /api/lawyers/:id/state', EDITORS_WRITE, 'own', {
    url: (caller) => `/api/lawyers/${own(caller)}/state`,
    ...decision,
  }),
  row('PUT /api/lawyers/:id/state', '-----00!!!!', 'missing', {
    url: () => `/api/lawyers/${MISSING}/state`,
    ...decision,
  }),
  row('GET /api/directory/profiles', '-----++!!!!', 'none', { desks: DIRECTORY }),
  row('GET /api/directory/profiles/:id', '-----++!!!!', 'own', {
    url: (caller) => `/api/directory/profiles/${own(caller)}`,
    desks: DIRECTORY,
  }),
  row('GET /api/directory/profiles/:id', '-----00!!!!', 'missing', {
    url: () => `/api/directory/profiles/${MISSING}`,
    desks: DIRECTORY,
  }),
  row('POST /api/directory/profiles/:id/decisions', '-----++!!!!', 'own', {
    url: (caller) => `/api/directory/profiles/${own(caller)}/decisions`,
    ...deskDecision,
  }),
  row('POST /api/directory/profiles/:id/decisions', '-----00!!!!', 'missing', {
    url: () => `/api/directory/profiles/${MISSING}/decisions`,
    ...deskDecision,
  }),
  row('GET /api/directory/own', '--++---!!!!', 'own'),
  row('GET /api/directory/own/evidence', '--++---!!!!', 'own'),
  row('POST /api/directory/own/evidence', '--++---!!!!', 'own', { payload: {} }),
  ...(['GET', 'DELETE'] as const).flatMap((method) => [
    row(`${method} /api/directory/own/evidence/:evidence`, '--++---!!!!', 'own', {
      url: () => `/api/directory/own/evidence/${NO_EVIDENCE}`,
    }),
    row(`${method} /api/directory/profiles/:id/evidence/:evidence`, '-----00!!!!', 'missing', {
      url: () => `/api/directory/profiles/1/evidence/${NO_EVIDENCE}`,
      desks: DIRECTORY,
    }),
  ]),
  row('GET /internal/profiles/:id/decisions/:number', SERVICE_ONLY_READ, 'none', {
    url: () => '/internal/profiles/1/decisions/0',
  }),
  row('GET /internal/profiles/:id/invitations/:number', SERVICE_ONLY_READ, 'none', {
    url: () => '/internal/profiles/1/invitations/1',
  }),
  row('POST /internal/profile-claims/look', SERVICE_ONLY, 'none', { payload: { token: NO_TOKEN } }),
  ...(['POST /internal/profile-claims/check', 'POST /internal/profile-claims'] as const).map((route) =>
    row(route, SERVICE_ONLY, 'none', { payload: { token: NO_TOKEN, userId: 5, email: 'a@example.in' } }),
  ),
  ...(
    ['POST /internal/profile-invitations/of-address', 'POST /internal/profile-invitations/erasure'] as const
  ).map((route) => row(route, SERVICE_ONLY, 'none', { payload: { email: 'a@example.in' } })),
  // Each of these profiles has an owner, and none an invitation.
  row('POST /api/directory/profiles/:id/invitation', EDITORS_WRITE, 'own', {
    url: (caller) => `/api/directory/profiles/${own(caller)}/invitation`,
    desks: DIRECTORY,
    payload: { address: 'a@example.in' },
  }),
  row('POST /api/directory/profiles/:id/invitation', '-----00!!!!', 'missing', {
    url: () => `/api/directory/profiles/${MISSING}/invitation`,
    desks: DIRECTORY,
    payload: { address: 'a@example.in' },
  }),
  row('DELETE /api/directory/profiles/:id/invitation', '-----00!!!!', 'own', {
    url: (caller) => `/api/directory/profiles/${own(caller)}/invitation`,
    desks: DIRECTORY,
  }),
  row('GET /api/profile-batches', EDITORS_WRITE, 'none', { desks: DIRECTORY }),
  row('POST /api/profile-batches', EDITORS_WRITE, 'none', { desks: DIRECTORY, payload: anImport }),
  ...(['GET /api/profile-batches/:key', 'POST /api/profile-batches/:key/undo'] as const).map((route) =>
    row(route, '-----00!!!!', 'missing', {
      url: () => route.replace(/^\w+ /, '').replace(':key', NO_BATCH),
      desks: DIRECTORY,
    }),
  ),
  row('POST /api/profile-batches/:key/rows', '-----00!!!!', 'missing', {
    url: () => `/api/profile-batches/${NO_BATCH}/rows`,
    desks: DIRECTORY,
    payload: { data: [{ row: 2, id: 1, before: { Title: 'A' }, values: { Title: 'B' } }] },
  }),
  row('GET /api/book-batches', EDITORS_WRITE, 'none', { desks: SHOP }),
  row('POST /api/book-batches', EDITORS_WRITE, 'none', { desks: SHOP, payload: aBatch }),
  ...(['GET /api/book-batches/:key', 'POST /api/book-batches/:key/undo'] as const).map((route) =>
    row(route, '-----00!!!!', 'missing', {
      url: () => route.replace(/^\w+ /, '').replace(':key', NO_BATCH),
      desks: SHOP,
    }),
  ),
  row('POST /api/book-batches/:key/rows', '-----00!!!!', 'missing', {
    url: () => `/api/book-batches/${NO_BATCH}/rows`,
    desks: SHOP,
    payload: { data: [{ row: 2, id: 1, before: { Price: 1 }, values: { Price: 2 } }] },
  }),
  row('GET /api/reference-lists/:list', '-----++!!!!', 'none', {
    url: () => '/api/reference-lists/cities',
    desks: DIRECTORY,
  }),
  row('GET /api/reference-lists/:list', '-----++!!!!', 'other', {
    url: () => '/api/reference-lists/publishers',
    desks: SHOP,
  }),
  row('GET /api/reference-lists/:list', '-----00!!!!', 'missing', {
    url: () => '/api/reference-lists/lawyers',
    desks: [...SHOP, ...DIRECTORY],
  }),
  ...jobRows(
    '/api/catalog-jobs',
    [...SHOP, ...DIRECTORY],
    { collection: 'books', action: 'hide', ids: [1] },
    SHOP,
  ),
  row('GET /api/lawyers/filter-options', ANYBODY_READS),
  row('GET /api/lawyers/:id/declaration', ANYBODY_READS, 'none', {
    url: () => `/api/lawyers/${Object.values(PROFILES)[0]}/declaration`,
  }),
  row('GET /api/lawyers/neutral-order', ANYBODY_READS),
  row('GET /api/firms/neutral-order', ANYBODY_READS),
  row('GET /api/suggest', ANYBODY_READS),

  row('POST /api/upload', OWNERS_WRITE, 'none', { desks: MEDIA_DESKS, payload: {} }),
  row('GET /api/upload/files', EDITORS_ONLY_READ, 'none', { desks: MEDIA_DESKS }),
  row('GET /api/upload/files/:id', EDITORS_ONLY_READ, 'none', {
    url: () => '/api/upload/files/1',
    desks: MEDIA_DESKS,
  }),
  row('GET /api/upload/library', EDITORS_ONLY_READ, 'none', { desks: MEDIA_DESKS }),
  row('GET /api/upload/library/:id', '-----00---!', 'none', {
    url: () => '/api/upload/library/1',
    desks: MEDIA_DESKS,
  }),
  row('GET /api/upload/usage', EDITORS_ONLY_READ, 'none', {
    url: () => '/api/upload/usage?id=1',
    desks: MEDIA_DESKS,
  }),
  // The store of the test has no picture.
  row('PUT /api/upload/files/:id', '-----00!!!!', 'none', {
    url: () => '/api/upload/files/1',
    desks: MEDIA_DESKS,
    payload: { caption: 'A caption' },
  }),
  row('DELETE /api/upload/files/:id', EDITORS_WRITE, 'none', {
    url: () => '/api/upload/files/1',
    desks: ['publish'],
  }),
  row('GET /uploads/:address', NOTHING_THERE, 'missing', { url: () => '/uploads/none_0123456789.png' }),
  row('GET /uploads/variants/:address', NOTHING_THERE, 'missing', {
    url: () => '/uploads/variants/none-360.webp',
  }),
  row('GET /sitemap.xml', ANYBODY_READS),
  row('GET /sitemaps/:file', NOTHING_THERE, 'missing', { url: () => '/sitemaps/none.xml' }),
  row('GET /sitemaps/:store/:file', NOTHING_THERE, 'missing', { url: () => '/sitemaps/none/1.xml' }),

  row('POST /internal/import/files', SERVICE_ONLY, 'none', { payload: {} }),
  row('POST /internal/import/:type', SERVICE_ONLY, 'none', {
    url: () => '/internal/import/book',
    payload: {},
  }),
  row('GET /internal/users/:id/profile', SERVICE_ONLY_READ, 'own', {
    url: () => '/internal/users/5/profile',
  }),
  row('GET /internal/import-status', SERVICE_ONLY_READ),
  row('GET /internal/openapi.json', ANYBODY_READS),
  row('GET /livez', ANYBODY_READS),
  row('GET /readyz', ANYBODY_READS),
  row('GET /metrics', ANYBODY_READS),
];
