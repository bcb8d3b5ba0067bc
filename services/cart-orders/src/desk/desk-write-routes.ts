import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { WireError, notFound, validationError } from '@vidhi/contracts/errors.ts';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { readAddresses } from '@vidhi/contracts/read-addresses.ts';
import { RefundBody, RefundResponse } from '@vidhi/contracts/shop-refunds.ts';
import {
  DeskShipment,
  ManyShipments,
  ManyShipmentsResponse,
  ShipmentBody,
  ShipmentUpdateBody,
  type ShipmentRequest,
} from '@vidhi/contracts/shop-shipments.ts';
import type { PurchaseEvents } from '../purchases/purchase-events.ts';
import { emailKey, needsAddress, type Purchase, type Shipment } from '../purchases/purchase.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import type { ShopSettingsStore } from '../settings/shop-settings-store.ts';
import { auditedChange } from './audited-change.ts';
import type { DeskIndex } from './desk-index.ts';
import { presentRefund, presentShipment } from './desk-presenter.ts';
import { PurchaseParams, documentedForShop, findPurchase } from './desk-routes.ts';
import { IdempotencyHeaders } from './idempotency-headers.ts';
import type { DeskSources } from './desk-sources.ts';
import type { PartRefunds } from './part-refunds.ts';
import type { PurchaseChange, PurchaseChanges } from './purchase-changes.ts';
import { refundId } from './refunds.ts';
import { findSameShipment, shipmentChange, shipmentUpdate } from './shipments.ts';
import { requireRefund, requireShipping, requireShop } from './shop-guards.ts';

export interface DeskWriteRoutesOptions {
  purchases: Pick<PurchaseStore, 'find' | 'findByNumber'>;
  changes: Pick<PurchaseChanges, 'change'>;
  partRefunds: Pick<PartRefunds, 'order'>;
  sources: Pick<DeskSources, 'resendMail'>;
  index: Pick<DeskIndex, 'refresh'>;
  events: Pick<PurchaseEvents, 'parcel' | 'audited'>;
  /** Has the events of a purchase published. */
  notify: (purchaseId: string) => void;
  settings: Pick<ShopSettingsStore, 'read'>;
}

const MAX_NOTES = 200;
const MAX_ADDRESS_CHANGES = 20;
const MAX_TAGS = 20;
const ShipmentParams = Type.Object({
  id: Type.String({ maxLength: 60 }),
  shipment: Type.String({ pattern: '^[1-9]\\d{0,5}$' }),
});
const MailParams = Type.Object({
  id: Type.String({ maxLength: 60 }),
  mail: Type.String({ pattern: '^[0-9a-f]{8,64}$' }),
});
const ShipmentResponse = Type.Object({ data: DeskShipment });
const NoteBody = Type.Object(
  {
    data: Type.Object(
      { text: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
const Tag = Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\s,][^,]*$' });
const TagsBody = Type.Object(
  {
    data: Type.Object({ tags: Type.Array(Tag, { maxItems: MAX_TAGS }) }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);
const PackedBody = Type.Object(
  {
    data: Type.Object(
      {
        ids: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 200 }),
        packed: Type.Boolean(),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
const Done = Type.Object({ data: Type.Object({ id: Type.String() }) });

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);
const staffOf = ({ principal }: Pick<FastifyRequest, 'principal'>): number | null =>
  principal?.userId ?? null;
const nothingShipped = ({ lines }: Purchase): boolean =>
  lines.every(({ shipping_date }) => shipping_date === null);

/** Parcels, refunds, notes and corrections of purchases, for the desk of the shop. */
export async function deskWriteRoutes(app: FastifyInstance, options: DeskWriteRoutesOptions): Promise<void> {
  const { purchases, changes, partRefunds, sources, index, events, notify, settings } = options;
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  /** Writes a change of a purchase with its entry of the audit log. */
  async function write(
    id: string,
    actor: Actor,
    action: string,
    change: (purchase: Purchase) => PurchaseChange | null,
  ): Promise<Purchase> {
    const after = await changes.change(id, auditedChange(events, { actor, action }, change));
    await index.refresh(id);
    notify(id);
    return after;
  }

  async function ship(id: string, request: ShipmentRequest, actor: Actor): Promise<[Purchase, Shipment]> {
    const { _id } = await findPurchase(purchases, id);
    let isNew = false;
    const purchase = await write(_id, actor, 'ship', (read) => {
      // Of this attempt: a refund that was stored before has the earlier time, and its copies are not in the parcel.
      const at = new Date();
      const change = shipmentChange(read, { request, at, by: actor.id, event: events.parcel });
      isNew = change !== null;
      return change;
    });
    const shipment = isNew ? purchase.shipments?.at(-1) : findSameShipment(purchase, request);
    if (shipment === undefined) throw conflict('The parcel was changed meanwhile');
    return [purchase, shipment];
  }

  app.post<{ Params: PurchaseParams; Body: Static<typeof ShipmentBody> }>(
    '/api/purchases/:id/shipments',
    {
      onRequest: requireShipping,
      schema: {
        ...documentedForShop('Ship lines of a purchase in a parcel', 'shipPurchase'),
        params: PurchaseParams,
        body: ShipmentBody,
        response: { 200: ShipmentResponse },
      },
    },
    async (request) => {
      const [, shipment] = await ship(request.params.id, request.body.data, actorOf(request));
      return { data: presentShipment(shipment) };
    },
  );

  app.post<{ Body: ManyShipments }>(
    '/api/shipments',
    {
      onRequest: requireShipping,
      schema: {
        ...documentedForShop('Ship many purchases, each in a parcel', 'shipPurchases'),
        body: ManyShipments,
        response: { 200: ManyShipmentsResponse },
      },
    },
    async (request) => {
      const data = [];
      for (const { purchase, ...parcel } of request.body.data.rows)
        try {
          const [{ _id }, shipment] = await ship(purchase, parcel, actorOf(request));
          data.push({ purchase, id: _id, shipment: presentShipment(shipment), error: null });
        } catch (error) {
          // A row that fails does not block the others.
          if (!(error instanceof WireError)) throw error;
          data.push({
            purchase,
            id: null,
            shipment: null,
            error: error.status === 404 ? 'There is no such order' : error.message,
          });
        }
      return { data };
    },
  );

  app.put<{ Params: Static<typeof ShipmentParams>; Body: Static<typeof ShipmentUpdateBody> }>(
    '/api/purchases/:id/shipments/:shipment',
    {
      onRequest: requireShipping,
      schema: {
        ...documentedForShop(
          'Correct a parcel, or note that it was delivered or came back',
          'updateShipment',
        ),
        params: ShipmentParams,
        body: ShipmentUpdateBody,
        response: { 200: ShipmentResponse },
      },
    },
    async (request) => {
      const { params, body } = request;
      const { _id } = await findPurchase(purchases, params.id);
      const number = Number(params.shipment);
      const actor = actorOf(request);
      const after = await write(_id, actor, 'update_parcel', (read) =>
        shipmentUpdate(read, number, body.data, { at: new Date(), by: actor.id }),
      );
      const shipment = after.shipments?.find(({ id }) => id === number);
      if (shipment === undefined) throw notFound();
      return { data: presentShipment(shipment) };
    },
  );

  app.post<{ Body: Static<typeof PackedBody> }>(
    '/api/purchases/packed',
    {
      onRequest: requireShipping,
      schema: {
        ...documentedForShop('Note that purchases are packed, or that they are not', 'packPurchases'),
        body: PackedBody,
        response: { 200: Type.Object({ data: Type.Array(Type.String()) }) },
      },
    },
    async (request) => {
      const { data } = request.body;
      const changed: string[] = [];
      for (const id of new Set(data.ids)) {
        const { _id } = await findPurchase(purchases, id);
        const actor = actorOf(request);
        await write(_id, actor, 'pack', ({ status, packedAt }) => {
          if (status === 'CANCELLED' || (packedAt !== undefined) === data.packed) return null;
          if (!data.packed) return { set: {}, unset: ['packedAt', 'packedBy'] };
          return { set: { packedAt: new Date(), ...(actor.id === null ? {} : { packedBy: actor.id }) } };
        });
        changed.push(_id);
      }
      return { data: changed };
    },
  );

  app.put<{ Params: PurchaseParams; Body: unknown }>(
    '/api/purchases/:id/address',
    {
      onRequest: requireShipping,
      schema: {
        ...documentedForShop(
          'Correct the address that a purchase goes to, before it is shipped',
          'correctAddress',
        ),
        params: PurchaseParams,
        body: Type.Unknown({
          description: 'billingAddress, shippingAddress and sameAddress, as of POST /api/payment/checkout',
        }),
        response: { 200: Done },
      },
    },
    async (request) => {
      const { _id } = await findPurchase(purchases, request.params.id);
      const { billing, shipping } = readAddresses(request.body);
      const actor = actorOf(request);
      await write(_id, actor, 'correct_address', (purchase) => {
        if (purchase.status === 'CANCELLED') throw conflict('The order is cancelled');
        if (!nothingShipped(purchase)) throw conflict('Something of the order is shipped already');
        const addressChanges = [
          ...(purchase.addressChanges ?? []).slice(1 - MAX_ADDRESS_CHANGES),
          { at: new Date(), by: actor.id },
        ];
        if (needsAddress(purchase))
          return { set: { billing, shipping, buyerEmail: emailKey(billing.email), addressChanges } };
        // The bill names its buyer as it was issued.
        return isDeepStrictEqual(purchase.shipping, shipping) ? null : { set: { shipping, addressChanges } };
      });
      return { data: { id: _id } };
    },
  );

  app.post<{ Params: PurchaseParams; Body: Static<typeof NoteBody> }>(
    '/api/purchases/:id/notes',
    {
      onRequest: requireShop,
      schema: {
        ...documentedForShop('Write a note about a purchase, for staff', 'noteOnPurchase'),
        params: PurchaseParams,
        body: NoteBody,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { _id } = await findPurchase(purchases, request.params.id);
      await write(_id, actorOf(request), 'note', ({ notes = [] }) => {
        if (notes.length >= MAX_NOTES) throw conflict(`The order has ${MAX_NOTES} notes`);
        const note = {
          id: notes.length + 1,
          text: request.body.data.text.trim(),
          at: new Date(),
          by: staffOf(request),
        };
        return { set: { notes: [...notes, note] } };
      });
      return { data: { id: _id } };
    },
  );

  app.post<{ Params: Static<typeof MailParams> }>(
    '/api/purchases/:id/mails/:mail/resend',
    {
      onRequest: requireShop,
      schema: {
        ...documentedForShop('Send a mail of a purchase again', 'resendMail'),
        params: MailParams,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { id, mail } = request.params;
      const { _id } = await findPurchase(purchases, id);
      // Before the mail goes out: one whose response is lost has its entry, too.
      const act = { actor: actorOf(request), action: 'resend_mail', changes: [{ path: `mails.${mail}` }] };
      await changes.change(
        _id,
        auditedChange(events, act, () => ({ set: {} })),
      );
      notify(_id);
      await sources.resendMail(_id, mail);
      return { data: { id: _id } };
    },
  );

  app.put<{ Params: PurchaseParams; Body: Static<typeof TagsBody> }>(
    '/api/purchases/:id/tags',
    {
      onRequest: requireShop,
      schema: {
        ...documentedForShop('Replace the tags of a purchase', 'tagPurchase'),
        params: PurchaseParams,
        body: TagsBody,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { _id } = await findPurchase(purchases, request.params.id);
      const tags = [
        ...new Set(request.body.data.tags.map((tag) => tag.trim().normalize('NFC').toLowerCase())),
      ];
      await write(_id, actorOf(request), 'tag', () => ({ set: { tags } }));
      return { data: { id: _id } };
    },
  );

  app.post<{
    Params: PurchaseParams;
    Body: Static<typeof RefundBody>;
    Headers: IdempotencyHeaders;
  }>(
    '/api/purchases/:id/refunds',
    {
      onRequest: requireRefund,
      schema: {
        ...documentedForShop('Refund copies of lines, shipping or an amount of a purchase', 'refundPurchase'),
        params: PurchaseParams,
        headers: IdempotencyHeaders,
        body: RefundBody,
        response: { 200: RefundResponse },
      },
    },
    async (request) => {
      const { principal, params, body, headers } = request;
      const { _id } = await findPurchase(purchases, params.id);
      const { lines, shipping_paise, amount_paise } = body.data;
      if (lines === undefined && shipping_paise === undefined && amount_paise === undefined)
        throw validationError('lines, shipping_paise or amount_paise must be defined.');
      const order = {
        id: refundId(_id, headers['idempotency-key']),
        request: body.data,
        by: staffOf(request),
        limitPaise: hasDesk(principal, 'refund') ? null : (await settings.read()).refund_limit_paise,
      };
      const refund = await partRefunds.order(_id, order, (purchase, { id, amountPaise }, at) => ({
        events: [
          events.audited(purchase, {
            actor: actorOf(request),
            action: 'refund',
            at,
            changes: [{ path: `refunds.${id}`, to: amountPaise }],
          }),
        ],
      }));
      await index.refresh(_id);
      notify(_id);
      return { data: presentRefund(refund) };
    },
  );
}
