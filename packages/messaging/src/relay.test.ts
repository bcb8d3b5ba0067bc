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

/** Documents with their facts in memory. */
function anOutbox(documents: Record<string, string[]>) {
  const facts = new Map(Object.entries(documents).map(([id, ids]) => [id, ids.map(anEntry)]));
  const port: OutboxPort = {
    claim: async (ids) =>
      ids
        .map((id): Leased => ({ id, rev: 1, entries: [...(facts.get(String(id)) ?? [])] }))
        .filter(({ entries }) => entries.length > 0),
    findDue: async () => [...facts].filter(([, entries]) => entries.length > 0).map(([id]) => id),
    clear: async (published) => {
      for (const { id, entries } of published)
        facts.set(
          String(id),
          (facts.get(String(id)) ?? []).filter((entry) => !entries.includes(entry)),
        );
    },
    postpone: async () => {},
    oldest: async () => ([...facts.values()].some((entries) => entries.length > 0) ? new Date() : null),
  };
  return { port, facts };
}

function aBroker(refuses: (id: string) => boolean) {
  const sent: string[] = [];
  const { promise: quiet, resolve } = Promise.withResolvers<void>();
  const publishAll = async (records: readonly { envelope: Envelope }[]) => {
    const ids = records.map(({ envelope }) => envelope.id);
    if (ids.some(refuses)) throw new Error('refused');
    sent.push(...ids);
    resolve();
  };
  return { sent, quiet, producer: { publishAll } };
}

describe('the relay', () => {
  it('publishes what a process before it left behind', async () => {
    const { port, facts } = anOutbox({ a: ['a1', 'a2'] });
    const { sent, quiet, producer } = aBroker(() => false);
    const relay = startRelay({ outbox: port, producer, log: silentLogger });
    await quiet;
    await relay.idle();
    expect(sent).toEqual(['a1', 'a2']);
    expect(facts.get('a')).toEqual([]);
    await relay.close();
  });

  it('keeps the order of one document when the broker refuses, and lets the others pass', async () => {
    const { port, facts } = anOutbox({ a: ['a1', 'a2'], b: ['b1'] });
    let away = true;
    const { sent, producer } = aBroker((id) => away && id === 'a1');
    const relay = startRelay({ outbox: port, producer, log: silentLogger, sweepMs: 60_000 });
    await expect.poll(() => sent).toEqual(['b1']);
    expect(facts.get('a')?.map(({ id }) => id)).toEqual(['a1', 'a2']);
    away = false;
    await expect.poll(() => sent).toEqual(['b1', 'a1', 'a2']);
    await relay.close();
  });

  it('publishes at a hint without waiting for its next look', async () => {
    const { port, facts } = anOutbox({});
    const { sent, quiet, producer } = aBroker(() => false);
    const relay = startRelay({ outbox: port, producer, log: silentLogger, sweepMs: 60_000 });
    facts.set('c', [anEntry('c1')]);
    relay.notify('c');
    await quiet;
    expect(sent).toEqual(['c1']);
    await relay.close();
  });

  it('goes on after the outbox did not answer', async () => {
    const { port } = anOutbox({ a: ['a1'] });
    let failures = 2;
    const flaky: OutboxPort = {
      ...port,
      claim: async (ids) => {
        failures -= 1;
        if (failures >= 0) throw new Error('away');
        return port.claim(ids);
      },
    };
    const { sent, producer } = aBroker(() => false);
    const relay = startRelay({ outbox: flaky, producer, log: silentLogger });
    await expect.poll(() => sent).toEqual(['a1']);
    await relay.close();
  });

  it('publishes what an editor wrote before the rest of an import that was there first', async () => {
    const documents = Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`i${at}`, [`i${at}`]]));
    const { port } = anOutbox({ ...documents, edited: ['edited'] });
    const rounds: string[][] = [];
    const { promise: first, resolve: firstIsSent } = Promise.withResolvers<void>();
    const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
    const producer = {
      async publishAll(records: readonly { envelope: Envelope }[]) {
        rounds.push(records.map(({ envelope }) => envelope.id));
        firstIsSent();
        await goOn;
      },
    };
    const relay = startRelay({
      outbox: { ...port, findDue: async () => [], oldest: async () => null },
      producer,
      log: silentLogger,
    });
    for (const id of Object.keys(documents)) relay.notify(id, 'bulk');
    await first;
    relay.notify('edited');
    release();
    await relay.idle();
    expect(rounds.flat()).toHaveLength(451);
    expect(rounds[1]?.[0]).toBe('edited');
    await relay.close();
  });
});
