import { WireError } from '@vidhi/contracts/errors.ts';
import { isUnavailableError } from '@vidhi/messaging/failure.ts';
import type { EndedRow, JobItem, JobStore } from './job-store.ts';

/** The lease is extended, a request to cancel seen, and results are stored this often. */
export const RENEW_MS = 250;
/** Rows that are read and stored together; each is then changed by itself, one after the other. */
export const CHUNK = 25;

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
    async add(one: EndedRow): Promise<void> {
      ended.push(one);
      if (performance.now() - storedAt >= RENEW_MS) await flush();
    },
  };
}
