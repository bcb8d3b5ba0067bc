import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel } from '@vidhi/content-engine';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { FollowOptions } from '@vidhi/messaging/follow.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { noteCollection } from '../testing/content-store-contract.ts';
import { startLiveModel, type LiveModel, type LiveModelOptions } from './live-model.ts';
import type { Put } from './revised-model.ts';

interface Bus {
  followed: FollowOptions[];
  isDown: boolean;
  /** Resolves `caughtUp` of the follower; null resolves it at once. */
  caughtUp: Promise<void> | null;
}
const bus = vi.hoisted((): Bus => ({ followed: [], isDown: false, caughtUp: null }));
vi.mock('@vidhi/messaging/topics.ts', () => ({
  endOffsets: async () => {
    if (bus.isDown) throw new Error('no broker');
    return new Map([['notes', 12n]]);
  },
}));
vi.mock('@vidhi/messaging/follow.ts', () => ({
  followTopics(options: FollowOptions) {
    bus.followed.push(options);
    return {
      positions: () => new Map([['notes', 12n]]),
      clusterId: () => 'cluster',
      caughtUp: bus.isDown ? new Promise<void>(() => {}) : (bus.caughtUp ?? Promise.resolve()),
      lag: () => 0,
      silentMs: () => (bus.isDown ? 60_000 : 0),
      staleSince: () => (bus.isDown ? Date.now() - 60_000 : null),
      close: async () => {},
    };
  },
}));

const aNote = (id: number, title: string): StoredDocument => ({
  id,
  title,
  publishedAt: '2026-01-01T00:00:00.000Z',
});
const never = (): Promise<never> => new Promise(() => {});
const rejectUnavailable = async (): Promise<never> => {
  throw new Error('the database is unavailable');
};

describe('a starting live model', () => {
  let folder: string;
  let live: LiveModel;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vidhi-live-'))));
  afterEach(async () => {
    await live.close();
    rmSync(folder, { recursive: true, force: true });
    bus.followed.length = 0;
    Object.assign(bus, { isDown: false, caughtUp: null });
  });

  const path = (): string => join(folder, 'model.snapshot');
  const start = (options: Partial<LiveModelOptions> = {}): LiveModel =>
    (live = startLiveModel({
      model: createReadModel([fileCollection, noteCollection]),
      client: connectKafka({ brokers: '127.0.0.1:1', clientId: 'test' }),
      topics: ['notes'],
      events: new Map(),
      load: async (put) => put('note', aNote(1, 'Stored'), 1),
      toChange: () => null,
      headerTopics: { notes: 'notes' },
      brokerTimeoutMs: 1,
      ...options,
    }));
  const titles = (): unknown[] => live.model.list('note').map(({ title }) => title);

  /** Writes a snapshot, as a process that is stopped does. */
  async function stopWith(load: (put: Put) => Promise<void>): Promise<void> {
    start({ load, snapshot: { path: path(), rules: '1' } });
    await live.ready;
    await live.close();
    bus.followed.length = 0;
  }

  it('is ready from the database while the broker is unavailable, and reports its age', async () => {
    bus.isDown = true;
    start();
    expect([live.isReady(), live.readiness().ok]).toEqual([false, false]);
    await live.ready;
    expect(titles()).toEqual(['Stored']);
    expect(live.ageSeconds()).toBeGreaterThan(0);
  });

  it('loads from the database again when the broker is available, then follows from the end offsets', async () => {
    bus.isDown = true;
    let loads = 0;
    start({
      load: async (put) => {
        loads += 1;
        put('note', aNote(1, `Load ${loads}`), loads);
      },
    });
    await live.ready;
    bus.isDown = false;
    await expect.poll(() => bus.followed.length, { timeout: 20_000 }).toBe(1);
    expect(bus.followed[0]?.from).toEqual(new Map([['notes', 12n]]));
    expect(titles()).toEqual(['Load 2']);
    expect(live.ageSeconds()).toBe(0);
  });

  it('is not ready without the broker when documents of other services are only in its topics', async () => {
    bus.isDown = true;
    let loads = 0;
    start({
      replayed: ['users'],
      load: async () => {
        loads += 1;
      },
    });
    await expect.poll(() => loads).toBe(1);
    expect(live.isReady()).toBe(false);
    bus.isDown = false;
    await live.ready;
  });

  it('is ready from its snapshot without broker and database, with the positions and age of the snapshot', async () => {
    await stopWith(async (put) => put('note', aNote(1, 'Before'), 3));
    bus.isDown = true;
    start({ load: rejectUnavailable, snapshot: { path: path(), rules: '1' } });
    await live.ready;
    expect(titles()).toEqual(['Before']);
    expect([live.position(), bus.followed[0]?.from, bus.followed[0]?.clusterId]).toEqual([
      'notes=12',
      new Map([['notes', 12n]]),
      'cluster',
    ]);
    expect(live.ageSeconds()).toBeGreaterThan(0);
    expect(live.readiness().detail).toMatch(/^no events for \d+ s$/);
  });

  it('catches up from its snapshot before it is ready, without the database', async () => {
    await stopWith(async (put) => {
      put('note', aNote(1, 'Before'), 3);
      put('note', aNote(2, 'To be withdrawn'), 3);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    bus.caughtUp = promise;
    start({
      load: never,
      snapshot: { path: path(), rules: '1' },
      toChange: ({ id }) => ({ kind: 'remove', name: 'note', id: 2, rev: Number(id) }),
    });
    await expect.poll(() => bus.followed.length).toBe(1);
    expect(live.isReady()).toBe(false);
    const event = { type: 'x', v: 1, aggregateId: '2', occurredAt: '2026-11-20T10:00:00.000Z', data: {} };
    bus.followed[0]?.apply({ ...event, id: '2' }, { topic: 'notes', offset: 12n });
    expect(titles()).toEqual(['Before', 'To be withdrawn']);
    bus.followed[0]?.apply({ ...event, id: '4' }, { topic: 'notes', offset: 13n });
    resolve();
    await live.ready;
    expect(titles()).toEqual(['Before']);
    expect(live.ageSeconds()).toBe(0);
  });

  it('loads from the database when its snapshot cannot catch up', async () => {
    await stopWith(async (put) => put('note', aNote(1, 'Before'), 3));
    bus.isDown = true;
    start({
      load: async (put) => put('note', aNote(2, 'Stored since'), 1),
      snapshot: { path: path(), rules: '1' },
    });
    await expect.poll(titles).toEqual(['Stored since']);
  });

  it('loads from the database when the cluster differs from that of the snapshot', async () => {
    await stopWith(async (put) => put('note', aNote(1, 'Before'), 3));
    bus.caughtUp = never();
    start({ snapshot: { path: path(), rules: '1' } });
    await expect.poll(() => bus.followed.length).toBe(1);
    bus.caughtUp = null;
    bus.followed[0]?.onReset('the cluster is another one');
    await live.ready;
    expect(titles()).toEqual(['Stored']);
  });

  it.each([
    ['damaged', (file: string) => writeFileSync(file, 'no snapshot at all'), '1'],
    ['of other rules', () => undefined, '2'],
  ])('ignores a snapshot that is %s and loads from the database', async (_name, damage, rules) => {
    await stopWith(async (put) => put('note', aNote(7, 'Before'), 3));
    damage(path());
    start({ snapshot: { path: path(), rules } });
    await live.ready;
    expect(titles()).toEqual(['Stored']);
  });

  describe('from a snapshot, of a process that writes', () => {
    const before = async (put: Put): Promise<void> => {
      for (const [id, title] of [
        [1, 'The same'],
        [2, 'Changed'],
        [3, 'Removed'],
        [4, 'Missing'],
        [5, 'Older in a restored database'],
        [6, 'Changed by an event'],
      ] as const)
        put('note', aNote(id, title), 3);
    };

    it('is not ready before it has compared its documents with those of the database', async () => {
      await stopWith(before);
      const { promise, resolve } = Promise.withResolvers<void>();
      let compared: unknown[] = [];
      start({
        load: never,
        brokerTimeoutMs: 60_000,
        snapshot: { path: path(), rules: '1' },
        async loadChanges(snapshot) {
          await promise;
          compared = [snapshot.revisionOf('note', 1), snapshot.revisionOf('note', 9), snapshot.idsOf('note')];
          snapshot.put('note', aNote(2, 'Unpublished'), 4, 3);
          snapshot.remove('note', 3, 4, 3);
          snapshot.remove('note', 4, undefined, 3);
          snapshot.put('note', aNote(5, 'Restored'), 2, 3);
          live.put('note', aNote(6, 'Newer'), 5);
          snapshot.put('note', aNote(6, 'Read before the event'), 4, 3);
          snapshot.put('note', aNote(9, 'New'), 1, undefined);
        },
      });
      await expect.poll(() => bus.followed.length).toBe(1);
      expect([live.isReady(), live.readiness().detail]).toEqual([false, 'catching up from a snapshot']);
      resolve();
      await live.ready;
      expect(compared).toEqual([3, undefined, [1, 2, 3, 4, 5, 6]]);
      expect(titles()).toEqual(['The same', 'Unpublished', 'Restored', 'Newer', 'New']);
      expect(live.ageSeconds()).toBe(0);
    });

    it('is ready with an age while neither the database nor the broker responds', async () => {
      await stopWith(before);
      bus.isDown = true;
      start({ load: never, loadChanges: rejectUnavailable, snapshot: { path: path(), rules: '1' } });
      await live.ready;
      expect(titles()).toHaveLength(6);
      expect(live.ageSeconds()).toBeGreaterThan(0);
    });
  });

  it('does not write a snapshot when nothing has changed', async () => {
    await stopWith(async (put) => put('note', aNote(1, 'Before'), 3));
    const { ino } = statSync(path());
    await stopWith(async (put) => put('note', aNote(1, 'Before'), 3));
    expect(statSync(path()).ino).toBe(ino);
  });
});
