import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { silentLogger } from './kafka.ts';
import type { Leased, OutboxEntry, OutboxPort } from './outbox.ts';
import { startRelay, type Relay } from './relay.ts';

const anEntry = (id: string): OutboxEntry => ({
  id,
  topic: 'things',
  key: id,
  type: 'thing.changed',
  v: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: {},
});

/** Creates one document that is written as services do, and a broker whose responses the test controls. */
function aWriter() {
  let rev = 0;
  let entries: OutboxEntry[] = [];
  const outbox: OutboxPort = {
    claim: async ([id]): Promise<Leased[]> =>
      id === undefined || entries.length === 0 ? [] : [{ id, rev, entries }],
    findDue: async () => [],
    clear: async (published) => {
      entries = entries.filter((entry) => !published.some((claim) => claim.entries.includes(entry)));
    },
    postpone: async () => {},
    oldest: async () => null,
  };
  const calls: { ids: string[]; succeed: () => void; fail: () => void }[] = [];
  const producer = {
    publishAll: (records: readonly { envelope: Envelope }[]) =>
      new Promise<void>((resolve, reject) => {
        const ids = records.map(({ envelope }) => envelope.id);
        calls.push({ ids, succeed: resolve, fail: () => reject(new Error('no broker')) });
      }),
  };
  const relay: Relay<number | string> = startRelay({ outbox, producer, log: silentLogger });
  let resolvedWrites = 0;
  return {
    relay,
    calls,
    resolvedWrites: () => resolvedWrites,
    write(): Promise<void> {
      rev += 1;
      entries = [...entries, anEntry(`e${rev}`)];
      relay.notify('a');
      return relay.acknowledged('a', rev).then(() => void (resolvedWrites += 1));
    },
  };
}

const MAX_WAIT_MS = 500;
/** Runs all pending microtasks and due timers. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a write that waits for its publication', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('resolves when the broker acknowledges, and not before', async () => {
    const { write, calls, resolvedWrites } = aWriter();
    const written = write();
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
    expect([calls.map(({ ids }) => ids), resolvedWrites()]).toEqual([[['e1']], 0]);
    calls[0]?.succeed();
    await written;
    expect(resolvedWrites()).toBe(1);
  });

  it('does not resolve at the acknowledgement of an earlier write', async () => {
    const { write, calls, resolvedWrites } = aWriter();
    const first = write();
    await settle();
    const second = write();
    calls[0]?.succeed();
    await first;
    await settle();
    expect([calls[1]?.ids, resolvedWrites()]).toEqual([['e2'], 1]);
    calls[1]?.succeed();
    await second;
    expect(resolvedWrites()).toBe(2);
  });

  it('waits half a second for a broker that does not respond; later writes do not wait', async () => {
    const { write, calls, resolvedWrites } = aWriter();
    void write();
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
    expect(resolvedWrites()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(resolvedWrites()).toBe(1);
    void write();
    await settle();
    expect([resolvedWrites(), calls.length]).toEqual([2, 1]);
  });

  it('resolves at once when the publication fails and until one succeeds; the events are published later', async () => {
    const { relay, write, calls, resolvedWrites } = aWriter();
    const first = write();
    await settle();
    calls[0]?.fail();
    await first;
    await write();
    expect(resolvedWrites()).toBe(2);
    await settle();
    calls[1]?.succeed();
    await relay.idle();
    expect(calls[1]?.ids).toEqual(['e1', 'e2']);
  });

  it('waits again after a publication that succeeded', async () => {
    const { write, calls, resolvedWrites } = aWriter();
    const first = write();
    await settle();
    calls[0]?.fail();
    await first;
    await write();
    await settle();
    calls[1]?.succeed();
    await settle();
    const third = write();
    await settle();
    expect([calls[2]?.ids, resolvedWrites()]).toEqual([['e3'], 2]);
    calls[2]?.succeed();
    await third;
  });
});
