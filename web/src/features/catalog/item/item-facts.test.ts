import { describe, expect, it } from 'vitest';
import { factsOf, placeOf } from './item-facts.ts';
import { toBookItem, toProfileItem, type WireBook, type WireProfile } from './item.ts';

const named = (...names: string[]) => ({
  data: names.map((name, index) => ({ id: index + 1, attributes: { name } })),
});
const book = (attributes: Partial<WireBook>) =>
  toBookItem({
    id: 1,
    attributes: {
      Title: 'Deeds',
      SubTitle: null,
      ISBN: null,
      Edition: null,
      Pages: null,
      Binding: null,
      Type: null,
      Price: null,
      discount: null,
      ShortDescription: null,
      ...attributes,
    },
  });
const lawyer = (attributes: Partial<WireProfile>) =>
  toProfileItem(
    { id: 1, attributes: { Title: 'Asha Rao', SubTitle: null, DisplayDate: null, ...attributes } },
    'lawyers',
  );

describe('the facts of a book', () => {
  it('link publishers and categories to the books with them', () => {
    const facts = factsOf(book({ publishers: named('Gazette Press'), Category: named('Tax', 'Trade') }));
    expect(facts.map(({ label, value, links }) => [label, value, links?.map(({ path }) => path)])).toEqual([
      ['Publisher', 'Gazette Press', ['/catalogs/books?publisher=1']],
      ['Categories', 'Tax, Trade', ['/catalogs/books?category=1', '/catalogs/books?category=2']],
    ]);
  });
});

describe('the place of a lawyer', () => {
  it('is one line of cities and states without duplicates', () => {
    const item = lawyer({
      Property1: named('Delhi', 'Punjab'),
      Property2: named('Delhi', 'Ludhiana'),
      Property3: named('Ludhiana', 'Moga'),
    });
    expect(placeOf(item)).toBe('Delhi, Ludhiana, Punjab');
    expect(factsOf(item)).toEqual([{ label: 'District', value: 'Moga' }]);
  });
});

describe('the declaration of a profile', () => {
  it('is a row with the day in India, where its owner made one', () => {
    const labels = (declaredAt?: string | null) =>
      factsOf(lawyer({}), declaredAt).map(({ label, value }) => [label, value]);
    expect(labels('2026-11-23T20:00:00.000Z')).toEqual([['Declared true by the owner on', '24 Nov 2026']]);
    expect([labels(null), labels()]).toEqual([[], []]);
  });
});
