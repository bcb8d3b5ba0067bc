import { expect, it } from 'vitest';
import { createCopiedEvents } from './copied-events.ts';

const META = { topic: 't', partition: 0, offset: '0' };

/** Handles an event, and resolves with what it changed beside the copy. */
async function changesBy(type: string, data: object): Promise<unknown[]> {
  const calls: unknown[] = [];
  const handle = createCopiedEvents({
    carts: { removeOf: async (userId) => void calls.push(['carts', userId]) },
    purchases: { noteErased: async (userId) => void calls.push(['purchases', userId]) },
    stock: { setStock: async (...stock) => void calls.push(['stock', ...stock]) },
    async apply(envelope) {
      calls.push(['copy', envelope.type]);
      return 'applied';
    },
  });
  const occurredAt = '2026-11-20T10:00:00.000Z';
  expect(await handle({ id: 'e', type, v: 1, aggregateId: '7', occurredAt, data }, META)).toBe('applied');
  return calls;
}

it('empty the carts of an erased account before its copy is changed', async () => {
  expect(await changesBy('user.updated', { id: 7, erased: true })).toEqual([
    ['carts', 7],
    ['purchases', 7],
    ['copy', 'user.updated'],
  ]);
  expect(await changesBy('user.updated', { id: 7 })).toEqual([['copy', 'user.updated']]);
});

it('take over the stock of a book with its revision; none is no limit', async () => {
  const book = { id: 3, createdAt: '', updatedAt: '', publishedAt: null };
  expect(await changesBy('book.changed', { rev: 2, doc: { ...book, stock: 5 } })).toEqual([
    ['stock', 3, 5, 2],
    ['copy', 'book.changed'],
  ]);
  expect(await changesBy('book.published', { rev: 1, doc: book })).toEqual([
    ['stock', 3, null, 1],
    ['copy', 'book.published'],
  ]);
  expect(await changesBy('book.withdrawn', { id: 3, rev: 4 })).toEqual([['copy', 'book.withdrawn']]);
});
