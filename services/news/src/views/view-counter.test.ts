import type { Envelope } from '@vidhi/contracts/events.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createClosers, type Closers } from '@vidhi/service-kit/closers.ts';
import { startViewCounter, type ViewCounterOptions } from './view-counter.ts';

const WAIT = { timeout: 60_000, interval: 10 };

describe('the view counter', () => {
  let closers: Closers;
  afterEach(() => closers.closeAll());

  /** Posts that a previous process counted; reading them fails before the connection and as often as wanted after it. */
  function start(counted: readonly { _id: number; views_count: number }[], failures = 0) {
    let isConnected = false;
    let left = failures;
    const { promise: connected, resolve } = Promise.withResolvers<void>();
    const posts = {
      async *find() {
        if (!isConnected || left > 0) {
          left -= 1;
          throw new Error('the database is unavailable');
        }
        yield* counted;
      },
    };
    const published: Envelope[] = [];
    const errors: unknown[] = [];
    closers = createClosers((_name, error) => void errors.push(error));
    startViewCounter(closers, {
      posts: posts as unknown as ViewCounterOptions['posts'],
      connected,
      producer: {
        publishAll: async (records) => void published.push(...records.map(({ envelope }) => envelope)),
      },
      topic: 'views',
      onCount: () => {},
      onError: (error) => errors.push(error),
    });
    const connect = (): void => {
      isConnected = true;
      resolve();
    };
    return { published, errors, connect };
  }

  it('publishes the recent counts of the previous process when the database is connected', async () => {
    const { published, errors, connect } = start([{ _id: 7, views_count: 42 }]);
    connect();
    await expect.poll(() => published.map(({ data }) => data), WAIT).toEqual([{ id: 7, viewsCount: 42 }]);
    expect(errors).toEqual([]);
  });

  it('reads them again after an error', async () => {
    const { published, errors, connect } = start([{ _id: 7, views_count: 42 }], 2);
    connect();
    await expect.poll(() => published.length, WAIT).toBe(1);
    expect(errors).toHaveLength(2);
  });

  it('closes before the database is connected', async () => {
    const { published } = start([{ _id: 7, views_count: 42 }]);
    await closers.closeAll();
    expect(published).toEqual([]);
  });
});
