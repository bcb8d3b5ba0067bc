import type { Fulfilment, RefundState } from '@vidhi/contracts/shop-desk.ts';
import type { DeskFields, Purchase } from '../purchases/purchase.ts';
import { isOwed, paidBackRefunds } from './refunds.ts';
import { purchaseKeys, searchKey } from './search-keys.ts';

export function fulfilmentOf({ status, lines }: Pick<Purchase, 'status' | 'lines'>): Fulfilment {
  if (status === 'CANCELLED') return 'cancelled';
  const sent = lines.filter(({ isCancelled }) => isCancelled !== true);
  if (sent.length === 0) return 'cancelled';
  if (sent.every(({ delivered_date }) => delivered_date !== null)) return 'delivered';
  if (sent.every(({ shipping_date }) => shipping_date !== null)) return 'shipped';
  return sent.some(({ shipping_date }) => shipping_date !== null) ? 'partly_shipped' : 'unshipped';
}

export function refundStateOf({ returnedPaise = 0, totalPaise }: Purchase): RefundState {
  if (returnedPaise === 0) return 'none';
  return returnedPaise < totalPaise ? 'partial' : 'full';
}

/**
 * Returns whether people have to look at the money of a purchase: a bank disputes it, or a refund has failed and nobody has
 * refunded anything since then. Not where the money went back or was taken otherwise, or staff has settled it.
 */
export function hasProblem(purchase: Purchase): boolean {
  const { status, disputes = [], refunds = [] } = purchase;
  if (disputes.some((dispute) => dispute.status === 'open')) return true;
  if (status !== 'CONFIRMED') return false;
  const paidBack = paidBackRefunds(purchase);
  return refunds.some((refund) => {
    const { failure, at, endedAt = at } = refund;
    if (failure === 'nothing-left' || !isOwed(purchase, refund)) return false;
    return paidBack.every((other) => other.at < endedAt);
  });
}

/** Returns whether a request of the buyer waits for a decision. */
export const hasOpenRequest = ({ requests = [] }: Purchase): boolean =>
  requests.some(({ state }) => state === 'open');

export function deskFieldsOf(purchase: Purchase, isbnOf: (bookId: number) => string | null): DeskFields {
  const fulfilment = fulfilmentOf(purchase);
  const city = purchase.shipping?.city;
  return {
    fulfilment,
    isOpen: fulfilment === 'unshipped' || fulfilment === 'partly_shipped',
    refund: refundStateOf(purchase),
    hasProblem: hasProblem(purchase),
    hasRequest: hasOpenRequest(purchase),
    city: city === undefined ? null : searchKey(city),
    keys: purchaseKeys(purchase, isbnOf),
  };
}
