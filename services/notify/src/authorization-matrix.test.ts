import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { CALLERS, type MatrixRow } from '@vidhi/testing/authorization-matrix.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { buildApp } from './app.ts';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createRequestLimits } from './limits/request-limits.ts';
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from './subscribers/subscriber-links.ts';

const unused = async (): Promise<never> => {
  throw new Error('only who may call is tested');
};

/** No route depends on the logged-in user: tokens are not read. */
const ANYBODY = '+'.repeat(CALLERS.length);
const NOTHING_THERE = '0'.repeat(CALLERS.length);
const LINK = `?subscriber=${'a'.repeat(40)}&key=${'k'.repeat(32)}`;
const SERVICE_ONLY = '-'.repeat(CALLERS.length);

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
  row('POST /internal/mails/known', SERVICE_ONLY, empty),
  row('GET /internal/mails/state', SERVICE_ONLY),
  row('GET /internal/mails/dead', SERVICE_ONLY),
  row('POST /internal/mails/requeue', SERVICE_ONLY, empty),
  row('GET /internal/purchases/:id/mails', SERVICE_ONLY, { url: () => '/internal/purchases/pu_1/mails' }),
  row('POST /internal/mails/sent', SERVICE_ONLY, empty),
  row('POST /internal/subscribers', SERVICE_ONLY, empty),
  row('POST /internal/personal-data', SERVICE_ONLY, empty),
  row('POST /internal/personal-data/erasure', SERVICE_ONLY, empty),
  row('POST /internal/import/coming-soon-users', SERVICE_ONLY, empty),
  row('GET /internal/import-status', SERVICE_ONLY),
  ...['/internal/openapi.json', '/livez', '/readyz', '/metrics'].map((path) => row(`GET ${path}`, ANYBODY)),
];

const anApp = async () => ({
  app: await buildApp({
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
    },
    personalData: {
      subscribers: { find: unused, erase: unused },
      messages: { listFrom: unused, removeFrom: unused },
    },
    receiveContact: unused,
    readSite: unused,
    subscribe: unused,
    subscribers: {
      find: unused,
      confirm: async () => false,
      unsubscribe: async () => false,
      import: unused,
      removeImported: unused,
      countImported: unused,
    },
    limits: createRequestLimits(inProcessCounters()),
    nextResponseId: unused,
    importOrigin: { claim: unused, check: unused, find: unused },
  }),
  headersOf: async (): Promise<Record<string, string>> => ({ authorization: 'Bearer anything' }),
});

describeMatrix('notify', ROWS, anApp);
