import { describe, expect, it } from 'vitest';
import { filtersFrom, hasFilters, listArgFrom, toggled } from './filters.ts';
import { listPath, type Filters } from './list-path.ts';

const read = (kind: 'books' | 'lawyers', query: string): Filters =>
  filtersFrom(kind, new URLSearchParams(query));

describe('the query string of a list', () => {
  it('has filters and page', () => {
    const query = new URLSearchParams('q=tax&category=5&category=3&price=501-1000&price=5501%2B&page=2');
    expect(listArgFrom('books', query)).toEqual({
      kind: 'books',
      search: 'tax',
      chosen: { category: ['3', '5'], price: ['501-1000', '5501+'] },
      page: 2,
    });
  });
  it('is parsed to the same list', () => {
    const filters: Filters = {
      search: 'contract & tort',
      chosen: { type: ['Bare Act'], author: ['7'], subtitle: ['A. Rao, B. Sen'], price: ['1-500', '5501+'] },
      sort: 'price-desc',
    };
    const url = new URL(listPath('books', filters, 3), 'https://vidhi.example');
    expect(listArgFrom('books', url.searchParams)).toEqual({ kind: 'books', ...filters, page: 3 });
  });
  it('reads a text in `author` as a subtitle, as in older URLs', () => {
    expect(read('books', 'author=7&author=A.+Rao&subtitle=B.+Sen').chosen).toEqual({
      author: ['7'],
      subtitle: ['A. Rao', 'B. Sen'],
    });
  });
  it('reads the form’s place as a state or a city', () => {
    expect(read('lawyers', 'practice=&place=state-4').chosen).toEqual({ state: ['4'] });
    expect(read('lawyers', 'practice=2&place=city-8').chosen).toEqual({ practice: ['2'], city: ['8'] });
    expect(read('lawyers', 'place=&practice=').chosen).toEqual({});
    expect(read('books', 'place=state-4').chosen).toEqual({});
  });
  it('has a sort order of books and none of profiles', () => {
    expect(read('books', 'sort=title').sort).toBe('title');
    expect([read('books', 'sort=rating').sort, read('lawyers', 'sort=title').sort]).toEqual([
      undefined,
      undefined,
    ]);
  });
  it('is empty without filters', () => {
    expect(listPath('firms', { search: '', chosen: {} })).toBe('/catalogs/firms');
    expect(hasFilters(read('books', 'q=&page=4&other=1'))).toBe(false);
  });
  it('ignores unknown filters and invalid values', () => {
    expect(read('lawyers', 'category=3&state=x&city=-1&court=07&price=1-500&practice=12')).toEqual({
      search: '',
      chosen: { practice: ['12'] },
    });
    expect(read('books', 'price=9-1&type=+&publisher=1e3').chosen).toEqual({});
  });
  it('has each value once, and at most twenty', () => {
    const many = Array.from({ length: 40 }, (_, index) => `court=${index + 1}`).join('&');
    expect(read('lawyers', `court=1&${many}`).chosen.court).toHaveLength(20);
  });
});

describe('a filter', () => {
  it('is added, and removed with its group', () => {
    const none: Filters = { search: 'x', chosen: {} };
    const one = toggled(none, 'court', '4');
    expect(one).toEqual({ search: 'x', chosen: { court: ['4'] } });
    expect(toggled(one, 'court', '4')).toEqual(none);
  });
});
