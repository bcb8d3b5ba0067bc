import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { LiveModel } from '@vidhi/content-service';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import {
  PaymentLinkBody,
  PaymentLinkDetails,
  PaymentLinkPage,
  PaymentLinkQuery,
  PaymentLinkResponse,
  PaymentLinkRowResponse,
} from '@vidhi/contracts/payment-links.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { isHead } from '@vidhi/service-kit/head-response.ts';
import type { OrderLinks } from '@vidhi/service-kit/order-link.ts';
import { priceOf } from '../catalogue/book-facts.ts';
import { documentedForShop } from '../desk/desk-routes.ts';
import type { NoteReading } from '../desk/purchase-readings.ts';
import { IdempotencyHeaders } from '../desk/idempotency-headers.ts';
import { requireShipping, requireShop } from '../desk/shop-guards.ts';
import { helpOf } from '../settings/seller.ts';
import type { ShopSettingsStore } from '../settings/shop-settings-store.ts';
import { presentLinkDetails, presentLinkRow, presentPaymentLink } from './payment-link-presenter.ts';
import { purchaseId } from '../purchases/purchase.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import type { PaymentLinkStore } from './payment-link-store.ts';
import { paymentLinkId, readPaymentLink, type StoredPaymentLink } from './payment-link.ts';
import type { PaymentLinks } from './payment-links.ts';

export interface PaymentLinkRoutesOptions {
  catalogue: Pick<LiveModel, 'model' | 'untilCurrent'>;
  store: Pick<PaymentLinkStore, 'find' | 'list'>;
  purchases: Pick<PurchaseStore, 'findBuyers'>;
  paymentLinks: Pick<PaymentLinks, 'create' | 'cancel' | 'mail'>;
  links: OrderLinks;
  settings: Pick<ShopSettingsStore, 'read'>;
  /** Each reading of links by staff is in the audit log, as those of purchases are. */
  noteReading: NoteReading;
}

const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 150;
const Params = Type.Object({ id: Type.String({ maxLength: 60 }) });
type Params = Static<typeof Params>;
const Key = Type.Object({
  key: Type.Optional(
    Type.String({ maxLength: 100, description: 'The key of the link; not needed at the desk' }),
  ),
});

/** Orders that wait for their payment: for the desk of the shop, and for the buyer who has the link. */
export async function paymentLinkRoutes(
  app: FastifyInstance,
  { catalogue, store, purchases, paymentLinks, links, settings, noteReading }: PaymentLinkRoutesOptions,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  const noteLinks = (request: FastifyRequest, action: 'list' | 'view', id: string): Promise<void> =>
    noteReading({ action, type: 'payment-link', id, label: null, actor: actorOf(request) });
  const orderOf = ({ checkoutId }: StoredPaymentLink): string | null =>
    checkoutId === undefined ? null : purchaseId(checkoutId);
  async function rowsOf(found: readonly StoredPaymentLink[]) {
    const buyers = await purchases.findBuyers(found.map(orderOf).filter((id) => id !== null));
    return found.map((link) =>
      presentLinkRow(link, { links, now: Date.now() }, buyers.get(orderOf(link) ?? '') ?? null),
    );
  }
  const rowOf = (link: StoredPaymentLink) => ({ data: presentLinkRow(link, { links, now: Date.now() }) });

  app.post<{ Body: PaymentLinkBody; Headers: IdempotencyHeaders }>(
    '/api/payment-links',
    {
      onRequest: requireShipping,
      schema: {
        ...documentedForShop('Write down an order that its buyer pays by a link', 'createPaymentLink'),
        headers: IdempotencyHeaders,
        body: PaymentLinkBody,
        response: { 200: PaymentLinkRowResponse },
      },
    },
    async (request) => {
      await catalogue.untilCurrent();
      const id = paymentLinkId(request.headers['idempotency-key']);
      const order = readPaymentLink(id, request.body.data, (bookId) => priceOf(catalogue.model, bookId));
      return rowOf(await paymentLinks.create(id, order, actorOf(request)));
    },
  );

  app.get<{ Querystring: PaymentLinkQuery }>(
    '/api/payment-links',
    {
      config: { strictAuth: true },
      onRequest: requireShop,
      schema: {
        ...documentedForShop(
          'Orders that wait for their payment, and what became of others',
          'listPaymentLinks',
        ),
        querystring: PaymentLinkQuery,
        response: { 200: PaymentLinkPage },
      },
    },
    async (request) => {
      const { query } = request;
      const page = Number(query['pagination[page]'] ?? 1);
      const pageSize = Math.min(MAX_PAGE_SIZE, Number(query['pagination[pageSize]'] ?? DEFAULT_PAGE_SIZE));
      const { links: found, total } = await store.list(query, {
        skip: (page - 1) * pageSize,
        limit: pageSize,
      });
      if (found.length > 0 && !isHead(request)) await noteLinks(request, 'list', 'all');
      return {
        data: await rowsOf(found),
        meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
      };
    },
  );

  const isAtDesk = ({ principal }: FastifyRequest): boolean =>
    principal !== null && (hasDesk(principal, 'shop') || hasDesk(principal, 'refund'));

  /** Throws the same 404 for a link that does not exist, and for one that the client may not read. */
  async function readableLink(
    request: FastifyRequest<{ Params: Params; Querystring: Static<typeof Key> }>,
  ): Promise<StoredPaymentLink> {
    const { params, query } = request;
    const isReadable = links.isValid(params.id, query.key) || isAtDesk(request);
    const link = isReadable ? await store.find(params.id) : null;
    if (link === null) throw notFound();
    return link;
  }

  app.get<{ Params: Params; Querystring: Static<typeof Key> }>(
    '/api/payment-links/:id',
    {
      schema: {
        summary: 'An order that waits for its payment',
        operationId: 'readPaymentLink',
        tags: ['orders'],
        security: [{}, { bearer: [] }],
        params: Params,
        querystring: Key,
        response: { 200: PaymentLinkResponse },
      },
    },
    async (request) => {
      const link = await readableLink(request);
      if (isAtDesk(request) && !isHead(request)) await noteLinks(request, 'view', link._id);
      const help = helpOf(await settings.read());
      return { data: presentPaymentLink(link, { links, now: Date.now(), help }) };
    },
  );

  const acts = [
    ['cancel', 'cancelPaymentLink', 'Cancel an order that waits for its payment'],
    ['mail', 'mailPaymentLink', 'Send the link of an order by mail again'],
  ] as const;
  for (const [act, operationId, summary] of acts)
    app.post<{ Params: Params }>(
      `/api/payment-links/:id/${act}`,
      {
        onRequest: requireShipping,
        schema: {
          ...documentedForShop(summary, operationId),
          params: Params,
          response: { 200: PaymentLinkRowResponse },
        },
      },
      async (request) => rowOf(await paymentLinks[act](request.params.id, actorOf(request))),
    );
}

/** A link for payments, which creates its checkouts, and for notify; the enclosing scope requires the service token. */
export async function internalPaymentLinkRoutes(
  app: FastifyInstance,
  { store, links, settings }: Pick<PaymentLinkRoutesOptions, 'store' | 'links' | 'settings'>,
): Promise<void> {
  app.get<{ Params: Params }>(
    '/internal/payment-links/:id',
    { schema: { params: Params, response: { 200: PaymentLinkDetails } } },
    async ({ params }) => {
      const link = await store.find(params.id);
      if (link === null) throw notFound();
      const help = helpOf(await settings.read());
      return presentLinkDetails(link, { links, now: Date.now(), help });
    },
  );
}
