import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import { CheckoutIds, Dismissed, PaidCheckouts, PaymentsFindings } from '@vidhi/contracts/reconciliation.ts';
import { ReplayedPayment } from '@vidhi/contracts/shop-money.ts';
import type { OutboxStats } from '@vidhi/outbox/outbox-stats.ts';
import type { ReconciliationStore } from './reconciliation-store.ts';

export interface ReconciliationOptions {
  reconciliation: ReconciliationStore;
  outboxStats: () => Pick<OutboxStats, 'oldestUnpublishedSeconds' | 'oldestUnacknowledgedSeconds'>;
  /** Publishes the event of a checkout again. */
  rearm: (checkoutId: string) => Promise<unknown>;
  /** Publishes the events since then again, acknowledged or not; resolves with the number of checkouts. */
  rearmSince: (since: Date) => Promise<number>;
  /** Lists the provider's payments of the last days, and applies them. */
  listPayments: () => Promise<void>;
  /** Reads a payment at the provider, and applies it. */
  replay: (paymentId: string) => Promise<ReplayedPayment>;
}

const Dismissal = Type.Object({ id: Type.String({ maxLength: 100 }) });
const UtcTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]{5,12}Z$' });
const Replay = Type.Object({ paymentId: Type.String({ pattern: '^pay_\\w+$', maxLength: 60 }) });
const Since = Type.Object({ since: UtcTime });
const PaidQuery = Type.Object({
  after: Type.String({ maxLength: 60, default: '' }),
  since: Type.Optional(UtcTime),
});

/** Routes for cart-orders, which compares payments with purchases. The enclosing scope requires the service token. */
export async function reconciliationRoutes(
  app: FastifyInstance,
  { reconciliation, outboxStats, rearm, rearmSince, listPayments, replay }: ReconciliationOptions,
): Promise<void> {
  app.get(
    '/internal/reconciliation',
    { schema: { response: { 200: PaymentsFindings } } },
    async (): Promise<PaymentsFindings> => {
      const { oldestUnpublishedSeconds, oldestUnacknowledgedSeconds } = outboxStats();
      return {
        unmatchedEvents: await reconciliation.findUnmatchedEvents(),
        unmatchedPayments: await reconciliation.findUnmatchedPayments(),
        failedRefunds: await reconciliation.findFailedRefunds(),
        openDisputes: await reconciliation.findOpenDisputes(),
        outboxSeconds: Math.max(oldestUnpublishedSeconds, oldestUnacknowledgedSeconds),
      };
    },
  );
  app.get<{ Querystring: Static<typeof PaidQuery> }>(
    '/internal/paid-checkouts',
    { schema: { querystring: PaidQuery, response: { 200: PaidCheckouts } } },
    async ({ query: { after, since } }) =>
      reconciliation.listPaid(after, since === undefined ? null : new Date(since)),
  );
  app.post<{ Body: CheckoutIds }>(
    '/internal/paid-checkouts/find',
    { schema: { body: CheckoutIds, response: { 200: PaidCheckouts } } },
    async ({ body }) => reconciliation.findPaid(body.ids),
  );
  app.post<{ Body: { id: string } }>(
    '/internal/reconciliation/dismiss',
    { schema: { body: Dismissal } },
    async ({ body }) => {
      const outcome = await reconciliation.dismiss(body.id);
      if (outcome === 'unknown') throw notFound();
      if (outcome === 'busy') throw new WireError(409, 'ConflictError', 'The refund is being requested now');
      return {};
    },
  );
  app.post<{ Body: { id: string } }>(
    '/internal/reconciliation/dismissals',
    { schema: { body: Dismissal, response: { 200: Dismissed } } },
    async ({ body }) => ({ outcome: await reconciliation.dismiss(body.id) }),
  );
  app.post<{ Body: { paymentId: string } }>(
    '/internal/reconciliation/replay',
    { schema: { body: Replay, response: { 200: ReplayedPayment } } },
    async ({ body }) => replay(body.paymentId),
  );
  app.post<{ Body: { since: string } }>(
    '/internal/reconciliation/republish',
    { schema: { body: Since } },
    async ({ body }) => ({ count: await rearmSince(new Date(body.since)) }),
  );
  app.post('/internal/reconciliation/repair', async () => {
    await reconciliation.retryRefunds();
    await listPayments();
    await reconciliation.checkAll();
    for (const id of await reconciliation.findUnfulfilled()) await rearm(id);
    return {};
  });
}
