import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound, unavailable, validationError, WireError } from '@vidhi/contracts/errors.ts';
import { MonthFeesResponse, type FeeSums } from '@vidhi/contracts/payment-fees.ts';
import { ReconciliationReport, type DismissalOutcome } from '@vidhi/contracts/reconciliation.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import {
  AccountsQuery,
  DismissFindingBody,
  MAX_SALES_DAYS,
  ReplayPaymentBody,
  ReplayPaymentResponse,
  SalesQuery,
  SalesResponse,
  type ReplayedPayment,
} from '@vidhi/contracts/shop-money.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk, requireRole } from '@vidhi/service-kit/auth.ts';
import { isHead, sendHeadersOnly } from '@vidhi/service-kit/head-response.ts';
import { documentedForShop } from '../desk/desk-routes.ts';
import { purchaseId } from '../purchases/purchase.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import type { Reconciliation } from '../reconciliation/reconcile.ts';
import { accountsAsCsv, type FindFees } from './accounts-csv.ts';
import type { NoteMoneyAct } from './money-actions.ts';
import type { MoneyStore } from './money-store.ts';
import { sumSales } from './sales.ts';

export interface MoneyRoutesOptions {
  reconciliation: Reconciliation;
  store: MoneyStore;
  purchases: Pick<PurchaseStore, 'find'>;
  note: NoteMoneyAct;
  payments: {
    /** Rejects when payments does not respond. */
    dismiss(id: string): Promise<DismissalOutcome>;
    /** Reads a payment at the provider and applies it. Rejects when payments or the provider does not respond. */
    replay(paymentId: string): Promise<ReplayedPayment>;
    /** The fees of the provider that are known of these checkouts. Rejects when payments does not respond. */
    findFees: FindFees;
    /** Sums of the fees of payments that were captured in a time. Rejects when payments does not respond. */
    sumFees(from: Date, before: Date): Promise<FeeSums>;
  };
}

const DAY_MS = 86_400_000;
const INDIA = '+05:30';

/** Passes errors of the client on; all others mean that a service does not respond. */
async function orUnavailable<Result>(result: Promise<Result>): Promise<Result> {
  return result.catch((error: unknown) => {
    throw error instanceof WireError ? error : unavailable(5);
  });
}

/** Returns the times of two days in India. Throws 400 for days that are none, or too far apart. */
function timesOf({ from, to }: SalesQuery): { start: Date; end: Date } {
  const [start, last] = [new Date(`${from}T00:00:00${INDIA}`), new Date(`${to}T00:00:00${INDIA}`)];
  const isDay = (time: Date, day: string): boolean =>
    !Number.isNaN(time.getTime()) && new Date(time.getTime() + 19_800_000).toISOString().slice(0, 10) === day;
  if (!isDay(start, from) || !isDay(last, to)) throw validationError('from and to must be days');
  const end = new Date(last.getTime() + DAY_MS);
  if (end <= start) throw validationError('to must not be before from');
  if (end.getTime() - start.getTime() > MAX_SALES_DAYS * DAY_MS)
    throw validationError(`A report is of ${MAX_SALES_DAYS} days at most`);
  return { start, end };
}

/** The money page: repair and dismissal of differences, lost webhooks, the accounts of a month, and what was sold. */
export async function moneyRoutes(app: FastifyInstance, options: MoneyRoutesOptions): Promise<void> {
  const { reconciliation, store, purchases, note, payments } = options;
  const forDesk = { config: { strictAuth: true }, onRequest: requireDesk('shop', 'refund') } as const;
  const forAdministrator = {
    config: { strictAuth: true },
    onRequest: requireRole(ROLE.administrator),
  } as const;
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.post(
    '/api/orders/reconciliation/repair',
    {
      ...forAdministrator,
      schema: {
        summary: 'Finish what was left of payments, orders and mails',
        operationId: 'repairReconciliation',
        tags: ['orders'],
        security: [{ bearer: [] }],
        response: { 200: ReconciliationReport },
      },
    },
    async (request) => {
      await note({
        action: 'repair',
        subject: 'reconciliation',
        label: 'Differences of payments and orders',
        actor: actorOf(request),
      });
      return orUnavailable(reconciliation.repair());
    },
  );

  app.post<{ Body: DismissFindingBody }>(
    '/api/orders/reconciliation/dismiss',
    {
      ...forAdministrator,
      schema: {
        ...documentedForShop(
          'Leave out a webhook, a payment or a rejected refund that was examined',
          'dismissFinding',
        ),
        description:
          'By the id of the webhook, the payment, or the checkout of the refund, which is not requested again then.',
        body: DismissFindingBody,
        response: { 200: ReconciliationReport },
      },
    },
    async (request) => {
      const { id, reason } = request.body.data;
      await note({
        action: 'dismiss',
        subject: id,
        label: `Finding ${id}`,
        reason: reason.trim(),
        actor: actorOf(request),
      });
      const outcome = await orUnavailable(payments.dismiss(id));
      if (outcome === 'unknown') throw notFound();
      if (outcome === 'busy')
        throw new WireError(
          409,
          'ConflictError',
          'This refund is being tried at this moment. Look again in a minute.',
        );
      return orUnavailable(reconciliation.measure());
    },
  );

  app.post<{ Body: ReplayPaymentBody }>(
    '/api/orders/reconciliation/replay',
    {
      ...forAdministrator,
      schema: {
        ...documentedForShop('Apply a payment whose webhook was lost', 'replayPayment'),
        description: 'Its state is read at the provider, as after a webhook. Repeatable.',
        body: ReplayPaymentBody,
        response: { 200: ReplayPaymentResponse },
      },
    },
    async (request) => {
      const { payment_id: paymentId } = request.body.data;
      await note({
        action: 'webhook_replayed',
        subject: paymentId,
        label: `Payment ${paymentId}`,
        actor: actorOf(request),
      });
      const { outcome, status, amountPaise, checkoutId } = await orUnavailable(payments.replay(paymentId));
      const purchase = checkoutId === null ? null : await purchases.find(purchaseId(checkoutId));
      return { data: { outcome, status, amount_paise: amountPaise, purchase_id: purchase?._id ?? null } };
    },
  );

  app.get<{ Querystring: AccountsQuery }>(
    '/api/orders/accounts.csv',
    {
      ...forDesk,
      schema: {
        ...documentedForShop('Bills and credit notes of a month as a spreadsheet', 'exportAccounts'),
        produces: ['text/csv'],
        querystring: AccountsQuery,
        response: { 200: Type.Unknown({ description: 'CSV, one row for each bill and credit note' }) },
      },
    },
    async (request, reply) => {
      const { month } = request.query;
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="accounts-${month}.csv"`);
      if (isHead(request)) return sendHeadersOnly(reply);
      await note({
        action: 'export',
        subject: month,
        label: `Accounts of ${month}`,
        actor: actorOf(request),
      });
      const rows = await orUnavailable(accountsAsCsv(store.ofMonth(month), month, payments.findFees));
      return reply.send(Readable.from(rows));
    },
  );

  app.get<{ Querystring: AccountsQuery }>(
    '/api/orders/fees',
    {
      ...forDesk,
      schema: {
        ...documentedForShop('What the card provider charges for the payments of a month', 'readFees'),
        querystring: AccountsQuery,
        response: { 200: MonthFeesResponse },
      },
    },
    async ({ query: { month } }) => {
      const [year = 0, number = 1] = month.split('-').map(Number);
      const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
      const [from, before] = [month, next].map((one) => new Date(`${one}-01T00:00:00${INDIA}`)) as [
        Date,
        Date,
      ];
      const {
        payments: count,
        amountPaise,
        feePaise,
        taxPaise,
        unknown,
      } = await orUnavailable(payments.sumFees(from, before));
      return {
        data: {
          month,
          payments: count,
          amount_paise: amountPaise,
          fee_paise: feePaise,
          tax_paise: taxPaise,
          unknown,
        },
      };
    },
  );

  app.get<{ Querystring: SalesQuery }>(
    '/api/orders/sales',
    {
      ...forDesk,
      schema: {
        ...documentedForShop('What was sold, by month, book and state', 'readSales'),
        querystring: SalesQuery,
        response: { 200: SalesResponse },
      },
    },
    async ({ query }) => {
      const { start, end } = timesOf(query);
      return { data: await sumSales(store.madeBetween(start, end), query) };
    },
  );
}
