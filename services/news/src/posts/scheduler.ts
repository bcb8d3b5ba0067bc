import type { Connection } from 'mongoose';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import type { LiveModel } from '@vidhi/content-service';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { Closers } from '@vidhi/service-kit/closers.ts';
import { modelOf, oneOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';
import { type AdPeriods, switchAd } from '../ads/ad-periods.ts';
import { type ExpiringPosts, withdrawExpired } from './expiring-posts.ts';
import type { ScheduledPosts } from './scheduled-posts.ts';

/** Progress of the announcements. */
export const SCHEDULER = storedCollection('scheduler', {
  _id: oneOf(['posts']),
  /** Posts due until this time have been announced. */
  upTo: required(Date),
});

export interface SchedulerOptions {
  connection: Connection;
  store: ContentWrites;
  live: Pick<LiveModel, 'put'>;
  scheduled: ScheduledPosts;
  expiring: Pick<ExpiringPosts, 'due'>;
  adPeriods: Pick<AdPeriods, 'due'>;
  now?: () => Date;
}

const EVERY_MS = 500;

/**
 * Announces scheduled posts when they are due, withdraws those whose time is over, and shows and hides advertisements at the
 * limits of their periods. Its progress is stored, so that the next writer announces posts that became due while no writer ran;
 * announcing is idempotent.
 */
export function startScheduler(closers: Pick<Closers, 'add' | 'every'>, options: SchedulerOptions): void {
  const { connection, store, live, scheduled, expiring, adPeriods, now = () => new Date() } = options;
  const progress = modelOf(connection, SCHEDULER);
  let upTo: Date | null = null;

  async function begin(): Promise<Date> {
    await progress.updateOne({ _id: 'posts' }, { $setOnInsert: { upTo: now() } }, { upsert: true });
    const found = await progress.findOne({ _id: 'posts' });
    return found?.upTo ?? now();
  }

  async function step(): Promise<void> {
    upTo ??= await begin();
    const until = now();
    const due = scheduled.due(upTo, until);
    for (const id of due) {
      const announced = await store.touch(postCollection, id);
      if (announced !== null) live.put(postCollection.name, announced.doc, announced.rev);
    }
    if (due.length > 0) await progress.updateOne({ _id: 'posts' }, { $max: { upTo: until } });
    scheduled.announced(due);
    upTo = until;
    for (const id of expiring.due(until)) await withdrawExpired(store, live, id, until);
    for (const id of adPeriods.due(until)) await switchAd(store, live, id, until);
  }

  closers.add('scheduler', async () => {
    if (upTo !== null) await progress.updateOne({ _id: 'posts' }, { $max: { upTo } });
  });
  closers.every('publication of scheduled posts', EVERY_MS, step);
}
