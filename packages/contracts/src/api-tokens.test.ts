import { describe, expect, it } from 'vitest';
import { allCollections } from '@vidhi/collections/all.ts';
import type { Collection } from '@vidhi/collections/declaration.ts';
import { contentPaths } from '@vidhi/collections/routes.ts';
import { API_SCOPE_NAMES, scopesAllow } from './api-tokens.ts';

/** Content that a desk writes; settings are of administrators, carts of buyers. */
const collections = allCollections.filter(
  ({ kind, routes, owner }: Collection) =>
    kind === 'collection' && routes !== null && (owner === 'news' || owner === 'catalog'),
);
const pathsOf = (collection: Collection): string[] => contentPaths([collection]);
const byPath = collections.flatMap((collection) => pathsOf(collection));

const ending = (end: string): string[] => API_SCOPE_NAMES.filter((name) => name.endsWith(end));

describe('the scopes of API tokens', () => {
  it.each(byPath)('read %s', (path) => {
    const names = [...ending(':read'), 'media:write'];
    expect(['GET', 'HEAD'].filter((method) => !scopesAllow(names, method, `${path}/:id`))).toEqual([]);
  });

  // Files are uploaded, and neither changed nor removed.
  it.each(byPath.filter((path) => path !== '/api/upload/files'))('write %s', (path) => {
    const denied = (['POST', 'PUT', 'DELETE'] as const).filter(
      (method) => !scopesAllow(ending(':write'), method, method === 'POST' ? path : `${path}/:id`),
    );
    expect(denied).toEqual([]);
  });

  it('reach neither settings nor carts', () => {
    const others = (allCollections as readonly Collection[]).filter(
      ({ kind, owner }) => kind === 'single' || owner === 'cart-orders',
    );
    expect(others.length).toBeGreaterThan(3);
    const reached = contentPaths(others).filter((path) => scopesAllow(API_SCOPE_NAMES, 'GET', path));
    expect(reached).toEqual([]);
  });

  it('write articles and their authors together', () => {
    for (const path of ['/api/posts/:id', '/api/news-authors/:id', '/api/tags/:id'])
      expect(scopesAllow(['articles:write'], 'PUT', path)).toBe(true);
    expect(scopesAllow(['pages:write'], 'PUT', '/api/news-authors/:id')).toBe(false);
  });
});
