import { expect, it } from 'vitest';
import { generatedCatalogue } from './generated-catalogue.ts';
import { CATALOG_SCENARIOS, type CatalogFacts } from './scenarios.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));
const FACTS: CatalogFacts = {
  books: 3_000,
  profiles: 1_500,
  bookIds: ids(500),
  bookTitles: ids(500).map((id) => `The execution of decrees explained ${id}`),
  profileIds: ids(500),
  categories: ids(24),
  states: ids(28),
  practices: ids(40),
};

it.each(CATALOG_SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
  'requests %s hot by one URL and cold by URLs that are all different',
  (_name, { hot, cold }) => {
    const addresses = Array.from({ length: 5_000 }, (_, n) => cold(FACTS, n));
    expect(new Set(addresses).size).toBe(5_000);
    expect(hot(FACTS)).toBe(hot(FACTS));
    expect(
      addresses.filter((address) => !address.startsWith('/api/') || /\s|undefined/.test(address)),
    ).toEqual([]);
  },
);

it('generates the same catalogue each time, with valid relations', () => {
  const all = [...generatedCatalogue(200, 100)];
  expect(JSON.stringify([...generatedCatalogue(200, 100)])).toBe(JSON.stringify(all));
  const seeds = new Set(all.map(({ collection, document }) => `${collection} ${document.id}`));
  const targets = {
    book: {
      PrimaryImageId: 'file',
      SecondaryImageIds: 'file',
      author_names: 'author',
      publishers: 'publisher',
      Category: 'catelog-category',
      PropertyList1: 'book-tag',
      PropertyList2: 'book-tag',
    },
    lawyer: {
      Property1: 'country-state',
      Property2: 'city',
      Property3: 'state-district',
      PropertyList1: 'specialization',
      PropertyList2: 'court',
      PropertyList3: 'language',
      type_of_court: 'type-of-court',
    },
    city: { country_state: 'country-state', state_district: 'state-district' },
    court: { country_state: 'country-state', state_district: 'state-district', city: 'city' },
  };
  const ends = Object.entries(targets).flatMap(([name, fields]) =>
    all
      .filter(({ collection }) => collection === name)
      .flatMap(({ document }) =>
        Object.entries(fields).flatMap(([field, target]) =>
          [document[field]].flat().map((id) => `${target} ${String(id)}`),
        ),
      ),
  );
  expect(ends.length).toBeGreaterThan(1_000);
  expect(ends.filter((end) => !seeds.has(end))).toEqual([]);
});
