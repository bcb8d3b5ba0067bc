import type { AttributeProblem } from '../attribute-problem.ts';
import { FIRM, LAWYER } from '../collections/lawyer.ts';
import { contactProblems } from './contact.ts';

type Values = Readonly<Record<string, unknown>>;

const MOST_YEARS = 150;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() - years);
  return then;
}

/** Tomorrow begins earlier in India than in UTC, so today is what it is there. */
const INDIA_MS = 5.5 * 60 * 60 * 1000;

/** What is wrong with a profile beside what its declaration already refuses. */
export function* profileProblems(values: Values, now: Date): Generator<AttributeProblem> {
  const { SubCategory2: kind, DisplayDate: since, contact } = values;
  if (kind !== undefined && kind !== null && kind !== LAWYER && kind !== FIRM)
    yield {
      path: ['SubCategory2'],
      message: `SubCategory2 must be one of the following values: ${LAWYER}, ${FIRM}`,
    };
  if (typeof since === 'string') {
    const today = new Date(now.getTime() + INDIA_MS);
    if (since > dayOf(today))
      yield { path: ['DisplayDate'], message: 'DisplayDate must not be in the future' };
    else if (since < dayOf(yearsBefore(today, MOST_YEARS)))
      yield { path: ['DisplayDate'], message: `DisplayDate must be at most ${MOST_YEARS} years ago` };
  }
  yield* contactProblems(contact);
}
