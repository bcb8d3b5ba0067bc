/** An order of a court by which an article is withheld from readers. */
export interface Takedown {
  /** Number of the order or of its case, as the court writes it. */
  order_number: string;
  court: string;
  /** Date of the order, `YYYY-MM-DD`. */
  ordered_on: string;
}

const LIMITS = { order_number: 120, court: 200 } as const;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a text is a day of the calendar, as `2026-02-28`. */
export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/**
 * Reads the order of a body or of a stored article: its problems by attribute where it is none.
 * @param today the present day in India, where an order of a later day is a mistake; a stored one counts whatever its day is
 */
export function readTakedown(
  value: unknown,
  today?: string,
): { order: Takedown } | { problems: Record<string, string> } {
  const given = isObject(value) ? value : {};
  const problems: Record<string, string> = {};
  const read = (name: keyof typeof LIMITS): string => {
    const text = given[name];
    const trimmed = typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : '';
    if (trimmed === '') problems[name] = `${name} must be defined.`;
    else if (trimmed.length > LIMITS[name])
      problems[name] = `${name} must be at most ${LIMITS[name]} characters`;
    return trimmed;
  };
  const order = { order_number: read('order_number'), court: read('court') };
  const { ordered_on: orderedOn } = given;
  if (!isCalendarDay(orderedOn)) {
    problems['ordered_on'] = 'ordered_on must be a date like 2026-11-28';
    return { problems };
  }
  if (today !== undefined && orderedOn > today)
    problems['ordered_on'] = 'ordered_on must not be in the future';
  return Object.keys(problems).length > 0 ? { problems } : { order: { ...order, ordered_on: orderedOn } };
}

/** The order by which a stored article is withheld; null where there is none. */
export function takedownOf(post: Readonly<Record<string, unknown>> = {}): Takedown | null {
  const { takedown } = post;
  const read = readTakedown(takedown);
  return 'order' in read ? read.order : null;
}
