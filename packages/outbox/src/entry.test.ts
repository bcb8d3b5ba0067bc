import { describe, expect, it } from 'vitest';
import { STEPS_TOPIC, StepTaken, aStep } from './entry-builder.ts';
import { InvalidEntryError, MAX_ENTRY_BYTES, createEntry } from './entry.ts';
import { outboxOf, withAcknowledgement, withEntries, type OutboxDocument } from './outbox-document.ts';

const fields = { id: 'step.taken:7:1', key: 7, data: { step: 1 }, occurredAt: new Date(0) };
type Checkout = OutboxDocument & { status: string };

describe('an entry', () => {
  it('carries its declaration, its key as a text, and no dates of publication', () => {
    expect(createEntry(STEPS_TOPIC, StepTaken, { ...fields, traceparent: '00-1-2-01' })).toEqual({
      id: 'step.taken:7:1',
      topic: 'steps',
      key: '7',
      type: 'step.taken',
      v: 1,
      occurredAt: '1970-01-01T00:00:00.000Z',
      traceparent: '00-1-2-01',
      data: { step: 1 },
      publishedAt: null,
      acknowledgedAt: null,
    });
  });

  it.each<[string, Partial<typeof fields>]>([
    ['data that do not fit the declaration', { data: { step: 'one' } as never }],
    ['data that are too large', { data: { step: 1, text: 'x'.repeat(MAX_ENTRY_BYTES) } as never }],
    ['no id', { id: '' }],
    ['no key', { key: '' as never }],
  ])('is rejected with %s', (_name, over) => {
    expect(() => createEntry(STEPS_TOPIC, StepTaken, { ...fields, ...over })).toThrow(InvalidEntryError);
  });
});

describe('a write with entries', () => {
  const [first, second] = [aStep('a', 1), aStep('a', 2)];

  it('is the write itself with the events beside it', () => {
    const update = { $set: { status: 'PAID' }, $unset: { nextCheckAt: '' as const } };
    expect(withEntries<Checkout>(update, [first, second])).toEqual({
      $set: { status: 'PAID' },
      $unset: { nextCheckAt: '', outboxReemissions: '' },
      $push: { outbox: { $each: [first, second] } },
      $currentDate: { outboxDue: true },
      $inc: { rev: 1 },
    });
    expect(update).toEqual({ $set: { status: 'PAID' }, $unset: { nextCheckAt: '' } });
  });

  it('leaves a revision alone that the write sets, and a write without events as it is', () => {
    expect(withEntries<Checkout>({ $set: { rev: 4 } }, [first])).not.toHaveProperty('$inc');
    const update = { $set: { status: 'PAID' } };
    expect(withEntries<Checkout>(update, [])).toBe(update);
  });

  it('refuses a write that touches the outbox itself', () => {
    expect(() => withEntries<Checkout>({ $set: { outboxDue: new Date() } }, [first])).toThrow('outboxDue');
  });

  it('inserts a document that is due at once, whatever the clock of the writer says', () => {
    expect(outboxOf([first])).toEqual({ rev: 1, fence: 0, outbox: [first], outboxDue: new Date(0) });
    expect(outboxOf([])).not.toHaveProperty('outboxDue');
  });

  it('acknowledges entries that are not acknowledged yet', () => {
    expect(withAcknowledgement<Checkout>({ $set: { status: 'FULFILLED' } }, ['x'])).toEqual([
      {
        $set: { status: 'FULFILLED' },
        $currentDate: { 'outbox.$[acknowledged].acknowledgedAt': true },
      },
      { arrayFilters: [{ 'acknowledged.id': { $in: ['x'] }, 'acknowledged.acknowledgedAt': null }] },
    ]);
  });
});
