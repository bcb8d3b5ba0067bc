import type { Closers } from '@vidhi/service-kit/closers.ts';
import { isFulfilledBefore } from '@vidhi/service-kit/retry.ts';
import { indianDay } from './india-days.ts';
import type { ReaderCountStore } from './reader-count-store.ts';
import type { ReaderCounts } from './reader-counts.ts';

export interface FlushCountsOptions {
  counts: ReaderCounts;
  store: Pick<ReaderCountStore, 'add' | 'namesOf'>;
  /** The first connection to the database. */
  connected: Promise<void>;
  everyMs?: number;
  onError: (error: unknown) => void;
}

const EVERY_MS = 5_000;

/**
 * Stores every five seconds what was counted, and the rest on closing: a process that is killed loses the views of five seconds.
 * What could not be stored is added to the next batch, and counts twice where only the response was lost.
 */
export function startFlushing(
  closers: Pick<Closers, 'add' | 'every' | 'signal'>,
  { counts, store, connected, everyMs = EVERY_MS, onError }: FlushCountsOptions,
): void {
  let isConnected = false;

  async function flush(): Promise<void> {
    if (!isConnected) return;
    const increments = counts.take();
    if (increments.length === 0) return;
    try {
      await store.add(increments);
    } catch (error) {
      counts.putBack(increments);
      throw error;
    }
  }

  async function takeOver(): Promise<void> {
    if (!(await isFulfilledBefore(connected, closers.signal))) return;
    const today = indianDay(Date.now());
    // Only the limits of this day depend on it.
    await store.namesOf(today).then((names) => counts.noteStored(today, names), onError);
    isConnected = true;
  }

  const takingOver = takeOver();
  closers.add('counts of readers', async () => {
    await takingOver;
    await flush();
  });
  closers.every('storing of page views', everyMs, flush);
}
