import type { FastifyInstance } from 'fastify';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import { buildApp } from './app.ts';
import type { Checkout } from './checkouts/checkout.ts';

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
  throw new Error('only the routes and their guards are tested');
};

/** Creates the app for tests of its guards and its description: most dependencies throw when called. */
export const aPaymentsApp = async (verifyToken: VerifyToken): Promise<FastifyInstance> =>
  buildApp({
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
    partRefunds: { add: unused },
    trustedProxies: [],
    payment: {
      priceCart: unused,
      findPaymentLink: unused,
      createCheckout: unused,
      openDialog: unused,
      networkOf: () => 'network',
      verifyPayment: unused,
      requireSeller: async () => undefined,
      keyId: 'rzp_test_sandbox',
      links: { sign: () => 'key', isValid: () => false },
      findOwner: async () => null,
    },
    cardProvider: { mode: 'test', is_sandbox: true },
    isMailed: unused,
    findProgress: async () => null,
    acknowledge: async () => undefined,
    fees: { find: unused, sum: unused },
    reconciliation: {
      reconciliation: {
        findUnmatchedEvents: unused,
        findUnmatchedPayments: unused,
        findFailedRefunds: unused,
        findOpenDisputes: unused,
        listPaid: unused,
        findPaid: unused,
        findUnfulfilled: unused,
        retryRefunds: unused,
        checkAll: unused,
        dismiss: unused,
      },
      outboxStats: () => ({ oldestUnpublishedSeconds: 0, oldestUnacknowledgedSeconds: 0 }),
      rearm: unused,
      rearmSince: unused,
      listPayments: unused,
      replay: unused,
    },
    webhooks: {
      events: { insert: unused, listOf: unused },
      secrets: ['w'.repeat(16)],
      onStored: () => undefined,
      onForged: () => undefined,
    },
  });
