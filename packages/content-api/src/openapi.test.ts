import { describe, expect, it } from 'vitest';
import { newsCollections } from './fixtures/news-collections.ts';
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
