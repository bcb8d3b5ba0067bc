import { afterAll } from 'vitest';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { CALLERS, type MatrixRow } from '@vidhi/testing/authorization-matrix.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import { createCallerTokens } from '@vidhi/testing/caller-tokens.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { buildApp } from './app.ts';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createRequestLimits } from './limits/request-limits.ts';
import { unusedDesk } from './newsletter/newsletter-app-builder.ts';
import { CONFIRM_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from './subscribers/subscriber-links.ts';

const unused = async (): Promise<never> => {
  throw new Error('only who may call is tested');
};

/** No public route depends on the logged-in user: tokens are not read. */
const ANYBODY = '+'.repeat(CALLERS.length);
const NOTHING_THERE = '0'.repeat(CALLERS.length);
const LINK = `?subscriber=${'a'.repeat(40)}&key=${'k'.repeat(32)}`;
const SERVICE_ONLY = '-'.repeat(CALLERS.length);
/** Staff of the desk: anonymous, 4, 5, 6, 7, 10, 11, expired, forged, revoked customer, revoked editor. */
const PEOPLE: readonly Desk[] = ['people'];
const AT_DESK = '------+!!!!';
const AT_DESK_MISSING = '------0!!!!';
/** Reads of everybody, where a revoked token of staff is 401. */
const READERS = '++++++++++!';
const READERS_MISSING = '0000000000!';
const ISSUE = '/api/newsletter-issues/7';
const SIGNED = `until=1&key=${'k'.repeat(32)}`;
const MESSAGE = `/api/contact-messages/${'a'.repeat(40)}`;
const GRIEVANCE = `/api/grievances/${'a'.repeat(40)}`;
const TEMPLATE = '/api/reply-templates/7';
const WEBHOOK = { data: { url: 'https://receiver.example/', events: ['post.published'] } };
const CONTENT = { subject: 'July', sections: [] };
const REPLY_TEXT = { title: 'Thanks', text: 'Thank you' };
const CONSENT = 'Signed the list at our stall in July';

const row = (route: string, allowed: string, rest: Partial<MatrixRow> = {}): MatrixRow => ({
  route,
  target: 'none',
  allowed,
  ...rest,
});
const empty = { payload: {} };

const ROWS: readonly MatrixRow[] = [
  row('POST /api/email', ANYBODY, empty),
  row('POST /api/coming-soon-users', ANYBODY, empty),
  ...[CONFIRM_PATH, UNSUBSCRIBE_PATH].flatMap((path) => [
    row(`GET ${path}`, ANYBODY, { url: () => path + LINK }),
    row(`POST ${path}`, NOTHING_THERE, { url: () => path + LINK }),
  ]),
  row(`GET ${PREFERENCES_PATH}`, NOTHING_THERE, { url: () => PREFERENCES_PATH + LINK }),
  row(`PUT ${PREFERENCES_PATH}`, NOTHING_THERE, {
    url: () => PREFERENCES_PATH + LINK,
    payload: { data: { categories: [], languages: [] } },
  }),
  row('GET /api/webhooks', '------+!!!!'),
  row('POST /api/webhooks', '------+!!!!', { payload: WEBHOOK }),
  row('PUT /api/webhooks/:id', '------0!!!!', {
    target: 'missing',
    url: () => '/api/webhooks/7',
    payload: { data: { ...WEBHOOK.data, active: true, rev: 1 } },
  }),
  row('DELETE /api/webhooks/:id', '------0!!!!', { target: 'missing', url: () => '/api/webhooks/7' }),
  ...['secret', 'test', `deliveries/${'a'.repeat(40)}/retry`].map((act) =>
    row(`POST /api/webhooks/:id/${act.replace(/[a]{40}/, ':delivery')}`, '------0!!!!', {
      target: 'missing',
      url: () => `/api/webhooks/7/${act}`,
      payload: {},
    }),
  ),
  row('GET /api/webhooks/:id/deliveries', '------0!!!!', {
    target: 'missing',
    url: () => '/api/webhooks/7/deliveries',
  }),
  row('GET /api/system/notify/dead-mails', '------+!!!!'),
  row('POST /api/system/notify/dead-mails/resend', '------+!!!!', { payload: { ids: ['a'] } }),
  row('GET /api/system/notify/mail-server', '------+!!!!'),
  row('GET /api/subscribers', AT_DESK, { desks: PEOPLE }),
  row('GET /api/subscribers/options', AT_DESK, { desks: PEOPLE }),
  row('GET /api/subscribers.csv', AT_DESK, { desks: PEOPLE }),
  row('POST /api/subscribers', AT_DESK, { desks: PEOPLE, payload: { email: 'asha@example.in' } }),
  row('POST /api/subscribers/:id/unsubscribe', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => `/api/subscribers/${'a'.repeat(40)}/unsubscribe`,
  }),
  row('POST /api/subscribers/import', AT_DESK, {
    desks: PEOPLE,
    payload: { addresses: ['asha@example.in'], consent: CONSENT },
  }),
  row('GET /api/newsletter-digest', AT_DESK, { desks: PEOPLE }),
  row('PUT /api/newsletter-digest', AT_DESK, { desks: PEOPLE, payload: { data: { is_on: true } } }),
  row('GET /api/newsletter-issues', AT_DESK, { desks: PEOPLE }),
  row('POST /api/newsletter-issues', AT_DESK, { desks: PEOPLE, payload: { data: CONTENT } }),
  row('PUT /api/newsletter-issues/:id', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => ISSUE,
    payload: { data: { ...CONTENT, rev: 1 } },
  }),
  ...['GET', 'DELETE'].map((method) =>
    row(`${method} /api/newsletter-issues/:id`, AT_DESK_MISSING, {
      desks: PEOPLE,
      target: 'missing',
      url: () => ISSUE,
    }),
  ),
  ...['test', 'cancel', 'pause', 'resume', 'stop'].map((name) =>
    row(`POST /api/newsletter-issues/:id/${name}`, AT_DESK_MISSING, {
      desks: PEOPLE,
      target: 'missing',
      url: () => `${ISSUE}/${name}`,
    }),
  ),
  row('POST /api/newsletter-issues/:id/send', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => `${ISSUE}/send`,
    payload: { rev: 1, audience: 2 },
  }),
  row('GET /api/newsletter-issues/:id/preview', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => `${ISSUE}/preview`,
  }),
  row('GET /api/newsletter-issues/:id/preview.html', READERS_MISSING, {
    target: 'missing',
    url: () => `${ISSUE}/preview.html?${SIGNED}`,
  }),
  row('POST /api/order-mails/preview', '------+!!!!', {
    payload: { data: { kind: 'confirmed', text: 'Thank you.' } },
  }),
  row('POST /api/grievances', ANYBODY, { payload: { website: 'https://robot.example' } }),
  row('GET /api/grievances', AT_DESK, { desks: PEOPLE }),
  row('GET /api/grievances/register', AT_DESK, { desks: PEOPLE }),
  row('GET /api/grievances/register.csv', AT_DESK, { desks: PEOPLE }),
  row('GET /api/grievances/:id', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => GRIEVANCE,
  }),
  row('PUT /api/grievances/:id', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => GRIEVANCE,
    payload: { data: { rev: 1, state: 'spam' } },
  }),
  row('POST /api/grievances/:id/decision', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => `${GRIEVANCE}/decision`,
    payload: { data: { rev: 1, outcome: 'upheld', reason: 'It was wrong', measure: 'corrected' } },
  }),
  row('GET /api/contact-messages', AT_DESK, { desks: PEOPLE }),
  row('GET /api/contact-messages/:id', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => MESSAGE,
  }),
  row('PUT /api/contact-messages/:id', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => MESSAGE,
    payload: { data: { rev: 1, state: 'done' } },
  }),
  row('POST /api/contact-messages/:id/reply', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => `${MESSAGE}/reply`,
    payload: { data: { rev: 1, text: 'Thank you', is_done: true } },
  }),
  row('GET /api/reply-templates', AT_DESK, { desks: PEOPLE }),
  row('POST /api/reply-templates', AT_DESK, { desks: PEOPLE, payload: { data: REPLY_TEXT } }),
  row('PUT /api/reply-templates/:id', AT_DESK_MISSING, {
    desks: PEOPLE,
    target: 'missing',
    url: () => TEMPLATE,
    payload: { data: REPLY_TEXT },
  }),
  ...['GET', 'DELETE'].map((method) =>
    row(`${method} /api/reply-templates/:id`, AT_DESK_MISSING, {
      desks: PEOPLE,
      target: 'missing',
      url: () => TEMPLATE,
    }),
  ),
  row('GET /api/newsletter-archive', READERS),
  row('GET /api/newsletter-archive/:id', READERS_MISSING, {
    target: 'missing',
    url: () => '/api/newsletter-archive/7',
  }),
  row('POST /internal/mails/known', SERVICE_ONLY, empty),
  row('GET /internal/mails/state', SERVICE_ONLY),
  row('GET /internal/mails/dead', SERVICE_ONLY),
  row('POST /internal/mails/requeue', SERVICE_ONLY, empty),
  row('GET /internal/purchases/:id/mails', SERVICE_ONLY, { url: () => '/internal/purchases/pu_1/mails' }),
  row('POST /internal/purchases/:id/mails/:mail/resend', SERVICE_ONLY, {
    url: () => '/internal/purchases/pu_1/mails/m/resend',
    ...empty,
  }),
  row('POST /internal/mails/sent', SERVICE_ONLY, empty),
  row('POST /internal/subscribers', SERVICE_ONLY, empty),
  row('POST /internal/personal-data', SERVICE_ONLY, empty),
  row('POST /internal/personal-data/erasure', SERVICE_ONLY, empty),
  row('POST /internal/import/coming-soon-users', SERVICE_ONLY, empty),
  row('GET /internal/import-status', SERVICE_ONLY),
  ...['/internal/openapi.json', '/livez', '/readyz', '/metrics'].map((path) => row(`GET ${path}`, ANYBODY)),
];

const tokens = await createCallerTokens();
afterAll(() => tokens.close());

const desk = unusedDesk();

const anApp = async () => ({
  app: await buildApp({
    ...desk,
    subscriberDesk: {
      ...desk.subscriberDesk,
      subscribers: { ...desk.subscriberDesk.subscribers, find: async () => null },
    },
    auth: {
      verifyToken: createTokenVerifier({ url: tokens.keysUrl }),
      isCurrent: ({ tokenVersion }) => tokenVersion >= 1,
    },
    logLevel: false,
    metrics: createMetrics('notify'),
    readiness: () => ({}),
    isReady: () => true,
    trustedProxies: ['127.0.0.1'],
    serviceToken: 'a-service-token-of-32-characters!',
    ledger: {
      findKnown: unused,
      findSent: unused,
      stats: unused,
      findDead: unused,
      requeueDead: unused,
      listOfPurchase: unused,
      resend: unused,
    },
    personalData: {
      subscribers: { find: unused, erase: unused },
      messages: { listFrom: unused, removeFrom: unused },
      grievances: { listFrom: unused, removeFrom: unused },
    },
    enqueue: unused,
    receiveContact: unused,
    readSite: unused,
    subscribe: unused,
    subscribers: {
      find: unused,
      confirm: async () => false,
      unsubscribe: async () => false,
      readPreferences: async () => null,
      choose: async () => false,
      import: unused,
      removeImported: unused,
      countImported: unused,
    },
    limits: createRequestLimits(inProcessCounters()),
    nextResponseId: unused,
    importOrigin: { claim: unused, check: unused, find: unused },
  }),
  headersOf: tokens.headersOf,
  headersOfDesks: tokens.headersOfDesks,
});

describeMatrix('notify', ROWS, anApp);
