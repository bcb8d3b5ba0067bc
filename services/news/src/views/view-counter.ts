import type { mongo } from 'mongoose';
import { PostViewed, type Envelope } from '@vidhi/contracts/events.ts';
import type { ContentDocument } from '@vidhi/content-service/store.ts';
import type { Producer } from '@vidhi/messaging/producer.ts';
import type { Closers } from '@vidhi/service-kit/closers.ts';
import { isFulfilledBefore, retryForever } from '@vidhi/service-kit/retry.ts';

type PostDocument = ContentDocument & { views_count?: number; viewedAt?: Date };

/** Counts views of posts. A view is stored before it is acknowledged. */
export interface ViewCounter {
  /** Resolves with the count when the view is stored; null when there is no such post. */
  add(postId: number): Promise<number | null>;
}

export interface ViewCounterOptions {
  posts: mongo.Collection<ContentDocument>;
  /** The first connection to the database. */
  connected: Promise<void>;
  producer: Pick<Producer, 'publishAll'>;
  topic: string;
  /** Called with each new count, before it is acknowledged. */
  onCount: (postId: number, count: number) => void;
  onError: (error: unknown) => void;
}

const GATHER_MS = 4;
const PUBLISH_MS = 1_000;
/** Counts this recent may not have been published by the previous process. */
const RECENT_MS = 5 * 60_000;
const RETRY = { firstMs: 100, maxMs: 2_000 };

interface Waiting {
  added: number;
  resolve: ((count: number | null) => void)[];
  reject: ((error: unknown) => void)[];
}

/** Absolute numbers, so that a repeated or lost event is corrected by the next one. */
const viewed = (id: number, viewsCount: number): Envelope => ({
  id: `${PostViewed.type}:${id}:${viewsCount}`,
  type: PostViewed.type,
  v: PostViewed.v,
  aggregateId: String(id),
  occurredAt: new Date().toISOString(),
  data: { id, viewsCount },
});

export function startViewCounter(
  closers: Pick<Closers, 'add' | 'every' | 'signal'>,
  options: ViewCounterOptions,
): ViewCounter {
  const { producer, topic, onCount, onError } = options;
  const posts = options.posts as unknown as mongo.Collection<PostDocument>;
  let waiting = new Map<number, Waiting>();
  let gathering: NodeJS.Timeout | null = null;
  const dirty = new Map<number, number>();

  async function store(id: number, { added, resolve, reject }: Waiting): Promise<void> {
    try {
      const found = await posts.findOneAndUpdate(
        { _id: id, removed: { $exists: false } },
        { $inc: { views_count: added }, $currentDate: { viewedAt: true } },
        { projection: { views_count: 1 }, returnDocument: 'after' },
      );
      const count = found?.views_count ?? null;
      if (count !== null) {
        dirty.set(id, Math.max(count, dirty.get(id) ?? 0));
        onCount(id, count);
      }
      for (const resolveView of resolve) resolveView(count);
    } catch (error) {
      for (const rejectAll of reject) rejectAll(error);
    }
  }

  function flush(): void {
    gathering = null;
    const gathered = waiting;
    waiting = new Map();
    for (const [id, views] of gathered) void store(id, views);
  }

  async function publish(): Promise<void> {
    const counts = [...dirty];
    if (counts.length === 0) return;
    dirty.clear();
    try {
      await producer.publishAll(counts.map(([id, count]) => ({ topic, envelope: viewed(id, count) })));
    } catch (error) {
      for (const [id, count] of counts) dirty.set(id, Math.max(count, dirty.get(id) ?? 0));
      throw error;
    }
  }

  /** Publishes counts that the previous process may have stored and not published. */
  async function takeOver(): Promise<void> {
    const since = new Date(Date.now() - RECENT_MS);
    const recent = posts.find({ viewedAt: { $gte: since } }, { projection: { views_count: 1 } });
    for await (const { _id, views_count = 0 } of recent)
      dirty.set(_id, Math.max(views_count, dirty.get(_id) ?? 0));
  }

  async function takeOverWhenConnected(): Promise<void> {
    if (!(await isFulfilledBefore(options.connected, closers.signal))) return;
    await retryForever(takeOver, { ...RETRY, signal: closers.signal, onFailure: onError });
  }

  // Counts of this process do not wait for those of the previous one.
  const takingOver = takeOverWhenConnected();

  closers.add('view counter', async () => {
    await takingOver;
    if (gathering !== null) {
      clearTimeout(gathering);
      flush();
    }
    await publish();
  });
  closers.every('publication of views', PUBLISH_MS, publish);

  return {
    add(postId) {
      const { promise, resolve, reject } = Promise.withResolvers<number | null>();
      const views = waiting.get(postId) ?? { added: 0, resolve: [], reject: [] };
      waiting.set(postId, views);
      views.added += 1;
      views.resolve.push(resolve);
      views.reject.push(reject);
      gathering ??= setTimeout(flush, GATHER_MS);
      return promise;
    },
  };
}
