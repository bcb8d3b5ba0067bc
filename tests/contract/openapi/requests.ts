import { hostileValue, valueOf, type Schema } from './schema-values.ts';
import type { Random } from '../fuzz/random.ts';

interface Parameter {
  name: string;
  in: string;
  schema?: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, unknown>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
}

export interface GeneratedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const FILTER_KEYS = [
  'id',
  'title',
  'slug',
  'name',
  'categories',
  'tags',
  'image',
  'user',
  'nope',
  '$or',
  '$and',
  '$not',
];
const OPERATORS = [
  '$eq',
  '$ne',
  '$in',
  '$containsi',
  '$gt',
  '$null',
  '$between',
  '$like',
  '$notNull',
  '$startsWith',
];

const encode = (value: unknown, random: Random): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (random.chance(0.02)) return '%ZZ%';
  return encodeURIComponent(text.toWellFormed());
};

/** Query parameters of the dialect, which OpenAPI cannot describe completely. */
function dialectQuery(random: Random): string[] {
  const filter = (): string => {
    const keys = Array.from({ length: 1 + random.int(3) }, () =>
      random.pickFrom([...FILTER_KEYS, String(random.int(3))]),
    );
    return `filters${keys.map((key) => `[${key}]`).join('')}[${random.pickFrom(OPERATORS)}]=${encode(random.chance(0.5) ? random.int(50) : hostileValue(random), random)}`;
  };
  const parts = [
    filter,
    () => `sort=${random.pick(['title', 'publish_date:desc', 'nope', 'categories.name', 'id:down', ''])}`,
    () => `populate=${random.pick(['*', 'image', 'categories.parent_category', 'tags,user', 'deep', ''])}`,
    () =>
      `populate[${random.pick(['categories', 'image', 'nope'])}][${random.pick(['fields', 'filters', 'sort', 'populate', 'limit'])}]=${encode(hostileValue(random), random)}`,
    () =>
      `pagination[${random.pick(['page', 'pageSize', 'start', 'limit', 'withCount'])}]=${encode(random.pick([1, 0, -1, 'abc', 1e9, '']), random)}`,
    () => `fields[${random.int(3)}]=${random.pick(['title', 'slug', 'nope', 'id', '*'])}`,
    () => `_q=${encode(hostileValue(random), random)}`,
    () => `${encode(hostileValue(random), random)}=${encode(hostileValue(random), random)}`,
  ];
  return Array.from({ length: random.int(5) }, () => random.pickFrom(parts)?.() ?? '');
}

export interface OperationAt {
  path: string;
  method: string;
  operation: Operation;
  shared: Parameter[];
}

export const listOperations = (document: OpenApiDocument): OperationAt[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation, shared: item.parameters ?? [] }];
    }),
  );

/** Generates a request to an operation: mostly valid by the document, with deviations. */
export function generateRequest(
  { path, method, operation, shared }: OperationAt,
  document: OpenApiDocument,
  token: string | null,
  random: Random,
): GeneratedRequest {
  const parameters = [...shared, ...(operation.parameters ?? [])];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
    const value = random.chance(0.7) ? 1 + random.int(80) : valueOf(schema ?? {}, document, random);
    return encode(value === '' || value === null ? 'x' : value, random);
  });
  // Most deviations are rejected, so that without plain requests few successful responses would be checked.
  const isPlain = random.chance(0.4);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && !isPlain && random.chance(0.3))
    .flatMap(({ name, schema }) => {
      const value = valueOf(schema ?? {}, document, random);
      const values: unknown[] = Array.isArray(value) ? value : [value];
      return values.map((each) => `${encode(name, random)}=${encode(each, random)}`);
    });
  const all = [
    ...query,
    ...(!isPlain && (method === 'get' || random.chance(0.2)) ? dialectQuery(random) : []),
  ];
  const headers: Record<string, string> = {};
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  let body: string | null = null;
  if (method !== 'get' && method !== 'head' && (schema !== undefined || random.chance(0.3))) {
    headers['content-type'] = random.chance(0.9)
      ? 'application/json'
      : random.pick([
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          '',
        ]);
    const value = schema === undefined ? hostileValue(random) : valueOf(schema, document, random);
    body = random.chance(0.03) ? '{bad' : JSON.stringify(value);
  }
  const search = all.length === 0 ? '' : `?${all.join('&')}`;
  return { method: method.toUpperCase(), path: `${filled}${search}`.slice(0, 12_000), headers, body };
}
