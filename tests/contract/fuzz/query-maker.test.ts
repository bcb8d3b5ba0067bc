import { beforeAll, describe, expect, it } from 'vitest';
import {
  newsCollections,
  routedCollections,
} from '../../../services/news/src/collections/news-collections.ts';
import { archivedDocuments } from '../archive-model.ts';
import type { StoredDocument } from '../stored-form.ts';
import { QueryMaker } from './query-maker.ts';
import { renderQuery } from './query.ts';
import { createRandom } from './random.ts';
import { valuesOf } from './values.ts';

const QUERIES = 2_000;
let documents: ReadonlyMap<string, readonly StoredDocument[]>;

beforeAll(async () => {
  documents = await archivedDocuments(newsCollections);
});

function make(seed: number): string {
  const random = createRandom(seed);
  const site = { collections: newsCollections, addressed: routedCollections, wildcards: true };
  return renderQuery(new QueryMaker({ ...site, valueOf: valuesOf(documents, random) }, random).query());
}

describe('a random query', () => {
  it('is the same for the same seed', () => {
    expect(make(7)).toBe(make(7));
  });

  it('covers every operator, every form of populate and every endpoint', () => {
    const all = Array.from({ length: QUERIES }, (_, seed) => decodeURIComponent(make(seed))).join('\n');
    const operators = [
      '$eq',
      '$eqi',
      '$ne',
      '$nei',
      '$in',
      '$notIn',
      '$lt',
      '$lte',
      '$gt',
      '$gte',
      '$between',
    ]
      .concat([
        '$null',
        '$notNull',
        '$contains',
        '$notContains',
        '$containsi',
        '$notContainsi',
        '$startsWith',
      ])
      .concat(['$startsWithi', '$endsWith', '$endsWithi', '$and', '$or', '$not']);
    const forms = [
      'populate=*',
      '[populate]',
      '[limit]',
      '[start]',
      '[count]',
      'populate[0]',
      'publicationState',
    ];
    const addresses = routedCollections.map(
      ({ kind, name, plural }) => `/api/${kind === 'single' ? name : plural}`,
    );
    const missing = [...operators.map((name) => `[${name}]`), ...forms, ...addresses].filter(
      (one) => !all.includes(one),
    );
    expect(missing).toEqual([]);
  });

  it('is a valid URL', () => {
    for (let seed = 0; seed < QUERIES; seed += 1) expect(make(seed)).toMatch(/^[!-~]+$/);
  });
});
