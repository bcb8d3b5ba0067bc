import { afterAll, describe, expect, it } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { CALLERS, type MatrixRow } from '@vidhi/testing/authorization-matrix.ts';
import { createCallerTokens } from '@vidhi/testing/caller-tokens.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { openapiProblems } from '@vidhi/testing/openapi-problems.ts';
import { buildApp } from './app.ts';
import type { Checkout } from './checkouts/checkout.ts';

const tokens = await createCallerTokens();
const verifyToken = createTokenVerifier({ url: tokens.keysUrl });
afterAll(() => tokens.close());

/** Anonymous, 4, 5, 6, 7, 10, 11, expired, forged, revoked customer, revoked editor. */
const ANYBODY = '+'.repeat(CALLERS.length);
const VALID_TOKEN = '+++++++!!!!';
const ACCOUNTS = '-++++++!!!!';
const CUSTOMER_AND_STAFF = '0+000++!!!!';
const STAFF = '00000++!!!!';
const SERVICE_ONLY = '-'.repeat(CALLERS.length);

const row = (
  route: string,
  allowed: string,
  target: MatrixRow['target'] = 'none',
  rest: Partial<MatrixRow> = {},
): MatrixRow => ({ route, target, allowed, ...rest });
const empty = { payload: {} };
const fetchOf = (id: string) => ({ ...empty, url: () => `/api/payment/fetch?payment_id=${id}` });

const ROWS: readonly MatrixRow[] = [
  row('POST /api/payment/checkout', VALID_TOKEN, 'none', empty),
  // The account of the body must be that of the token.
  row('POST /api/payment/checkout', '-------!!!!', 'other', { payload: { receipt: 'r', user_id: 99 } }),
  row('POST /api/payment/order', ACCOUNTS, 'none', empty),
  row('POST /api/payment/order', '-------!!!!', 'other', { payload: { book_id: 1, user_id: 99 } }),
  row('POST /api/payment/verify', VALID_TOKEN, 'none', empty),
  row('POST /api/payment/fetch', CUSTOMER_AND_STAFF, 'own', fetchOf('pay_of_4')),
  row('POST /api/payment/fetch', STAFF, 'other', fetchOf('pay_of_99')),
  row('POST /api/payment/fetch', '0000000!!!!', 'missing', fetchOf('pay_missing')),
  // By the id of the checkout alone, which nobody can guess; a token is not read.
  row('GET /api/payment/status/:id', ANYBODY, 'own', { url: () => '/api/payment/status/co_1' }),
  row('GET /api/payment/status/:id', '0'.repeat(CALLERS.length), 'missing', {
    url: () => '/api/payment/status/co_missing',
  }),
  row('POST /api/payment/callback', VALID_TOKEN, 'none', empty),
  // By signature alone.
  row('POST /api/payment/webhook', '!'.repeat(CALLERS.length), 'none', empty),
  row('GET /internal/checkouts/:id', SERVICE_ONLY, 'none', { url: () => '/internal/checkouts/co_1' }),
  row('POST /internal/checkouts/:id/refund', SERVICE_ONLY, 'none', {
    url: () => '/internal/checkouts/co_1/refund',
  }),
  row('GET /internal/reconciliation', SERVICE_ONLY),
  row('POST /internal/reconciliation/repair', SERVICE_ONLY),
  row('POST /internal/reconciliation/dismiss', SERVICE_ONLY, 'none', { payload: { id: 'pay_1' } }),
  row('POST /internal/reconciliation/republish', SERVICE_ONLY, 'none', {
    payload: { since: '2026-11-01T10:00:00Z' },
  }),
  row('GET /internal/paid-checkouts', SERVICE_ONLY),
  row('POST /internal/paid-checkouts/missing', SERVICE_ONLY, 'none', { payload: { ids: [] } }),
  row('GET /internal/payments/:id/checkout', SERVICE_ONLY, 'none', {
    url: () => '/internal/payments/pay_1/checkout',
  }),
  ...['/internal/openapi.json', '/livez', '/readyz', '/metrics'].map((path) => row(`GET ${path}`, ANYBODY)),
];

const paidBy = (userId: number): Checkout => ({
  _id: 'co_1',
  rev: 1,
  idemKey: 'k',
  receipt: 'r',
  userId,
  snapshot: { lines: [], shippingPaise: 0, totalPaise: 100, hash: 'h' },
  billing: null,
  shipping: null,
  status: 'PAID',
  paymentId: 'pay_1',
  refunds: [],
  checks: 0,
  createdAt: new Date(0),
  history: [],
});

const unused = async (): Promise<never> => {
  throw new Error('only who may call is tested');
};

const anApp = async () => ({
  app: await buildApp({
    logLevel: false,
    metrics: createMetrics('payments'),
    readiness: () => ({}),
    isReady: () => true,
    verifyToken,
    isCurrent: ({ tokenVersion }) => tokenVersion > 0,
    serviceToken: 's'.repeat(32),
    checkouts: {
      refundDue: unused,
      find: async (id) => (id === 'co_1' ? paidBy(4) : null),
      findByPayment: async (id) => {
        const [, userId] = /^pay_of_(\d+)$/.exec(id) ?? [];
        return userId === undefined ? null : paidBy(Number(userId));
      },
    },
    priceCart: unused,
    createCheckout: unused,
    verifyPayment: unused,
    isMailed: unused,
    keyId: 'rzp_test_sandbox',
    reconciliation: {
      reconciliation: {
        findUnmatchedEvents: unused,
        findUnmatchedPayments: unused,
        findFailedRefunds: unused,
        listPaid: unused,
        findUnpaid: unused,
        findUnfulfilled: unused,
        retryRefunds: unused,
        checkAll: unused,
        dismiss: unused,
      },
      outboxStats: () => ({ oldestUnpublishedSeconds: 0, oldestUnacknowledgedSeconds: 0 }),
      rearm: unused,
      rearmSince: unused,
      listPayments: unused,
    },
    webhooks: {
      events: { insert: unused },
      secrets: ['w'.repeat(16)],
      onStored: () => undefined,
      onForged: () => undefined,
    },
  }),
  headersOf: tokens.headersOf,
});

describeMatrix('payments', ROWS, anApp);

describe('the API description of payments', () => {
  it('describes its public calls', async () => {
    const { app } = await anApp();
    const document = (await app.inject('/internal/openapi.json')).json();
    await app.close();
    expect(Object.keys(document.paths)).toHaveLength(5);
    expect(openapiProblems(document)).toEqual([]);
  });
});
