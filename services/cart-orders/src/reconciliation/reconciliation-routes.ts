import type { FastifyInstance } from 'fastify';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import type { Reconciliation } from './reconcile.ts';

const schema = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['orders'],
  security: [{ bearer: [] }],
  response: { 200: ReconciliationReport },
});

/** Responds 503 while payments or notify does not respond. */
const orUnavailable = (report: Promise<ReconciliationReport>): Promise<ReconciliationReport> =>
  report.catch(() => {
    throw unavailable(5);
  });

/** Payments compared with purchases and mails, for the shop. Administrators repair them (`money/money-routes.ts`). */
export async function reconciliationRoutes(
  app: FastifyInstance,
  { measure }: Pick<Reconciliation, 'measure'>,
): Promise<void> {
  const handlers = { config: { strictAuth: true } };
  app.get(
    '/api/orders/reconciliation',
    {
      ...handlers,
      schema: schema('Payments compared with orders and mails', 'readReconciliation'),
      preHandler: requireDesk('shop', 'refund'),
    },
    () => orUnavailable(measure()),
  );
}

/** The same for `npm run reconcile`; the enclosing scope requires the service token. */
export async function internalReconciliationRoutes(
  app: FastifyInstance,
  { measure, repair }: Reconciliation,
): Promise<void> {
  const response = { schema: { response: { 200: ReconciliationReport } } };
  app.get('/internal/reconciliation', response, () => orUnavailable(measure()));
  app.post('/internal/reconciliation/repair', response, () => orUnavailable(repair()));
}
