import { afterAll, describe, expect, it } from 'vitest';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { CALLERS, type MatrixRow } from '@vidhi/testing/authorization-matrix.ts';
import { createCallerTokens } from '@vidhi/testing/caller-tokens.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { openapiProblems } from '@vidhi/testing/openapi-problems.ts';
import { aPaymentsApp } from './app-builder.ts';

const tokens = await createCallerTokens();
const verifyToken = createTokenVerifier({ url: tokens.keysUrl });
afterAll(() => tokens.close());

/** Anonymous, 4, 5, 6, 7, 10, 11, expired, forged, revoked customer, revoked editor. */
const ANYBODY = '+'.repeat(CALLERS.length);
const VALID_TOKEN = '+++++++!!!!';
const ACCOUNTS = '-++++++!!!!';
const CUSTOMER_AND_SHOP = '0+000++!!!!';
const SHOP = '00000++!!!!';
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
  // A payment link is paid with its key alone.
  row('POST /api/payment/checkout', '0000000!!!!', 'other', {
    payload: { payment_link: `link_${'a'.repeat(32)}`, key: 'of-another-link' },
  }),
  row('POST /api/payment/order', ACCOUNTS, 'none', empty),
  row('POST /api/payment/order', '-------!!!!', 'other', { payload: { book_id: 1, user_id: 99 } }),
  row('POST /api/payment/dialog', VALID_TOKEN, 'none', empty),
  row('POST /api/payment/verify', VALID_TOKEN, 'none', empty),
  row('POST /api/payment/fetch', CUSTOMER_AND_SHOP, 'own', fetchOf('pay_of_4')),
  row('POST /api/payment/fetch', SHOP, 'other', { desks: ['shop'], ...fetchOf('pay_of_99') }),
  row('POST /api/payment/fetch', '0000000!!!!', 'missing', fetchOf('pay_missing')),
  // By the id of the checkout alone, which nobody can guess; a token is not read.
  row('GET /api/payment/status/:id', ANYBODY, 'own', { url: () => '/api/payment/status/co_1' }),
  row('GET /api/payment/status/:id', '0'.repeat(CALLERS.length), 'missing', {
    url: () => '/api/payment/status/co_missing',
  }),
  row('POST /api/payment/callback', VALID_TOKEN, 'none', empty),
  row('GET /api/system/payments/card-provider', '------+!!!!'),
  // By signature alone.
  row('POST /api/payment/webhook', '!'.repeat(CALLERS.length), 'none', empty),
  row('GET /internal/checkouts/:id', SERVICE_ONLY, 'none', { url: () => '/internal/checkouts/co_1' }),
  row('POST /internal/checkouts/:id/refund', SERVICE_ONLY, 'none', {
    url: () => '/internal/checkouts/co_1/refund',
  }),
  row('GET /internal/checkouts/:id/facts', SERVICE_ONLY, 'none', {
    url: () => '/internal/checkouts/co_1/facts',
  }),
  row('POST /internal/checkouts/:id/part-refunds', SERVICE_ONLY, 'none', {
    url: () => '/internal/checkouts/co_1/part-refunds',
    payload: { key: 'a'.repeat(24), amountPaise: 1 },
  }),
  row('GET /internal/reconciliation', SERVICE_ONLY),
  row('POST /internal/reconciliation/repair', SERVICE_ONLY),
  row('POST /internal/reconciliation/dismiss', SERVICE_ONLY, 'none', { payload: { id: 'pay_1' } }),
  row('POST /internal/reconciliation/dismissals', SERVICE_ONLY, 'none', { payload: { id: 'pay_1' } }),
  row('POST /internal/reconciliation/replay', SERVICE_ONLY, 'none', { payload: { paymentId: 'pay_1' } }),
  row('POST /internal/reconciliation/republish', SERVICE_ONLY, 'none', {
    payload: { since: '2026-11-01T10:00:00Z' },
  }),
  row('GET /internal/paid-checkouts', SERVICE_ONLY),
  row('POST /internal/fees/find', SERVICE_ONLY, 'none', { payload: { ids: [] } }),
  row('GET /internal/fees', SERVICE_ONLY, 'none', {
    url: () => '/internal/fees?from=2026-11-01T00:00:00Z&before=2026-12-01T00:00:00Z',
  }),
  row('POST /internal/paid-checkouts/find', SERVICE_ONLY, 'none', { payload: { ids: [] } }),
  row('POST /internal/checkouts/:id/returns-known', SERVICE_ONLY, 'none', {
    url: () => '/internal/checkouts/co_1/returns-known',
    payload: { rev: 1 },
  }),
  row('GET /internal/payments/:id/checkout', SERVICE_ONLY, 'none', {
    url: () => '/internal/payments/pay_1/checkout',
  }),
  ...['/internal/openapi.json', '/livez', '/readyz', '/metrics'].map((path) => row(`GET ${path}`, ANYBODY)),
];

const { headersOf, headersOfDesks } = tokens;
const anApp = async () => ({ app: await aPaymentsApp(verifyToken), headersOf, headersOfDesks });

describeMatrix('payments', ROWS, anApp);

describe('the API description of payments', () => {
  it('describes its public calls', async () => {
    const { app } = await anApp();
    const document = (await app.inject('/internal/openapi.json')).json();
    await app.close();
    expect(Object.keys(document.paths)).toHaveLength(7);
    expect(openapiProblems(document)).toEqual([]);
  });
});
