import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import { createApplier, type ApplierOptions, type IncomingRecord } from './apply-record.ts';
import { parseLetterRecord } from './dead-letter.ts';
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
  const deadLetters: OutgoingRecord[] = [];
  const reported: unknown[] = [];
  const applier = createApplier({
    groupId: 'readers-of-things',
    events: new Map([[THING_CHANGED.type, THING_CHANGED]]),
    handle,
    deadLetters: { send: send ?? (async (record) => void deadLetters.push(record)) },
    now: () => new Date('2026-11-20T10:00:00.000Z'),
    onFailure: (_error, meta) => reported.push(meta),
  });
  return { applier, deadLetters, reported };
}

/** Creates an idempotent handler that records each event id once. */
function anIdempotentHandler() {
  const effects = new Set<string>();
  const handle: ApplierOptions['handle'] = async ({ id }) => {
    if (effects.has(id)) return 'duplicate';
    effects.add(id);
    return 'applied';
  };
  return { effects, handle };
}

describe('the record applier', () => {
  it('applies a valid event once, however often it arrives', async () => {
    const { effects, handle } = anIdempotentHandler();
    const { applier, deadLetters } = anApplier(handle);
    expect(await applier.apply(aRecord())).toBe('applied');
    expect(await applier.apply(aRecord())).toBe('duplicate');
    expect([effects.size, deadLetters.length]).toEqual([1, 0]);
  });

  it('reports a failure with the place of the record, and without its content', async () => {
    const failing = anApplier(async () => {
      throw new Error('fetch failed');
    });
    await failing.applier.apply(aRecord());
    expect(failing.reported).toEqual([{ topic: 'things', partition: 0, offset: '7' }]);
  });

  it('accepts undeclared fields', async () => {
    const { handle } = anIdempotentHandler();
    const event = { ...anEnvelope({ data: { rev: 1, colour: 'red' } }), mood: 'good' };
    expect(await anApplier(handle).applier.apply(aRecord(event))).toBe('applied');
  });

  it('skips an event of an unknown type', async () => {
    const { effects, handle } = anIdempotentHandler();
    const { applier, deadLetters } = anApplier(handle);
    expect(await applier.apply(aRecord(anEnvelope({ type: 'thing.painted' })))).toBe('skipped');
    expect([effects.size, deadLetters.length]).toEqual([0, 0]);
  });

  it.each([
    ['a newer version', anEnvelope({ v: 2 }), 'version 2 is newer than 1'],
    ['a payload that violates its schema', anEnvelope({ data: { rev: 'one' } }), 'data /rev must be integer'],
    ['no envelope', { hello: 1 }, 'envelope'],
    ['text that is not JSON', '{"id":', 'not JSON'],
  ])('sends %s to the dead-letter topic', async (_name, value, reason) => {
    const { effects, handle } = anIdempotentHandler();
    const { applier, deadLetters } = anApplier(handle);
    expect(await applier.apply(aRecord(value))).toBe('dead-lettered');
    expect(effects.size).toBe(0);
    expect(deadLetters[0]?.topic).toBe('things.dlq');
    expect(deadLetters[0]?.headers?.['error-message']).toContain(reason);
    expect(deadLetters[0]?.headers).toMatchObject({
      'original-topic': 'things',
      'original-offset': '7',
      'consumer-group': 'readers-of-things',
    });
  });

  it('sends an event to the dead-letter topic at once when the handler throws a PermanentError', async () => {
    const { applier, deadLetters } = anApplier(async () => {
      throw new PermanentError('no such thing');
    });
    expect(await applier.apply(aRecord())).toBe('dead-lettered');
    expect(deadLetters[0]?.headers).toMatchObject({ 'error-class': 'PermanentError', attempts: '1' });
  });

  it('retries after an unclassified error of the handler up to MAX_ATTEMPTS times', async () => {
    const { applier, deadLetters } = anApplier(async () => {
      throw new TypeError('undefined is not a function');
    });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1)
      expect(await applier.apply(aRecord())).toBe('retry');
    expect(await applier.apply(aRecord())).toBe('dead-lettered');
    expect(deadLetters[0]?.headers).toMatchObject({ attempts: String(MAX_ATTEMPTS) });
  });

  it('counts the attempts of records that are applied at the same time', async () => {
    const { applier, deadLetters } = anApplier(async () => {
      throw new Error('a bug');
    });
    const records = ['7', '8', '9'].map((offset) => ({ ...aRecord(), offset }));
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1)
      expect(await Promise.all(records.map((record) => applier.apply(record)))).toEqual([
        'retry',
        'retry',
        'retry',
      ]);
    await Promise.all(records.map((record) => applier.apply(record)));
    expect(deadLetters.map(({ headers }) => headers?.['attempts'])).toEqual(
      records.map(() => String(MAX_ATTEMPTS)),
    );
  });

  it('counts the attempts of each record separately', async () => {
    const { applier } = anApplier(async () => {
      throw new TypeError('undefined is not a function');
    });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) await applier.apply(aRecord());
    expect(await applier.apply({ ...aRecord(), offset: '8' })).toBe('retry');
  });

  it('retries without limit while a database is unavailable', async () => {
    let isDown = true;
    const { applier, deadLetters } = anApplier(async () => {
      if (isDown) throw Object.assign(new Error('connect'), { name: 'MongoNetworkError' });
      return 'applied';
    });
    for (let attempt = 0; attempt < MAX_ATTEMPTS * 3; attempt += 1)
      expect(await applier.apply(aRecord())).toBe('retry');
    isDown = false;
    expect(await applier.apply(aRecord())).toBe('applied');
    expect(deadLetters).toEqual([]);
  });

  describe('with a dead letter that its group handles again', () => {
    const replay = { letterId: 'a'.repeat(32), number: 2 };

    it('says that it was applied, and says so again until the broker accepts it', async () => {
      const { effects, handle } = anIdempotentHandler();
      let isDown = true;
      const sent: OutgoingRecord[] = [];
      const { applier } = anApplier(handle, async (record) => {
        if (isDown) throw new Error('broker unavailable');
        sent.push(record);
      });
      expect(await applier.apply({ ...aRecord(), replay })).toBe('retry');
      isDown = false;
      expect(await applier.apply({ ...aRecord(), replay })).toBe('duplicate');
      expect([effects.size, sent]).toEqual([
        1,
        [
          {
            topic: 'things.dlq',
            key: replay.letterId,
            value: null,
            headers: { 'dead-letter': replay.letterId, replay: '2', outcome: 'applied' },
          },
        ],
      ]);
    });

    it('names it again when it fails again, with the place of its first failure', async () => {
      const { applier, deadLetters } = anApplier(async () => {
        throw new PermanentError('still no such thing');
      });
      expect(await applier.apply({ ...aRecord(), replay })).toBe('dead-lettered');
      const [{ key = null, value = null, headers = {} } = {}] = deadLetters;
      expect(
        parseLetterRecord(Buffer.from(String(key)), value as Buffer, headers as Record<string, string>),
      ).toMatchObject({
        kind: 'failed',
        letterId: replay.letterId,
        replay: 2,
        origin: { topic: 'things', partition: 0, offset: '7', groupId: 'readers-of-things' },
        reason: 'still no such thing',
      });
    });

    it('counts its attempts apart from those of the partition', async () => {
      const { applier } = anApplier(async () => {
        throw new TypeError('undefined is not a function');
      });
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
        expect(await applier.apply({ ...aRecord(), offset: '3', replay })).toBe('retry');
        expect(await applier.apply(aRecord())).toBe('retry');
      }
      expect(await applier.apply(aRecord())).toBe('dead-lettered');
      expect(await applier.apply({ ...aRecord(), offset: '3', replay })).toBe('dead-lettered');
    });
  });

  it('retries an invalid record until the dead-letter topic accepts it', async () => {
    let isDown = true;
    const { applier } = anApplier(
      async () => 'applied',
      async () => {
        if (isDown) throw new Error('broker unavailable');
      },
    );
    expect(await applier.apply(aRecord('nonsense'))).toBe('retry');
    isDown = false;
    expect(await applier.apply(aRecord('nonsense'))).toBe('dead-lettered');
  });
});
