import type { Random } from '../fuzz/random.ts';

/** The subset of JSON Schema that the documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  additionalProperties?: boolean | Schema;
}

/** Values that commonly break parsers, databases and templates. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'Infinity',
  '1e400',
  '9999999999999999999999',
  'null',
  'undefined',
  '[object Object]',
  "'; DROP TABLE posts; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\uD800',
  '𝒳😀हिन्दी',
  'a'.repeat(5_000),
  '$where',
  '__proto__',
  'constructor',
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  true,
  false,
  [],
  [[]],
  [null],
  {},
  { $gt: '' },
  { $ne: null },
  { constructor: { prototype: { x: 1 } } },
];

export const hostileValue = (random: Random): unknown => random.pickFrom(HOSTILE);

function resolve(schema: Schema, document: unknown): Schema {
  if (schema.$ref === undefined) return schema;
  const path = schema.$ref.replace(/^#\//, '').split('/');
  let value: unknown = document;
  for (const part of path) value = (value as Record<string, unknown> | undefined)?.[part];
  return (value ?? {}) as Schema;
}

const MAX_DEPTH = 5;

/** Returns a random value, mostly valid by the schema and sometimes not. */
export function valueOf(schema: Schema, document: unknown, random: Random, depth = 0): unknown {
  if (random.chance(0.08)) return hostileValue(random);
  const { type, enum: choices, properties, items, anyOf, oneOf, allOf, ...rest } = resolve(schema, document);
  if (choices !== undefined) return random.pickFrom(choices);
  if ('const' in rest) return rest.const;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined && alternatives.length > 0) {
    return valueOf(random.pickFrom(alternatives) ?? {}, document, random, depth + 1);
  }
  if (allOf !== undefined) {
    return Object.assign({}, ...allOf.map((part) => valueOf(part, document, random, depth + 1)));
  }
  const kind = Array.isArray(type)
    ? random.pickFrom(type)
    : (type ?? (properties === undefined ? 'string' : 'object'));
  switch (kind) {
    case 'integer':
      return random.int(400);
    case 'number':
      return random.int(100_000) / 100;
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array':
      if (depth > MAX_DEPTH) return [];
      return Array.from({ length: random.int(4) }, () => valueOf(items ?? {}, document, random, depth + 1));
    case 'object':
      return objectOf(properties ?? {}, document, random, depth);
    default:
      return textOf(random);
  }
}

const WORDS = [
  'title',
  'gst',
  'court',
  'news',
  'slug',
  'id',
  'name',
  'order',
  'tax',
  '2026-11-20',
  '5',
  'true',
  '*',
];
const textOf = (random: Random): string =>
  Array.from({ length: 1 + random.int(3) }, () => random.pickFrom(WORDS)).join(
    random.pickFrom([' ', '-', ',', '.', ':']),
  );

function objectOf(
  properties: Record<string, Schema>,
  document: unknown,
  random: Random,
  depth: number,
): Record<string, unknown> {
  const entries = Object.entries(properties)
    .filter(() => depth < MAX_DEPTH && random.chance(0.7))
    .map(([name, schema]) => [name, valueOf(schema, document, random, depth + 1)] as const);
  const odd = random.chance(0.1)
    ? [[random.pick(['__proto__', 'nope', '$set', 'id']), hostileValue(random)] as const]
    : [];
  return Object.fromEntries([...entries, ...odd]);
}
