import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContractCase } from '@vidhi/tests-contract/cases.ts';
import { CATALOGUE, NEWS } from '@vidhi/tests-contract/sides.ts';
import { openComparedSite, type ComparedSite } from './compared-site.ts';

let news: ComparedSite;
let catalogue: ComparedSite;
beforeAll(async () => {
  [news, catalogue] = await Promise.all([openComparedSite(NEWS), openComparedSite(CATALOGUE)]);
});
afterAll(() => {
  news.close();
  catalogue.close();
});

const read = (path: string): ContractCase => ({ section: '', name: path, method: 'GET', path });

describe('the executor on SQLite', () => {
  it.each([
    '/api/posts',
    '/api/posts?sort=title:desc,id:asc&pagination[page]=3&pagination[pageSize]=7',
    '/api/posts?pagination[start]=595&pagination[limit]=20',
    '/api/posts?filters[id][$in][0]=3&filters[id][$in][1]=5',
    '/api/posts?filters[title][$containsi]=court',
    '/api/posts?filters[title][$search]=Court%20on',
    '/api/categories?filters[posts][title][$search]=tax',
    '/api/posts?filters[title][$contains]=of',
    '/api/posts?filters[title][$notContains]=court',
    '/api/posts?filters[slug][$startsWith]=a&sort=slug',
    '/api/posts?filters[slug][$endsWith]=s&sort=slug:desc',
    '/api/posts?filters[slug][$endsWith]=',
    '/api/posts?filters[views_count][$contains]=1',
    '/api/posts?filters[id][$gt]=10&filters[id][$lte]=20',
    '/api/posts?filters[id][$ne]=7&filters[title][$notNull]=true',
    '/api/posts?filters[$or][0][id][$eq]=1&filters[$or][1][title][$contains]=tax',
    '/api/posts?filters[categories][name][$contains]=a&sort=categories.name:asc',
    '/api/posts?filters[categories][id][$null]=true',
    '/api/posts?filters[$not][categories][id][$eq]=2',
    '/api/posts?sort=categories.name:desc&pagination[pageSize]=50',
    '/api/posts?_q=court',
    '/api/posts?publicationState=preview&sort=publishedAt:asc',
    '/api/categories?filters[posts][title][$containsi]=tax',
  ])('selects what the engine in memory selects: %s', (path) => {
    for (const audience of ['public', 'staff'] as const)
      expect(news.compare(read(path), audience)).toMatchObject({ verdict: 'equal' });
  });

  it.each([
    '/api/books?sort=Price:asc&filters[Price][$contains]=.0',
    '/api/books?filters[author_names][id][$notNull]=true&sort=author_names.id:desc',
  ])('selects books as the engine in memory does: %s', (path) =>
    expect(catalogue.compare(read(path), 'public')).toMatchObject({ verdict: 'equal' }),
  );

  it('says which queries it does not translate', () => {
    expect(catalogue.compare(read('/api/lawyers?sort=neutral'), 'public')).toMatchObject({
      verdict: 'unsupported',
    });
  });

  it('is not asked for requests that are no selection of a page', () => {
    expect(news.compare(read('/api/posts/3'), 'public')).toEqual({ verdict: 'no list read' });
    expect(news.compare(read('/api/posts?sort=none'), 'public')).toEqual({
      verdict: 'rejected by the parser',
    });
  });
});
