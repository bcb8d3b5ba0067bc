import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { validationError } from '@vidhi/contracts/errors.ts';
import { StockResponse, StockQuery } from '@vidhi/contracts/purchases.ts';
import type { PaymentLinkStore } from '../links/payment-link-store.ts';
import { isPaymentLinkId, linkStateOf } from '../links/payment-link.ts';
import type { StockStore } from './stock-store.ts';

const MAX_IDS = 100;
const Availability = Type.Object({
  data: Type.Array(Type.Object({ id: Type.Integer(), available: Type.Boolean() })),
});

/** `GET /api/book-availability?ids=1,2`: whether there is a copy to sell. How many is for staff alone. */
export async function availabilityRoutes(
  app: FastifyInstance,
  { stock }: { stock: Pick<StockStore, 'findAvailable'> },
): Promise<void> {
  app.get<{ Querystring: { ids: string } }>(
    '/api/book-availability',
    {
      schema: {
        summary: 'Whether books can be bought',
        operationId: 'readBookAvailability',
        tags: ['orders'],
        security: [{}],
        querystring: Type.Object({
          ids: Type.String({ maxLength: 2_000, description: 'Ids of books, by commas' }),
        }),
        response: { 200: Availability },
      },
    },
    async ({ query }, reply) => {
      const ids = query.ids.split(',').map(Number);
      if (ids.length > MAX_IDS || !ids.every((id) => Number.isSafeInteger(id) && id > 0))
        throw validationError(`ids must be at most ${MAX_IDS} ids of books`);
      const available = await stock.findAvailable(ids);
      reply.header('cache-control', 'no-store');
      return { data: ids.map((id) => ({ id, available: available.has(id) })) };
    },
  );
}

export interface StockLimits {
  /** Time for which a checkout reserves its copies from when the payment dialog was opened. */
  holdMs: number;
  /** Time until it is opened. */
  dialogMs: number;
  /** Share of a book's free copies that one network may have reserved and not paid for, in per cent; 0 is no limit. */
  networkPercent: number;
}

/**
 * Routes for payments, which calls them before it creates an order at the provider, and when the dialog opens; the enclosing
 * scope requires the service token.
 */
export async function internalStockRoutes(
  app: FastifyInstance,
  {
    stock,
    limits,
    paymentLinks,
  }: {
    stock: Pick<StockStore, 'reserve'>;
    limits: StockLimits;
    paymentLinks: Pick<PaymentLinkStore, 'find'>;
  },
): Promise<void> {
  const { holdMs, dialogMs, networkPercent } = limits;
  app.post<{ Body: StockQuery }>(
    '/internal/stock/reserve',
    { schema: { body: StockQuery, response: { 200: StockResponse } } },
    async ({ body: { checkoutId, cart, lines, network, opened = false } }): Promise<StockResponse> => {
      const now = Date.now();
      const shortUntil = new Date(now + (opened ? holdMs : Math.min(dialogMs, holdMs)));
      if (isPaymentLinkId(cart)) {
        const link = await paymentLinks.find(cart);
        if (link === null || linkStateOf(link, now) !== 'open')
          return { missing: lines.map(({ bookId }) => bookId) };
        // Staff have promised them: no limit of the buyer's network.
        const until = link.expiresAt > shortUntil ? link.expiresAt : shortUntil;
        return stock.reserve({ checkoutId, lines, cart, until });
      }
      return stock.reserve({
        checkoutId,
        lines,
        cart,
        until: shortUntil,
        client:
          network === undefined || networkPercent === 0
            ? undefined
            : { network, share: networkPercent / 100 },
      });
    },
  );
}
