import { isDeepStrictEqual } from 'node:util';
import { WireError, validationError } from '@vidhi/contracts/errors.ts';
import type {
  DecisionBody,
  OrderRequest,
  Requestable,
  RequestBody,
  RequestOfBuyer,
} from '@vidhi/contracts/order-requests.ts';
import type { RefundRequest } from '@vidhi/contracts/shop-refunds.ts';
import type { ShopSettings } from '@vidhi/contracts/shop-settings.ts';
import { leftPaise, paidBackAt, paidBackRefunds, refundedCopies, shippingLeft } from '../desk/refunds.ts';
import { dayOf, type BuyerRequest, type Purchase, type PurchaseLine } from '../purchases/purchase.ts';
import type { PurchaseChange } from '../desk/purchase-changes.ts';

const MAX_REQUESTS = 20;
/** A parcel whose delivery nobody has noted counts as delivered after that many days. */
const TRANSIT_DAYS = 30;
const DAY_MS = 86_400_000;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the copies of a line that accepted returns are about. */
const acceptedCopies = ({ requests = [] }: Purchase, lineId: number): number =>
  requests
    .filter(({ kind, state }) => kind === 'return' && state === 'accepted')
    .flatMap(({ lines }) => lines)
    .filter(({ id }) => id === lineId)
    .reduce((sum, { copies }) => sum + copies, 0);

/**
 * Returns the ids of the accepted returns of which every copy was refunded after the decision. A refunded copy counts for
 * one return: the earliest that it can be of.
 */
function refundedReturns(purchase: Purchase): ReadonlySet<number> {
  const refunded = paidBackRefunds(purchase).flatMap((refund) =>
    refund.lines.flatMap(({ id, copies }) =>
      Array.from({ length: copies }, () => ({ id, at: paidBackAt(refund) })),
    ),
  );
  const ids = new Set<number>();
  for (const { id, kind, state, lines, decidedAt } of purchase.requests ?? []) {
    if (kind !== 'return' || state !== 'accepted' || decidedAt === undefined) continue;
    const returned = lines.flatMap((line) => Array.from({ length: line.copies }, () => line.id));
    const found = returned.filter((lineId) => {
      const index = refunded.findIndex((copy) => copy.id === lineId && copy.at >= decidedAt);
      return index !== -1 && refunded.splice(index, 1).length > 0;
    });
    if (found.length === returned.length) ids.add(id);
  }
  return ids;
}

/** Returns the last day on which a line may be returned; null when it cannot be. */
function returnableUntil(
  { shipments = [] }: Purchase,
  line: PurchaseLine,
  returnDays: number,
): string | null {
  const { id, shipping_date: shipped, delivered_date: delivered } = line;
  if (returnDays === 0 || shipped === null) return null;
  const parcels = shipments.filter(({ lines }) => lines.includes(id));
  // What came back is at the shop already.
  if (parcels.length > 0 && parcels.every(({ returnedOn }) => returnedOn !== null)) return null;
  return daysAfter(delivered ?? daysAfter(shipped, TRANSIT_DAYS), returnDays);
}

/** Returns the days for which books of a purchase can be returned: a later change takes no promised day away. */
export const returnDaysOf = (
  { returnDays }: Pick<Purchase, 'returnDays'>,
  installed: Pick<ShopSettings, 'return_days'>,
  current: Pick<ShopSettings, 'return_days'>,
): number => Math.max(returnDays ?? installed.return_days, current.return_days);

/** Returns the copies that a buyer may request to cancel or return now: none while another request is open. */
export function requestableOf(purchase: Purchase, now: Date, returnDays: number): Requestable[] {
  const { status, lines, requests = [] } = purchase;
  if (status === 'CANCELLED' || requests.some(({ state }) => state === 'open')) return [];
  if (requests.length >= MAX_REQUESTS) return [];
  return lines.flatMap((line): Requestable[] => {
    const { id, quantity, shipping_date, isCancelled } = line;
    const copies = quantity - Math.max(refundedCopies(purchase, id), acceptedCopies(purchase, id));
    if (isCancelled === true || copies <= 0) return [];
    if (shipping_date === null) return [{ id, kind: 'cancel', copies, until: null }];
    const until = returnableUntil(purchase, line, returnDays);
    return until === null || until < dayOf(now) ? [] : [{ id, kind: 'return', copies, until }];
  });
}

export interface RequestOptions {
  at: Date;
  returnDays: number;
}

/** Returns the write that stores a request of the buyer; null for a repeated one. Throws when it is not possible. */
export function requestChange(
  purchase: Purchase,
  { kind, lines: named, reason }: RequestBody['data'],
  { at, returnDays }: RequestOptions,
): { set: Pick<Purchase, 'requests'>; request: BuyerRequest } | null {
  const { requests = [] } = purchase;
  const open = requests.find(({ state }) => state === 'open');
  const isRepeated =
    open !== undefined &&
    open.kind === kind &&
    open.reason === reason.trim() &&
    (named === undefined || isDeepStrictEqual(named, open.lines));
  if (isRepeated) return null;
  if (open !== undefined) throw conflict('The shop has not decided your earlier request yet');
  const possible = requestableOf(purchase, at, returnDays).filter((one) => one.kind === kind);
  if (possible.length === 0)
    throw conflict(
      kind === 'cancel'
        ? 'Nothing of this order can be cancelled any more'
        : 'Nothing of this order can be returned',
    );
  const lines = named ?? possible.map(({ id, copies }) => ({ id, copies }));
  if (new Set(lines.map(({ id }) => id)).size < lines.length) throw validationError('A line is named twice');
  for (const { id, copies } of lines) {
    const most = possible.find((one) => one.id === id)?.copies ?? 0;
    if (copies > most) {
      const title = purchase.lines.find((line) => line.id === id)?.title;
      if (title === undefined) throw validationError(`The order has no line ${id}`);
      const what = kind === 'cancel' ? 'cancelled' : 'returned';
      throw conflict(most === 0 ? `${title} cannot be ${what}` : `${most} of ${title} can be ${what}`);
    }
  }
  const id = Math.max(0, ...requests.map((one) => one.id)) + 1;
  const request: BuyerRequest = { id, kind, lines, reason: reason.trim(), state: 'open', at };
  return { set: { requests: [...requests, request] }, request };
}

export interface Decision {
  id: number;
  data: DecisionBody['data'];
  at: Date;
  /** Id of the member of staff. */
  by: number | null;
}

/** Returns the write that decides a request; null for a repeated decision. Throws 409 for another one. */
export function decisionChange(
  { requests = [] }: Purchase,
  { id, data: { state, reply }, at, by }: Decision,
): (PurchaseChange & { request: BuyerRequest }) | null {
  const before = requests.find((one) => one.id === id);
  if (before === undefined) throw new WireError(404, 'NotFoundError', 'Not Found');
  if (before.state === state) return null;
  if (before.state !== 'open') throw conflict(`The request was ${before.state} before`);
  if (state === 'declined' && reply.trim() === '')
    throw validationError('Say why: the buyer gets your reply by mail');
  const request: BuyerRequest = { ...before, state, reply: reply.trim(), decidedAt: at, by };
  return { set: { requests: requests.map((one) => (one.id === id ? request : one)) }, request };
}

/**
 * Returns the refund that accepting a cancellation orders: its copies, and what is left of the shipping charge when nothing
 * of the order was or will be sent. Throws 409 when something of it was shipped meanwhile.
 */
export function cancellationRefund(purchase: Purchase, { lines, reason }: BuyerRequest): RefundRequest {
  for (const { id } of lines) {
    const line = purchase.lines.find((one) => one.id === id);
    if (line?.shipping_date !== null)
      throw conflict(
        `${line?.title ?? 'A book'} is shipped meanwhile: it can be returned, and not cancelled`,
      );
  }
  const restIsSent = purchase.lines.some(({ id, quantity, shipping_date, isCancelled }) => {
    if (isCancelled === true) return false;
    const cancelled = lines.find((one) => one.id === id)?.copies ?? 0;
    return shipping_date !== null || quantity - refundedCopies(purchase, id) > cancelled;
  });
  const books = lines.reduce((sum, { id, copies }) => {
    const line = purchase.lines.find((one) => one.id === id);
    return sum + copies * (line?.unitPaise ?? 0);
  }, 0);
  // Any amount that was refunded before counts against the shipping charge first.
  const shipping = restIsSent
    ? 0
    : Math.max(0, Math.min(shippingLeft(purchase), leftPaise(purchase) - books));
  return {
    lines: lines.map(({ id, copies }) => ({ id, copies })),
    ...(shipping > 0 ? { shipping_paise: shipping } : {}),
    reason: `Cancelled at the request of the buyer: ${reason}`.slice(0, 500),
    restock: true,
  };
}

/** Presents the requests about a purchase, the oldest first, with what became of the returns. */
export function presentRequests(purchase: Purchase): RequestOfBuyer[] {
  const refunded = refundedReturns(purchase);
  return (purchase.requests ?? []).map((request) => ({
    ...presentRequest(request),
    is_refunded: refunded.has(request.id),
  }));
}

export const presentRequest = ({
  id,
  kind,
  lines,
  reason,
  state,
  at,
  decidedAt,
  reply,
}: BuyerRequest): OrderRequest => ({
  id,
  kind,
  lines,
  reason,
  state,
  at: at.toISOString(),
  decided_at: decidedAt?.toISOString() ?? null,
  reply: reply === undefined || reply === '' ? null : reply,
});
