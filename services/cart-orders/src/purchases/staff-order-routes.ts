import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { WireError, forbidden, notFound, validationError } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { presentOrder, withoutBuyer } from './order-presenter.ts';
import type { PurchaseEvents } from './purchase-events.ts';
import { dayOf, needsAddress, type Purchase } from './purchase.ts';
import type { OrderDates, PurchaseStore } from './purchase-store.ts';

export interface StaffOrderRoutesOptions {
  purchases: Pick<PurchaseStore, 'find' | 'findByOrder' | 'setDates' | 'ship' | 'cancel'>;
  events: PurchaseEvents;
  /** Has the events of a purchase published. */
  notify: (purchaseId: string) => void;
  /** Makes the refund and the credit note of a cancelled purchase. */
  makeDocuments: (purchaseId: string) => Promise<void>;
  /** Has the desk find a purchase by what has changed. */
  refresh: (purchaseId: string) => Promise<void>;
}

const DateOrNull = Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.Null()]);
const Body = Type.Object(
  {
    data: Type.Object(
      {
        shipping_date: Type.Optional(DateOrNull),
        delivered_date: Type.Optional(DateOrNull),
        status: Type.Optional(Type.Literal('CANCELLED')),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
  },
  { additionalProperties: false },
);
type Body = Static<typeof Body>;

const ORDER_ID = /^[1-9]\d{0,14}$/;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/** Returns whether a line is in a parcel that has not come back. */
const isInParcel = ({ shipments = [] }: Purchase, lineId: number): boolean =>
  shipments.some(({ lines, returnedOn }) => returnedOn === null && lines.includes(lineId));

/** Returns whether a text like 2026-02-30 names a day. */
const isDay = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/**
 * For the desk `shop`: dates of shipping and delivery; its responses name the buyer. For the desk `refund`: the
 * cancellation of a purchase of which nothing was shipped.
 */
export async function staffOrderRoutes(
  app: FastifyInstance,
  { purchases, events, notify, makeDocuments, refresh }: StaffOrderRoutesOptions,
): Promise<void> {
  async function cancel(purchase: Purchase, actor: Actor): Promise<void> {
    const { _id, status } = purchase;
    // The bill that the credit note cancels.
    await makeDocuments(_id);
    const at = new Date();
    const isCancelled =
      status === 'CANCELLED' ||
      (await purchases.cancel(
        _id,
        { at, by: actor.id },
        events.cancelled(_id, at),
        events.audited(purchase, {
          actor,
          action: 'cancel',
          at,
          changes: [{ path: 'status', from: status, to: 'CANCELLED' }],
        }),
      ));
    // Another request may have cancelled it meanwhile.
    if (!isCancelled && (await purchases.find(_id))?.status !== 'CANCELLED')
      throw conflict(
        'A purchase of which something was shipped, or paid back another way, cannot be cancelled: refund what is left',
      );
    failPoint('cart-orders.cancellation-stored');
    // The mail, which the event requires, has the credit note attached once it is issued.
    await makeDocuments(_id).finally(() => notify(_id));
  }

  /** The buyer is mailed when a line gets its date of shipping, and not when that is corrected. */
  async function setDates(purchase: Purchase, id: number, dates: OrderDates, actor: Actor): Promise<void> {
    const { _id, lines } = purchase;
    for (const date of Object.values(dates)) {
      if (date !== null && !isDay(date)) throw validationError(`${date} is not a day`);
      if (date !== null && date > dayOf(new Date())) throw validationError(`${date} is in the future`);
    }
    const line = lines.find((one) => one.id === id);
    const { shipping_date, delivered_date } = { ...line, ...dates };
    if (delivered_date && (!shipping_date || delivered_date < shipping_date))
      throw conflict('An order is delivered after it is shipped');
    if (dates.shipping_date && line?.isCancelled === true)
      throw conflict('The order was refunded before it was shipped');
    if (dates.shipping_date === null && isInParcel(purchase, id))
      throw conflict('The order is in a parcel: correct the parcel');
    if (dates.shipping_date && needsAddress(purchase))
      throw conflict('The order has no address yet: its buyer has been asked for it');
    const at = new Date();
    const origin = { at, by: actor.id };
    const audited = (action: string) =>
      events.audited(purchase, {
        actor,
        action,
        at,
        changes: Object.entries(dates).map(([name, to]) => ({
          path: `orders.${id}.${name}`,
          from: line?.[name as keyof OrderDates] ?? null,
          to,
        })),
      });
    if (dates.shipping_date && line?.shipping_date === null) {
      const event = events.shipped(_id, id, dates.shipping_date, at);
      if (await purchases.ship(id, dates, origin, event, audited('ship'))) {
        failPoint('cart-orders.shipping-stored');
        return notify(_id);
      }
    }
    const action = dates.delivered_date ? 'deliver' : 'update';
    if (!(await purchases.setDates(id, dates, origin, audited(action))))
      throw conflict('The order is cancelled');
    notify(_id);
  }

  app.put<{ Params: { id: string }; Body: Body }>(
    '/api/orders/:id',
    {
      onRequest: requireDesk('shop', 'refund'),
      schema: {
        summary: 'Note when an order was shipped and delivered, or cancel its purchase',
        operationId: 'updateOrder',
        tags: ['orders'],
        security: [{ bearer: [] }],
        body: Body,
        response: { 200: Type.Unknown() },
      },
    },
    async (request) => {
      const { params, principal } = request;
      const { data } = request.body;
      const actor = actorOf(request);
      const { status, ...dates } = data;
      if (!hasDesk(principal, status === undefined ? 'shop' : 'refund')) throw forbidden();
      const id = ORDER_ID.test(params.id) ? Number(params.id) : 0;
      const before = await purchases.findByOrder(id);
      if (before === null) throw notFound();
      if (status !== undefined && Object.keys(dates).length > 0)
        throw validationError('An order is either shipped or cancelled');
      if (status === undefined) await setDates(before, id, dates, actor);
      else await cancel(before, actor);
      await refresh(before._id);
      const purchase = (await purchases.findByOrder(id)) ?? before;
      const line = purchase.lines.find((one) => one.id === id);
      if (line === undefined) throw notFound();
      const present = (one: typeof line) => {
        const order = presentOrder(purchase, one);
        return hasDesk(principal, 'shop') ? order : withoutBuyer(order);
      };
      // A cancellation is of the whole purchase: the response names every line that it cancels.
      return {
        data: present(line),
        meta: status === undefined ? {} : { cancelled: purchase.lines.map(present) },
      };
    },
  );
}
