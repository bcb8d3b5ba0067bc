import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import { OrderLinkResponse, OrderQuery, OrderStatusResponse } from '@vidhi/contracts/order-status.ts';
import { RequestBody } from '@vidhi/contracts/order-requests.ts';
import { readAddresses } from '@vidhi/contracts/read-addresses.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { OrderLinks } from '@vidhi/service-kit/order-link.ts';
import { sendDocument } from '../bills/bill-routes.ts';
import type { PurchaseDocuments } from '../bills/purchase-documents.ts';
import type { GuestOrders } from './guest-orders.ts';
import { requestChange, returnDaysOf } from '../requests/order-requests.ts';
import { helpOf } from '../settings/seller.ts';
import type { ShopSettingsStore } from '../settings/shop-settings-store.ts';
import type { PurchaseChanges } from '../desk/purchase-changes.ts';
import { presentOrderStatus } from './order-status-presenter.ts';
import type { PurchaseEvents } from './purchase-events.ts';
import { purchaseId, type Purchase } from './purchase.ts';
import type { PurchaseStore } from './purchase-store.ts';

export interface OrderStatusRoutesOptions {
  purchases: Pick<PurchaseStore, 'find' | 'setAddresses'>;
  links: OrderLinks;
  guestOrders: Pick<GuestOrders, 'isOf'>;
  documents: Pick<PurchaseDocuments, 'bill' | 'creditNote'>;
  findOrder: (query: OrderQuery) => Promise<OrderLinkResponse>;
  settings: Pick<ShopSettingsStore, 'read' | 'installed'>;
  events: Pick<PurchaseEvents, 'addressed' | 'requested'>;
  changes: Pick<PurchaseChanges, 'change'>;
  /** Has the desk find a purchase by what has changed. */
  refresh: (purchaseId: string) => Promise<void>;
  /** Publishes the events of a purchase at once. */
  notify: (purchaseId: string) => void;
}

const Params = Type.Object({ id: Type.String({ maxLength: 60 }) });
const Query = Type.Object({
  key: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The key of the link; not needed with the token of the account',
    }),
  ),
});
/** With the number of one of several credit notes. */
const DocumentQuery = Type.Object({
  ...Query.properties,
  number: Type.Optional(Type.String({ maxLength: 16 })),
});
type OrderRequest = { Params: Static<typeof Params>; Querystring: Static<typeof Query> };

const documented = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['orders'],
  security: [{}, { bearer: [] }],
});

/**
 * Routes for buyers: an order by the key of its link or by the token of its account, and a new link by order number and
 * e-mail address.
 */
export async function orderStatusRoutes(
  app: FastifyInstance,
  options: OrderStatusRoutesOptions,
): Promise<void> {
  const { purchases, links, guestOrders, documents, findOrder, settings, events, notify } = options;
  const { changes, refresh } = options;
  async function present(purchase: Purchase): Promise<OrderStatusResponse> {
    const current = await settings.read();
    return presentOrderStatus(purchase, {
      key: links.sign(purchase.checkoutId),
      help: helpOf(current),
      returnDays: returnDaysOf(purchase, settings.installed, current),
    });
  }
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  /** Throws the same 404 for an order that does not exist, and for one that the client may not read. */
  async function readableOrder({
    params,
    query,
    principal,
  }: FastifyRequest<OrderRequest>): Promise<Purchase> {
    const purchase = await purchases.find(purchaseId(params.id));
    if (purchase === null) throw notFound();
    const isReadable =
      links.isValid(params.id, query.key) ||
      (principal !== null &&
        (hasDesk(principal, 'shop') || (await guestOrders.isOf(purchase, principal.userId))));
    if (!isReadable) throw notFound();
    return purchase;
  }

  app.post<{ Body: OrderQuery }>(
    '/api/order-status',
    {
      schema: {
        ...documented('Find the link of an order by its number and e-mail address', 'findOrder'),
        security: [{}],
        body: OrderQuery,
        response: { 200: OrderLinkResponse },
      },
    },
    ({ body }) => findOrder(body),
  );

  app.get<OrderRequest>(
    '/api/order-status/:id',
    {
      schema: {
        ...documented('An order for its buyer', 'readOrderStatus'),
        params: Params,
        querystring: Query,
        response: { 200: OrderStatusResponse },
      },
    },
    async (request) => {
      const purchase = await readableOrder(request);
      return present(purchase);
    },
  );

  app.put<OrderRequest>(
    '/api/order-status/:id/address',
    {
      schema: {
        ...documented('Give the addresses of an order that has none', 'setOrderAddress'),
        params: Params,
        querystring: Query,
        body: Type.Unknown({
          description: 'billingAddress, shippingAddress and sameAddress, as of POST /api/payment/checkout',
        }),
        response: { 200: OrderStatusResponse },
      },
    },
    async (request) => {
      const { _id } = await readableOrder(request);
      const addresses = readAddresses(request.body);
      const at = new Date();
      const isStored = await purchases.setAddresses(_id, addresses, at, events.addressed(_id, at));
      if (isStored) notify(_id);
      const purchase = await purchases.find(_id);
      if (purchase === null) throw notFound();
      const { billing, shipping } = purchase;
      // A repeated request has stored them before.
      if (!isStored && !isDeepStrictEqual({ billing, shipping }, addresses))
        throw new WireError(
          409,
          'ConflictError',
          purchase.shipping === null ? 'The order needs no address' : 'The order has an address',
        );
      return present(purchase);
    },
  );

  app.post<OrderRequest & { Body: RequestBody }>(
    '/api/order-status/:id/requests',
    {
      schema: {
        ...documented('Ask the shop to cancel copies, or to take them back', 'requestOfBuyer'),
        params: Params,
        querystring: Query,
        body: RequestBody,
        response: { 200: OrderStatusResponse },
      },
    },
    async (request) => {
      const { _id } = await readableOrder(request);
      const at = new Date();
      const current = await settings.read();
      const purchase = await changes.change(_id, (read) => {
        const returnDays = returnDaysOf(read, settings.installed, current);
        const change = requestChange(read, request.body.data, { at, returnDays });
        return change && { set: change.set, events: [events.requested(_id, change.request, at)] };
      });
      await refresh(_id);
      notify(_id);
      return present(purchase);
    },
  );

  const paths = [
    ['bill-of-supply', 'readBillByLink', 'The bill of supply of an order', documents.bill],
    ['credit-note', 'readCreditNoteByLink', 'The credit note of a cancelled order', documents.creditNote],
  ] as const;
  for (const [name, operationId, summary, document] of paths)
    app.get<OrderRequest & { Querystring: { number?: string } }>(
      `/api/order-status/:id/${name}`,
      {
        schema: {
          ...documented(summary, operationId),
          produces: ['application/pdf'],
          params: Params,
          querystring: DocumentQuery,
          response: { 200: Type.Unknown({ description: 'A PDF document' }) },
        },
      },
      async (request, reply) => {
        const purchase = await readableOrder(request);
        return sendDocument(request, reply, {
          document,
          purchase,
          number: request.query.number,
          name: `${name}-${purchase.purchaseNumber ?? ''}`,
        });
      },
    );
}
