import { HAND_CHANNEL_NAMES } from '@vidhi/contracts/hand-order-names.ts';
import type { MailFacts, PaymentFacts, TimelineFact } from '@vidhi/contracts/shop-desk.ts';
import type { RefundFailure } from '@vidhi/contracts/shop-refunds.ts';
import type { Cancellation } from '@vidhi/contracts/purchases.ts';
import { creditNotesOf, type Purchase } from '../purchases/purchase.ts';
import { handText } from '../hand/hand-order.ts';
import { inOrderOfTime, lineDates, momentOf } from './fact-order.ts';
import { formatPaise } from './rupees.ts';

/** Copies that the purchase has of the stock of a book. */
export interface StockFact {
  bookId: number;
  quantity: number;
  state: 'HELD' | 'CONSUMED' | 'SOLD';
  until: Date;
}

export interface TimelineSources {
  payment: PaymentFacts | null;
  mails: MailFacts | null;
  stock: readonly StockFact[];
}

const CANCELLED: Record<Cancellation, string> = {
  'no-copies': 'Cancelled: a book was sold out before the payment arrived',
  'bought-before': 'Cancelled: the same cart had been paid for before',
  staff: 'Cancelled by the shop',
  'link-cancelled': 'Cancelled: the payment link had been cancelled before it was paid',
  refunded: 'Cancelled: all of the money went back before anything was shipped',
};

const CHECKOUT_STATES: Record<string, string> = {
  CREATED: 'Checkout began',
  ORDERED: 'Payment was requested',
  ATTEMPTED: 'A payment was attempted and not completed',
  EXPIRED: 'The checkout expired unpaid',
  PAID: 'Paid',
  FULFILLED: 'The order was handed to the shop',
};
const PAID_BY: Record<string, string> = {
  verify: 'reported by the browser',
  webhook: 'reported by the provider',
  poll: 'found by the poll',
  listing: 'found in the list of payments',
  restore: 'restored from the provider',
  callback: 'reported by the browser',
};

/** Texts of the provider's webhooks. */
const REPORTS: Record<string, string> = {
  'payment.authorized': 'The bank of the buyer approved the payment',
  'payment.captured': 'The payment was taken',
  'payment.failed': 'A payment failed',
  'order.paid': 'All of the order is paid',
  'refund.created': 'A refund was begun',
  'refund.processed': 'A refund was sent to the bank',
  'refund.failed': 'A refund failed',
  'payment.dispute.created': 'The bank of the buyer disputes the payment',
  'payment.dispute.won': 'A dispute was won',
  'payment.dispute.lost': 'A dispute was lost',
};

const DAYS = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' });
/** Returns a day (YYYY-MM-DD) for people: `4 Oct 2026`. */
export const dayText = (day: string): string => DAYS.format(new Date(`${day}T00:00:00Z`));

const MAILS: Record<string, string> = {
  'order-confirmed': 'Order Confirmed',
  'payment-notification': 'Payment Notification',
  'new-order-notice': 'New order',
  'payment-refunded': 'Payment Refunded',
  'order-cancelled': 'Cancelled, refunded',
  'order-shipped': 'Shipped',
  'order-refunded': 'Refunded',
  'request-received': 'Request received',
  'request-notice': 'Request of a buyer',
  'request-decided': 'Decision about a request',
  'payment-disputed': 'Payment disputed',
};
const MAIL_STATES: Record<string, string> = {
  QUEUED: 'waits to be sent',
  SENDING: 'is being sent',
  SENT: 'was sent',
  CANCELLED: 'was not needed any more',
  DEAD: 'could not be sent',
};
/** Name of a mail for people. Those of long ago have lost their template. */
export const mailName = (template: string | null): string =>
  template === null ? 'An older mail' : (MAILS[template] ?? template);

function paymentTimeline(facts: PaymentFacts): TimelineFact[] {
  const history = facts.history.map(({ to, by, at }): TimelineFact => {
    const how = to === 'PAID' || to === 'ATTEMPTED' ? PAID_BY[by] : undefined;
    const what = CHECKOUT_STATES[to] ?? to;
    return {
      at,
      source: 'payments',
      kind: `checkout.${to.toLowerCase()}`,
      text: how === undefined ? what : `${what}, ${how}`,
    };
  });
  const webhooks = facts.webhooks.map(({ id, name, at }): TimelineFact => ({
    at,
    source: 'provider',
    kind: 'webhook',
    text: REPORTS[name ?? ''] ?? `The provider reported ${name ?? 'a change'}`,
    ref: id,
  }));
  const { returnsAt } = facts;
  const refunds = facts.refunds.map(({ id, amount_paise, status, at }): TimelineFact => ({
    at: at ?? returnsAt ?? new Date(0).toISOString(),
    source: 'provider',
    kind: `refund.${status}`,
    text: `${formatPaise(amount_paise)}: ${
      {
        pending: 'the refund is with the bank',
        processed: 'refunded',
        failed: 'the bank returned the refund',
      }[status]
    }`,
    ref: id,
  }));
  return [...history, ...webhooks, ...(returnsAt === null ? [] : refunds)];
}

function mailTimeline({ mails }: MailFacts): TimelineFact[] {
  return mails.flatMap(({ id, template, role, state, created_at, ended_at, failure }): TimelineFact[] => {
    const at = ended_at ?? created_at;
    if (at === null) return [];
    const to = role === 'site' ? ' to the shop' : ' to the buyer';
    const why = state === 'DEAD' && failure !== null ? `: ${failure}` : '';
    return [
      {
        at,
        source: 'mails',
        kind: `mail.${state.toLowerCase()}`,
        text: `Mail '${mailName(template)}'${to} ${MAIL_STATES[state] ?? state}${why}`,
        ref: id,
      },
    ];
  });
}

const REFUND_FAILED: Record<RefundFailure, string> = {
  'nothing-left': 'the money had gone back or was disputed before',
  rejected: 'the provider rejected it',
  returned: 'the bank returned it',
};

/** Returns what the desk has done. */
function deskTimeline(purchase: Purchase): TimelineFact[] {
  const { shipments = [], refunds = [], notes = [], requests = [], packedAt, copyMoves = [] } = purchase;
  const { addressChanges = [] } = purchase;
  const fact = (
    at: Date | string,
    kind: string,
    text: string,
    by?: number | null,
    ref?: string,
  ): TimelineFact => ({
    at: typeof at === 'string' ? at : at.toISOString(),
    source: 'orders',
    kind,
    text,
    ...(ref === undefined ? {} : { ref }),
    ...(typeof by === 'number' ? { by } : {}),
  });
  const parcels = shipments.flatMap((shipment) => {
    const { at, by, carrier, number, day, deliveredOn, deliveredAt, deliveredBy } = shipment;
    const { returnedOn, returnedAt, returnedBy } = shipment;
    const parcel = `parcel with ${carrier}${number === null ? '' : `, number ${number}`}`;
    const ref = number ?? undefined;
    return [
      fact(at, 'parcel.shipped', `Shipped on ${dayText(day)}: ${parcel}`, by, ref),
      ...(deliveredOn === null
        ? []
        : [
            fact(
              momentOf(deliveredOn, deliveredAt),
              'parcel.delivered',
              `Delivered: ${parcel}`,
              deliveredBy,
              ref,
            ),
          ]),
      ...(returnedOn === null
        ? []
        : [
            fact(
              momentOf(returnedOn, returnedAt),
              'parcel.returned',
              `Came back: ${parcel}`,
              returnedBy,
              ref,
            ),
          ]),
    ];
  });
  const ordered = refunds.flatMap(
    ({
      id,
      at,
      endedAt,
      by,
      amountPaise,
      reason,
      state,
      failure,
      restock,
      isRestocked,
      settled,
      unsettled = [],
    }) => [
      fact(at, 'refund.ordered', `Refund of ${formatPaise(amountPaise)} ordered: ${reason}`, by, id),
      ...(state === 'FAILED'
        ? [
            fact(
              endedAt ?? at,
              'refund.failed',
              `Refund of ${formatPaise(amountPaise)} failed: ${REFUND_FAILED[failure ?? 'rejected']}`,
              null,
              id,
            ),
          ]
        : []),
      ...[...unsettled, ...(settled === undefined ? [] : [settled])].map((one) =>
        fact(
          one.at,
          'refund.settled',
          `Refund of ${formatPaise(amountPaise)} was paid back another way: ${one.reason}`,
          one.by,
          id,
        ),
      ),
      ...unsettled.map(({ undoneAt, undoneBy }) =>
        fact(
          undoneAt,
          'refund.unsettled',
          `Taken back: refund of ${formatPaise(amountPaise)} was not paid back another way`,
          undoneBy,
          id,
        ),
      ),
      ...(restock && isRestocked === true
        ? [fact(at, 'stock.returned', 'Its copies can be sold again', by, id)]
        : []),
    ],
  );
  return [
    ...parcels,
    ...ordered,
    ...requests.flatMap(({ id, kind, reason, state, at, decidedAt, by }) => {
      const what = kind === 'cancel' ? 'a cancellation' : 'a return';
      return [
        fact(at, `request.${kind}`, `The buyer asked for ${what}: ${reason}`, null, String(id)),
        ...(decidedAt === undefined
          ? []
          : [fact(decidedAt, `request.${state}`, `The request for ${what} was ${state}`, by, String(id))]),
      ];
    }),
    ...copyMoves
      .filter(({ isDone }) => isDone === true)
      .map(({ lineId, copies, reason, at, by }) => {
        const title = purchase.lines.find(({ id }) => id === lineId)?.title ?? `line ${lineId}`;
        const what = `${Math.abs(copies) === 1 ? '1 copy' : `${Math.abs(copies)} copies`} of ${title}`;
        return copies < 0
          ? fact(at, 'stock.taken', `Taken from the stock again: ${what}. ${reason}`, by)
          : fact(at, 'stock.returned', `Can be sold again: ${what}`, by);
      }),
    ...addressChanges.map(({ at, by }) =>
      fact(at, 'order.addressed', by === null ? 'The buyer gave the address' : 'Address corrected', by),
    ),
    ...notes.map(({ text, at, by }) => fact(at, 'note', `Note: ${text}`, by)),
    ...(packedAt === undefined ? [] : [fact(packedAt, 'order.packed', 'Packed', purchase.packedBy)]),
  ];
}

function purchaseTimeline(purchase: Purchase): TimelineFact[] {
  const { createdAt, purchaseNumber, bill, cancelledAt, cancelledFor, lines } = purchase;
  const fact = (at: string, kind: string, text: string, ref?: string): TimelineFact => ({
    at,
    source: 'orders',
    kind,
    text,
    ...(ref === undefined ? {} : { ref }),
  });
  const { hand, paymentLink } = purchase;
  const facts: TimelineFact[] = [
    {
      ...fact(
        createdAt.toISOString(),
        'order.created',
        hand === undefined ? 'Order stored' : handText(hand),
        purchaseNumber,
      ),
      ...(typeof hand?.by === 'number' ? { by: hand.by } : {}),
    },
  ];
  if (paymentLink !== undefined)
    facts.push({
      ...fact(
        paymentLink.at.toISOString(),
        'payment_link.created',
        `Written down by staff with a payment link. ${HAND_CHANNEL_NAMES[paymentLink.channel]}`,
        paymentLink.id,
      ),
      ...(paymentLink.by === null ? {} : { by: paymentLink.by }),
    });
  if (bill !== undefined)
    facts.push(fact(createdAt.toISOString(), 'bill.issued', `Bill of supply ${bill.number}`, bill.number));
  for (const { number, date, at, amountPaise } of creditNotesOf(purchase))
    facts.push(
      fact(
        momentOf(date, at),
        'credit_note.issued',
        `Credit note ${number}: ${formatPaise(amountPaise)}`,
        number,
      ),
    );
  if (cancelledAt !== undefined)
    facts.push({
      ...fact(cancelledAt.toISOString(), 'order.cancelled', CANCELLED[cancelledFor ?? 'staff']),
      ...(purchase.cancelledBy === undefined ? {} : { by: purchase.cancelledBy }),
    });
  facts.push(...deskTimeline(purchase));
  for (const line of lines)
    for (const { kind, verb, at, by } of lineDates(purchase, line))
      facts.push({
        ...fact(at, kind, `${verb}: ${line.title}`, String(line.id)),
        ...(by === null ? {} : { by }),
      });
  for (const { id, amountPaise, status, at } of purchase.disputes ?? [])
    facts.push(
      fact(
        at ?? (purchase.cancelledAt ?? createdAt).toISOString(),
        `dispute.${status}`,
        `${
          { open: 'A bank disputes', won: 'A dispute was won:', lost: 'A dispute was lost:' }[status]
        } ${formatPaise(amountPaise)}`,
        id,
      ),
    );
  return facts;
}

function stockTimeline(stock: readonly StockFact[], { lines }: Purchase): TimelineFact[] {
  return stock.map(({ bookId, quantity, state, until }) => {
    const title = lines.find((line) => line.bookId === bookId)?.title ?? `book ${bookId}`;
    const copies = quantity === 1 ? '1 copy' : `${quantity} copies`;
    const what = { HELD: 'Reserved until then', CONSUMED: 'Taken from the stock', SOLD: 'Counted as sold' }[
      state
    ];
    return {
      at: until.toISOString(),
      source: 'stock',
      kind: `stock.${state.toLowerCase()}`,
      text: `${what}: ${copies} of ${title}`,
    };
  });
}

/** Returns every fact that is known of a purchase, the oldest first. */
export function timelineOf(purchase: Purchase, { payment, mails, stock }: TimelineSources): TimelineFact[] {
  const facts = [
    ...(payment === null ? [] : paymentTimeline(payment)),
    ...stockTimeline(stock, purchase),
    ...purchaseTimeline(purchase),
    ...(mails === null ? [] : mailTimeline(mails)),
  ];
  return inOrderOfTime(facts, purchase.createdAt);
}
