import { dayOf, type Purchase, type PurchaseLine } from '../purchases/purchase.ts';

interface Fact {
  /** A time, or a day (YYYY-MM-DD) where nothing else is known. */
  at: string;
  kind: string;
  /** Number or id of its subject. */
  ref?: string;
}

/** Returns when something of this day happened: the time at which it was noted, where that is of the same day. */
export const momentOf = (day: string, notedAt: Date | null | undefined): string =>
  notedAt && dayOf(notedAt) === day ? notedAt.toISOString() : day;

interface LineDate {
  kind: 'line.shipped' | 'line.delivered';
  /** Word before the title in the timeline of the desk. */
  verb: 'Shipped' | 'Delivered' | 'Handed over';
  at: string;
  /** Id of the member of staff who has noted it. */
  by: number | null;
}

/** Returns the dates of a line that were noted without its parcel. */
export function lineDates(
  { shipments = [], hand, shipping }: Pick<Purchase, 'shipments' | 'hand' | 'shipping'>,
  line: PurchaseLine,
): LineDate[] {
  const parcel = shipments.findLast(({ lines }) => lines.includes(line.id));
  const { shipping_date: shipped, delivered_date: delivered } = line;
  const isHandedOver = hand !== undefined && shipping === null && shipped === delivered;
  return [
    ...(shipped === null || shipped === parcel?.day || isHandedOver
      ? []
      : [
          {
            kind: 'line.shipped' as const,
            verb: 'Shipped' as const,
            at: momentOf(shipped, line.shippedAt),
            by: line.shippedBy ?? null,
          },
        ]),
    ...(delivered === null || delivered === parcel?.deliveredOn
      ? []
      : [
          {
            kind: 'line.delivered' as const,
            verb: isHandedOver ? ('Handed over' as const) : ('Delivered' as const),
            at: momentOf(delivered, line.deliveredAt),
            by: line.deliveredBy ?? null,
          },
        ]),
  ];
}

const BEGINNINGS = new Set(['parcel.shipped', 'line.shipped']);
const ENDS = new Set(['parcel.delivered', 'parcel.returned', 'line.delivered']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns facts of a purchase in the order of time. One of which the day alone is known stands at its noon in India, a credit
 * note after what it is about, the end of a book's way after its beginning, and none before the purchase.
 */
export function inOrderOfTime<Found extends Fact>(facts: readonly Found[], createdAt: Date): Found[] {
  const begun = facts.filter(({ kind }) => BEGINNINGS.has(kind));
  const shippedAt = ({ kind, ref }: Fact): number =>
    ENDS.has(kind)
      ? Math.max(0, ...begun.filter((one) => one.ref === ref).map(({ at }) => Date.parse(at)))
      : 0;
  const placeOf = (fact: Fact): number => {
    const { at, kind } = fact;
    if (!DAY.test(at)) return Date.parse(at);
    const hour = kind === 'credit_note.issued' ? '23:59:59' : '12:00:00';
    return Math.max(createdAt.getTime(), shippedAt(fact) + 1, Date.parse(`${at}T${hour}+05:30`));
  };
  return facts.toSorted((a, b) => placeOf(a) - placeOf(b));
}
