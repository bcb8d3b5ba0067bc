import type { Collection } from '@vidhi/content-engine';
import { reference, schemaName } from './openapi-names.ts';
import type { JsonSchema } from './openapi-names.ts';
import { filtersOf, generatedTimes } from './openapi-filters.ts';

interface Operations {
  prefix: string;
  writes: boolean;
  /** Path segment of an alias, instead of the collection's own. */
  alias?: string;
}

const parameter = (name: string, schema: JsonSchema, description: string): JsonSchema => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
/** Returns an error response. */
export const failure = (description: string): JsonSchema => ({
  description,
  content: json(reference('Error')),
});
const success = (name: string): JsonSchema => ({
  description: 'The response',
  content: json(reference(name)),
});

const text: JsonSchema = { type: 'string' };
const oneOrMore = (names: readonly string[]): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: names },
});

/** Query parameters that choose attributes and relations of a response. */
export const projectionParameters = (collection: Collection): JsonSchema[] => {
  const scalars: string[] = [];
  const links: string[] = [];
  for (const [name, attribute] of Object.entries(collection.attributes)) {
    if (attribute.type === 'relation' || attribute.type === 'media') links.push(name);
    else if (attribute.private !== true) scalars.push(name);
  }
  return [
    parameter(
      'fields',
      oneOrMore(['*', 'id', ...scalars, ...generatedTimes(collection)]),
      'Attributes of the response, as a repeated key or as `fields[0]`, `fields[1]`.',
    ),
    parameter(
      'populate',
      links.length === 0 ? text : { anyOf: [oneOrMore(['*', ...links]), text] },
      'Relations to include: `*`, names as a repeated key or with commas, dotted paths, or objects with fields, filters, ' +
        'sort, populate, limit and start. With `count` a relation to many is `{ data: { attributes: { count } } }`.',
    ),
  ];
};

function countsParameter({ counted, facets }: Collection): JsonSchema[] {
  const names = Object.keys(facets);
  if (counted === undefined && names.length === 0) return [];
  const description =
    counted === undefined
      ? 'With 1, `meta.counts` has the number of documents with each value of these attributes, under all filters of the ' +
        `list except those on the attribute itself: ${names.join(', ')}.`
      : `With 1, \`meta.counts\` has by id how many ${counted} each document of the page has.`;
  return [parameter('counts', { type: 'string', enum: ['1'] }, description)];
}

const listParameters = (collection: Collection): JsonSchema[] => {
  const number = (maximum: number): JsonSchema => ({ type: 'integer', minimum: 1, maximum });
  return [
    ...projectionParameters(collection),
    {
      ...parameter(
        'filters',
        filtersOf(collection),
        'Conditions, as `filters[attribute][operator]=value`; nested through relations and groups.',
      ),
      style: 'deepObject',
      explode: true,
    },
    parameter('_q', text, 'Text that any text attribute contains.'),
    parameter(
      'sort',
      text,
      '`attribute`, `attribute:desc`, several with commas, through relations with dots.',
    ),
    parameter('pagination[page]', number(100_000), 'Page, from 1; not together with start and limit.'),
    parameter(
      'pagination[pageSize]',
      number(collection.pageSize.max),
      `Default ${collection.pageSize.default}.`,
    ),
    parameter('pagination[withCount]', { type: 'boolean' }, 'Whether to count all that match.'),
    ...countsParameter(collection),
    ...(collection.draftAndPublish
      ? [
          parameter(
            'publicationState',
            { type: 'string', enum: ['live', 'preview'] },
            'Drafts too; for editors.',
          ),
        ]
      : []),
  ];
};

const FAILURES = { 400: failure('The query or the body is invalid') };
const WRITE_FAILURES = {
  ...FAILURES,
  401: failure('The token is not valid'),
  403: failure('Not allowed'),
  413: failure('The body is too large'),
};

const body = (schema: string): JsonSchema => ({ required: true, content: json(reference(schema)) });
const secured = { security: [{ bearer: [] }] };
/** A token is optional: with one, responses may contain more. */
const open = { security: [{}, { bearer: [] }] };

const wordsOf = (name: string): string => name.replaceAll('-', ' ');
const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;

/** Yields the paths of one collection with their operations. */
export function* describeOperations(
  collection: Collection,
  { prefix, writes, alias }: Operations,
): Generator<[string, Record<string, unknown>]> {
  const name = schemaName(collection.name);
  const isSingle = collection.kind === 'single';
  const plural = alias ?? collection.plural;
  const operated = alias === undefined ? name : schemaName(alias);
  const singular = wordsOf(alias === undefined || isSingle ? collection.name : alias.replace(/s$/, ''));
  const one = isSingle ? `the ${singular}` : `one ${singular}`;
  const tags = [plural];
  const missing = { 404: failure('No such document') };
  const projection = projectionParameters(collection);
  const read = {
    tags,
    operationId: `get${operated}`,
    summary: `Returns ${one}`,
    ...open,
    parameters: projection,
    responses: { 200: success(`${name}Response`), ...FAILURES, ...missing },
  };
  const write = (operation: string, summary: string, schema?: string): Record<string, unknown> => ({
    tags,
    operationId: `${operation}${operated}`,
    summary,
    ...secured,
    parameters: projection,
    ...(schema !== undefined && { requestBody: body(schema) }),
    responses: {
      200: success(`${name}Response`),
      ...WRITE_FAILURES,
      ...(operation === 'create' ? {} : missing),
    },
  });
  const update = write('update', `Updates ${one}`, `${name}Update`);
  const change = writes ? { put: update, delete: write('delete', `Deletes ${one}`) } : {};
  if (isSingle && alias !== undefined) {
    yield [`${prefix}/${alias}`, { get: read, ...(writes && { put: update }) }];
    return;
  }
  if (isSingle) {
    yield [`${prefix}/${collection.name}`, { get: read, ...change }];
    return;
  }
  const create = write('create', `Creates ${withArticle(singular)}`, `${name}Create`);
  yield [
    `${prefix}/${plural}`,
    {
      get: {
        tags,
        operationId: `list${schemaName(plural)}`,
        summary: `Lists ${wordsOf(plural)}`,
        ...open,
        parameters: listParameters(collection),
        responses: { 200: success(`${name}List`), ...FAILURES },
      },
      ...(writes && { post: create }),
    },
  ];
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
  yield [`${prefix}/${plural}/{id}`, { parameters: [id], get: read, ...change }];
}
