import { describe, expect, it } from 'vitest';
import { allCollections } from './all.ts';
import { copyOf, type Collection, type RelationAttribute } from './declaration.ts';
import { userCollection } from './accounts/user.ts';
import { lawyerCollection } from './catalog/lawyer.ts';
import { siteOptionCollection, siteSettingCollection } from './news/site-settings.ts';
import { contentPaths } from './routes.ts';

const all: readonly Collection[] = allCollections;
const byTarget = new Map(
  all.flatMap((collection) => [collection.name, collection.uid].map((key) => [key, collection])),
);
const relations = all.flatMap(({ name, attributes }) =>
  Object.entries(attributes).flatMap(([key, attribute]): [string, string, RelationAttribute][] =>
    attribute.type === 'relation' ? [[name, key, attribute]] : [],
  ),
);

describe('the collections', () => {
  it('differ in name, plural, uid and paths', () => {
    for (const key of ['name', 'plural', 'uid'] as const)
      expect(new Set(all.map((collection) => collection[key])).size).toBe(all.length);
    const paths = all.flatMap(({ routes }) => routes?.detail ?? []);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each(relations)('%s.%s leads to a collection', (_name, _key, { target }) => {
    expect(byTarget.get(target)).toBeDefined();
  });

  const owning = relations.filter(([, , { inversedBy }]) => inversedBy !== undefined);
  it.each(owning)('%s.%s has the inverse side that it names', (_name, key, { target, inversedBy }) => {
    expect(byTarget.get(target)?.attributes[inversedBy ?? '']).toMatchObject({ mappedBy: key });
  });

  const inverse = relations.filter(([, , { mappedBy }]) => mappedBy !== undefined);
  it.each(inverse)('%s.%s has the owning side that it names', (name, key, { target, mappedBy }) => {
    expect(byTarget.get(target)?.attributes[mappedBy ?? '']).toMatchObject({ target: name, inversedBy: key });
  });

  it.each(all)('$name names attributes of its own', ({ attributes, distinct, facets, counted, hiddenBy }) => {
    const named = [...distinct, ...Object.keys(facets), counted ?? [], hiddenBy ?? []].flat();
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining(named));
  });
});

describe('a copy', () => {
  it('has the attributes that are named, and no routes', () => {
    const copy = copyOf(siteOptionCollection, ['rule36_mode'], false);
    expect(copy).toMatchObject({
      name: 'site-option',
      kind: 'single',
      owner: 'news',
      routes: null,
      timestamps: false,
      attributes: { rule36_mode: { type: 'boolean' } },
    });
    expect(Object.keys(copy.attributes)).toEqual(['rule36_mode']);
  });
});

describe('paths', () => {
  it('include those of aliases, and none of collections without routes', () => {
    expect(contentPaths([lawyerCollection, userCollection, siteSettingCollection])).toEqual([
      '/api/lawyers',
      '/api/firms',
      '/api/site-setting',
    ]);
  });

  it('are those of the plural, of the name for a single type, or declared', () => {
    const pathsOf = (name: string) => all.find((collection) => collection.name === name)?.routes;
    expect(pathsOf('post')).toEqual({ list: '/api/posts', detail: '/api/posts/:id' });
    expect(pathsOf('site-setting')).toEqual({ detail: '/api/site-setting' });
    expect(pathsOf('site-option')).toEqual({ detail: '/api/site-options' });
    expect(pathsOf('user')).toBeNull();
  });
});
