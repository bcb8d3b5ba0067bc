import { WireError } from '@vidhi/contracts/errors.ts';
import { isUnavailableError } from '@vidhi/messaging/failure.ts';
import type { EndedRow, JobItem, JobStore, StoredJobRow } from './job-store.ts';

/** The lease is extended, a request to cancel seen, and results are stored this often. */
export const RENEW_MS = 250;
/** Rows that are read and stored together; each is then changed by itself. */
export const CHUNK = 25;

/** Returns whether a document was not in the state any more on which a write was to be made. */
export const isEditedSince = (error: unknown): boolean => error instanceof WireError && error.status === 412;

/** Returns why a row failed. Throws while the database is unavailable: the row is tried again. */
export function messageOf(error: unknown, onError: (error: unknown) => void): string {
  if (isUnavailableError(error) || (error instanceof WireError && error.status === 503)) throw error;
  if (!(error instanceof WireError) || error.status >= 500) {
    onError(error);
    return 'Not changed: an error of the server';
  }
  const { details } = error;
  const messages = Array.isArray(details?.['errors'])
    ? details['errors'].map((one: { message?: unknown }) => String(one.message))
    : [];
  return messages.length > 0 ? messages.join('. ') : error.message;
}

/** Returns how many items from one on are of the same kind, and so can be read before any of them is changed. */
export function chunkLength(items: readonly JobItem[], from: number): number {
  const first = items[from];
  const end = items.findIndex(
    ({ collection, role }, index) =>
      index > from && (collection !== first?.collection || role !== first.role),
  );
  return Math.min(CHUNK, (end === -1 ? items.length : end) - from);
}

/** Cuts rows into groups that may be changed at the same time: of one kind, as the links of one kind may lead to another. */
export function groupsOf(rows: readonly StoredJobRow[], size: number): StoredJobRow[][] {
  const groups: StoredJobRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const isAlike = last?.[0]?.of === row.of && last[0].removes === row.removes;
    if (last !== undefined && isAlike && last.length < size) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** Collects results, and stores them from time to time. */
export function createResults(jobs: Pick<JobStore, 'endRows'>, key: string) {
  let ended: EndedRow[] = [];
  let storedAt = performance.now();
  const flush = async (): Promise<void> => {
    const waiting = ended;
    ended = [];
    storedAt = performance.now();
    if (waiting.length > 0) await jobs.endRows(key, waiting);
  };
  return {
    flush,
    /**
     * Waits for the results of rows that are changed at the same time, and adds them. Rejects with the error of a row that is to be tried
     * again, when the others have ended.
     */
    async addAll(rows: readonly Promise<EndedRow>[]): Promise<void> {
      const settled = await Promise.allSettled(rows);
      for (const one of settled) if (one.status === 'fulfilled') ended.push(one.value);
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed !== undefined || performance.now() - storedAt >= RENEW_MS) await flush();
      if (failed !== undefined) throw failed.reason;
    },
  };
}
