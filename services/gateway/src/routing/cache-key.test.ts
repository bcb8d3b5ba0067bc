import { expect, it } from 'vitest';
import { normaliseQuery } from './cache-key.ts';

it('gives one alias to queries that parsers read alike', () => {
  expect(normaliseQuery('filters%5Bslug%5D%5B%24eq%5D=a', 'api')).toBe('filters[slug][$eq]=a');
  expect(normaliseQuery('&a=1&&b=2&', 'api')).toBe('a=1&b=2');
});

it('never joins queries that could mean different things', () => {
  const queries = [
    ['a=1&b=2', 'b=2&a=1', 'a=1', 'a', 'a=', 'a=%26b=2', 'a=1%26b=2'],
    ['a=+', 'a=%20', 'a=%2B', 'a=%2520'],
    ['sort[0]=x&sort[1]=y', 'sort[0]=y&sort[1]=x', 'sort=x&sort=y', 'sort=y&sort=x'],
    ['q=%25', 'q=%2525', 'q=A', 'q=a', 'Q=a'],
  ].flat();
  expect(new Set(queries.map((query) => normaliseQuery(query, 'api'))).size).toBe(queries.length);
});

it('leaves marks of campaigns out for pages, and nothing out for the API', () => {
  expect(normaliseQuery('utm_source=x&page=2&fbclid=1', 'page')).toBe('page=2');
  expect(normaliseQuery('utm_source=x&page=2', 'api')).toBe('utm_source=x&page=2');
});
