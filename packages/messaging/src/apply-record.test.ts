import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import { createApplier, type ApplierOptions, type IncomingRecord } from './apply-record.ts';
import { MAX_ATTEMPTS, PermanentError } from './failure.ts';
import type { OutgoingRecord } from './producer.ts';

const THING_CHANGED: EventDeclaration = {
  type: 'thing.changed',
  v: 1,
  data: Type.Object({ rev: Type.Integer() }, { additionalProperties: true }),
};

const anEnvelope = (overrides: Partial<Envelope> = {}): Envelope => ({
  id: 'thing.changed:1:1',
  type: 'thing.changed',
  v: 1,
  aggregateId: '1',
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { rev: 1 },
  ...overrides,
});

const aRecord = (value: unknown = anEnvelope()): IncomingRecord => ({
  topic: 'things',
  partition: 0,
  offset: '7',
  key: Buffer.from('1'),
  value: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});

function anApplier(handle: ApplierOptions['handle'], send?: (record: OutgoingRecord) => Promise<void>) {
  const parked: OutgoingRecord[] = [];
  const applier = createApplier({
    events: new Map([[THING_CHANGED.type, THING_CHANGED]]),
    handle,
    deadLetters: { send: send ?? (async (record) => void parked.push(record)) },
    now: () => new Date('2026-11-20T10:00:00.000Z'),
  });
  return { applier, parked };
}

/** A handler that keeps an effect once for each event id, as a consumer must. */
function onceOnly() {
  const effects = new Set<string>();
  const handle: ApplierOptions['handle'] = async ({ id }) => {
    if (effects.has(id)) return 'duplicate';
    effects.add(id);
    return 'applied';
  };
  return { effects, handle };
}

describe('a consumer', () => {
  it('applies a valid event once, however often it arrives', async () => {
    const { effects, handle } = onceOnly();
    const { applier, parked } = anApplier(handle);
    expect(await applier.apply(aRecord())).toBe('applied');
    expect(await applier.apply(aRecord())).toBe('duplicate');
    expect([effects.size, parked.length]).toEqual([1, 0]);
  });

  it('accepts a field that it does not know', async () => {
    const { handle } = onceOnly();
    const event = { ...anEnvelope({ data: { rev: 1, colour: 'red' } }), mood: 'good' };
    expect(await anApplier(handle).applier.apply(aRecord(event))).toBe('applied');
  });

  it('skips an event of a type that it does not know', async () => {
    const { effects, handle } = onceOnly();
    const { applier, parked } = anApplier(handle);
    expect(await applier.apply(aRecord(anEnvelope({ type: 'thing.painted' })))).toBe('skipped');
    expect([effects.size, parked.length]).toEqual([0, 0]);
  });

  it.each([
    ['a newer version', anEnvelope({ v: 2 }), 'version 2 is newer than 1'],
    ['data of another shape', anEnvelope({ data: { rev: 'one' } }), 'data /rev must be integer'],
    ['no envelope', { hello: 1 }, 'envelope'],
    ['text that is not JSON', '{"id":', 'not JSON'],
  ])('puts aside %s', async (_name, value, reason) => {
    const { effects, handle } = onceOnly();
    const { applier, parked } = anApplier(handle);
    expect(await applier.apply(aRecord(value))).toBe('parked');
    expect(effects.size).toBe(0);
    expect(parked[0]?.topic).toBe('things.dlq');
    expect(parked[0]?.headers?.['error-message']).toContain(reason);
    expect(parked[0]?.headers).toMatchObject({ 'original-topic': 'things', 'original-offset': '7' });
  });

  it('puts aside at once what its handler calls permanent', async () => {
    const { applier, parked } = anApplier(async () => {
      throw new PermanentError('no such thing');
    });
    expect(await applier.apply(aRecord())).toBe('parked');
    expect(parked[0]?.headers).toMatchObject({ 'error-class': 'PermanentError', attempts: '1' });
  });

  it('tries a fault of its handler a bounded number of times', async () => {
    const { applier, parked } = anApplier(async () => {
      throw new TypeError('undefined is not a function');
    });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1)
      expect(await applier.apply(aRecord())).toBe('later');
    expect(await applier.apply(aRecord())).toBe('parked');
    expect(parked[0]?.headers).toMatchObject({ attempts: String(MAX_ATTEMPTS) });
  });

  it('counts the attempts at each record by itself', async () => {
    const { applier } = anApplier(async () => {
      throw new TypeError('undefined is not a function');
    });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) await applier.apply(aRecord());
    expect(await applier.apply({ ...aRecord(), offset: '8' })).toBe('later');
  });

  it('never gives up on an event because an engine is away', async () => {
    let away = true;
    const { applier, parked } = anApplier(async () => {
      if (away) throw Object.assign(new Error('connect'), { name: 'MongoNetworkError' });
      return 'applied';
    });
    for (let attempt = 0; attempt < MAX_ATTEMPTS * 3; attempt += 1)
      expect(await applier.apply(aRecord())).toBe('later');
    away = false;
    expect(await applier.apply(aRecord())).toBe('applied');
    expect(parked).toEqual([]);
  });

  it('keeps a bad record until it could be put aside', async () => {
    let refuse = true;
    const { applier } = anApplier(
      async () => 'applied',
      async () => {
        if (refuse) throw new Error('broker away');
      },
    );
    expect(await applier.apply(aRecord('nonsense'))).toBe('later');
    refuse = false;
    expect(await applier.apply(aRecord('nonsense'))).toBe('parked');
  });
});
