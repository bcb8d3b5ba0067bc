import fc from 'fast-check';
import { stringify } from 'qs';
import { expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { respondList } from './list.ts';
import { NaiveEvaluator } from '../testing/naive-evaluator.ts';
import type { Condition } from '../testing/naive-evaluator.ts';
import { aCategory, aFile, aPost, aTag, loadSite } from '../testing/small-site.ts';
import type { Site } from '../testing/small-site.ts';

const WORDS = ['Court', 'stay', 'GST', 'gst', 'a_b', '100%', 'é', 'न्याय', 'x y', 'Court stay', ''];
const word = fc.constantFrom(...WORDS);
const optionalWord = fc.option(word, { nil: null, freq: 4 });
const day = fc.constantFrom(
  '2026-10-01T00:00:00.000Z',
  '2026-10-02T10:20:30.004Z',
  '2026-11-03T00:00:00.000Z',
);
const ids = (max: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: 3 });

const site: fc.Arbitrary<Site> = fc.record({
  file: fc
    .array(fc.record({ name: word }), { minLength: 2, maxLength: 3 })
    .map((files) => files.map((file, at) => aFile({ id: at + 1, ...file }))),
  tag: fc
    .array(fc.record({ name: optionalWord }), { minLength: 3, maxLength: 3 })
    .map((tags) => tags.map((tag, at) => aTag({ id: at + 1, ...tag }))),
  category: fc
    .array(
      fc.record({
        name: optionalWord,
        show_order: fc.integer({ min: 0, max: 3 }),
        parent_category: fc.constantFrom(null, 1, 2),
      }),
      { minLength: 4, maxLength: 4 },
    )
    .map((all) =>
      all.map((category, at) =>
        aCategory({
          id: at + 1,
          ...category,
          parent_category: category.parent_category === at + 1 ? null : category.parent_category,
        }),
      ),
    ),
  post: fc
    .array(
      fc.record({
        title: optionalWord,
        content: optionalWord,
        youtube: optionalWord,
        views_count: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
        trending: fc.constantFrom(true, false, null),
        publish_date: fc.option(day, { nil: null }),
        image: fc.constantFrom(null, 1, 2),
        tags: ids(3),
        categories: ids(4),
        publishedAt: fc.constantFrom('2026-10-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z', null),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((posts) => posts.map((post, at) => aPost({ id: at + 1, ...post }))),
});

const textTest = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      '$eq',
      '$ne',
      '$eqi',
      '$nei',
      '$contains',
      '$containsi',
      '$notContains',
      '$notContainsi',
      '$startsWith',
      '$startsWithi',
      '$endsWith',
      '$endsWithi',
      '$lt',
      '$lte',
      '$gt',
      '$gte',
    ),
    word,
  ),
  fc.tuple(fc.constantFrom('$in', '$notIn'), fc.array(word, { minLength: 1, maxLength: 3 })),
  fc.tuple(fc.constantFrom('$null', '$notNull'), fc.boolean()),
);
const orderTest = (value: fc.Arbitrary<unknown>): fc.Arbitrary<[string, unknown]> =>
  fc.oneof(
    fc.tuple(fc.constantFrom('$eq', '$ne', '$lt', '$lte', '$gt', '$gte'), value),
    fc.tuple(fc.constantFrom('$in', '$notIn'), fc.array(value, { minLength: 1, maxLength: 3 })),
    fc.tuple(fc.constant('$between'), fc.tuple(value, value)),
    fc.tuple(fc.constantFrom('$null', '$notNull'), fc.boolean()),
  );
const column = (name: string, tests: fc.Arbitrary<[string, unknown]>): fc.Arbitrary<Condition> =>
  fc
    .uniqueArray(tests, { minLength: 1, maxLength: 2, selector: ([operator]) => operator })
    .map((all) => ({ [name]: Object.fromEntries(all) }));
const number = fc.integer({ min: 0, max: 5 });

const COLUMNS: Record<string, fc.Arbitrary<Condition>[]> = {
  post: [
    column('title', textTest),
    column('content', textTest),
    column('youtube', textTest),
    column('views_count', orderTest(number)),
    column('id', orderTest(number)),
    column('trending', orderTest(fc.boolean())),
    column('publish_date', orderTest(day)),
    column('publishedAt', orderTest(day)),
  ],
  category: [
    column('name', textTest),
    column('show_order', orderTest(number)),
    column('id', orderTest(number)),
  ],
  tag: [column('name', textTest), column('id', orderTest(number))],
  file: [column('name', textTest), column('id', orderTest(number))],
};
const RELATIONS: Record<string, [string, string][]> = {
  post: [
    ['categories', 'category'],
    ['tags', 'tag'],
    ['image', 'file'],
  ],
  category: [
    ['parent_category', 'category'],
    ['children', 'category'],
    ['posts', 'post'],
  ],
  tag: [['posts', 'post']],
  file: [],
};

function condition(name: string, depth: number): fc.Arbitrary<Condition> {
  const leaves = COLUMNS[name] ?? [];
  if (depth === 0) return fc.oneof(...leaves);
  const nested = condition(name, depth - 1);
  const through = (RELATIONS[name] ?? []).map(([relation, target]) =>
    condition(target, depth - 1).map((inner): Condition => ({
      [relation]: '$not' in inner ? { $and: [inner] } : inner,
    })),
  );
  return fc.oneof(
    ...leaves,
    ...through,
    ...through,
    fc
      .tuple(fc.constantFrom('$and', '$or'), fc.array(nested, { minLength: 1, maxLength: 3 }))
      .map(([key, parts]) => ({ [key]: parts })),
    nested.map((inner) => ({ $not: inner })),
  );
}

const sortKeys = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('title', 'views_count', 'publish_date', 'trending', 'id', 'youtube'),
    fc.boolean(),
  ),
  { maxLength: 3, selector: ([name]) => name },
);

function compareKey(a: unknown, b: unknown): number {
  const accessLevel = (value: unknown): number => (value === null || value === undefined ? 0 : 1);
  if (accessLevel(a) !== accessLevel(b) || accessLevel(a) === 0) return accessLevel(a) - accessLevel(b);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

it('filters, sorts, pages and populates like the naive evaluator', () => {
  fc.assert(
    fc.property(
      site,
      condition('post', 4),
      sortKeys,
      fc.record({ page: fc.integer({ min: 1, max: 3 }), pageSize: fc.integer({ min: 1, max: 6 }) }),
      fc.option(fc.subarray(['title', 'slug', 'content', 'views_count', 'trending', 'publish_date']), {
        nil: null,
      }),
      fc.subarray(['image', 'tags', 'categories']),
      (documents, filters, sort, pagination, fields, populate) => {
        const naive = new NaiveEvaluator(documents);
        const matching = naive.visible('post').filter((document) => naive.matches('post', document, filters));
        matching.sort((a, b) => orderOf(a, b, sort));
        const { page, pageSize } = pagination;
        const isListed = fields !== null && fields.length > 0;
        const shown = matching
          .slice((page - 1) * pageSize, page * pageSize)
          .map((document) => naive.entity('post', document, isListed ? fields : null, populate));
        const raw = stringify({
          filters,
          sort: sort.map(([name, descending]) => `${name}:${descending ? 'desc' : 'asc'}`),
          pagination,
          fields: isListed ? fields : undefined,
          populate,
        });
        const model = loadSite(documents);
        const body: unknown = JSON.parse(respondList(model, 'post', raw, 'public').toString('utf8'));
        const total = matching.length;
        const expected = {
          data: shown,
          meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
        };
        expect(withoutLeadingSort(body, isListed ? fields : null)).toEqual(expected);
        model.close();
      },
    ),
    { numRuns: 1200 },
  );
});

function orderOf(a: StoredDocument, b: StoredDocument, sort: readonly [string, boolean][]): number {
  for (const [name, descending] of sort) {
    const order = compareKey(a[name], b[name]);
    if (order !== 0) return descending ? -order : order;
  }
  return a.id - b.id;
}

/** With a filter through relations the response includes the sorted attributes beside the requested fields. */
function withoutLeadingSort(body: unknown, fields: readonly string[] | null): unknown {
  if (fields === null) return body;
  const requested = new Set<string>([...fields, 'image', 'tags', 'categories']);
  const { data, ...rest } = body as { data: { id: number; attributes: Record<string, unknown> }[] };
  const projected = data.map(({ id, attributes }) => ({
    id,
    attributes: Object.fromEntries(Object.entries(attributes).filter(([key]) => requested.has(key))),
  }));
  return { data: projected, ...rest };
}
