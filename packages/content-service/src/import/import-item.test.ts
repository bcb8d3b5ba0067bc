import { describe, expect, it } from 'vitest';
import type { Collection } from '@vidhi/content-engine';
import { noteCollection } from '../testing/content-store-contract.ts';
import { readItem } from './import-item.ts';

const books: Collection = {
  ...noteCollection,
  attributes: {
    title: { type: 'string', required: true },
    price: { type: 'decimal' },
    pages: { type: 'integer' },
    hidden: { type: 'boolean' },
    contact: { type: 'json' },
    kind: { type: 'enumeration', enum: ['Book', 'Journal'] },
    bought: { type: 'datetime' },
    since: { type: 'date' },
  },
};
const read = (values: object) => readItem(books, { id: 7, title: 'x', ...values });

describe('an imported document', () => {
  it('is accepted up to 7 MB, as an event has to carry it', () => {
    const reasonOf = (length: number) => {
      const result = readItem(noteCollection, { id: 7, title: 'x'.repeat(length) });
      return 'reason' in result ? result.reason : null;
    };
    expect([reasonOf(6_900_000), reasonOf(7_000_000)]).toEqual([null, 'it is larger than 7 MB']);
  });

  it.each([
    [{ price: '499.00' }, { price: 499 }],
    [{ price: '1,49,900.50' }, { price: 149_900.5 }],
    [{ pages: ' 905 ' }, { pages: 905 }],
    [{ title: 2024 }, { title: '2024' }],
    [{ hidden: 1 }, { hidden: true }],
    [{ hidden: 'false' }, { hidden: false }],
    [{ contact: '{"phone":"9"}' }, { contact: { phone: '9' } }],
    [{ kind: ' journal' }, { kind: 'Journal' }],
    [{ bought: 1_763_644_905_719 }, { bought: '2025-11-20T13:21:45.719Z' }],
    [{ createdAt: 1_763_644_905_719 }, { createdAt: '2025-11-20T13:21:45.719Z' }],
    [{ since: 961_027_200_000 }, { since: '2000-06-15' }],
  ])('of %j has %j', (values, expected) => {
    expect(read(values)).toEqual({ item: { id: 7, title: 'x', ...expected }, notes: [] });
  });

  it.each([
    [{ pages: 'xii, 905' }, 'pages "xii, 905" is no integer: left out'],
    [{ kind: 'Scroll' }, 'kind "Scroll" is no enumeration: left out'],
    [{ bought: 'soon' }, 'bought "soon" is no datetime: left out'],
    [{ hidden: 'perhaps' }, 'hidden "perhaps" is no boolean: left out'],
  ])('with %j loses that value, with a note', (values, note) => {
    const [name = ''] = Object.keys(values);
    expect(read(values)).toEqual({ item: { id: 7, title: 'x', [name]: null }, notes: [note] });
  });

  it('is skipped where a required value cannot be read', () => {
    expect(read({ title: { text: 'x' } })).toEqual({ reason: 'title is no string' });
    expect(readItem(books, { id: 1.5, title: 'x' })).toEqual({ reason: 'the id is no positive integer' });
    expect(read({ publishedAt: 'soon' })).toEqual({ reason: 'publishedAt is no time' });
  });
});
