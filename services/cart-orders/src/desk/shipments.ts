import { WireError, validationError } from '@vidhi/contracts/errors.ts';
import { trackingUrlOf } from '@vidhi/contracts/shop-carriers.ts';
import type { ShipmentRequest, ShipmentUpdate } from '@vidhi/contracts/shop-shipments.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import { movesOfShipping, withCopyMoves } from '../purchases/copy-moves.ts';
import {
  dayOf,
  isBack,
  needsAddress,
  type Purchase,
  type PurchaseLine,
  type Shipment,
} from '../purchases/purchase.ts';
import type { PurchaseChange } from './purchase-changes.ts';
import { paidBackAt, refundedCopies } from './refunds.ts';

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/** Returns a day that exists, and is none of the future. */
function dayIn(text: string, now: Date): string {
  if (Number.isNaN(Date.parse(text)) || !new Date(text).toISOString().startsWith(text))
    throw validationError(`${text} is not a day`);
  if (text > dayOf(now)) throw validationError(`${text} is in the future`);
  return text;
}

const blankToNull = (text: string | null | undefined): string | null => {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
};

/** Returns the parcel that a line is in, and that has not come back. */
const parcelOf = ({ shipments = [] }: Purchase, lineId: number): Shipment | undefined =>
  shipments.find(({ lines, returnedOn }) => returnedOn === null && lines.includes(lineId));

/** Returns whether a line can be put into a parcel: not shipped, or in one that has come back, and not refunded since then. */
export function isShippable(purchase: Purchase, line: PurchaseLine): boolean {
  if (line.isCancelled === true) return false;
  if (line.shipping_date === null) return true;
  return isBack(purchase, line.id) && refundedCopies(purchase, line.id) < line.quantity;
}

/** Returns the copies of a line that are in a parcel: without those that were refunded before it was made. */
export function copiesIn(
  { refunds = [] }: Pick<Purchase, 'refunds'>,
  parcel: Shipment,
  { id, quantity }: PurchaseLine,
): number {
  const earlier = refunds.filter((refund) => paidBackAt(refund) < parcel.at);
  return quantity - refundedCopies({ refunds: earlier }, id);
}

/**
 * Returns the copies of a line that the buyer was sent or is to be sent: of a line that is at the shop, none that was
 * refunded, also while the buyer had it.
 */
export function copiesToPack(purchase: Purchase, line: PurchaseLine): number {
  const { id, quantity, shipping_date } = line;
  if (shipping_date === null || isBack(purchase, id)) return quantity - refundedCopies(purchase, id);
  const parcel = parcelOf(purchase, id);
  // Lines that were shipped without a parcel have only their day.
  return parcel === undefined
    ? quantity - refundedCopies(purchase, id, true)
    : copiesIn(purchase, parcel, line);
}

export interface Shipping {
  request: ShipmentRequest;
  at: Date;
  /** Id of the member of staff. */
  by: number | null;
  /** Creates the event of a parcel. */
  event: (purchaseId: string, shipmentId: number, lineId: number, at: Date) => StoredEntry;
}

/** Returns the parcel that an earlier identical request has made. */
export function findSameShipment(
  purchase: Purchase,
  { carrier, number, lines }: ShipmentRequest,
): Shipment | undefined {
  return (purchase.shipments ?? []).find(
    (one) =>
      one.returnedOn === null &&
      one.carrier === carrier.trim() &&
      one.number !== null &&
      one.number === blankToNull(number) &&
      (lines === undefined ||
        (lines.length === one.lines.length && lines.every((id) => one.lines.includes(id)))),
  );
}

/** Puts lines of a purchase into a parcel, by default all that are yet to be shipped; null for a repeated request. */
export function shipmentChange(
  purchase: Purchase,
  { request, at, by, event }: Shipping,
): PurchaseChange | null {
  const { _id, status, lines, shipments = [] } = purchase;
  if (status === 'CANCELLED') throw conflict('The order is cancelled');
  if (findSameShipment(purchase, request) !== undefined) return null;
  if (needsAddress(purchase)) throw conflict('The order has no address yet: its buyer has been asked for it');
  const wanted = new Set(
    request.lines ?? lines.filter((line) => isShippable(purchase, line)).map(({ id }) => id),
  );
  if (wanted.size === 0)
    throw conflict(
      lines.every(({ isCancelled }) => isCancelled === true)
        ? 'Everything of this order was refunded before it was shipped'
        : 'Everything of this order is shipped',
    );
  for (const id of wanted) {
    const line = lines.find((one) => one.id === id);
    if (line === undefined) throw validationError(`The order has no line ${id}`);
    if (line.isCancelled === true) throw conflict(`${line.title} was refunded before it was shipped`);
    if (isShippable(purchase, line)) continue;
    throw conflict(
      `${line.title} ${isBack(purchase, id) ? 'was refunded when it had come back' : 'is shipped already'}`,
    );
  }
  const day = dayIn(request.date ?? dayOf(at), at);
  const shipment: Shipment = {
    id: Math.max(0, ...shipments.map(({ id }) => id)) + 1,
    carrier: request.carrier.trim(),
    number: blankToNull(request.number),
    url: blankToNull(request.url) ?? trackingUrlOf(request.carrier.trim(), blankToNull(request.number)),
    lines: [...wanted],
    day,
    deliveredOn: null,
    returnedOn: null,
    at,
    by,
  };
  return {
    set: {
      ...withCopyMoves(purchase, movesOfShipping(purchase, shipment.lines, { at, by })),
      shipments: [...shipments, shipment],
      lines: lines.map((line) =>
        wanted.has(line.id) ? { ...line, shipping_date: day, delivered_date: null } : line,
      ),
    },
    events: [event(_id, shipment.id, shipment.lines[0] ?? 0, at)],
  };
}

type Note = readonly [at: Date | undefined, by: number | null | undefined];
/** Returns when a day was noted, and by whom: the former note where the day is the same. */
function noteOf(isSame: boolean, before: Note, now: Note): { at: Date | undefined; by: number | undefined } {
  const [at, by] = isSame ? before : now;
  return { at, by: by ?? undefined };
}

/** Corrects a parcel, or notes that it was delivered or came back; the dates of its lines follow. */
export function shipmentUpdate(
  purchase: Purchase,
  id: number,
  update: ShipmentUpdate,
  { at: now, by }: Pick<Shipping, 'at' | 'by'>,
): PurchaseChange | null {
  const { shipments = [], lines } = purchase;
  const before = shipments.find((one) => one.id === id);
  if (before === undefined) return null;
  const dayOr = (text: string | null | undefined, former: string | null): string | null =>
    text === undefined ? former : text === null ? null : dayIn(text, now);
  const carrier = update.carrier?.trim() ?? before.carrier;
  const number = update.number === undefined ? before.number : blankToNull(update.number);
  const isSameCarrier = carrier === before.carrier && number === before.number;
  const url =
    update.url === undefined
      ? isSameCarrier
        ? before.url
        : trackingUrlOf(carrier, number)
      : (blankToNull(update.url) ?? trackingUrlOf(carrier, number));
  const { deliveredAt, returnedAt, deliveredBy, returnedBy, ...rest } = before;
  const deliveredOn = dayOr(update.delivered_date, before.deliveredOn);
  const returnedOn = dayOr(update.returned_date, before.returnedOn);
  const delivered = noteOf(deliveredOn === before.deliveredOn, [deliveredAt, deliveredBy], [now, by]);
  const returned = noteOf(returnedOn === before.returnedOn, [returnedAt, returnedBy], [now, by]);
  const after: Shipment = {
    ...rest,
    carrier,
    number,
    url,
    deliveredOn,
    returnedOn,
    ...(deliveredOn === null || delivered.at === undefined ? {} : { deliveredAt: delivered.at }),
    ...(deliveredOn === null || delivered.by === undefined ? {} : { deliveredBy: delivered.by }),
    ...(returnedOn === null || returned.at === undefined ? {} : { returnedAt: returned.at }),
    ...(returnedOn === null || returned.by === undefined ? {} : { returnedBy: returned.by }),
  };
  if (after.deliveredOn !== null && after.deliveredOn < after.day)
    throw conflict('A parcel is delivered after it is shipped');
  if (after.returnedOn !== null && after.returnedOn < after.day)
    throw conflict('A parcel comes back after it is shipped');
  if (before.returnedOn !== null && after.returnedOn === null)
    for (const line of after.lines)
      if (parcelOf(purchase, line) !== undefined) throw conflict('The books are in another parcel');
  const isLatestOf = (line: PurchaseLine): boolean =>
    shipments.findLast((one) => one.lines.includes(line.id))?.id === id;
  return {
    set: {
      shipments: shipments.map((one) => (one.id === id ? after : one)),
      lines: lines.map((line) =>
        after.lines.includes(line.id) && isLatestOf(line)
          ? { ...line, delivered_date: after.deliveredOn }
          : line,
      ),
    },
  };
}
