import { describe, expect, it } from 'vitest';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { silentLogger } from './kafka.ts';
import type { Leased, OutboxEntry, OutboxPort } from './outbox.ts';
import { startRelay } from './relay.ts';

const anEntry = (id: string): OutboxEntry => ({
  id,
  topic: 'things',
  key: id,
  type: 'thing.changed',
  v: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { rev: 1 },
});

/** Creates an in-memory outbox: event ids by document id. */
function anOutbox(documents: Record<string, string[]>) {
  const entriesById = new Map(Object.entries(documents).map(([id, ids]) => [id, ids.map(anEntry)]));
  const port: OutboxPort = {
    claim: async (ids) =>
      ids
        .map((id): Leased => ({ id, rev: 1, entries: [...(entriesById.get(String(id)) ?? [])] }))
        .filter(({ entries }) => entries.length > 0),
    findDue: async () => [...entriesById].filter(([, entries]) => entries.length > 0).map(([id]) => id),
    clear: async (published) => {
      for (const { id, entries } of published)
        entriesById.set(
          String(id),
          (entriesById.get(String(id)) ?? []).filter((entry) => !entries.includes(entry)),
        );
    },
    postpone: async () => {},
    oldest: async () => ([...entriesById.values()].some((entries) => entries.length > 0) ? new Date() : null),
  };
  return { port, entriesById };
}

/** Creates a broker that rejects batches with an event of these ids; `quiet` resolves at the first accepted batch. */
function aBroker(rejects: (id: string) => boolean) {
  const sent: string[] = [];
  const { promise: quiet, resolve } = Promise.withResolvers<void>();
  const publishAll = async (records: readonly { envelope: Envelope }[]) => {
    const ids = records.map(({ envelope }) => envelope.id);
    if (ids.some(rejects)) throw new Error('rejected');
    sent.push(...ids);
    resolve();
  };
  return { sent, quiet, producer: { publishAll } };
}

describe('the relay', () => {
  it('searches the outbox at the first connection to the database, not before', async () => {
    const { port } = anOutbox({ a: ['a1'] });
    const { sent, quiet, producer } = aBroker(() => false);
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>();
    let searches = 0;
    const outbox = { ...port, oldest: async () => ((searches += 1), port.oldest()) };
    const relay = startRelay({ outbox, producer, log: silentLogger, connected, sweepMs: 3_600_000 });
    await relay.idle();
    expect(searches).toBe(0);
    connect();
    await quiet;
    expect([searches, sent]).toEqual([1, ['a1']]);
    await relay.close();
  });

  it('closes before the first connection', async () => {
    const { port } = anOutbox({ a: ['a1'] });
    const { sent, producer } = aBroker(() => false);
    const relay = startRelay({ outbox: port, producer, log: silentLogger, connected: new Promise(() => {}) });
    await relay.close();
    expect(sent).toEqual([]);
  });

  it('publishes events that an earlier process left in the outbox', async () => {
    const { port, entriesById } = anOutbox({ a: ['a1', 'a2'] });
    const { sent, quiet, producer } = aBroker(() => false);
    const relay = startRelay({ outbox: port, producer, log: silentLogger });
    await quiet;
    await relay.idle();
    expect(sent).toEqual(['a1', 'a2']);
    expect(entriesById.get('a')).toEqual([]);
    await relay.close();
  });

  it('publishes what is due behind a document whose events an earlier process had marked, and not released', async () => {
    const { port } = anOutbox({ a: ['a1'] });
    const { sent, quiet, producer } = aBroker(() => false);
    // The marked document is due first, and nothing of it waits.
    const outbox: OutboxPort = { ...port, oldest: async () => null };
    const relay = startRelay({ outbox, producer, log: silentLogger });
    await quiet;
    expect(sent).toEqual(['a1']);
    await relay.close();
  });

  it('publishes the events of one document in order after the broker rejected one, and others meanwhile', async () => {
    const { port, entriesById } = anOutbox({ a: ['a1', 'a2'], b: ['b1'] });
    let isRejecting = true;
    const { sent, producer } = aBroker((id) => isRejecting && id === 'a1');
    const relay = startRelay({ outbox: port, producer, log: silentLogger, sweepMs: 60_000 });
    await expect.poll(() => sent).toEqual(['b1']);
    expect(entriesById.get('a')?.map(({ id }) => id)).toEqual(['a1', 'a2']);
    isRejecting = false;
    await expect.poll(() => sent).toEqual(['b1', 'a1', 'a2']);
    await relay.close();
  });

  it('publishes on notify without waiting for the next sweep', async () => {
    const { port, entriesById } = anOutbox({});
    const { sent, quiet, producer } = aBroker(() => false);
    const relay = startRelay({ outbox: port, producer, log: silentLogger, sweepMs: 60_000 });
    entriesById.set('c', [anEntry('c1')]);
    relay.notify('c');
    await quiet;
    expect(sent).toEqual(['c1']);
    await relay.close();
  });

  it('continues after the outbox was unavailable', async () => {
    const { port } = anOutbox({ a: ['a1'] });
    let failures = 2;
    const flaky: OutboxPort = {
      ...port,
      claim: async (ids) => {
        failures -= 1;
        if (failures >= 0) throw new Error('unavailable');
        return port.claim(ids);
      },
    };
    const { sent, producer } = aBroker(() => false);
    const relay = startRelay({ outbox: flaky, producer, log: silentLogger });
    await expect.poll(() => sent).toEqual(['a1']);
    await relay.close();
  });

  it('publishes an edited document before the rest of an import that was queued earlier', async () => {
    const documents = Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`i${at}`, [`i${at}`]]));
    const { port } = anOutbox({ ...documents, edited: ['edited'] });
    const batches: string[][] = [];
    const { promise: firstSent, resolve: resolveFirstSent } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const producer = {
      async publishAll(records: readonly { envelope: Envelope }[]) {
        batches.push(records.map(({ envelope }) => envelope.id));
        resolveFirstSent();
        await released;
      },
    };
    const relay = startRelay({
      outbox: { ...port, findDue: async () => [], oldest: async () => null },
      producer,
      log: silentLogger,
    });
    for (const id of Object.keys(documents)) relay.notify(id, 'bulk');
    await firstSent;
    relay.notify('edited');
    release();
    await relay.idle();
    expect(batches.flat()).toHaveLength(451);
    expect(batches[1]?.[0]).toBe('edited');
    await relay.close();
  });

  it('publishes and hands over what comes before an event that the broker rejects', async () => {
    const { port, entriesById } = anOutbox({ a: ['a1', 'a2', 'a3'], b: ['b1'] });
    const postponed: { published: string[]; isPoison: boolean; delayMs: number }[] = [];
    const { sent, producer } = aBroker((id) => id === 'a2');
    const outbox: OutboxPort = {
      ...port,
      async postpone(_claim, delayMs, { published, isPoison }) {
        postponed.push({ published: published.map(({ id }) => id), isPoison, delayMs });
      },
    };
    const relay = startRelay({ outbox, producer, log: silentLogger, sweepMs: 60_000 });
    await expect.poll(() => sent.toSorted()).toEqual(['a1', 'b1']);
    await relay.idle();
    expect(postponed).toEqual([{ published: ['a1'], isPoison: false, delayMs: 100 }]);
    expect(entriesById.get('a')?.map(({ id }) => id)).toEqual(['a1', 'a2', 'a3']);
    await relay.close();
  });

  it('calls an event poison that fails several times although the broker responds, and never gives it up', async () => {
    const { port } = anOutbox({ a: ['a1'], b: ['b1'] });
    const failures: { isPoison: boolean; delayMs: number }[] = [];
    const outbox: OutboxPort = {
      ...port,
      async postpone({ id }, delayMs, { isPoison }) {
        if (id === 'a') failures.push({ isPoison, delayMs });
      },
    };
    const rejected = (id: string) => id === 'a1';
    const unavailable = (id: string) => id === 'b1';
    const producer = {
      async publishAll(records: readonly { envelope: Envelope }[]) {
        const ids = records.map(({ envelope }) => envelope.id);
        if (ids.some(rejected)) throw new Error('the record is too large');
        if (ids.some(unavailable)) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      },
    };
    const relay = startRelay({ outbox, producer, log: silentLogger, sweepMs: 60_000 });
    for (let time = 0; time < 12; time += 1) {
      relay.notify('a');
      relay.notify('b');
      await relay.idle();
    }
    expect(failures.map(({ isPoison }) => isPoison).indexOf(true)).toBe(5);
    expect(failures.slice(5).every(({ isPoison }) => isPoison)).toBe(true);
    expect(failures.at(-1)?.delayMs).toBeGreaterThan(60_000);
    expect(Math.max(...failures.map(({ delayMs }) => delayMs))).toBeLessThanOrEqual(300_000);
    await relay.close();
  });

  it('does not send under a lease that may end before the broker acknowledges', async () => {
    const { port } = anOutbox({ a: ['a1'], b: ['b1'] });
    const postponed: unknown[] = [];
    const outbox: OutboxPort = {
      ...port,
      async claim(ids) {
        const claims = await port.claim(ids);
        return claims.map((claim) =>
          claim.id === 'a' ? { ...claim, sendBefore: performance.now() - 1 } : claim,
        );
      },
      postpone: async ({ id }) => void postponed.push(id),
    };
    const { sent, producer } = aBroker(() => false);
    const relay = startRelay({ outbox, producer, log: silentLogger, sweepMs: 60_000 });
    await expect.poll(() => postponed).toEqual(['a']);
    expect(sent).toEqual(['b1']);
    await relay.close();
  });

  it('publishes what is in time at once when another lease of the batch is overdue', async () => {
    const { port } = anOutbox({ a: ['a1'], b: ['b1'], c: ['c1'] });
    const outbox: OutboxPort = {
      ...port,
      async claim(ids) {
        const claims = await port.claim(ids);
        return claims.map((claim) =>
          claim.id === 'a' ? { ...claim, sendBefore: performance.now() - 1 } : claim,
        );
      },
    };
    const batches: string[][] = [];
    const producer = {
      async publishAll(records: readonly { envelope: Envelope }[]) {
        batches.push(records.map(({ envelope }) => envelope.id));
      },
    };
    const relay = startRelay({ outbox, producer, log: silentLogger, sweepMs: 60_000 });
    await expect.poll(() => batches).toEqual([['b1', 'c1']]);
    await relay.close();
  });

  it('leases more documents at once again only after a full batch was published at once', async () => {
    const sizes: number[] = [];
    const names = Array.from({ length: 700 }, (_, index) => `d${index}`);
    const { port } = anOutbox({});
    let isSlow = true;
    const outbox: OutboxPort = {
      ...port,
      async claim(ids) {
        sizes.push(ids.length);
        const claims = ids.map((id): Leased => ({ id, rev: 1, entries: [anEntry(`${id}-1`)] }));
        if (!isSlow || ids.length === 1) return claims;
        isSlow = false;
        return claims.map((claim) => ({ ...claim, sendBefore: performance.now() - 1 }));
      },
    };
    let isRejecting = true;
    const producer = {
      async publishAll(records: readonly unknown[]) {
        if (!isRejecting || records.length === 1) return;
        isRejecting = false;
        throw new Error('rejected');
      },
    };
    const relay = startRelay({ outbox, producer, log: silentLogger, sweepMs: 3_600_000 });
    for (const name of names) relay.notify(name);
    await relay.idle();
    expect(sizes).toEqual([200, 100, 100, 200, 100]);
    await relay.close();
  });

  it('leases fewer documents at once while the database takes too long for a whole batch', async () => {
    const sizes: number[] = [];
    const names = Array.from({ length: 500 }, (_, index) => `d${index}`);
    const { port } = anOutbox(Object.fromEntries(names.map((name) => [name, [`${name}-1`]])));
    const outbox: OutboxPort = {
      ...port,
      async claim(ids) {
        const claims = await port.claim(ids);
        sizes.push(ids.length);
        if (ids.length <= 20) return claims;
        return claims.map((claim) => ({ ...claim, sendBefore: performance.now() - 1 }));
      },
    };
    const { sent, producer } = aBroker(() => false);
    const relay = startRelay({ outbox, producer, log: silentLogger });
    await expect.poll(() => sent.length, { timeout: 30_000 }).toBe(500);
    expect(sent.toSorted()).toEqual(names.map((name) => `${name}-1`).toSorted());
    expect(sizes.slice(0, 6)).toEqual([200, 100, 50, 25, 12, 24]);
    await relay.close();
  });
});
