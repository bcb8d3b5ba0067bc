import fc from 'fast-check';
import { stringify } from 'qs';
import { expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { defineCollection } from '@vidhi/collections/declaration.ts';
import { respondList } from '../respond/list.ts';
import { createReadModel } from '../model/read-model.ts';
import type { ReadModel } from '../model/read-model.ts';

const subject = defineCollection({
  name: 'subject',
  plural: 'subjects',
  uid: 'api::subject.subject',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: true,
  timestamps: false,
  attributes: { name: { type: 'string' } },
});
const book = defineCollection({
  name: 'book',
  plural: 'books',
  uid: 'api::book.book',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: true,
  timestamps: false,
  attributes: {
    title: { type: 'string' },
    type: { type: 'string' },
    price: { type: 'decimal' },
    subjects: { type: 'relation', relation: 'manyToMany', target: 'subject' },
    place: { type: 'relation', relation: 'manyToOne', target: 'subject' },
  },
  facets: { type: {}, price: { width: 500 }, subjects: {}, place: {} },
});

const PAST = '2026-01-01T00:00:00.000Z';
const SUBJECTS = [1, 2, 3, 4];
const TYPES = ['Act', 'act book', 'Guide', ''];
const PRICES = [0, 0.5, 500, 500.5, 501, 1000, 1200];

const published = fc.constantFrom(PAST, PAST, PAST, null);
const values = fc.record({
  title: fc.constantFrom('Law', 'Tax', null),
  type: fc.option(fc.constantFrom(...TYPES), { nil: null }),
  price: fc.option(fc.constantFrom(...PRICES), { nil: null }),
  subjects: fc.uniqueArray(fc.constantFrom(...SUBJECTS), { maxLength: 3 }),
  place: fc.constantFrom(null, ...SUBJECTS),
  publishedAt: published,
});
type Step = { id: number; values: Omit<StoredDocument, 'id'> | null };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ id: fc.integer({ min: 1, max: 12 }), values: fc.option(values, { nil: null, freq: 5 }) }),
  { maxLength: 40 },
);

type Condition = Record<string, unknown>;
const someIds = fc.uniqueArray(fc.constantFrom(...SUBJECTS), { minLength: 1, maxLength: 2 });
const FACETS: Record<string, fc.Arbitrary<Condition>> = {
  type: fc.oneof(
    fc.constantFrom(...TYPES).map((text) => ({ type: { $contains: text } })),
    fc.constantFrom({ type: { $null: true } }, { type: { $ne: 'Act' } }, { $not: { type: 'Guide' } }),
    fc.constant({ $or: [{ type: 'Act' }, { type: { $contains: 'gui' } }] }),
  ),
  price: fc
    .constantFrom(...PRICES)
    .map((price) => ({ $or: [{ price: { $gt: price, $lte: price + 500 } }, { price: 1200 }] })),
  subjects: fc.oneof(
    someIds.map((ids) => ({ subjects: { id: { $in: ids } } })),
    someIds.map((ids) => ({ $or: ids.map((id) => ({ subjects: id })) })),
    fc.constantFrom({ subjects: { name: { $null: true } } }, { subjects: { id: { $notIn: [1] } } }),
  ),
  place: someIds.map((ids) => ({ place: { id: { $in: ids } } })),
};
const others: fc.Arbitrary<Condition> = fc.constantFrom(
  { title: 'Law' },
  { $or: [{ title: { $containsi: 'a' } }, { subjects: { name: 'S1' } }] },
  { $or: [{ type: 'Act' }, { price: { $gt: 400 } }] },
);
const conditions = fc.record({
  ...Object.fromEntries(Object.entries(FACETS).map(([name, one]) => [name, fc.option(one, { nil: null })])),
  rest: fc.option(others, { nil: null }),
}) as fc.Arbitrary<Record<string, Condition | null>>;

interface ListBody {
  meta: { pagination: { total: number }; counts?: Record<string, Record<string, number>> };
}

function query(
  model: ReadModel,
  filters: readonly (Condition | null)[],
  more: object = {},
): ListBody['meta'] {
  const raw = stringify({ filters: { $and: filters.filter((part) => part !== null) }, ...more });
  return (JSON.parse(respondList(model, 'book', raw, 'public').toString()) as ListBody).meta;
}

/** Returns the filter that selecting a facet value sends. */
function choosing(facet: string, value: string): Condition {
  if (facet === 'type') return { type: { $in: [value] } };
  if (facet === 'subjects' || facet === 'place') return { [facet]: { id: { $in: [value] } } };
  const [low, high] = value.split('-').map(Number);
  return { price: { $gt: (low ?? 0) - 1, $lte: high } };
}

const VALUES: Record<string, string[]> = {
  type: TYPES.filter((text) => text !== ''),
  price: ['1-500', '501-1000', '1001-1500'],
  subjects: ['1', '2', '3'],
  place: ['1', '2', '3'],
};

it('counts for each value what selecting it would leave, after any writes and for any filter', () => {
  fc.assert(
    fc.property(steps, steps, conditions, (before, after, { rest, ...chosen }) => {
      const model = createReadModel([subject, book]);
      // The fourth is a draft: it is neither shown nor matched by filters on relations.
      for (const id of SUBJECTS)
        model.upsert('subject', { id, name: `S${id}`, publishedAt: id === 4 ? null : PAST });
      const write = ({ id, values: newValues }: Step): void => {
        if (newValues === null) model.remove('book', id);
        else model.upsert('book', { id, ...newValues });
      };
      before.forEach(write);
      query(model, [], { counts: 1 });
      after.forEach(write);
      const { counts } = query(model, [rest ?? null, ...Object.values(chosen)], { counts: 1 });
      for (const [facet, all] of Object.entries(VALUES)) {
        const remaining = Object.entries(chosen).flatMap(([name, one]) => (name === facet ? [] : [one]));
        const expected = all.flatMap((value) => {
          const { total } = query(model, [rest ?? null, ...remaining, choosing(facet, value)]).pagination;
          return total === 0 ? [] : [[value, total] as const];
        });
        expect({ facet, counts: counts?.[facet] }).toEqual({ facet, counts: Object.fromEntries(expected) });
      }
    }),
    { numRuns: 120 },
  );
});
