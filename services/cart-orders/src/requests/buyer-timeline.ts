import type { OrderFact } from '@vidhi/contracts/order-status.ts';
import { creditNotesOf, type BuyerRequest, type Purchase } from '../purchases/purchase.ts';
import { formatPaise } from '../desk/rupees.ts';
import { inOrderOfTime, lineDates, momentOf } from '../desk/fact-order.ts';
import { paidBackAt, paidBackRefunds } from '../desk/refunds.ts';

const REQUESTED = { cancel: 'You asked for a cancellation', return: 'You asked for a return' } as const;
const DECIDED = {
  cancel: { accepted: 'The shop accepted the cancellation', declined: 'The shop declined the cancellation' },
  return: { accepted: 'The shop accepted the return', declined: 'The shop declined the return' },
} as const;

/** A fact, and what tells the way of one parcel or book from that of others. */
type OrderedFact = OrderFact & { ref?: string };

function requestFacts({ kind, state, at, decidedAt }: BuyerRequest): OrderFact[] {
  return [
    { at: at.toISOString(), kind: `request.${kind}`, text: REQUESTED[kind] },
    ...(decidedAt === undefined || state === 'open'
      ? []
      : [{ at: decidedAt.toISOString(), kind: `request.${state}`, text: DECIDED[kind][state] }]),
  ];
}

function parcelFacts(purchase: Purchase): OrderedFact[] {
  const { shipments = [], lines } = purchase;
  const facts: OrderedFact[] = [];
  const titlesOf = (ids: readonly number[]): string =>
    ids.length === lines.length
      ? ''
      : `: ${lines.flatMap(({ id, title }) => (ids.includes(id) ? [title] : [])).join(', ')}`;
  for (const shipment of shipments) {
    const {
      at,
      carrier,
      number,
      url,
      lines: ids,
      deliveredOn,
      deliveredAt,
      returnedOn,
      returnedAt,
    } = shipment;
    const ref = `parcel ${shipment.id}`;
    const by = `${carrier}${number === null ? '' : `, ${number}`}`;
    facts.push({
      at: at.toISOString(),
      kind: 'parcel.shipped',
      text: `Sent with ${by}${titlesOf(ids)}`,
      ref,
      ...(url === null ? {} : { url }),
    });
    if (deliveredOn !== null)
      facts.push({
        at: momentOf(deliveredOn, deliveredAt),
        kind: 'parcel.delivered',
        text: `Delivered${titlesOf(ids)}`,
        ref,
      });
    if (returnedOn !== null)
      facts.push({
        at: momentOf(returnedOn, returnedAt),
        kind: 'parcel.returned',
        text: `Returned to the shop${titlesOf(ids)}`,
        ref,
      });
  }
  for (const line of lines)
    for (const { kind, verb, at } of lineDates(purchase, line))
      facts.push({
        at,
        kind,
        text: `${kind === 'line.shipped' ? 'Sent' : verb}: ${line.title}`,
        ref: `line ${line.id}`,
      });
  return facts;
}

/**
 * Returns what happened to a purchase as its buyer reads it, the oldest first: without notes, names of staff, mails and
 * failures of the provider, which the desk follows.
 */
export function buyerTimelineOf(purchase: Purchase): OrderFact[] {
  const { createdAt, bill, packedAt, cancelledAt, requests = [] } = purchase;
  const created = createdAt.toISOString();
  const facts: OrderedFact[] = [{ at: created, kind: 'order.created', text: 'Ordered and paid' }];
  if (bill !== undefined)
    facts.push({ at: created, kind: 'bill.issued', text: `Bill ${bill.number} issued` });
  if (packedAt !== undefined)
    facts.push({ at: packedAt.toISOString(), kind: 'order.packed', text: 'Packed' });
  for (const { at, by } of purchase.addressChanges ?? [])
    facts.push({
      at: at.toISOString(),
      kind: 'order.addressed',
      text: by === null ? 'You gave the address' : 'The shop changed the address',
    });
  facts.push(...parcelFacts(purchase), ...requests.flatMap(requestFacts));
  for (const refund of paidBackRefunds(purchase)) {
    const amount = formatPaise(refund.amountPaise);
    facts.push({
      at: paidBackAt(refund).toISOString(),
      kind: 'refund.ordered',
      text:
        refund.settled === undefined
          ? `Refund of ${amount} ordered by the shop`
          : `${amount} paid back to you another way by the shop`,
    });
  }
  if (cancelledAt !== undefined)
    facts.push({ at: cancelledAt.toISOString(), kind: 'order.cancelled', text: 'Cancelled' });
  for (const { number, date, at, amountPaise } of creditNotesOf(purchase))
    facts.push({
      at: momentOf(date, at),
      kind: 'credit_note.issued',
      text: `Credit note ${number} of ${formatPaise(amountPaise)}`,
    });
  return inOrderOfTime(facts, createdAt).map(({ ref: _ref, ...fact }) => fact);
}
