import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { parseQueryString, requireData } from '@vidhi/content-engine';
import { rawQueryOf } from '@vidhi/content-service';
import { pageFrom } from '@vidhi/contracts/paging.ts';
import { WireError, forbidden, notFound, unavailable, validationError } from '@vidhi/contracts/errors.ts';
import { isHead } from '@vidhi/service-kit/head-response.ts';
import type { CreatePurchase } from './create-purchase.ts';
import { presentOrder } from './order-presenter.ts';
import type { GuestOrders } from './guest-orders.ts';
import type { PaymentsClient } from './payments-client.ts';
import type { PurchaseStore } from './purchase-store.ts';

export interface OrderRoutesOptions {
  purchases: Pick<PurchaseStore, 'find' | 'listOf' | 'findByPayment'>;
  payments: Pick<PaymentsClient, 'findByPayment'>;
  guestOrders: GuestOrders;
  createPurchase: CreatePurchase;
}

const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 150;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the account that `filters[user_id]` names, in any of its forms; clients append a brace to the number. */
function filteredUser(raw: string): number | null {
  const { filters } = parseQueryString(raw);
  let value: unknown = isRecord(filters) ? filters['user_id'] : undefined;
  for (const key of ['id', '$eq']) if (isRecord(value) && key in value) value = value[key];
  if (value === undefined) return null;
  const [, digits] = /^(\d{1,15})\}?$/.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  if (digits === undefined) throw validationError('Invalid parameter user_id');
  return Number(digits);
}

function readPage(raw: string): { page: number; pageSize: number } {
  const { pagination } = parseQueryString(raw);
  const numberOf = (name: string, fallback: number): number => {
    const value = isRecord(pagination) ? pagination[name] : undefined;
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw validationError(`Invalid parameter ${name}`);
    return Math.max(1, number);
  };
  return {
    page: numberOf('page', 1),
    pageSize: Math.min(MAX_PAGE_SIZE, numberOf('pageSize', DEFAULT_PAGE_SIZE)),
  };
}

const documented = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['orders'],
  security: [{ bearer: [] }],
  response: { 200: Type.Unknown() },
});

/** §7.4 of the specification: `/api/orders`. A wire order is one line of a purchase; only payments make purchases. */
export async function orderRoutes(
  app: FastifyInstance,
  { purchases, payments, guestOrders, createPurchase }: OrderRoutesOptions,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(
    '/api/orders',
    { config: { strictAuth: true }, schema: documented('The own orders, newest first', 'listOrders') },
    async (request) => {
      const { principal } = request;
      if (principal === null) throw forbidden();
      const raw = rawQueryOf(request);
      const requested = filteredUser(raw);
      if (requested !== null && requested !== principal.userId) throw forbidden();
      const paging = readPage(raw);
      if (!isHead(request)) await guestOrders.claim(principal.userId);
      const orders = (await purchases.listOf(principal.userId)).flatMap((purchase) =>
        purchase.lines.map((line) => presentOrder(purchase, line)),
      );
      return pageFrom(paging, orders);
    },
  );

  app.post(
    '/api/orders',
    {
      schema: {
        ...documented('The order of a payment', 'createOrder'),
        body: Type.Unknown({
          description: 'An object whose data has payment_id and item_id; prices are ignored',
        }),
      },
    },
    async ({ body, principal }) => {
      if (principal === null) throw forbidden();
      const data: Record<string, unknown> = { ...requireData(body) };
      const paymentId = data['payment_id'];
      if (typeof paymentId !== 'string' || paymentId === '')
        throw validationError('payment_id must be defined.');
      let purchase = await purchases.findByPayment(paymentId);
      if (purchase === null) {
        const paid = await payments.findByPayment(paymentId).catch(() => {
          throw unavailable(5, 'try again');
        });
        if (paid === null) throw new WireError(409, 'ConflictError', 'try again');
        if (paid.userId !== null && paid.userId !== principal.userId) throw notFound();
        await createPurchase(paid);
        purchase = await purchases.findByPayment(paymentId);
      }
      if (purchase === null || !(await guestOrders.isOf(purchase, principal.userId))) throw notFound();
      if (purchase.status === 'CANCELLED')
        throw new WireError(409, 'ConflictError', 'The order was cancelled, and the payment is refunded');
      const line =
        purchase.lines.find(({ bookId }) => String(bookId) === String(data['item_id'])) ?? purchase.lines[0];
      if (line === undefined) throw notFound();
      return { data: presentOrder(purchase, line), meta: {} };
    },
  );
}
