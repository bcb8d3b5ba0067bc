import { expect, it } from 'vitest';
import { noteCollection } from '../testing/content-store-contract.ts';
import { createChangeEvent } from './change-event.ts';

it('creates events without the actor of the write, as topics are read by every service', () => {
  const doc = { id: 1, title: 'One' };
  const event = createChangeEvent(
    {
      collection: noteCollection,
      before: null,
      after: doc,
      id: 1,
      rev: 1,
      at: new Date('2026-11-28T10:00:00.000Z'),
      actor: { id: 4711, role: 10, via: 'console' },
    },
    { topic: 'notes', key: '1', type: 'note.written', data: { rev: 1, doc } },
  );
  expect(event).toMatchObject({ id: 'note.written:1:1', data: { doc } });
  expect(JSON.stringify(event)).not.toMatch(/4711|console|actor/);
});
