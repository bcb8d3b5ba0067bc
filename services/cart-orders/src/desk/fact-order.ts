interface Fact {
  /** A time, or a day (YYYY-MM-DD) where nothing else is known. */
  at: string;
  kind: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns facts of a purchase in the order of time. One of which the day alone is known stands at its noon in India, a credit
 * note after what it is about, and neither before the purchase.
 */
export function inOrderOfTime<Found extends Fact>(facts: readonly Found[], createdAt: Date): Found[] {
  const placeOf = ({ at, kind }: Fact): number => {
    if (!DAY.test(at)) return Date.parse(at);
    const hour = kind === 'credit_note.issued' ? '23:59:59' : '12:00:00';
    return Math.max(createdAt.getTime(), Date.parse(`${at}T${hour}+05:30`));
  };
  return facts.toSorted((a, b) => placeOf(a) - placeOf(b));
}
