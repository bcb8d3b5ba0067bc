import { createHash } from 'node:crypto';
import { WireError, forbidden, validationError } from '@vidhi/contracts/errors.ts';
import type { RefundRequest } from '@vidhi/contracts/shop-refunds.ts';
import { isBack, type Purchase, type ShopRefund } from '../purchases/purchase.ts';
import { formatPaise } from './rupees.ts';

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);
const ID_DIGITS = 24;

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Returns the id of the refund that a key orders of a purchase. */
export const refundId = (purchaseId: string, key: string): string =>
  hashOf([purchaseId, key]).slice(0, ID_DIGITS);

/** Returns what makes two requests the same, whatever the order of their lines. */
export function fingerprintOf({
  lines = [],
  shipping_paise,
  amount_paise,
  reason,
  restock,
}: RefundRequest): string {
  const sorted = lines.map(({ id, copies }) => [id, copies] as const).toSorted(([a], [b]) => a - b);
  return hashOf([sorted, shipping_paise ?? 0, amount_paise ?? 0, reason.trim(), restock === true]);
}

/** Returns the refunds whose money has gone back or is to: failed ones count if staff paid them back another way. */
export const paidBackRefunds = ({ refunds = [] }: Pick<Purchase, 'refunds'>): ShopRefund[] =>
  refunds.filter(({ state, settled }) => state !== 'FAILED' || settled !== undefined);

/** Returns the time since which a refund that was paid back counts. */
export const paidBackAt = ({ at, settled }: ShopRefund): Date => settled?.at ?? at;

const sumOf = (entries: readonly { amountPaise: number }[]): number =>
  entries.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

const copiesOf = (refunds: readonly ShopRefund[], lineId: number, unshippedOnly = false): number =>
  refunds
    .flatMap(({ lines }) => lines)
    .filter((one) => one.id === lineId && !(unshippedOnly && one.wasShipped))
    .reduce((sum, { copies }) => sum + copies, 0);

/** Returns the copies of a line that were paid back, or those of them that were not shipped before. */
export const refundedCopies = (
  purchase: Pick<Purchase, 'refunds'>,
  lineId: number,
  unshippedOnly = false,
): number => copiesOf(paidBackRefunds(purchase), lineId, unshippedOnly);

/**
 * Returns the amount that can still be refunded: the total without refunds that were made or are due, disputed amounts, and what
 * was paid back another way. While it is unknown whether a refund of the provider is one of the shop's, both count.
 */
export function leftPaise(purchase: Purchase): number {
  const { totalPaise, status, returnedPaise = 0, providerRefunds = [], disputes = [] } = purchase;
  if (status === 'CANCELLED') return 0;
  const own = paidBackRefunds(purchase);
  const known = new Set(
    own.flatMap(({ id, providerId }) => [id, ...(providerId === undefined ? [] : [providerId])]),
  );
  const others = providerRefunds.filter(
    ({ id, key, status: state }) => state !== 'failed' && !known.has(id) && !known.has(key ?? ''),
  );
  const disputed = disputes.filter((dispute) => dispute.status !== 'won');
  const promised = sumOf(own) + sumOf(others) + sumOf(disputed);
  // Refunds that an older release has noted are in the sum alone.
  return Math.max(0, totalPaise - Math.max(promised, returnedPaise));
}

/** Returns whether a refund has failed and what it is of was not paid back otherwise since then. */
export function isOwed(purchase: Purchase, refund: ShopRefund): boolean {
  const { state, settled, amountPaise, lines, shippingPaise } = refund;
  if (state !== 'FAILED' || settled !== undefined || amountPaise > leftPaise(purchase)) return false;
  if (shippingPaise > shippingLeft(purchase)) return false;
  return lines.every(({ id, copies }) => copies <= copiesLeft(purchase, id));
}

/** Returns as much of what is left as somebody with this limit for each purchase may refund; null: no limit. */
export const refundablePaise = (purchase: Purchase, limitPaise: number | null): number =>
  limitPaise === null
    ? leftPaise(purchase)
    : Math.max(0, Math.min(leftPaise(purchase), limitPaise - sumOf(paidBackRefunds(purchase))));

/** Returns the copies of a line that can still be refunded. */
const copiesLeft = (purchase: Purchase, lineId: number): number =>
  (purchase.lines.find(({ id }) => id === lineId)?.quantity ?? 0) - refundedCopies(purchase, lineId);

/** Returns as much of the shipping charge as can still be refunded. */
export const shippingLeft = (purchase: Purchase): number =>
  Math.max(
    0,
    purchase.shippingPaise - paidBackRefunds(purchase).reduce((sum, one) => sum + one.shippingPaise, 0),
  );

export interface RefundOrder {
  id: string;
  request: RefundRequest;
  at: Date;
  /** Id of the member of staff. */
  by: number | null;
  /** Largest sum that this member of staff may refund of a purchase; null: everything. */
  limitPaise: number | null;
}

/** Returns whether copies of a line are on their way or with the buyer. */
const isSent = (purchase: Purchase, { id, shipping_date }: Purchase['lines'][number]): boolean =>
  shipping_date !== null && !isBack(purchase, id);

/** Returns the copies of a line that refunds have counted back, also those that failed afterwards, and were not sent since. */
export function countedBack({ refunds = [], copyMoves = [] }: Purchase, lineId: number): number {
  const back = refunds
    .flatMap(({ lines, restock }) => (restock ? lines : []))
    .filter(({ id }) => id === lineId)
    .reduce((sum, { copies, restocked = copies }) => sum + restocked, 0);
  return copyMoves
    .filter((move) => move.lineId === lineId && move.copies < 0)
    .reduce((sum, { copies }) => sum + copies, back);
}

/** Returns how many of the refunded copies of a line are to be counted back: not those that a failed refund has. */
function copiesToRestock(purchase: Purchase, { id, copies }: { id: number; copies: number }): number {
  const paidBack = paidBackRefunds(purchase).filter(({ restock }) => restock);
  return Math.max(0, Math.min(copies, copiesOf(paidBack, id) + copies - countedBack(purchase, id)));
}

/** Returns the refund that a request orders; null for a repeated one. Throws when it is of more than is left. */
export function orderRefund(purchase: Purchase, order: RefundOrder): ShopRefund | null {
  const { id, request, at, by, limitPaise } = order;
  const { status, lines, bill } = purchase;
  const fingerprint = fingerprintOf(request);
  const before = (purchase.refunds ?? []).find((one) => one.id === id);
  if (before !== undefined) {
    if (before.fingerprint !== fingerprint) throw conflict('The Idempotency-Key was used for another refund');
    return null;
  }
  if (status === 'CANCELLED') throw conflict('The order is cancelled: all of its money goes back');
  if (bill === undefined) throw conflict('The order has no bill yet');
  const wanted = request.lines ?? [];
  if (new Set(wanted.map((one) => one.id)).size < wanted.length)
    throw validationError('A line is named twice');
  const refundLines = wanted.map(({ id: lineId, copies }) => {
    const line = lines.find((one) => one.id === lineId);
    if (line === undefined) throw validationError(`The order has no line ${lineId}`);
    const left = copiesLeft(purchase, lineId);
    if (copies > left)
      throw conflict(
        left === 0 ? `Every copy of ${line.title} was refunded` : `${left} of ${line.title} can be refunded`,
      );
    return { id: lineId, copies, unitPaise: line.unitPaise, wasShipped: isSent(purchase, line) };
  });
  const shipping = request.shipping_paise ?? 0;
  if (shipping > shippingLeft(purchase))
    throw conflict(`${formatPaise(shippingLeft(purchase))} of the shipping charge can be refunded`);
  const amountPaise =
    refundLines.reduce((sum, { copies, unitPaise }) => sum + copies * unitPaise, 0) +
    shipping +
    (request.amount_paise ?? 0);
  if (amountPaise === 0) throw validationError('The refund has no amount');
  const left = leftPaise(purchase);
  if (amountPaise > left)
    throw conflict(`${formatPaise(left)} of this order can be refunded, and not ${formatPaise(amountPaise)}`);
  if (limitPaise !== null && sumOf(paidBackRefunds(purchase)) + amountPaise > limitPaise) throw forbidden();
  return {
    id,
    fingerprint,
    amountPaise,
    lines: refundLines.map(({ id: lineId, copies, wasShipped }) => {
      const restocked = copiesToRestock(purchase, { id: lineId, copies });
      const isFewer = request.restock === true && restocked < copies;
      return { id: lineId, copies, wasShipped, ...(isFewer ? { restocked } : {}) };
    }),
    shippingPaise: shipping,
    reason: request.reason.trim(),
    restock: request.restock === true,
    state: 'DUE',
    at,
    by,
  };
}

/** Returns the lines of a purchase, of which those are cancelled whose copies were all refunded before they were shipped. */
export const linesAfter = (purchase: Purchase, refunds: ShopRefund[]): Purchase['lines'] =>
  purchase.lines.map(({ isCancelled: _before, ...line }) =>
    line.shipping_date === null && refundedCopies({ refunds }, line.id, true) >= line.quantity
      ? { ...line, isCancelled: true as const }
      : line,
  );

/** Returns the refunds with the note that a failed one was paid back another way: of copies that are where they are now. */
export const withSettlement = (
  purchase: Purchase,
  id: string,
  settled: NonNullable<ShopRefund['settled']>,
): ShopRefund[] =>
  (purchase.refunds ?? []).map((refund) =>
    refund.id === id
      ? {
          ...refund,
          settled,
          lines: refund.lines.map((one) => {
            const line = purchase.lines.find((other) => other.id === one.id);
            return line === undefined ? one : { ...one, wasShipped: isSent(purchase, line) };
          }),
        }
      : refund,
  );
