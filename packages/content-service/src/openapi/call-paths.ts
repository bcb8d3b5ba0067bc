import type { JsonSchema } from './openapi-names.ts';
import { failure } from './openapi-operations.ts';

/** A call of staff, in a few words. */
export interface StaffCall {
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  /** Names of query parameters with their schemas. */
  query?: Readonly<Record<string, JsonSchema>>;
  /** Attributes of `data` in the body. A body may be left out where none is required. */
  body?: { required?: readonly string[]; properties: Readonly<Record<string, JsonSchema>> };
  /** Schema of `data` in the response; none for a 204. */
  data?: JsonSchema;
  /** Whether the response is a page of a list. */
  isPaged?: boolean;
  /** Status of success, 200 where left out. */
  status?: 200 | 201 | 204;
  /** Whether everybody may call it. */
  isPublic?: boolean;
  /** Further errors by status. */
  errors?: Readonly<Record<number, string>>;
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
const PARAMETER = /\{(\w+)\}/g;

const pathParameters = (path: string): JsonSchema[] =>
  [...path.matchAll(PARAMETER)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string', minLength: 1 },
  }));

const queryParameters = (query: NonNullable<StaffCall['query']>): JsonSchema[] =>
  Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));

function responseOf({ data, isPaged = false, status = 200 }: StaffCall): JsonSchema {
  if (data === undefined) return { [status]: { description: 'It is done' } };
  const meta = {
    type: 'object',
    properties: { pagination: { $ref: '#/components/schemas/Pagination' } },
  };
  const schema = {
    type: 'object',
    required: ['data'],
    properties: { data, ...(isPaged ? { meta } : {}) },
  };
  return { [status]: { description: 'The response', content: json(schema) } };
}

/** Returns the OpenAPI operation of a call at a path, which tells its parameters. */
export function describeCall(path: string, call: StaffCall): JsonSchema {
  const { operationId, summary, description, tag, query = {}, body, isPublic = false, errors = {} } = call;
  const parameters = [...pathParameters(path), ...queryParameters(query)];
  const { required = [], properties = {} } = body ?? {};
  const data = {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required: [...required] }),
  };
  const staffErrors = isPublic
    ? {}
    : { 401: failure('The token is not valid'), 403: failure('It is not allowed') };
  return {
    tags: [tag],
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    security: isPublic ? [{}] : [{ bearer: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: required.length > 0,
            content: json({
              type: 'object',
              properties: { data },
              ...(required.length === 0 ? {} : { required: ['data'] }),
            }),
          },
        }),
    responses: {
      ...responseOf(call),
      400: failure('The request is refused, with each problem'),
      ...staffErrors,
      404: failure('There is no such document'),
      ...Object.fromEntries(Object.entries(errors).map(([status, text]) => [status, failure(text)])),
    },
  };
}

export type CallPaths = Record<string, Record<string, unknown>>;

/** Returns the paths of calls, which are given as `{ 'GET /api/posts/{id}/comments': … }`. */
export function describeCalls(calls: Readonly<Record<string, StaffCall>>): CallPaths {
  const paths: CallPaths = {};
  for (const [at, call] of Object.entries(calls)) {
    const [method = '', path = ''] = at.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(path, call) };
  }
  return paths;
}
