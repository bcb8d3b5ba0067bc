import { describe, expect, it } from 'vitest';
import { moveActive, suggestRead } from './suggest.ts';

describe('suggestRead', () => {
  it('requests suggestions for the text', () => {
    expect(suggestRead.path('r & d')).toBe('/suggest?q=r%20%26%20d');
  });
  it('groups the suggestions and omits empty groups', () => {
    const body = {
      data: {
        posts: [{ id: 1, label: 'Bail granted', slug: 'bail-granted' }],
        categories: [],
        tags: [{ id: 2, label: 'Bail', slug: 'bail' }],
      },
    };
    expect(suggestRead.transform(body, 'bail')).toEqual([
      { name: 'News', options: [{ label: 'Bail granted', path: '/bail-granted' }] },
      { name: 'Tags', options: [{ label: 'Bail', path: '/tags/bail' }] },
    ]);
  });
  it('links books, lawyers and firms; all groups are optional', () => {
    const body = {
      data: {
        books: [{ id: 4, label: 'GST & Costs', slug: 'gst-costs' }],
        lawyers: [{ id: 7, label: 'Adv. Asha Rao', slug: 'adv-asha-rao' }],
        firms: [{ id: 9, label: 'Rao Sen', slug: 'rao-sen' }],
      },
    };
    expect(suggestRead.transform(body, 'rao')).toEqual([
      { name: 'Lawyers', options: [{ label: 'Adv. Asha Rao', path: '/catalogs/lawyers/7/adv-asha-rao' }] },
      { name: 'Law firms', options: [{ label: 'Rao Sen', path: '/catalogs/firms/9/rao-sen' }] },
      { name: 'Books', options: [{ label: 'GST & Costs', path: '/catalogs/books/4/gst-costs' }] },
    ]);
    expect(suggestRead.transform({ data: {} }, 'rao')).toEqual([]);
  });
});

describe('moveActive', () => {
  it.each([
    [-1, 'ArrowDown', 0],
    [0, 'ArrowDown', 1],
    [2, 'ArrowDown', -1],
    [-1, 'ArrowUp', 2],
    [0, 'ArrowUp', -1],
  ] as const)('goes from %i by %s to %i of three', (active, key, expected) => {
    expect(moveActive(active, key, 3)).toBe(expected);
  });
});
