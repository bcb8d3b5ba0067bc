import type { Collection } from '@vidhi/content-engine/schema/collection.ts';
import { reference, schemaName } from './openapi-names.ts';
import type { JsonSchema } from './openapi-names.ts';
import { OPERATORS } from '@vidhi/content-engine/dialect/parse-filter.ts';

interface Operations {
  prefix: string;
  writes: boolean;
  /** The address to describe, where it is not the collection's own. */
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
const failure = (description: string): JsonSchema => ({ description, content: json(reference('Error')) });
const success = (name: string): JsonSchema => ({ description: 'The answer', content: json(reference(name)) });

const text: JsonSchema = { type: 'string' };
const shapeParameters = (collection: Collection): JsonSchema[] => {
  const names = Object.entries(collection.attributes);
  const scalars = names
    .filter(([, { type }]) => type !== 'relation' && type !== 'media')
    .map(([name]) => name);
  const links = names.filter(([, { type }]) => type === 'relation' || type === 'media').map(([name]) => name);
  return [
    parameter(
      'fields',
      { enum: ['*', 'id', ...scalars] },
      'One attribute to answer; more as `fields[0]`, `fields[1]`.',
    ),
    parameter(
      'populate',
      links.length === 0 ? text : { anyOf: [{ enum: ['*', ...links] }, text] },
      'Relations to answer: `*`, names with commas, dotted paths, or objects with fields, filters, sort, populate, limit and start.',
    ),
  ];
};

function countsParameter({ counted, facets }: Collection): JsonSchema[] {
  const names = Object.keys(facets);
  if (counted === undefined && names.length === 0) return [];
  const description =
    counted === undefined
      ? 'With 1, `meta.counts` tells of each value of these how many documents it would leave, given all other filters ' +
        `of the list but those on itself: ${names.join(', ')}.`
      : `With 1, \`meta.counts\` tells how many ${counted} each document of the page has, by its id.`;
  return [parameter('counts', { enum: ['1'] }, description)];
}

const listParameters = (collection: Collection): JsonSchema[] => {
  const number = (maximum: number): JsonSchema => ({ type: 'integer', minimum: 1, maximum });
  return [
    ...shapeParameters(collection),
    parameter(
      'filters[id][$eq]',
      { type: 'integer' },
      `\`filters[attribute][operator]\`: ${OPERATORS.join(', ')}.`,
    ),
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
      ? [parameter('publicationState', { enum: ['live', 'preview'] }, 'Drafts too; for editors.')]
      : []),
  ];
};

const FAILURES = { 400: failure('The query or the body is refused') };
const WRITE_FAILURES = {
  ...FAILURES,
  401: failure('The token is not valid'),
  403: failure('Not allowed'),
  413: failure('The body is too large'),
};

const body = (schema: string): JsonSchema => ({ required: true, content: json(reference(schema)) });
const secured = { security: [{ bearer: [] }] };

/** The paths of one collection with their operations. */
export function* describeOperations(
  collection: Collection,
  { prefix, writes, alias }: Operations,
): Generator<[string, Record<string, unknown>]> {
  const name = schemaName(collection.name);
  const plural = alias ?? collection.plural;
  const operated = alias === undefined ? name : schemaName(alias);
  const tags = [plural];
  const missing = { 404: failure('No such document') };
  const shape = shapeParameters(collection);
  const read = {
    tags,
    operationId: `get${operated}`,
    parameters: shape,
    responses: { 200: success(`${name}Answer`), ...FAILURES, ...missing },
  };
  const write = (operation: string, schema?: string): Record<string, unknown> => ({
    tags,
    operationId: `${operation}${operated}`,
    ...secured,
    parameters: shape,
    ...(schema !== undefined && { requestBody: body(schema) }),
    responses: { 200: success(`${name}Answer`), ...WRITE_FAILURES, ...missing },
  });
  const change = writes ? { put: write('update', `${name}Update`), delete: write('delete') } : {};
  if (collection.kind === 'single' && alias !== undefined) {
    yield [`${prefix}/${alias}`, { get: read, ...(writes && { put: write('update', `${name}Update`) }) }];
    return;
  }
  if (collection.kind === 'single') {
    yield [`${prefix}/${collection.name}`, { get: read, ...change }];
    return;
  }
  yield [
    `${prefix}/${plural}`,
    {
      get: {
        tags,
        operationId: `list${operated}`,
        parameters: listParameters(collection),
        responses: { 200: success(`${name}List`), ...FAILURES },
      },
      ...(writes && { post: write('create', `${name}Create`) }),
    },
  ];
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
  yield [`${prefix}/${plural}/{id}`, { parameters: [id], get: read, ...change }];
}
