import { describe, expect, it } from 'vitest';
import { defineCollection } from '@vidhi/content-engine/schema/collection.ts';
import { newsCollections } from '@vidhi/content-engine/testing/news-collections.ts';
import { createOpenApi, withContent } from './openapi.ts';

const routed = newsCollections.filter(({ uid }) => uid.startsWith('api::'));
const related = newsCollections.filter(({ uid }) => uid.startsWith('plugin::'));

describe('the OpenAPI document', () => {
  const document = createOpenApi({ title: 'News', collections: routed, related });
  const paths = document['paths'] as Record<string, Record<string, unknown>>;
  const { schemas } = document['components'] as { schemas: Record<string, object> };

  it('has every route of every collection', () => {
    expect(Object.keys(paths)).toContain('/api/site-ads/{id}');
    expect(Object.keys(paths['/api/posts'] ?? {})).toEqual(['get', 'post']);
    expect(Object.keys(paths['/api/site-setting'] ?? {})).toEqual(['get', 'put', 'delete']);
  });

  it('refers to schemas that it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((name) => name === undefined || !(name in schemas))).toEqual([]);
  });

  it('describes an alias with operations of its own', () => {
    const [first] = routed;
    if (first === undefined) throw new Error('no collections');
    const aliased = defineCollection({
      ...first,
      aliases: [{ plural: 'briefs', fixed: { title: 'brief' } }],
    });
    expect(
      createOpenApi({ title: 'x', collections: [aliased], related: newsCollections })['paths'],
    ).toMatchObject({
      [`/api/${first.plural}`]: { get: {} },
      '/api/briefs': { get: { operationId: 'listBriefs' } },
    });
  });

  it('describes the counts of what is counted, by document or by value', () => {
    const [first, ...others] = routed;
    if (first === undefined) throw new Error('no collections');
    const described = (more: object) => {
      const collections = [defineCollection({ ...first, ...more }), ...others];
      return JSON.stringify(createOpenApi({ title: 'x', collections, related }));
    };
    expect(described({})).not.toContain('"counts"');
    const ofValues = described({ facets: { id_of_nothing: {}, title: {} } });
    expect(ofValues).toContain('but those on itself: id_of_nothing, title.');
    expect(ofValues).toContain('"counts":{"type":"object","properties":{"id_of_nothing":{"type":"object"');
    expect(described({ counted: 'posts' })).toContain('how many posts each document of the page has');
  });

  it('adds to a document that is there', () => {
    const joined = withContent(
      { openapi: '3.1.0', paths: { '/api/x': {} }, components: { securitySchemes: { bearer: {} } } },
      { collections: routed, related, writes: false },
    );
    expect(joined).toMatchObject({
      paths: { '/api/x': {}, '/api/posts': { get: {} } },
      components: { securitySchemes: { bearer: {} }, schemas: { Post: {} } },
    });
    expect(JSON.stringify(joined)).not.toContain('requestBody');
  });
});
