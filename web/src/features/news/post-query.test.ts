import { describe, expect, it } from 'vitest';
import { homeQuery, listQuery } from './post-query.ts';

const read = (query: string) => new URLSearchParams(query);

describe('listQuery', () => {
  it('requests pages of 24, newest first', () => {
    const query = read(listQuery({ page: 3 }));
    expect(query.get('pagination[page]')).toBe('3');
    expect(query.get('pagination[pageSize]')).toBe('24');
    expect(query.get('sort')).toBe('publish_date:desc');
  });
  it('filters by a category or its subcategories', () => {
    const query = read(listQuery({ category: 'gst', page: 1 }));
    expect(query.get('filters[$or][0][categories][slug][$eq]')).toBe('gst');
    expect(query.get('filters[$or][1][categories][parent_category][slug][$eq]')).toBe('gst');
  });
  it('searches title, slug and the names and slugs of categories and their parents', () => {
    const query = read(listQuery({ search: 'bail & bond', page: 1 }));
    const searched = [...query].filter(([key]) => key.startsWith('filters')).map(([key]) => key);
    expect(searched).toEqual([
      'filters[$or][0][title][$containsi]',
      'filters[$or][1][slug][$containsi]',
      'filters[$or][2][categories][slug][$containsi]',
      'filters[$or][3][categories][name][$containsi]',
      'filters[$or][4][categories][parent_category][slug][$containsi]',
      'filters[$or][5][categories][parent_category][name][$containsi]',
    ]);
    expect(query.get('filters[$or][0][title][$containsi]')).toBe('bail & bond');
  });
  it('does not request texts of posts for a list', () => {
    for (const query of [listQuery({ page: 1 }), homeQuery()]) expect(query).not.toContain('content');
  });
});

it('requests the front page as one list of 150', () => {
  expect(read(homeQuery()).get('pagination[pageSize]')).toBe('150');
});
