import type { HandFacts } from '@vidhi/contracts/hand-orders.ts';
import type { DeskPurchase, PurchaseRow } from '@vidhi/contracts/shop-desk.ts';
import {
  creditNotesOf,
  needsAddress,
  type HandOrder,
  type Purchase,
  type Shipment,
  type ShopRefund,
} from '../purchases/purchase.ts';
import type { ReturnedRefund } from '@vidhi/contracts/purchases.ts';
import type { DeskRefund } from '@vidhi/contracts/shop-refunds.ts';
import type { DeskShipment } from '@vidhi/contracts/shop-shipments.ts';
import { isOwed, leftPaise, refundablePaise, refundedCopies } from './refunds.ts';
import { isShippable } from './shipments.ts';
import { presentRequests } from '../requests/order-requests.ts';
import { fulfilmentOf, hasOpenRequest, hasProblem, refundStateOf } from './desk-fields.ts';
import { timelineOf, type TimelineSources } from './timeline.ts';

const presentHand = ({ channel, method, reference, name, email }: HandOrder): HandFacts => ({
  channel,
  method,
  reference,
  name,
  email,
});

/** Presents a purchase in the list of the desk. */
export function presentRow(purchase: Purchase): PurchaseRow {
  const { _id, purchaseNumber, bill, createdAt, billing, shipping, userId, lines, totalPaise } = purchase;
  return {
    id: _id,
    purchase_number: purchaseNumber ?? null,
    bill_number: bill?.number ?? null,
    created_at: createdAt.toISOString(),
    buyer: {
      name: billing?.name ?? purchase.hand?.name ?? null,
      city: shipping?.city ?? billing?.city ?? null,
      user_id: userId,
    },
    lines: lines.map(({ id, bookId, title, quantity }) => ({ id, book_id: bookId, title, quantity })),
    copies: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total_paise: totalPaise,
    refunded_paise: purchase.returnedPaise ?? 0,
    status: fulfilmentOf(purchase),
    refund: refundStateOf(purchase),
    has_problem: hasProblem(purchase),
    has_request: hasOpenRequest(purchase),
    needs_address: needsAddress(purchase),
    tags: purchase.tags ?? [],
    by_hand: purchase.hand === undefined ? null : presentHand(purchase.hand),
  };
}

/** Presents a parcel. */
export const presentShipment = ({
  id,
  carrier,
  number,
  url,
  lines,
  day,
  deliveredOn,
  returnedOn,
}: Shipment): DeskShipment => ({
  id,
  carrier,
  number,
  url,
  lines,
  date: day,
  delivered_date: deliveredOn,
  returned_date: returnedOn,
});

/** Presents a refund that the shop has ordered, with what can be done about it. */
export const presentRefund = (refund: ShopRefund, purchase?: Purchase): DeskRefund => ({
  id: refund.id,
  origin: 'shop',
  state: refund.state,
  failure: refund.failure ?? null,
  amount_paise: refund.amountPaise,
  lines: refund.lines.map(({ id, copies }) => ({ id, copies })),
  shipping_paise: refund.shippingPaise,
  reason: refund.reason,
  restock: refund.restock,
  at: refund.at.toISOString(),
  by: refund.by,
  provider_id: refund.providerId ?? null,
  ...(refund.settled === undefined
    ? {}
    : { settled: { ...refund.settled, at: refund.settled.at.toISOString() } }),
  ...(purchase?.status === 'CONFIRMED' && isOwed(purchase, refund) ? { can_settle: true as const } : {}),
});

const PROVIDER_STATES = { pending: 'REQUESTED', processed: 'DONE', failed: 'FAILED' } as const;

/** Presents the refunds of a purchase of any origin, each once. */
function presentRefunds(purchase: Purchase): DeskRefund[] {
  const { refunds = [], providerRefunds = [] } = purchase;
  const isOwn = ({ id, key }: ReturnedRefund): boolean =>
    refunds.some((one) => one.providerId === id || one.id === key);
  const others = providerRefunds
    .filter((one) => !isOwn(one))
    .map(({ id, amountPaise, status, at }): DeskRefund => ({
      id,
      origin: 'provider',
      state: PROVIDER_STATES[status],
      failure: status === 'failed' ? 'returned' : null,
      amount_paise: amountPaise,
      lines: [],
      shipping_paise: 0,
      reason: null,
      restock: false,
      at: at ?? null,
      by: null,
      provider_id: id,
    }));
  return [...refunds.map((one) => presentRefund(one, purchase)), ...others];
}

export interface DetailSources extends TimelineSources {
  isbnOf: (bookId: number) => string | null;
  statusPath: string;
  /** Largest sum that the client may refund of a purchase; null: everything. */
  limitPaise: number | null;
}

/** Presents a purchase with everything that is known of it; names the services that did not respond. */
export function presentDeskPurchase(purchase: Purchase, sources: DetailSources): DeskPurchase {
  const { checkoutId, paymentId, orderId, cancelledFor, lines, shippingPaise, billing, shipping } = purchase;
  const { payment, mails, isbnOf, statusPath, limitPaise } = sources;
  return {
    ...presentRow(purchase),
    checkout_id: checkoutId,
    payment_id: paymentId ?? null,
    order_id: orderId ?? null,
    cancelled_for: cancelledFor ?? null,
    lines: lines.map((line) => ({
      id: line.id,
      book_id: line.bookId,
      title: line.title,
      quantity: line.quantity,
      isbn: isbnOf(line.bookId),
      picture_url: line.pictureUrl,
      list_paise: line.listPaise,
      unit_paise: line.unitPaise,
      shipping_date: line.shipping_date,
      delivered_date: line.delivered_date,
      refunded_copies: refundedCopies(purchase, line.id),
      can_ship: purchase.status === 'CONFIRMED' && isShippable(purchase, line),
    })),
    shipping_paise: shippingPaise,
    billing,
    shipping,
    status_path: statusPath,
    credit_notes: creditNotesOf(purchase).map(({ number, date, amountPaise }) => ({
      number,
      date,
      amount_paise: amountPaise,
    })),
    disputes: purchase.disputes ?? [],
    shipments: (purchase.shipments ?? []).map(presentShipment),
    packed_at: purchase.packedAt?.toISOString() ?? null,
    notes: (purchase.notes ?? []).map(({ id, text, at, by }) => ({ id, text, at: at.toISOString(), by })),
    requests: presentRequests(purchase),
    refunds: presentRefunds(purchase),
    left_paise: leftPaise(purchase),
    may_refund_paise: refundablePaise(purchase, limitPaise),
    payment_method: payment?.method ?? null,
    mails: mails?.mails ?? null,
    timeline: timelineOf(purchase, sources),
    missing: [
      ...(payment === null ? (['payments'] as const) : []),
      ...(mails === null ? (['mails'] as const) : []),
    ],
  };
}
