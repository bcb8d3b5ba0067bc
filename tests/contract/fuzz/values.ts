import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { StoredDocument } from '../stored-form.ts';
import type { Random } from './random.ts';

/** Values of defective or malicious clients; without wildcards, which have their own published difference. */
const HOSTILE: readonly [string, ...string[]] = [
  '',
  ' ',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '-1',
  '0',
  '1.5',
  '1e3',
  '0x10',
  '007',
  '5}',
  '1,2',
  '9007199254740993',
  '99999999999999999999',
  '-0',
  '+1',
  "' OR 1=1 --",
  '"); DROP TABLE posts;',
  '\\',
  '`',
  '[object Object]',
  '__proto__',
  '<script>',
  '\u0000',
  'न्याय',
  'É',
  'ß',
  '😀',
  '\u202e',
  'ＡＢ',
  'a'.repeat(300),
  '2026-10-30',
  '2026-02-30',
  '$eq',
  '[0]',
  '{"a":1}',
];
const WILDCARDS: readonly [string, ...string[]] = ['%', '_', '%a%', 'a_', '\\%', '%25'];
const BOOLEANS: readonly [string, ...string[]] = ['true', 'false', '1', '0', 't', 'f', 'TRUE', 'yes', 'no'];
const TIMES: readonly [string, ...string[]] = [
  '2026-10-30',
  '2026-10-20T00:00:00.000Z',
  '2026-10-20T05:30:00+05:30',
  '2026-10',
  '1793318400000',
  '2026-10-20 00:00:00',
  '2026-10-20T10:00',
];

export type ValueSource = (collection: string, attribute: string) => unknown;

function otherCase(text: string, random: Random): string {
  return random.chance(0.5) ? text.toUpperCase() : text.toLowerCase();
}

function textLike(sample: unknown, random: Random): string {
  const text = typeof sample === 'string' ? sample : 'law';
  const words = text
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const from = random.int(Math.max(1, words.length));
  const part = words.slice(from, from + 1 + random.int(2)).join(' ');
  return (
    random.weighted([
      [3, text.length <= 120 ? text : part],
      [4, part],
      [2, otherCase(part, random)],
      [2, part.slice(0, 1 + random.int(4))],
      [1, part.slice(-2)],
    ]) ?? part
  );
}

/** Returns a value for a condition on an attribute, usually a valid one. */
export function conditionValue(
  attribute: Attribute | undefined,
  sample: unknown,
  random: Random,
  withWildcards: boolean,
): string {
  if (random.chance(0.07)) return random.pick(HOSTILE);
  if (withWildcards && random.chance(0.02)) return random.pick(WILDCARDS);
  switch (attribute?.type) {
    case undefined:
      return String(random.int(130));
    case 'boolean':
      return random.pick(BOOLEANS);
    case 'integer':
    case 'decimal':
      if (random.chance(0.1)) return `${random.int(5000)}.0`;
      return typeof sample === 'number' && random.chance(0.6) ? String(sample) : String(random.int(5000));
    case 'datetime':
    case 'date':
      return typeof sample === 'string' && random.chance(0.6) ? sample : random.pick(TIMES);
    case 'enumeration':
      return random.chance(0.7) ? (random.pickFrom(attribute.enum ?? []) ?? 'x') : textLike(sample, random);
    default:
      return textLike(sample, random);
  }
}

/** Values from the archive, for conditions that match documents. */
export function valuesOf(
  documents: ReadonlyMap<string, readonly StoredDocument[]>,
  random: Random,
): ValueSource {
  return (collection, attribute) => {
    const document = random.pickFrom(documents.get(collection) ?? []);
    return document?.[attribute];
  };
}
