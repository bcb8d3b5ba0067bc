import { describe, expect, it } from 'vitest';
import { homeQuery, listQuery, searchQuery } from './post-query.ts';

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
  it('searches by text and page, with the cards of a list', () => {
    const query = read(searchQuery({ text: 'bail & bond', page: 2 }));
    expect([query.get('q'), query.get('pagination[page]')]).toEqual(['bail & bond', '2']);
    expect(query.get('fields[0]')).toBe('title');
  });
  it('does not request texts of posts for a list', () => {
    for (const query of [listQuery({ page: 1 }), homeQuery()]) expect(query).not.toContain('content');
  });
});

it('requests the front page as one list of 150', () => {
  expect(read(homeQuery()).get('pagination[pageSize]')).toBe('150');
});
