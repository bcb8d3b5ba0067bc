import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { respondList } from './list.ts';
import { newsCollections } from '../testing/news-collections.ts';
import { createReadModel, type ReadModel } from '../model/read-model.ts';

/** Long, because the tests build many models on loaded machines. */
const TIMEOUT_MS = 60_000;
const POSTS = 6;
const CATEGORIES = 3;
const NOW = Date.parse('2026-11-21T10:00:00Z');
const PAST = '2026-10-01T09:00:00.000Z';
const STAMPS = { createdAt: PAST, updatedAt: PAST };

type Named = readonly [string, Record<string, unknown> & { id: number }];
const keyOf = ([name, { id }]: Named): string => `${name} ${id}`;

const start: readonly Named[] = [
  ...Array.from({ length: CATEGORIES }, (_, at): Named => [
    'category',
    { id: at + 1, name: `Category ${at}`, slug: `c-${at}`, parent_category: null, ...STAMPS },
  ]),
  ['file', { id: 1, name: 'a.png', url: '/uploads/a.png' }],
  ['file', { id: 2, name: 'b.png', url: '/uploads/b.png' }],
  ...Array.from({ length: POSTS }, (_, at): Named => [
    'post',
    {
      id: at + 1,
      title: `Post ${at}`,
      slug: `p-${at}`,
      content: `<p>${at}</p>`,
      categories: [1 + (at % CATEGORIES)],
      image: 1,
      views_count: 0,
      publishedAt: PAST,
      ...STAMPS,
    },
  ]),
];

const id = (most: number) => fc.integer({ min: 1, max: most });
const change = fc.oneof(
  fc
    .tuple(
      id(POSTS),
      fc.constantFrom<object>(
        { title: 'New' },
        { content: '<p>new</p>' },
        { image: 2 },
        { image: null },
        { categories: [3, 1] },
        { categories: [] },
        { publishedAt: null },
        { publishedAt: PAST },
      ),
    )
    .map(([at, values]) => ({ kind: 'set' as const, name: 'post', at, values })),
  fc
    .tuple(
      id(CATEGORIES),
      fc.constantFrom<object>({ name: 'Renamed' }, { parent_category: 1 }, { parent_category: null }),
    )
    .map(([at, values]) => ({ kind: 'set' as const, name: 'category', at, values })),
  fc
    .tuple(fc.constantFrom('post', 'category', 'file'), id(2))
    .map(([name, at]) => ({ kind: 'remove' as const, name, at, values: {} })),
  fc
    .tuple(id(POSTS), fc.integer({ min: 0, max: 9 }))
    .map(([at, views_count]) => ({ kind: 'count' as const, name: 'post', at, values: { views_count } })),
);

const QUERIES = [
  ['post', 'populate[0]=image&populate[1]=categories&populate[2]=categories.parent_category&sort=title'],
  ['post', 'populate=*'],
  ['post', 'fields[0]=slug&populate[categories][fields][0]=name'],
  ['post', 'populate[categories][sort]=name:desc&populate[image][fields]=url'],
  ['category', 'populate=posts'],
  ['category', 'populate[posts][populate]=image&populate[children]=*'],
] as const;
const responses = (model: ReadModel): string[] =>
  QUERIES.map(([name, query]) => respondList(model, name, query, 'public').toString());

function createModel(documents: Iterable<Named>): ReadModel {
  const model = createReadModel(newsCollections, { now: () => NOW });
  for (const [name, document] of documents) model.upsert(name, document);
  return model;
}

it(
  'never responds with a stale document after it or a related document has changed',
  { timeout: TIMEOUT_MS },
  () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const model = createModel(start);
        const current = new Map(start.map((one) => [keyOf(one), one] as const));
        responses(model);
        for (const { kind, name, at, values } of changes) {
          const old = current.get(`${name} ${at}`);
          if (old === undefined) continue;
          if (kind === 'remove') {
            model.remove(name, at);
            current.delete(`${name} ${at}`);
          } else {
            const made: Named = [name, { ...old[1], ...values }];
            current.set(keyOf(made), made);
            if (kind === 'count') model.patch(name, at, values as Record<string, unknown>);
            else model.upsert(name, made[1]);
          }
          const expected = responses(createModel(current.values()));
          expect(responses(model)).toEqual(expected);
          expect(responses(model)).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  },
);

it('retains a frequently requested projection among many rare ones, and never mixes projections', () => {
  const model = createModel(start);
  const store = model.store('post');
  const columns = store.schema.columns.map(({ name }) => name);
  const rareQueries = Array.from({ length: 200 }, (_, at) => {
    const fields = columns.filter((_name, bit) => ((at + 1) >> bit) % 2 === 1);
    return fields.map((name, index) => `populate[posts][fields][${index}]=${name}`).join('&');
  });
  const frequentQuery = 'populate[posts][fields]=slug';
  const respond = (query: string): string => respondList(model, 'category', query, 'public').toString();
  const expected = new Map([frequentQuery, ...rareQueries].map((query) => [query, respond(query)]));
  expect(new Set(expected.values()).size).toBeGreaterThan(150);
  const sourcesOf = vi.spyOn(store, 'sourcesOf');
  respond(frequentQuery);
  for (const query of rareQueries) {
    expect(respond(query)).toBe(expected.get(query));
    sourcesOf.mockClear();
    expect(respond(frequentQuery)).toBe(expected.get(frequentQuery));
    expect(sourcesOf).not.toHaveBeenCalled();
  }
});

it('serializes documents again whose bytes were overwritten', { timeout: TIMEOUT_MS }, () => {
  const long = 'x'.repeat(240_000);
  const model = createModel(
    Array.from({ length: 150 }, (_, at): Named => [
      'post',
      {
        id: at + 1,
        title: `Post ${at}`,
        slug: `p-${at}`,
        content: `${at} ${long}`,
        publishedAt: PAST,
        ...STAMPS,
      },
    ]),
  );
  interface Listed {
    data: { id: number; attributes: { content: string } }[];
  }
  for (let round = 0; round < 2; round += 1) {
    for (let page = 1; page <= 7; page += 1) {
      const query = `sort=id&populate=image&pagination[page]=${page}&pagination[pageSize]=20`;
      const { data } = JSON.parse(respondList(model, 'post', query, 'public').toString()) as Listed;
      expect(data.map(({ id: own, attributes: { content } }) => [own, content.slice(0, 5)])).toEqual(
        Array.from({ length: 20 }, (_, at) => [
          (page - 1) * 20 + at + 1,
          `${(page - 1) * 20 + at} xxxx`.slice(0, 5),
        ]),
      );
    }
  }
});
