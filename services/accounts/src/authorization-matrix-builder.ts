import { CALLER_IDS, type Caller, type MatrixRow } from '@vidhi/testing/authorization-matrix.ts';

/** Ids of an account that no caller of the matrix has, and of no account. */
export const OTHER_ID = 99;
const MISSING_ID = 999_999;

/** Reads ignore bad tokens, except revoked ones of staff. */
const ANYBODY_READS = '++++++++++!';
/** Writes reject bad tokens also where no token is required. */
const ANYBODY_WRITES = '+++++++!!+!';
const SERVICE_ONLY_READ = '----------!';
const SERVICE_ONLY = '-------!!-!';
/** Tokens of members are not looked up. */
const ADMINISTRATOR_READS = '------+!!-!';
/** Tokens of members are not looked up. */
const STAFF_READS = '-----++!!-!';
const METHOD = 'mmmmmmm!!m!';

type Rest = Omit<MatrixRow, 'route' | 'target' | 'allowed'>;

const row = (
  route: string,
  allowed: string,
  target: MatrixRow['target'] = 'none',
  rest: Rest = {},
): MatrixRow => ({ route, target, allowed, ...rest });

const own = (caller: Caller): string => `/api/users/${CALLER_IDS[caller]}`;
const at = (url: string) => () => url;
const EXISTS = at('/api/users?filters[email][$eq]=a@b.in&fields[0]=email');
const names = { payload: { first_name: 'Usha' } };
const role = { payload: { role: 11, data: { role: 11 } } };
const passwords = {
  payload: { currentPassword: 'secret1', password: 'a new secret', passwordConfirmation: 'a new secret' },
};
const email = { payload: { email: 'new@example.com', currentPassword: 'secret1' } };
const LETTER = `/api/system/dead-letters/${'0'.repeat(32)}`;
const REQUEST = `/internal/mail-requests/${'a'.repeat(26)}`;

/** Anonymous, 4, 5, 6, 7, 10, 11, expired, forged, revoked customer, revoked editor. */
export const ROWS: readonly MatrixRow[] = [
  row('GET /livez', ANYBODY_READS),
  row('GET /readyz', ANYBODY_READS),
  row('GET /metrics', ANYBODY_READS),
  row('GET /internal/openapi.json', ANYBODY_READS),
  row('GET /.well-known/jwks.json', ANYBODY_READS),

  row('POST /api/auth/local', ANYBODY_WRITES, 'none', { payload: {} }),
  row('PUT /api/auth/local', METHOD),
  row('PATCH /api/auth/local', METHOD),
  row('DELETE /api/auth/local', METHOD),
  row('POST /api/auth/refresh', SERVICE_ONLY, 'none', { payload: {} }),
  row('PUT /api/auth/refresh', METHOD),
  row('PATCH /api/auth/refresh', METHOD),
  row('DELETE /api/auth/refresh', METHOD),
  row('POST /api/auth/logout', SERVICE_ONLY, 'none', { payload: {} }),
  row('GET /api/auth/sessions', SERVICE_ONLY_READ),
  row('POST /api/auth/logout-others', SERVICE_ONLY, 'none', { payload: {} }),
  row('DELETE /api/auth/sessions/:id', SERVICE_ONLY, 'none', { url: at('/api/auth/sessions/x') }),
  row('GET /api/auth/second-step', '-++++++!!!!', 'own'),
  row('POST /api/auth/second-step', ANYBODY_WRITES, 'none', { payload: {} }),
  row('POST /api/auth/second-step/activation', ANYBODY_WRITES, 'none', { payload: {} }),
  row('POST /api/auth/second-step/enrolment', ANYBODY_WRITES, 'none', { payload: {} }),
  row('POST /api/auth/second-step/enrolment', '-----++!!!!', 'own', {
    payload: { currentPassword: 'secret1' },
    desks: 'staff',
  }),
  row('POST /api/auth/second-step/recovery-codes', '-++++++!!!!', 'own', {
    payload: { currentPassword: 'secret1' },
  }),
  row('POST /api/auth/second-step/removal', '-++++++!!!!', 'own', {
    payload: { currentPassword: 'secret1', code: '000000' },
  }),
  row('PUT /api/auth/logout', METHOD),
  row('PATCH /api/auth/logout', METHOD),
  row('DELETE /api/auth/logout', METHOD),

  row('POST /api/users', ANYBODY_WRITES, 'none', { payload: {} }),
  row('POST /api/auth/local/register', ANYBODY_WRITES, 'none', { payload: {} }),
  row('POST /api/auth/send-email-confirmation', ANYBODY_WRITES, 'none', { payload: {} }),
  row('GET /api/auth/email-confirmation', ANYBODY_READS),
  row('POST /api/auth/email-confirmation', ANYBODY_WRITES, 'none', { payload: {} }),
  row('GET /api/auth/email-change-confirmation', ANYBODY_READS),
  row('POST /api/auth/email-change-confirmation', ANYBODY_WRITES, 'none', { payload: {} }),
  row('POST /api/auth/stop-email-change', ANYBODY_WRITES, 'none', { payload: {} }),
  row('POST /api/auth/forgot-password', ANYBODY_WRITES, 'none', { payload: {} }),
  row('POST /api/auth/reset-password', ANYBODY_WRITES, 'none', { payload: {} }),
  row('POST /api/auth/change-password', '-++++++!!!!', 'own', { ...passwords, isIsolated: true }),
  row('POST /api/auth/change-email', '-++++++!!!!', 'own', email),

  row('GET /api/users/me', '-++++++!!!!', 'own'),
  row('GET /api/users/me/export', '-++++++!!!!', 'own'),
  row('POST /api/users/me/erasure', '-gggg--!!!!', 'own', {
    desks: 'staff',
    payload: { currentPassword: 'secret1' },
    isIsolated: true,
  }),
  row('GET /api/users/me/saved-articles', '-++++++!!!!', 'own'),
  row('POST /api/users/me/saved-articles', '-++++++!!!!', 'own', {
    payload: { articles: [{ path: '/gst/a', title: 'A', date: '2026-11-20T04:30:00.000Z' }] },
  }),
  row('DELETE /api/users/me/saved-articles', '-++++++!!!!', 'own', {
    url: at('/api/users/me/saved-articles?path=/gst/a'),
  }),
  row('GET /api/users', SERVICE_ONLY_READ),
  row('GET /api/users', ANYBODY_READS, 'none', { url: EXISTS }),
  row('GET /api/users/:id', '-++++++!!!!', 'own', { url: own }),
  row('GET /api/users/:id', '------+!!!!', 'other', { url: at(`/api/users/${OTHER_ID}`) }),
  row('GET /api/users/:id', '------g!!!!', 'missing', { url: at(`/api/users/${MISSING_ID}`) }),
  row('PUT /api/users/:id', '-++++++!!!!', 'own', { url: own, ...names }),
  row('PUT /api/users/:id', '------+!!!!', 'other', { url: at(`/api/users/${OTHER_ID}`), ...names }),
  row('PUT /api/users/:id', '------0!!!!', 'missing', { url: at(`/api/users/${MISSING_ID}`), ...names }),
  row('PUT /api/users/:id', '-++++++!!!!', 'own', { url: own, ...role }),

  row('GET /api/system/backups', ADMINISTRATOR_READS),
  row('GET /api/system/restore-drills', ADMINISTRATOR_READS),
  row('GET /api/system/dead-letters', ADMINISTRATOR_READS),
  row('GET /api/system/dead-letters/:id', '------0!!-!', 'missing', { url: at(LETTER) }),
  row('POST /api/system/dead-letters/replay', ADMINISTRATOR_READS, 'none', {
    payload: { ids: ['0'.repeat(32)] },
  }),
  row('POST /api/system/dead-letters/:id/drop', '------0!!-!', 'missing', {
    url: at(`${LETTER}/drop`),
    payload: { reason: 'An event of the test' },
  }),
  row('GET /api/system/imports', ADMINISTRATOR_READS),
  row('POST /api/system/imports/archive', ADMINISTRATOR_READS, 'none', {
    payload: { name: 'site.tar.gz', bytes: 10 },
  }),
  row('PUT /api/system/imports/archive', ADMINISTRATOR_READS, 'none', {
    url: at('/api/system/imports/archive?offset=0'),
    payload: 'part',
    headers: { 'content-type': 'application/octet-stream' },
  }),
  row('DELETE /api/system/imports/archive', ADMINISTRATOR_READS),
  row('POST /api/system/imports/runs', ADMINISTRATOR_READS, 'none', { payload: { kind: 'check' } }),
  row('GET /api/console-views', STAFF_READS, 'none', {
    url: at('/api/console-views?list=posts'),
    desks: ['news', 'publish'],
  }),
  row('POST /api/console-views', STAFF_READS, 'none', {
    payload: { list: 'posts', name: 'To review', query: '?q=bail', shared: true },
    desks: ['news', 'publish'],
  }),
  row('POST /api/console-views', ADMINISTRATOR_READS, 'other', {
    payload: { list: 'customers', name: 'Blocked', query: '?q=a', shared: true },
    desks: [],
  }),
  row('PUT /api/console-views/:id', '-----00!!-!', 'missing', {
    payload: { name: 'A' },
    url: at('/api/console-views/00000000-0000-0000-0000-000000000000'),
    desks: 'staff',
  }),
  row('DELETE /api/console-views/:id', '-----00!!-!', 'missing', {
    url: at('/api/console-views/00000000-0000-0000-0000-000000000000'),
    desks: 'staff',
  }),
  row('PUT /api/console-views/arrangements/:list', STAFF_READS, 'none', {
    payload: { pinned: null, first: null },
    url: at('/api/console-views/arrangements/posts'),
    desks: ['news', 'publish'],
  }),

  row('POST /api/auth/profile-invitation', ANYBODY_WRITES, 'none', { payload: { token: 'x' } }),
  row('POST /api/auth/claim-profile', '-+++---!!!!', 'own', {
    payload: { token: 'x', declaration: true, accept_legal_agreement: true },
    // Rejected for all staff, whatever their desks.
    desks: 'staff',
  }),
  row('GET /api/tokens', ADMINISTRATOR_READS, 'none', { desks: [] }),
  row('POST /api/tokens', ADMINISTRATOR_READS, 'none', { desks: [], payload: {} }),
  row('DELETE /api/tokens/:id', '------0!!-!', 'missing', {
    desks: [],
    url: at('/api/tokens/00000000-0000-0000-0000-000000000000'),
  }),
  row('GET /api/audit', ADMINISTRATOR_READS),
  // The entries of one record, for the desks that edit it.
  row('GET /api/audit', '-----++!!-!', 'other', {
    url: at('/api/audit?resource=post:41'),
    desks: ['news', 'publish'],
  }),
  row('GET /api/audit', '-----++!!-!', 'other', { url: at('/api/audit?resource=book:1'), desks: ['shop'] }),
  row('GET /api/audit', '-----++!!-!', 'other', {
    url: at('/api/audit?resource=lawyer:1'),
    desks: ['directory'],
  }),
  row('GET /api/audit', ADMINISTRATOR_READS, 'other', { url: at('/api/audit?resource=post'), desks: [] }),
  row('GET /api/audit', ADMINISTRATOR_READS, 'other', { url: at('/api/audit?resource=user:10'), desks: [] }),
  row('GET /api/audit/export.csv', ADMINISTRATOR_READS, 'none', { desks: [] }),
  row('GET /api/audit/verification', ADMINISTRATOR_READS, 'none', { desks: [] }),
  row('GET /api/staff/first-administrator', ANYBODY_READS),
  row('POST /api/staff/first-administrator', ANYBODY_WRITES, 'none', { payload: {} }),
  row('GET /api/staff', ADMINISTRATOR_READS, 'none', { desks: [] }),
  row('GET /api/staff/newsroom', '-----++!!-!', 'none', { desks: ['news', 'publish'] }),
  row('GET /api/staff/people', '------+!!-!', 'none', { desks: ['people'] }),
  row('GET /api/staff/shop', '-----++!!-!', 'none', { desks: ['shop', 'refund'] }),
  row('POST /api/staff', ADMINISTRATOR_READS, 'none', { desks: [], payload: {} }),
  row('PUT /api/staff/:id', ADMINISTRATOR_READS, 'other', {
    url: at('/api/staff/10'),
    desks: [],
    payload: { first_name: 'Usha' },
  }),
  row('PUT /api/staff/:id', '------0!!-!', 'missing', {
    url: at(`/api/staff/${OTHER_ID}`),
    desks: [],
    payload: { desks: ['refund'], role: 11 },
  }),
  row('POST /api/staff/:id/end-sessions', ADMINISTRATOR_READS, 'other', {
    url: at('/api/staff/10/end-sessions'),
    desks: [],
    isIsolated: true,
    payload: {},
  }),
  row('POST /api/staff/:id/reset-second-step', ADMINISTRATOR_READS, 'other', {
    url: at('/api/staff/10/reset-second-step'),
    desks: [],
    isIsolated: true,
    payload: {},
  }),
  row('GET /api/customers', ADMINISTRATOR_READS, 'other', { desks: [] }),
  row('GET /api/customers/:id', ADMINISTRATOR_READS, 'other', {
    url: at(`/api/customers/${OTHER_ID}`),
    desks: [],
  }),
  // Accounts of staff have a page of their own.
  row('GET /api/customers/:id', '------0!!-!', 'missing', { url: at('/api/customers/10'), desks: [] }),
  row('GET /api/customers/:id/export', ADMINISTRATOR_READS, 'other', {
    url: at(`/api/customers/${OTHER_ID}/export`),
    desks: [],
  }),
  row('POST /api/customers/:id/actions', ADMINISTRATOR_READS, 'other', {
    url: at(`/api/customers/${OTHER_ID}/actions`),
    desks: [],
    isIsolated: true,
    payload: { action: 'end_sessions' },
  }),
  row('POST /api/customers/:id/actions', '------0!!-!', 'missing', {
    url: at('/api/customers/10/actions'),
    desks: [],
    payload: { action: 'confirm' },
  }),
  row('POST /api/customers/:id/erasure', '------g!!-!', 'other', {
    url: at(`/api/customers/${OTHER_ID}/erasure`),
    desks: [],
    isIsolated: true,
    payload: { reason: 'Asked by mail', confirmation: `user${OTHER_ID}@example.com` },
  }),
  row('POST /internal/audit/known', SERVICE_ONLY, 'none', { payload: { eventIds: [] } }),

  row('POST /internal/api-tokens/verify', SERVICE_ONLY, 'none', { payload: { token: 'a' } }),
  row('POST /internal/first-administrator-link', SERVICE_ONLY, 'none', { payload: {} }),
  row('POST /internal/staff', SERVICE_ONLY, 'none', { payload: {} }),
  row('POST /internal/staff/blocked', SERVICE_ONLY, 'none', { payload: {} }),
  row('POST /internal/staff/second-step-reset', SERVICE_ONLY, 'none', { payload: {} }),
  row('POST /internal/import/users', SERVICE_ONLY, 'none', { payload: {} }),
  row('GET /internal/import-status', SERVICE_ONLY_READ),
  row('GET /internal/users/:id/contact', SERVICE_ONLY_READ, 'other', {
    url: at('/internal/users/5/contact'),
  }),
  row('GET /internal/newsroom/:id/contact', SERVICE_ONLY_READ, 'other', {
    url: at('/internal/newsroom/5/contact'),
  }),
  row('POST /internal/mail-requests/:requestId', SERVICE_ONLY, 'none', { url: at(REQUEST), payload: {} }),
];
