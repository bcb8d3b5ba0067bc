import { describe, expect, it } from 'vitest';
import { formatListState, parseListState, withChange, withoutFilters, type ListLimits } from './list-url.ts';

const limits: ListLimits = {
  filters: ['state', 'category'],
  sorts: ['title', 'updatedAt'],
  columns: ['title', 'state', 'author'],
  defaultSort: '-updatedAt',
};
const parse = (search: string) => parseListState(new URLSearchParams(search), limits);

describe('the address of a list', () => {
  it('holds search, filters, sort, page, size and columns', () => {
    const search = '?view=mine&q=bail&f%5Bstate%5D=draft&sort=title&page=3&size=50&cols=title%2Cauthor';
    expect(parse(search)).toEqual({
      view: 'mine',
      q: 'bail',
      filters: { state: 'draft' },
      sort: 'title',
      page: 3,
      size: 50,
      columns: ['title', 'author'],
    });
    expect(formatListState(parse(search), limits)).toBe(search);
  });

  it('leaves out defaults', () => {
    expect(formatListState(parse(''), limits)).toBe('');
  });

  it.each([
    ['?page=0', 'page', 1],
    ['?page=1e9999', 'page', 1],
    ['?page=-2', 'page', 1],
    ['?size=7', 'size', 25],
    ['?sort=password', 'sort', '-updatedAt'],
    ['?cols=nothing', 'columns', null],
    ['?cols=title,title', 'columns', ['title']],
    ['?f[__proto__]=x&f[secret]=y&f[state]=', 'filters', {}],
  ] as const)('ignores what it does not know in %s', (search, key, value) => {
    expect(parse(search)[key]).toEqual(value);
  });

  it('leads to the first page after a change of what is shown, and stays on its page otherwise', () => {
    const state = parse('?page=3');
    expect(withChange(state, { q: 'bail' }, limits).page).toBe(1);
    expect(withChange(state, { filters: { state: 'draft' } }, limits).page).toBe(1);
    expect(withChange(state, { columns: ['title'] }, limits).page).toBe(3);
    expect(withChange(state, { page: 4 }, limits).page).toBe(4);
  });
});

describe('the address of a list that first shows a part of its rows', () => {
  const withFirst: ListLimits = { ...limits, firstView: { filters: { state: 'draft' }, sort: 'title' } };
  const read = (search: string) => parseListState(new URLSearchParams(search), withFirst);
  const changed = (search: string, change: Parameters<typeof withChange>[1]) =>
    formatListState(withChange(read(search), change, withFirst), withFirst);

  it('has no query for that part, and a name for all rows', () => {
    expect(read('')).toMatchObject({ filters: { state: 'draft' }, sort: 'title' });
    expect(read('?page=2')).toMatchObject({ filters: { state: 'draft' }, page: 2 });
    expect(read('?view=all')).toMatchObject({ filters: {}, sort: '-updatedAt' });
    expect(changed('', { page: 2 })).toBe('?page=2');
    expect(changed('', { sort: 'updatedAt' })).toBe('?sort=updatedAt');
    expect(changed('', { filters: {}, sort: '-updatedAt' })).toBe('?view=all');
    expect(changed('', { filters: { state: 'draft', category: '3' } })).toBe(
      '?f%5Bstate%5D=draft&f%5Bcategory%5D=3&sort=title',
    );
  });

  it('searches all rows from there, and leads to all rows when the search is cleared', () => {
    expect(changed('', { q: 'bail' })).toBe('?q=bail');
    expect(changed('?q=bail', { q: '' })).toBe('?view=all');
    expect(changed('?view=all', { q: 'bail' })).toBe('?view=all&q=bail');
  });

  it('leads to all rows in their own order when the filters are cleared', () => {
    const cleared = (search: string) => changed(search, withoutFilters(read(search), withFirst));
    expect(cleared('')).toBe('?view=all');
    expect(cleared('?view=first')).toBe('?view=all');
    expect(cleared('?view=mine&f[state]=draft&sort=title&cols=state')).toBe('?view=all');
    expect(cleared('?view=all&q=bail&sort=title')).toBe('?view=all&sort=title');
  });
});

describe('the address of a list that a saved view opens', () => {
  const opened: ListLimits = { ...limits, opensElsewhere: true };
  const changed = (search: string, change: Parameters<typeof withChange>[1]) =>
    formatListState(withChange(parseListState(new URLSearchParams(search), opened), change, opened), opened);

  it('always has a query, as the address alone leads to that view', () => {
    expect(changed('?q=bail', { q: '' })).toBe('?view=all');
    expect(changed('?f[state]=draft', { filters: {} })).toBe('?view=all');
    expect(changed('?view=all', { page: 2 })).toBe('?view=all&page=2');
    const both: ListLimits = { ...opened, firstView: { filters: { state: 'draft' }, sort: 'title' } };
    const first = parseListState(new URLSearchParams('?f[state]=draft&sort=title'), both);
    expect(formatListState(first, both)).toBe('?view=first');
  });
});
