import type { AttributeProblem } from '../collections/attribute-problem.ts';
import { FIRM, LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import type { Unchecked } from '@vidhi/collections/all.ts';
import { contactProblems } from './contact.ts';

type Values = Readonly<Record<string, unknown>>;

const MAX_YEARS = 150;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() - years);
  return then;
}

/** "Today" is the date in India, where the day begins earlier than in UTC. */
const INDIA_UTC_OFFSET_MS = 5.5 * 60 * 60 * 1000;

/**
 * Validates what the collection definition of profiles cannot express.
 * @param current stored document of an update: what it has already is accepted, as it may come from an import
 */
export function* profileProblems(
  values: Values,
  now: Date,
  current: Unchecked<'lawyer'> = {},
): Generator<AttributeProblem> {
  const { SubCategory2: kind, DisplayDate: since, contact } = values;
  if (kind !== undefined && kind !== null && kind !== LAWYER && kind !== FIRM)
    yield {
      path: ['SubCategory2'],
      message: `SubCategory2 must be one of the following values: ${LAWYER}, ${FIRM}`,
    };
  if (typeof since === 'string' && since !== current.DisplayDate) {
    const today = new Date(now.getTime() + INDIA_UTC_OFFSET_MS);
    if (since > dayOf(today))
      yield { path: ['DisplayDate'], message: 'DisplayDate must not be in the future' };
    else if (since < dayOf(yearsBefore(today, MAX_YEARS)))
      yield { path: ['DisplayDate'], message: `DisplayDate must be at most ${MAX_YEARS} years ago` };
  }
  yield* contactProblems(contact, current.contact);
}
