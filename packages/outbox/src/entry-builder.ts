import type { Connection } from 'mongoose';
import { Type } from 'typebox';
import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import { createEntry, type StoredEntry } from './entry.ts';
import { OUTBOX_INDEXES } from './outbox-document.ts';

/** The event of the tests: a document has taken a step. */
export const StepTaken: EventDeclaration = {
  type: 'step.taken',
  v: 1,
  data: Type.Object({ step: Type.Integer() }, { additionalProperties: true }),
};

export const STEPS_TOPIC = { name: 'steps', partitions: 1, compacted: false };

/** Creates the entry of one step of a document, with the id that every repetition of it has. */
export const aStep = (key: string | number, step: number, over: Partial<StoredEntry> = {}): StoredEntry => ({
  ...createEntry(STEPS_TOPIC, StepTaken, {
    id: `step.taken:${key}:${step}`,
    key,
    data: { step },
    occurredAt: new Date(Date.UTC(2026, 10, 20, 10, 0, step)),
  }),
  ...over,
});

/** Creates the indexes of outboxes in a collection without a schema. */
export async function createOutboxIndexes(connection: Connection, collection: string): Promise<void> {
  for (const { fields, ...options } of OUTBOX_INDEXES)
    await connection.collection(collection).createIndex(fields, options);
}
