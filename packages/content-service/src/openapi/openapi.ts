/**
 * `openapi/` generates OpenAPI documents from the declarations of collections (this file): schemas, filters, and paths
 * with their operations.
 */
import type { Collection } from '@vidhi/content-engine';
import { errorSchema } from '@vidhi/service-kit/openapi.ts';
import type { JsonSchema } from './openapi-names.ts';
import { toContentTypes, type ContentType } from './content-types.ts';
import { collectionFilters, valueFilters } from './openapi-filters.ts';
import { describeOperations } from './openapi-operations.ts';
import { describeSchemas, paginationSchema } from './openapi-schemas.ts';

export interface OpenApiOptions {
  /** Collections that have routes. */
  collections: readonly Collection[];
  /** Further collections that these have relations to. */
  related?: readonly Collection[];
  /** Path prefix of the routes, `/api` by default. */
  prefix?: string;
  /** Whether there are routes for writes; true by default. */
  writes?: boolean;
  /** Single types with routes of the service's own, by path segment: they can be read and updated, but not deleted. */
  settings?: Readonly<Record<string, Collection>>;
  /** Further paths of the service, which refer to the schemas of its collections. */
  paths?: OpenApiParts['paths'];
}

export interface OpenApiParts {
  paths: Record<string, Record<string, unknown>>;
  schemas: Record<string, JsonSchema>;
  contentTypes: ContentType[];
}

/** Generates the paths and schemas of collections from their declarations. */
export function describeContent({
  collections,
  related = [],
  prefix = '/api',
  writes = true,
  settings = {},
  paths: own = {},
}: OpenApiOptions): OpenApiParts {
  const byName = new Map<string, Collection>();
  for (const collection of [...related, ...collections, ...Object.values(settings)]) {
    byName.set(collection.name, collection).set(collection.uid, collection);
  }
  const schemas: Record<string, JsonSchema> = {
    Error: errorSchema,
    Pagination: paginationSchema,
    ...valueFilters(),
  };
  for (const collection of new Set(byName.values()))
    Object.assign(schemas, describeSchemas(collection, byName), collectionFilters(collection, byName));
  const paths: OpenApiParts['paths'] = { ...own };
  for (const collection of collections) {
    for (const alias of [undefined, ...collection.aliases.map(({ plural }) => plural)]) {
      const options = { prefix, writes, ...(alias === undefined ? {} : { alias }) };
      for (const [path, operations] of describeOperations(collection, options)) paths[path] = operations;
    }
  }
  for (const [alias, collection] of Object.entries(settings)) {
    for (const [path, operations] of describeOperations(collection, { prefix, writes, alias }))
      paths[path] = operations;
  }
  const plugins = related.filter(({ uid }) => uid.startsWith('plugin::'));
  const contentTypes = toContentTypes(new Set([...collections, ...plugins]), byName);
  return { paths, schemas: onlyReferenced(schemas, paths), contentTypes };
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;
const referencesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(REFERENCE)].flatMap(([, name]) => name ?? []);

/** Removes the schemas that no path refers to, directly or through others. */
function onlyReferenced(
  schemas: Readonly<Record<string, JsonSchema>>,
  paths: OpenApiParts['paths'],
): Record<string, JsonSchema> {
  const found = new Set(referencesIn(paths));
  for (const name of found) for (const next of referencesIn(schemas[name] ?? {})) found.add(next);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** Creates an OpenAPI 3.1 document of these collections. */
export function createOpenApi(
  options: OpenApiOptions & { title: string; version?: string },
): Record<string, unknown> {
  const base = { openapi: '3.1.0', info: { title: options.title, version: options.version ?? '1.0.0' } };
  return withContent(base, options);
}

/** Returns an OpenAPI document with the paths and schemas of the collections added. */
export function withContent(
  document: Readonly<Record<string, unknown>>,
  options: OpenApiOptions,
): Record<string, unknown> {
  const { paths, schemas, contentTypes } = describeContent(options);
  const components = asRecord(document['components']);
  return {
    ...document,
    paths: { ...asRecord(document['paths']), ...paths },
    components: { ...components, schemas: { ...asRecord(components['schemas']), ...schemas } },
    // For the content-type endpoints of the gateway, which leaves it out of what it publishes.
    'x-content-types': contentTypes,
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
