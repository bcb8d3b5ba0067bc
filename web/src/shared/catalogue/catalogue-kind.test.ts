import { describe, expect, it } from 'vitest';
import { isCatalogueKind, itemPath } from './catalogue-kind.ts';

describe('itemPath', () => {
  it('ends with a slug of the title', () => {
    expect(itemPath('books', { id: 7, title: 'The GST Act, 2017 (5th ed.)' })).toBe(
      '/catalogs/books/7/the-gst-act-2017-5th-ed',
    );
  });
  it('keeps letters of other scripts and never has an empty slug', () => {
    expect(decodeURIComponent(itemPath('firms', { id: 7, title: 'विधि सेवा' }))).toBe(
      '/catalogs/firms/7/विधि-सेवा',
    );
    expect(itemPath('books', { id: 7, title: '…' })).toBe('/catalogs/books/7/item');
  });
  it('limits the length of the slug', () => {
    expect(itemPath('books', { id: 7, title: 'word '.repeat(60) }).length).toBeLessThanOrEqual(100);
  });
});

describe('isCatalogueKind', () => {
  it('accepts the three kinds', () => {
    expect(['books', 'lawyers', 'firms'].every(isCatalogueKind)).toBe(true);
    expect(['', 'toString', 'Books', undefined].some(isCatalogueKind)).toBe(false);
  });
});
