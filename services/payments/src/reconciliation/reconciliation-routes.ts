import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { CheckoutIds, PaidCheckouts, PaymentsFindings } from '@vidhi/contracts/reconciliation.ts';
import type { OutboxStats } from '@vidhi/outbox/outbox-stats.ts';
import type { ReconciliationStore } from './reconciliation-store.ts';

export interface ReconciliationOptions {
  reconciliation: ReconciliationStore;
  outboxStats: () => Pick<OutboxStats, 'oldestUnpublishedSeconds' | 'oldestUnacknowledgedSeconds'>;
  /** Publishes the event of a checkout again. */
  rearm: (checkoutId: string) => Promise<unknown>;
  /** Lists the provider's payments of the last days, and applies them. */
  listPayments: () => Promise<void>;
}

const After = Type.Object({ after: Type.String({ maxLength: 60, default: '' }) });

/** For cart-orders, which compares payments with purchases. The enclosing scope requires the service token. */
export async function reconciliationRoutes(
  app: FastifyInstance,
  { reconciliation, outboxStats, rearm, listPayments }: ReconciliationOptions,
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
        outboxSeconds: Math.max(oldestUnpublishedSeconds, oldestUnacknowledgedSeconds),
      };
    },
  );
  app.get<{ Querystring: { after: string } }>(
    '/internal/paid-checkouts',
    { schema: { querystring: After, response: { 200: PaidCheckouts } } },
    async ({ query }) => reconciliation.listPaid(query.after),
  );
  app.post<{ Body: CheckoutIds }>(
    '/internal/paid-checkouts/missing',
    { schema: { body: CheckoutIds, response: { 200: CheckoutIds } } },
    async ({ body }) => ({ ids: await reconciliation.findUnpaid(body.ids) }),
  );
  app.post('/internal/reconciliation/repair', async () => {
    await reconciliation.retryRefunds();
    await listPayments();
    await reconciliation.checkAll();
    for (const id of await reconciliation.findUnfulfilled()) await rearm(id);
    return {};
  });
}
