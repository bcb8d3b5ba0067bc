import type { FastifyInstance } from 'fastify';
import { notFound } from '@vidhi/contracts/errors.ts';
import { handPaymentText } from '@vidhi/contracts/hand-order-names.ts';
import { PurchaseProgress } from '@vidhi/contracts/order-status.ts';
import { PurchaseDetails, PurchasedCheckout } from '@vidhi/contracts/purchases.ts';
import { orderPath, type OrderLinks } from '@vidhi/service-kit/order-link.ts';
import { refundedCopies } from '../desk/refunds.ts';
import { copiesIn } from '../desk/shipments.ts';
import { presentProgress } from './order-status-presenter.ts';
import type { ShopSettings } from '@vidhi/contracts/shop-settings.ts';
import { helpOf, returnAddressOf } from '../settings/seller.ts';
import type { ShopSettingsStore } from '../settings/shop-settings-store.ts';
import { purchaseId, type Purchase } from './purchase.ts';
import type { PurchaseStore } from './purchase-store.ts';

interface DetailsOptions {
  links: Pick<OrderLinks, 'sign'>;
  settings: ShopSettings;
}

/** Returns how many copies of a line are not sent, as they were refunded before; nothing where all are. */
function cancelledCopiesOf(purchase: Purchase, lineId: number): { cancelledCopies?: number } {
  const cancelledCopies = refundedCopies(purchase, lineId, true);
  return cancelledCopies === 0 ? {} : { cancelledCopies };
}

function presentDetails(purchase: Purchase, { links, settings }: DetailsOptions): PurchaseDetails {
  const {
    checkoutId,
    purchaseNumber,
    orderId,
    paymentId,
    hand,
    userId,
    lines,
    shippingPaise,
    totalPaise,
    billing,
    shipping,
  } = purchase;
  return {
    ...(purchaseNumber === undefined ? {} : { purchaseNumber }),
    statusPath: orderPath(checkoutId, links.sign(checkoutId)),
    help: helpOf(settings),
    mailTexts: {
      confirmed: settings.mail_text_confirmed,
      shipped: settings.mail_text_shipped,
      refunded: settings.mail_text_refunded,
    },
    ...(orderId === undefined ? {} : { orderId }),
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(hand === undefined ? {} : { paidBy: handPaymentText(hand) }),
    ...(hand === undefined || hand.email === null
      ? {}
      : { contact: { address: hand.email, name: hand.name } }),
    userId,
    lines: lines.map(({ id, title, listPaise, unitPaise, quantity, shipping_date, isCancelled }) => ({
      id,
      title,
      listPaise,
      unitPaise,
      quantity,
      shippingDate: shipping_date,
      ...(isCancelled === true ? { isCancelled } : cancelledCopiesOf(purchase, id)),
    })),
    shippingPaise,
    totalPaise,
    billing,
    shipping,
    createdAt: purchase.createdAt.toISOString(),
    ...(purchase.cancelledFor === undefined ? {} : { cancelledFor: purchase.cancelledFor }),
    ...(purchase.shipments === undefined
      ? {}
      : {
          shipments: purchase.shipments.map((parcel) => ({
            id: parcel.id,
            carrier: parcel.carrier,
            number: parcel.number,
            url: parcel.url,
            lineIds: parcel.lines,
            copies: lines
              .filter(({ id }) => parcel.lines.includes(id))
              .map((line) => ({ id: line.id, copies: copiesIn(purchase, parcel, line) })),
            day: parcel.day,
          })),
        }),
    ...(purchase.requests === undefined
      ? {}
      : {
          returnAddress: returnAddressOf(settings),
          requests: purchase.requests.map(({ id, kind, lines: requested, reason, state, reply = null }) => ({
            id,
            kind,
            lines: requested,
            reason,
            state,
            reply,
          })),
        }),
    ...(purchase.disputes === undefined ? {} : { disputes: purchase.disputes }),
  };
}

/** Presents a purchase by its checkout; null for an order by hand, which has none. */
function presentPurchased(purchase: Purchase): PurchasedCheckout | null {
  const { _id, status, checkoutId, orderId, paymentId, userId, lines, createdAt } = purchase;
  if (orderId === undefined || paymentId === undefined) return null;
  const { shippingPaise, totalPaise, returnDays, billing, shipping } = purchase;
  return {
    purchaseId: _id,
    isCancelled: status === 'CANCELLED',
    paid: {
      checkoutId,
      orderId,
      paymentId,
      userId,
      lines: lines.map(({ lineId, bookId, title, quantity, listPaise, unitPaise }) => ({
        lineId,
        lineRev: 0,
        bookId,
        title,
        quantity,
        listPaise,
        unitPaise,
      })),
      shippingPaise,
      totalPaise,
      ...(returnDays === undefined ? {} : { returnDays }),
      billing,
      shipping,
      capturedAt: createdAt.toISOString(),
    },
  };
}

/**
 * Purchases by their state, for notify, and by their checkout, for payments; the enclosing scope requires the service
 * token.
 */
export async function internalPurchaseRoutes(
  app: FastifyInstance,
  {
    purchases,
    links,
    settings,
  }: Pick<DetailsOptions, 'links'> & {
    purchases: Pick<PurchaseStore, 'find'>;
    settings: Pick<ShopSettingsStore, 'readRecent'>;
  },
): Promise<void> {
  const schema = { response: { 200: PurchaseDetails } };
  const find = async (id: string, isCancelled: boolean): Promise<PurchaseDetails> => {
    const purchase = await purchases.find(id);
    if (purchase === null || (purchase.status === 'CANCELLED') !== isCancelled) throw notFound();
    return presentDetails(purchase, { links, settings: await settings.readRecent() });
  };
  // Cancelled purchases have a path of their own, so that no mail confirms one.
  app.get<{ Params: { id: string } }>('/internal/purchases/:id', { schema }, ({ params }) =>
    find(params.id, false),
  );
  app.get<{ Params: { id: string } }>('/internal/cancelled-purchases/:id', { schema }, ({ params }) =>
    find(params.id, true),
  );
  app.get<{ Params: { id: string } }>(
    '/internal/checkouts/:id/progress',
    { schema: { response: { 200: PurchaseProgress } } },
    async ({ params }) => {
      const purchase = await purchases.find(purchaseId(params.id));
      if (purchase === null) throw notFound();
      return presentProgress(purchase, helpOf(await settings.readRecent()));
    },
  );
  app.get<{ Params: { id: string } }>(
    '/internal/checkouts/:id/purchase',
    { schema: { response: { 200: PurchasedCheckout } } },
    async ({ params }) => {
      const purchase = await purchases.find(purchaseId(params.id));
      const purchased = purchase === null ? null : presentPurchased(purchase);
      if (purchased === null) throw notFound();
      return purchased;
    },
  );
}
