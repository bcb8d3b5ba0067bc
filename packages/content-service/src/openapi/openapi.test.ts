import { describe, expect, it } from 'vitest';
import { newsCollections } from '@vidhi/content-engine/testing.ts';
import { accessLevelOf, compileSchemas, OPERATORS, parseListQuery } from '@vidhi/content-engine/internal.ts';
import { openapiProblems } from '@vidhi/testing/openapi-problems.ts';
import type { JsonSchema } from './openapi-names.ts';
import { createOpenApi, withContent } from './openapi.ts';

const routed = newsCollections.filter(({ uid }) => uid.startsWith('api::'));
const related = newsCollections.filter(({ uid }) => uid.startsWith('plugin::'));

describe('the OpenAPI document', () => {
  const document = createOpenApi({ title: 'News', collections: routed, related });
  const paths = document['paths'] as Record<string, Record<string, unknown>>;
  const { schemas } = document['components'] as { schemas: Record<string, object> };

  it('contains every route of every collection', () => {
    expect(Object.keys(paths)).toContain('/api/site-ads/{id}');
    expect(Object.keys(paths['/api/posts'] ?? {})).toEqual(['get', 'post']);
    expect(Object.keys(paths['/api/site-setting'] ?? {})).toEqual(['get', 'put', 'delete']);
  });

  it('contains every schema that it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((name) => name === undefined || !(name in schemas))).toEqual([]);
  });

  it('describes every operation so that clients can be generated', () => {
    const described = { paths: paths as Parameters<typeof openapiProblems>[0]['paths'] };
    expect(openapiProblems(described)).toEqual([]);
  });

  function parameterOf(plural: string, name: string): JsonSchema {
    const get = paths[`/api/${plural}`]?.['get'] as
      | { parameters: { name: string; schema: JsonSchema }[] }
      | undefined;
    const found = get?.parameters.find((parameter) => parameter.name === name);
    if (found === undefined) throw new Error(`no parameter ${name}`);
    return found.schema;
  }

  it('offers only attributes that queries may name, and all of them', () => {
    const compiled = compileSchemas(newsCollections);
    for (const { name, plural, kind } of routed) {
      if (kind === 'single') continue;
      const schema = compiled.get(name);
      if (schema === undefined) throw new Error(name);
      const offered = (parameterOf(plural, 'fields')['items'] as { enum: string[] }).enum;
      const visible = schema.columns.filter(({ accessLevel }) => accessLevel <= accessLevelOf('staff'));
      expect(offered).toEqual(['*', 'id', ...visible.map((column) => column.name)]);
      for (const attribute of offered)
        expect(() => parseListQuery(schema, { fields: [attribute] }, 'staff')).not.toThrow();
      const filters = parameterOf(plural, 'filters')['$ref'] as string;
      const properties = schemas[filters.split('/').at(-1) ?? ''] as { properties: object };
      for (const attribute of Object.keys(properties.properties)) {
        const value = ['$and', '$or'].includes(attribute) ? [] : { $notNull: 'true' };
        const query = { filters: { [attribute]: attribute === '$not' ? { id: '1' } : value } };
        expect(() => parseListQuery(schema, query, 'staff')).not.toThrow();
      }
    }
  });

  it('offers every operator of the dialect', () => {
    const { anyOf } = schemas['TextFilter'] as { anyOf: { properties?: object }[] };
    const groups = Object.keys((schemas['PostFilters'] as { properties: object }).properties);
    const offered = [...Object.keys(anyOf.at(-1)?.properties ?? {}), ...groups];
    expect(offered).toEqual(expect.arrayContaining([...OPERATORS]));
  });

  it('distinguishes relations to one from relations to many', () => {
    const { attributes } = (schemas['Post'] as { properties: { attributes: { properties: object } } })
      .properties;
    expect(attributes.properties).toMatchObject({
      categories: {
        properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Category' } } },
      },
      image: { properties: { data: { anyOf: [{ $ref: '#/components/schemas/File' }, { type: 'null' }] } } },
    });
  });

  it('contains the content types in the format of Strapi 4', () => {
    const types = document['x-content-types'] as { uid: string; schema: { attributes: object } }[];
    const typeOf = (uid: string) => types.find((type) => type.uid === uid);
    expect(typeOf('api::post.post')).toMatchObject({
      uid: 'api::post.post',
      apiID: 'post',
      schema: {
        kind: 'collectionType',
        singularName: 'post',
        pluralName: 'posts',
        draftAndPublish: true,
        attributes: {
          image: { type: 'media', multiple: false, allowedTypes: ['images'] },
          categories: { type: 'relation', relation: 'manyToMany', target: 'api::category.category' },
        },
      },
    });
    expect(typeOf('api::site-setting.site-setting')?.schema).toMatchObject({ kind: 'singleType' });
    expect(typeOf('plugin::upload.file')).toMatchObject({ plugin: 'upload', apiID: 'file' });
    const uids = new Set(types.map(({ uid }) => uid));
    const targets = types.flatMap(({ schema }) =>
      Object.values(schema.attributes).flatMap(({ target }: { target?: string }) => target ?? []),
    );
    expect(targets.filter((target) => !uids.has(target))).toEqual([]);
  });

  it('contains the operations of an alias', () => {
    const [first] = routed;
    if (first === undefined) throw new Error('no collections');
    const aliased = { ...first, aliases: [{ plural: 'briefs', fixed: { title: 'brief' } }] };
    expect(
      createOpenApi({ title: 'x', collections: [aliased], related: newsCollections })['paths'],
    ).toMatchObject({
      [`/api/${first.plural}`]: { get: {} },
      '/api/briefs': { get: { operationId: 'listBriefs' } },
    });
  });

  it('describes meta.counts, by document or by facet value', () => {
    const [first, ...others] = routed;
    if (first === undefined) throw new Error('no collections');
    const described = (more: object) => {
      const collections = [{ ...first, ...more }, ...others];
      return JSON.stringify(createOpenApi({ title: 'x', collections, related }));
    };
    expect(described({})).not.toContain('"counts"');
    const ofValues = described({ facets: { id_of_nothing: {}, title: {} } });
    expect(ofValues).toContain('except those on the attribute itself: id_of_nothing, title.');
    expect(ofValues).toContain('"counts":{"type":"object","properties":{"id_of_nothing":{"type":"object"');
    expect(described({ counted: 'posts' })).toContain('how many posts each document of the page has');
  });

  it('is merged into an existing document', () => {
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
