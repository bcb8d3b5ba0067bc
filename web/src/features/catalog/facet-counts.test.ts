import { describe, expect, it } from 'vitest';
import { countOf, facetArgOf, toFacetCounts } from './facet-counts.ts';
import { listArgFrom } from './filters.ts';
import { filterNamesOf } from './list-path.ts';
import { facetCountsPath } from './item-query.ts';

const body = (counts?: Record<string, Record<string, number>>) => ({
  data: [],
  meta: counts === undefined ? {} : { counts },
});
const booksCounts = toFacetCounts(
  body({
    Category: { 3: 12 },
    Type: { Act: 2, 'Bare act': 3, Guide: 1 },
    Price: { '1-500': 4, '5501-6000': 2, '9001-9500': 1 },
    SubTitle: { 'A. Rao': 7 },
    Detail: { x: 1 },
  }),
  filterNamesOf('books'),
);

describe('the count of an option', () => {
  it('is the server’s count, and 0 for a value that it does not return', () => {
    expect(countOf(booksCounts, 'category', '3')).toBe(12);
    expect(countOf(booksCounts, 'subtitle', 'A. Rao')).toBe(7);
    expect(countOf(booksCounts, 'category', '4')).toBe(0);
    expect(countOf(booksCounts, 'subtitle', 'constructor')).toBe(0);
  });
  it('is undefined for a group that the server does not count', () => {
    expect(countOf(booksCounts, 'publisher', '1')).toBeUndefined();
    expect(countOf(toFacetCounts(body(), filterNamesOf('books')), 'category', '3')).toBeUndefined();
  });
  it('adds up types that contain the value, as the list matches them', () => {
    expect(countOf(booksCounts, 'type', 'Act')).toBe(5);
    expect(countOf(booksCounts, 'type', 'Guide')).toBe(1);
  });
  it('adds up all price ranges above an open one', () => {
    expect(countOf(booksCounts, 'price', '1-500')).toBe(4);
    expect(countOf(booksCounts, 'price', '501-1000')).toBe(0);
    expect(countOf(booksCounts, 'price', '5501+')).toBe(3);
  });
});

describe('facetCountsPath', () => {
  const listOf = (kind: 'books' | 'firms', query: string) => listArgFrom(kind, new URLSearchParams(query));

  it('is the same for every page of a list', () => {
    const [first, second] = ['q=tax&category=5', 'q=tax&category=5&page=2'].map((query) =>
      facetArgOf(listOf('books', query)),
    );
    expect(first).toEqual(second);
  });
  it('has the filters of the list, the kind of profile and a page of one document', () => {
    const query = new URLSearchParams(
      facetCountsPath(facetArgOf(listOf('firms', 'q=tax&practice=5&city=2&city=3'))).split('?')[1],
    );
    expect(Object.fromEntries(query)).toMatchObject({
      counts: '1',
      'filters[SubCategory2][$eq]': '1',
      'filters[$and][0][PropertyList1][id][$in][0]': '5',
      'filters[$and][1][Property2][id][$in][1]': '3',
      'filters[$and][2][$or][0][Title][$search]': 'tax',
      'pagination[pageSize]': '1',
      'fields[0]': 'id',
    });
  });
});
