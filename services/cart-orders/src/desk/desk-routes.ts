import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { paginationOf, readPaging } from '@vidhi/contracts/paging.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import { HAND_METHOD_NAMES } from '@vidhi/contracts/hand-order-names.ts';
import { normalizeOrderNumber } from '@vidhi/contracts/order-status.ts';
import {
  DeskPurchaseResponse,
  MAX_PURCHASE_PAGE_SIZE,
  PurchaseFilters,
  PurchasePage,
  PurchaseQuery,
  type PaymentFacts,
} from '@vidhi/contracts/shop-desk.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { isHead, sendHeadersOnly } from '@vidhi/service-kit/head-response.ts';
import { orderPath, type OrderLinks } from '@vidhi/service-kit/order-link.ts';
import { dayOf, type HandOrder, type Purchase } from '../purchases/purchase.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import type { StockStore } from '../stock/stock-store.ts';
import { presentDeskPurchase, presentRow } from './desk-presenter.ts';
import type { DeskSources } from './desk-sources.ts';
import type { PurchaseList } from './purchase-list.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { ShopSettingsStore } from '../settings/shop-settings-store.ts';
import type { NoteReading } from './purchase-readings.ts';
import { purchasesAsCsv } from './purchase-csv.ts';
import { requireShop } from './shop-guards.ts';

export interface DeskRoutesOptions {
  purchases: Pick<PurchaseStore, 'find' | 'findByNumber'>;
  list: PurchaseList;
  /** Each reading of purchases by staff is in the audit log, once an hour for the same staff and purchase. */
  noteReading: NoteReading;
  sources: DeskSources;
  stock: Pick<StockStore, 'findHolds'>;
  links: Pick<OrderLinks, 'sign'>;
  settings: Pick<ShopSettingsStore, 'read'>;
  isbnOf: (bookId: number) => string | null;
}

/** A purchase by its id or its number. */
export const PurchaseParams = Type.Object({ id: Type.String({ maxLength: 60 }) });
export type PurchaseParams = Static<typeof PurchaseParams>;

export const documentedForShop = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['shop'],
  security: [{ bearer: [] }],
});

/** Resolves with a purchase by its id or number; throws 404 without one. */
export async function findPurchase(
  purchases: Pick<PurchaseStore, 'find' | 'findByNumber'>,
  id: string,
): Promise<Purchase> {
  const purchase = (await purchases.find(id)) ?? (await purchases.findByNumber(normalizeOrderNumber(id)));
  if (purchase === null) throw notFound();
  return purchase;
}

/** Returns the facts of an order by hand in place of those of payments, which knows nothing of it. */
const factsOfHand = ({ method }: HandOrder): PaymentFacts => ({
  method: HAND_METHOD_NAMES[method],
  history: [],
  webhooks: [],
  refunds: [],
  returnsAt: null,
});

/** Purchases for the desk of the shop: the list, its export, and one with everything that is known of it. */
export async function deskRoutes(app: FastifyInstance, options: DeskRoutesOptions): Promise<void> {
  const { purchases, list, noteReading, sources, stock, links, isbnOf, settings } = options;
  const guarded = { config: { strictAuth: true }, onRequest: requireShop };
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get<{ Querystring: PurchaseQuery }>(
    '/api/purchases',
    {
      ...guarded,
      schema: {
        ...documentedForShop('Purchases of everybody', 'listPurchases'),
        querystring: PurchaseQuery,
        response: { 200: PurchasePage },
      },
    },
    async (request) => {
      const { query } = request;
      const paging = readPaging(query, MAX_PURCHASE_PAGE_SIZE);
      const {
        purchases: found,
        total,
        hasMore,
        searched,
      } = await list.list(query, paging.page, paging.pageSize);
      if (found.length > 0 && !isHead(request))
        await noteReading({
          action: 'list',
          type: 'purchase',
          id: 'all',
          label: null,
          actor: actorOf(request),
        });
      return {
        data: found.map(presentRow),
        meta: {
          pagination: { ...paginationOf(paging, total), has_more: hasMore },
          searched,
        },
      };
    },
  );

  app.get<{ Querystring: PurchaseFilters }>(
    '/api/purchases.csv',
    {
      ...guarded,
      schema: {
        ...documentedForShop('Purchases as a spreadsheet', 'exportPurchases'),
        produces: ['text/csv'],
        querystring: PurchaseFilters,
        response: { 200: Type.Unknown({ description: 'CSV, one row for each purchase' }) },
      },
    },
    async (request, reply) => {
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="orders-${dayOf(new Date())}.csv"`);
      if (isHead(request)) return sendHeadersOnly(reply);
      await noteReading({
        action: 'export',
        type: 'purchase',
        id: 'all',
        label: 'Orders as CSV',
        actor: actorOf(request),
        filters: Object.keys(request.query),
      });
      return reply.send(Readable.from(purchasesAsCsv(await list.stream(request.query))));
    },
  );

  app.get<{ Params: PurchaseParams }>(
    '/api/purchases/:id',
    {
      ...guarded,
      schema: {
        ...documentedForShop('A purchase with its timeline', 'readPurchase'),
        params: PurchaseParams,
        response: { 200: DeskPurchaseResponse },
      },
    },
    async (request) => {
      const purchase = await findPurchase(purchases, request.params.id);
      const { _id, checkoutId, lines, hand, purchaseNumber = null } = purchase;
      if (!isHead(request))
        await noteReading({
          action: 'view',
          type: 'purchase',
          id: _id,
          label: purchaseNumber,
          actor: actorOf(request),
        });
      const [payment, mails, holds] = await Promise.all([
        hand === undefined ? sources.findPaymentFacts(checkoutId) : factsOfHand(hand),
        sources.findMailFacts(_id),
        stock.findHolds(
          checkoutId,
          lines.map(({ bookId }) => bookId),
        ),
      ]);
      const statusPath = orderPath(checkoutId, links.sign(checkoutId));
      const limitPaise = hasDesk(request.principal, 'refund')
        ? null
        : (await settings.read()).refund_limit_paise;
      const found = { payment, mails, stock: holds, isbnOf, statusPath, limitPaise };
      return { data: presentDeskPurchase(purchase, found) };
    },
  );
}
