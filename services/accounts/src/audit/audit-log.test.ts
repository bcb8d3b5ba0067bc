import { setImmediate as untilOthersRan } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AuditFact } from '@vidhi/contracts/audit.ts';
import { createRandom } from '@vidhi/testing/random-numbers.ts';
import { createRecordFact, type AuditStore } from './audit-log.ts';
import { EMPTY_HEAD, createChainCheck, hashOf, type AuditHead, type AuditRecord } from './audit-record.ts';

const aFact = (id: number): AuditFact => ({
  at: '2026-11-28T10:00:00.000Z',
  actor: { id: 7, role: 10, via: 'console' },
  action: 'update',
  service: 'news',
  type: 'post',
  id: String(id),
  label: 'A title',
  changes: [{ path: 'title', from: 'A', to: 'B' }],
});

class Killed extends Error {}

interface StoredLog {
  head: AuditHead;
  records: Map<string, AuditRecord>;
}

/**
 * A store whose calls wait until the schedule lets them go on, and kill the process at the steps that it names: before the
 * call takes effect or after it.
 */
function scheduledStore(
  log: StoredLog,
  step: () => Promise<'go' | 'kill-before' | 'kill-after'>,
): AuditStore {
  let isKilled = false;
  async function run<Result>(work: () => Result): Promise<Result> {
    const what = await step();
    if (what !== 'go') isKilled = true;
    if (what === 'kill-before') throw new Killed();
    const result = work();
    if (isKilled) throw new Killed();
    return result;
  }
  return {
    head: () => run(() => log.head),
    advance: (records) =>
      run(() => {
        const last = records.at(-1);
        if (last === undefined || log.head.seq !== last.seq - records.length) return false;
        log.head = { seq: last.seq, hash: last.hash, records };
        return true;
      }),
    async insert(records) {
      for (const record of records)
        await run(() => {
          if (!log.records.has(record.eventId)) log.records.set(record.eventId, record);
        });
    },
    known: (eventIds) => run(() => eventIds.filter((eventId) => log.records.has(eventId))),
  };
}

const EVENTS = ['a', 'b', 'c'];

/**
 * Runs three processes that are each given all events in an order of their own, as after rebalances of a consumer group,
 * die at random steps, and begin again with the event at which they died.
 */
async function runSchedule(seed: number, atOnce: number): Promise<StoredLog> {
  const random = createRandom(seed);
  const log: StoredLog = { head: EMPTY_HEAD, records: new Map() };
  const waiting: (() => void)[] = [];
  const step = async () => {
    await new Promise<void>((resolve) => void waiting.push(resolve));
    const chance = random();
    return chance < 0.1 ? 'kill-before' : chance < 0.2 ? 'kill-after' : 'go';
  };
  const start = () => createRecordFact(scheduledStore(log, step), () => new Date(0));
  /** Gives a process its events so many at a time, and a new process all that the former one did not finish. */
  async function consume(events: readonly string[]): Promise<void> {
    let record = start();
    for (let at = 0; at < events.length;) {
      const group = events.slice(at, at + atOnce);
      const settled = await Promise.allSettled(group.map((eventId) => record({ eventId, fact: aFact(1) })));
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed === undefined) at += group.length;
      else if (failed.reason instanceof Killed) record = start();
      else throw failed.reason;
    }
  }
  let running = 3;
  const processes = [EVENTS, EVENTS.toReversed(), ['b', 'a', 'c', 'b']].map(async (events) => {
    await consume(events);
    running -= 1;
  });
  while (running > 0) {
    // Lets every process arrive at its next step.
    await untilOthersRan();
    waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.();
  }
  await Promise.all(processes);
  return log;
}

describe('the audit log', () => {
  it('has each event once, in one unbroken chain, however processes interleave and die', async () => {
    for (let seed = 0; seed < 2_000; seed += 1) {
      const { records, head } = await runSchedule(seed, 1 + (seed % 3));
      const inOrder = [...records.values()].toSorted((a, b) => a.seq - b.seq);
      expect(inOrder.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(inOrder.map(({ eventId }) => eventId).toSorted()).toEqual(EVENTS);
      const check = createChainCheck();
      expect(inOrder.map((record) => check.add(record))).toEqual([null, null, null]);
      expect(head.hash).toBe(inOrder[2]?.hash);
    }
  });

  it('adds facts that are received together by four calls of its store, and each by itself where one cannot be stored', async () => {
    const calls: string[] = [];
    const log: StoredLog = { head: EMPTY_HEAD, records: new Map() };
    const stored = scheduledStore(log, async () => 'go');
    const store: AuditStore = {
      head: () => (calls.push('head'), stored.head()),
      known: (ids) => (calls.push('known'), stored.known(ids)),
      async advance(records) {
        calls.push('advance');
        if (records.some(({ eventId }) => eventId === 'audit:3')) throw new Error('too large');
        return stored.advance(records);
      },
      insert: (records) => (calls.push('insert'), stored.insert(records)),
    };
    const record = createRecordFact(store);
    const add = (ids: readonly number[]) =>
      Promise.allSettled(ids.map((id) => record({ eventId: `audit:${id}`, fact: aFact(id) })));
    await add([1, 2, 2]);
    expect(calls).toEqual(['head', 'known', 'advance', 'insert']);
    const settled = await add([2, 3, 4]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([...log.records.keys()]).toEqual(['audit:1', 'audit:2', 'audit:4']);
  });

  async function aLog(): Promise<AuditRecord[]> {
    const log: StoredLog = { head: EMPTY_HEAD, records: new Map() };
    const record = createRecordFact(scheduledStore(log, async () => 'go'));
    for (const id of [1, 2, 3, 4]) await record({ eventId: `audit:${id}`, fact: aFact(id) });
    return [...log.records.values()];
  }

  const firstBreak = (records: readonly AuditRecord[]) => {
    const { add } = createChainCheck();
    return records.map((record) => add(record)).find((found) => found !== null) ?? null;
  };

  it('shows which record was changed, removed or replaced', async () => {
    const records = await aLog();
    const [first, second, third, fourth] = records as [AuditRecord, AuditRecord, AuditRecord, AuditRecord];
    expect(firstBreak(records)).toBeNull();
    const changed = { ...second, actor: { ...second.actor, id: 8 } };
    expect(firstBreak([first, changed, third, fourth])).toEqual({ seq: 2, reason: 'changed' });
    expect(firstBreak([first, third, fourth])).toEqual({ seq: 2, reason: 'missing' });
    // With a hash that fits, the next record does not.
    const forged = { ...changed, hash: hashOf(changed) };
    expect(firstBreak([first, forged, third, fourth])).toEqual({ seq: 2, reason: 'changed' });
    // Retention removes from the beginning.
    expect(firstBreak([third, fourth])).toBeNull();
  });
});
