import type { CsvColumn } from '@vidhi/contracts/csv.ts';
import { GRIEVANCE_CATEGORIES } from '@vidhi/contracts/grievance-categories.ts';
import type { RegisterMonth } from '@vidhi/contracts/grievances.ts';
import { numberText } from './grievance.ts';
import type { RegisterEntry } from './grievance-store.ts';

const INDIA_MS = 5.5 * 3_600_000;

/** The month of India, `2026-11`. */
export const monthOf = (at: Date): string => new Date(at.getTime() + INDIA_MS).toISOString().slice(0, 7);

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** Counts grievances by month, from the first one to the present month, the newest first. */
export function registerOf(entries: readonly RegisterEntry[], now: Date): RegisterMonth[] {
  const [first] = entries.map(({ receivedAt }) => monthOf(receivedAt)).toSorted();
  const months: RegisterMonth[] = [];
  for (let month = first ?? monthOf(now); month <= monthOf(now); month = nextMonth(month)) {
    const disposed = entries.filter(({ closedAt }) => closedAt !== undefined && monthOf(closedAt) === month);
    const decided = (outcome: string): number =>
      disposed.filter(({ decision }) => decision?.outcome === outcome).length;
    months.push({
      month,
      received: entries.filter(({ receivedAt }) => monthOf(receivedAt) === month).length,
      disposed: disposed.length,
      upheld: decided('upheld'),
      partly: decided('partly'),
      rejected: decided('rejected'),
      late: disposed.filter(({ closedAt, dueAt }) => closedAt !== undefined && closedAt > dueAt).length,
      pending: entries.filter(
        ({ receivedAt, closedAt }) =>
          monthOf(receivedAt) <= month && (closedAt === undefined || monthOf(closedAt) > month),
      ).length,
    });
  }
  return months.toReversed();
}

const iso = (at: Date | undefined): string | undefined => at?.toISOString();

/** Columns of the register as a spreadsheet: nothing personal. */
export const REGISTER_COLUMNS: readonly CsvColumn<RegisterEntry>[] = [
  ['number', ({ number }) => numberText(number)],
  ['category', ({ category }) => GRIEVANCE_CATEGORIES[category]],
  ['received_at', ({ receivedAt }) => iso(receivedAt)],
  ['due_at', ({ dueAt }) => iso(dueAt)],
  ['state', ({ state }) => state],
  ['closed_at', ({ closedAt }) => iso(closedAt)],
  ['outcome', ({ decision }) => decision?.outcome],
  ['measure', ({ decision }) => decision?.measure],
  ['article', ({ decision }) => decision?.postId],
];

/** Entries that a month has received or disposed of. */
export const entriesOf = (entries: readonly RegisterEntry[], month: string): RegisterEntry[] =>
  entries.filter(
    ({ receivedAt, closedAt }) =>
      monthOf(receivedAt) === month || (closedAt !== undefined && monthOf(closedAt) === month),
  );
