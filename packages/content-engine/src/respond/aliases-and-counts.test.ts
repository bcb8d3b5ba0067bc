import { describe, expect, it } from 'vitest';
import { defineCollection } from '@vidhi/collections/declaration.ts';
import type { Audience } from '../schema/collection.ts';
import { respondList } from './list.ts';
import { respondOne } from './one.ts';
import { COST, QueryCost } from '../query/query-cost.ts';
import type { ReadModel } from '../model/read-model.ts';
import { createReadModel } from '../model/read-model.ts';

const shelf = defineCollection({
  name: 'shelf',
  plural: 'shelves',
  uid: 'api::shelf.shelf',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  timestamps: false,
  attributes: {
    name: { type: 'string' },
    papers: { type: 'relation', relation: 'oneToMany', target: 'paper', mappedBy: 'shelf' },
  },
  counted: 'papers',
});
const paper = defineCollection({
  name: 'paper',
  plural: 'papers',
  uid: 'api::paper.paper',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: true,
  timestamps: false,
  attributes: {
    kind: { type: 'string' },
    fee: { type: 'decimal', audience: 'member' },
    shelf: { type: 'relation', relation: 'manyToOne', target: 'shelf', inversedBy: 'papers' },
  },
  distinct: ['kind'],
  facets: { kind: {}, shelf: {}, fee: { width: 100 } },
  aliases: [{ plural: 'briefs', fixed: { kind: 'brief' } }],
});
const BRIEFS = { kind: 'brief' };

const model = createReadModel([shelf, paper]);
for (const id of [1, 2]) model.upsert('shelf', { id, name: `Shelf ${id}` });
const past = '2026-01-01T00:00:00.000Z';
model.upsert('paper', { id: 1, kind: 'brief', fee: 100.5, shelf: 1, publishedAt: past });
model.upsert('paper', { id: 2, kind: 'order', shelf: 1, publishedAt: past });
model.upsert('paper', { id: 3, kind: 'brief', shelf: 1, publishedAt: null });

const list = (
  name: string,
  raw: string,
  fixed?: Record<string, string>,
  audience: Audience = 'public',
  of = model,
) =>
  JSON.parse(respondList(of, name, raw, audience, fixed).toString()) as {
    data: { id: number }[];
    meta: { counts?: unknown };
  };
const ids = ({ data }: { data: { id: number }[] }): number[] => data.map(({ id }) => id);

describe('an alias', () => {
  it('adds its fixed values to the filter of the query', () => {
    expect(ids(list('paper', '', BRIEFS))).toEqual([1]);
    expect(ids(list('paper', 'filters[$or][0][kind]=order&filters[$or][1][id]=1', BRIEFS))).toEqual([1]);
    expect(ids(list('paper', ''))).toEqual([1, 2]);
  });

  it('responds 404 for documents with other values', () => {
    expect(respondOne(model, 'paper', 1, '', 'public', BRIEFS).toString()).toContain('"brief"');
    expect(() => respondOne(model, 'paper', 2, '', 'public', BRIEFS)).toThrow('Not Found');
  });
});

describe('counts', () => {
  it('count published documents, and are empty for none', () => {
    expect(list('shelf', 'counts=1').meta.counts).toEqual({ 1: 2, 2: 0 });
  });

  it('count only documents that match the filter of the list', () => {
    expect(list('shelf', 'counts=1&filters[papers][kind]=brief').meta.counts).toEqual({ 1: 1 });
    const both = 'filters[$and][0][papers][kind]=brief&filters[$and][1][papers][id]=2';
    expect(list('shelf', `counts=1&${both}`).meta.counts).toEqual({ 1: 0 });
  });

  const costOf = (model: ReadModel, name: string, raw: string): number => {
    const cost = new QueryCost();
    respondList(model, name, raw, 'public', undefined, cost);
    return cost.spent;
  };

  it('charge each condition again for the documents that match all preceding ones', () => {
    const papers = 100;
    const cost = (first: string) => {
      const fresh = createReadModel([shelf, paper]);
      for (let id = 1; id <= papers; id += 1)
        fresh.upsert('paper', { id, kind: 'brief', shelf: 1, publishedAt: past });
      const rest = Array.from({ length: 10 }, (_, at) => `filters[$and][${at + 1}][id][$ne]=${-at - 1}`);
      return costOf(fresh, 'paper', `counts=1&filters[$and][0]${first}&${rest.join('&')}`);
    };
    const all = 20 * papers * COST.value;
    expect(cost('[id][$gt]=0') - cost('[id][$gt]=1000')).toBeGreaterThanOrEqual(all);
    expect(cost('[kind]=brief')).toBeGreaterThanOrEqual(all);
  });

  it('charge the links that they follow, like populate', () => {
    // Cached counts are free.
    const cost = (raw: string): number => {
      const fresh = createReadModel([shelf, paper]);
      fresh.upsert('shelf', { id: 1, name: 'Shelf 1' });
      for (const id of [1, 2, 3]) fresh.upsert('paper', { id, kind: 'brief', shelf: 1, publishedAt: past });
      return costOf(fresh, 'shelf', raw);
    };
    expect(cost('counts=1') - cost('fields=name')).toBeGreaterThanOrEqual(3 * COST.link);
    expect(cost('counts=1&populate=papers') - cost('counts=1')).toBeGreaterThanOrEqual(3 * COST.link);
  });

  it('reflect every change after they were cached', () => {
    const changing = createReadModel([shelf, paper]);
    const counted = (filter = '') =>
      list('shelf', `counts=1${filter}`, undefined, 'public', changing).meta.counts;
    const briefs = '&filters[papers][kind]=brief';
    for (const id of [1, 2]) changing.upsert('shelf', { id, name: `Shelf ${id}` });
    changing.upsert('paper', { id: 1, kind: 'brief', shelf: 1, publishedAt: past });
    expect([counted(), counted(briefs)]).toEqual([{ 1: 1, 2: 0 }, { 1: 1 }]);
    changing.upsert('paper', { id: 1, kind: 'brief', shelf: 2, publishedAt: past });
    expect([counted(), counted(briefs)]).toEqual([{ 1: 0, 2: 1 }, { 2: 1 }]);
    changing.upsert('paper', { id: 2, kind: 'order', shelf: 2, publishedAt: past });
    expect([counted(), counted(briefs)]).toEqual([{ 1: 0, 2: 2 }, { 2: 1 }]);
    changing.upsert('paper', { id: 2, kind: 'brief', shelf: 2, publishedAt: null });
    expect([counted(), counted(briefs)]).toEqual([{ 1: 0, 2: 1 }, { 2: 1 }]);
    changing.remove('paper', 1);
    expect([counted(), counted(briefs)]).toEqual([{ 1: 0, 2: 0 }, {}]);
  });

  it('are in the response only with counts=1', () => {
    expect(list('shelf', '').meta.counts).toBeUndefined();
    expect(list('shelf', 'counts=0').meta.counts).toBeUndefined();
    expect(list('paper', '').meta.counts).toBeUndefined();
    expect(list('paper', 'counts=0').meta.counts).toBeUndefined();
  });
});

describe('distinct values', () => {
  it('reflect every change, and exclude unpublished documents', () => {
    const changing = createReadModel([shelf, paper]);
    const kinds = (filter = '') =>
      list('paper', `fields=kind${filter}`, undefined, 'public', changing).data.map(({ id }) => id);
    changing.upsert('paper', { id: 1, kind: 'order', shelf: 1, publishedAt: past });
    changing.upsert('paper', { id: 2, kind: 'order', shelf: 1, publishedAt: past });
    expect(kinds()).toEqual([1]);
    changing.upsert('paper', { id: 3, kind: 'brief', shelf: 1, publishedAt: past });
    expect([kinds(), kinds('&filters[kind]=order'), kinds('&sort=id')]).toEqual([[3, 1], [1], [1, 3]]);
    changing.upsert('paper', { id: 3, kind: 'brief', shelf: 1, publishedAt: null });
    expect(kinds()).toEqual([1]);
    changing.remove('paper', 1);
    expect(kinds()).toEqual([2]);
  });
});

describe('counts of facets', () => {
  it('give the number of documents that remain when the value is selected', () => {
    expect(list('paper', 'counts=1').meta.counts).toEqual({ kind: { brief: 1, order: 1 }, shelf: { 1: 2 } });
    expect(list('paper', 'counts=1&filters[kind]=brief').meta.counts).toEqual({
      kind: { brief: 1, order: 1 },
      shelf: { 1: 1 },
    });
    expect(list('paper', 'counts=1&filters[shelf]=2').meta.counts).toEqual({ kind: {}, shelf: { 1: 2 } });
  });

  it('apply the fixed values of an alias', () => {
    expect(list('paper', 'counts=1', BRIEFS).meta.counts).toMatchObject({ shelf: { 1: 1 } });
  });

  it('omit attributes above the access level of the audience', () => {
    expect(list('paper', 'counts=1').meta.counts).not.toHaveProperty('fee');
    expect(list('paper', 'counts=1', undefined, 'member').meta.counts).toHaveProperty('fee', {
      '101-200': 1,
    });
  });

  it('include drafts only for staff with publicationState=preview', () => {
    expect(list('paper', 'counts=1&publicationState=preview', undefined, 'staff').meta.counts).toMatchObject({
      kind: { brief: 2, order: 1 },
    });
  });

  it('are limited to attributes that the collection stores', () => {
    const wrong = defineCollection({
      ...paper,
      attributes: { ...paper.attributes, kind: { type: 'text', longText: true } },
    });
    expect(() => respondList(createReadModel([shelf, wrong]), 'paper', 'counts=1', 'public')).toThrow(
      'paper stores no kind that could be counted',
    );
  });
});
