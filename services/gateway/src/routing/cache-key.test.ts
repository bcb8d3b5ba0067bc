import { expect, it } from 'vitest';
import { normalizeQuery } from './cache-key.ts';

it('normalizes queries that parsers read equally to one key', () => {
  expect(normalizeQuery('filters%5Bslug%5D%5B%24eq%5D=a', 'api')).toBe('filters[slug][$eq]=a');
  expect(normalizeQuery('&a=1&&b=2&', 'api')).toBe('a=1&b=2');
});

it('keeps queries apart that could have different meanings', () => {
  const queries = [
    ['a=1&b=2', 'b=2&a=1', 'a=1', 'a', 'a=', 'a=%26b=2', 'a=1%26b=2'],
    ['a=+', 'a=%20', 'a=%2B', 'a=%2520'],
    ['sort[0]=x&sort[1]=y', 'sort[0]=y&sort[1]=x', 'sort=x&sort=y', 'sort=y&sort=x'],
    ['q=%25', 'q=%2525', 'q=A', 'q=a', 'Q=a'],
  ].flat();
  expect(new Set(queries.map((query) => normalizeQuery(query, 'api'))).size).toBe(queries.length);
});

it('removes campaign parameters for pages, and none for the API', () => {
  expect(normalizeQuery('utm_source=x&page=2&fbclid=1', 'page')).toBe('page=2');
  expect(normalizeQuery('utm_source=x&page=2', 'api')).toBe('utm_source=x&page=2');
});
