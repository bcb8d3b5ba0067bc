import { connectKafka } from '@vidhi/messaging/kafka.ts';
import type { FollowOptions } from '@vidhi/messaging/follow.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel } from '@vidhi/content-engine';
import { noteCollection } from '../testing/content-store-contract.ts';
import { startLiveModel, type LiveModel, type LiveModelOptions } from './live-model.ts';

const bus = vi.hoisted((): { followed: FollowOptions[] } => ({ followed: [] }));
vi.mock('@vidhi/messaging/topics.ts', () => ({ endOffsets: async () => new Map([['notes', 12n]]) }));
vi.mock('@vidhi/messaging/follow.ts', () => ({
  followTopics(options: FollowOptions) {
    bus.followed.push(options);
    return {
      positions: () => new Map([['notes', 12n]]),
      caughtUp: Promise.resolve(),
      clusterId: () => null,
      lag: () => 0,
      silentMs: () => 0,
      staleSince: () => null,
      close: async () => {},
    };
  },
}));

const aNote = (title: string): StoredDocument => ({ id: 1, title, publishedAt: '2026-01-01T00:00:00.000Z' });
const EVENT = {
  id: 'x',
  type: 'x',
  v: 1,
  aggregateId: '1',
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: {},
};

describe('a live model', () => {
  let live: LiveModel;
  afterEach(async () => {
    await live.close();
    bus.followed.length = 0;
  });

  async function start(options: Partial<LiveModelOptions> = {}): Promise<FollowOptions> {
    live = startLiveModel({
      model: createReadModel([fileCollection, noteCollection]),
      client: connectKafka({ brokers: '127.0.0.1:1', clientId: 'test' }),
      topics: ['notes'],
      events: new Map(),
      load: async (put) => put('note', aNote('Old'), 1),
      toChange: () => ({ kind: 'refetch', name: 'note', id: 1, rev: 2 }),
      headerTopics: { notes: 'notes' },
      ...options,
    });
    await live.ready;
    const [following] = bus.followed;
    if (following === undefined) throw new Error('nothing is followed');
    return following;
  }

  it('counts skipped records', async () => {
    const following = await start();
    following.onSkipped?.();
    following.onSkipped?.();
    expect(live.skippedRecords()).toBe(2);
  });

  it('has no position from a reset until it is loaded again', async () => {
    let loads = 0;
    const { promise: again, resolve: loadAgain } = Promise.withResolvers<void>();
    const following = await start({
      load: async () => {
        loads += 1;
        if (loads > 1) await again;
      },
    });
    expect(live.position()).toBe('notes=12');
    following.onReset('the cluster is another one');
    expect(live.position()).toBe('');
    loadAgain();
    await expect.poll(() => live.position()).toBe('notes=12');
  });

  it('does not advance its position until derived data are settled', async () => {
    let isSettled = true;
    const following = await start({
      toChange: () => null,
      derived: { isSettled: () => isSettled, untilSettled: async () => undefined },
    });
    isSettled = false;
    following.onProgress?.(new Map([['notes', 13n]]));
    expect(live.position()).toBe('notes=12');
    isSettled = true;
    expect(live.position()).toBe('notes=13');
  });

  it('is not ready before derived data are settled', async () => {
    const { promise: there, resolve } = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    const starting = start({
      derived: {
        isSettled: () => true,
        untilSettled() {
          requested.resolve();
          return there;
        },
      },
    });
    await requested.promise;
    expect(live.readiness().ok).toBe(false);
    resolve();
    await starting;
    expect(live.readiness().ok).toBe(true);
  });

  it('retries reading a document while the database is unavailable', async () => {
    let failures = 2;
    const following = await start({
      refetch: async () => {
        failures -= 1;
        if (failures >= 0) throw new Error('the database is unavailable');
        return { doc: aNote('New'), rev: 2 };
      },
    });
    following.apply(EVENT, { topic: 'notes', offset: 12n });
    await expect.poll(() => live.model.get('note', 1)?.['title']).toBe('New');
  });
});
