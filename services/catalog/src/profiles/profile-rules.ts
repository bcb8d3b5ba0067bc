import type { AttributeProblem } from '../collections/attribute-problem.ts';
import { FIRM, LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import type { Unchecked } from '@vidhi/collections/all.ts';
import { contactProblems, givenContactProblems } from './contact.ts';

const MAX_YEARS = 150;
const MAX_TEXT = 255;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns whether a value is a day of the calendar, as it is stored. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(time.getTime()) && dayOf(time) === value;
}

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
  values: Unchecked<'lawyer'>,
  now: Date,
  current: Unchecked<'lawyer'> = {},
): Generator<AttributeProblem> {
  yield* factProblems(values, now, current);
  yield* contactProblems(values.contact, current.contact);
}

/** The same for a profile of an import, whose contact data may be incomplete, and whose values no form has checked. */
export function* importedProfileProblems(
  values: Unchecked<'lawyer'>,
  now: Date,
): Generator<AttributeProblem> {
  const since = values.DisplayDate;
  if (since !== undefined && since !== null && !isDay(since))
    yield { path: ['DisplayDate'], message: 'DisplayDate must be a date, such as 2010-06-15' };
  for (const name of ['Title', 'SubTitle', 'Identifier'] as const)
    if (String(values[name] ?? '').length > MAX_TEXT)
      yield { path: [name], message: `${name} must be at most ${MAX_TEXT} characters` };
  yield* factProblems(values, now, {});
  yield* givenContactProblems(values.contact);
}

function* factProblems(
  { SubCategory2: kind, DisplayDate: since }: Unchecked<'lawyer'>,
  now: Date,
  current: Unchecked<'lawyer'>,
): Generator<AttributeProblem> {
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
}
