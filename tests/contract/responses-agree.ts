import { errorMessage } from './response-facts.ts';
import type { CaseResponse } from './case-request.ts';
import { isScalarAt } from './filter-walk.ts';
import { isStructureError } from './reference-failures.ts';
import { isIndex, type Leaf } from './query-leaves.ts';
import { mentioned } from './request-facts.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasId = (value: unknown): value is Fields => isFields(value) && 'id' in value;

/**
 * Returns whether two values do not contradict each other: parts present in only one of them are ignored, rows are
 * matched by id, and attributes in `ignored` may differ.
 */
function agree(before: unknown, after: unknown, ignored: ReadonlySet<string>): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (![...before, ...after].every(hasId)) return JSON.stringify(before) === JSON.stringify(after);
    const rowsById = new Map(before.map((row) => [row['id'], row]));
    return after.every((row) => !rowsById.has(row['id']) || agree(rowsById.get(row['id']), row, ignored));
  }
  if (isFields(before) && isFields(after)) {
    // A different document, such as in a to-one relation.
    if (hasId(before) && hasId(after) && before['id'] !== after['id']) return true;
    return Object.entries(after).every(
      ([key, value]) => ignored.has(key) || !(key in before) || agree(before[key], value, ignored),
    );
  }
  // A relation with a row on one side and none on the other.
  if (before === null || after === null) return before === after || isRow(before ?? after);
  return before === after;
}

const isRow = (value: unknown): boolean => hasId(value) || Array.isArray(value);

/** Returns whether all documents present in both responses agree. */
export function documentsAgree(
  reference: CaseResponse,
  product: CaseResponse,
  ignored: ReadonlySet<string>,
): boolean {
  const dataOf = ({ json }: CaseResponse): unknown => (isFields(json) ? json['data'] : undefined);
  return agree(dataOf(reference), dataOf(product), ignored);
}

/** Returns whether a leaf uses the word as an attribute that the collection has. */
function isValidMention(path: string, { at, value }: Leaf, word: string): boolean {
  if (!isScalarAt(path, word)) return false;
  if (at[0] === 'filters') {
    const place = at.indexOf(word);
    return place > 0 && at.slice(1, place).every((key) => isIndex(key) || key.startsWith('$'));
  }
  if (at[0] !== 'fields' && at[0] !== 'sort') return false;
  return at.slice(1).every(isIndex) && (value ?? '').split(',').some((part) => part.split(':')[0] === word);
}

const mentions = ({ at, value }: Leaf, word: string): boolean =>
  at.includes(word) || value === word || (value ?? '').split(/[.,:\s]/).includes(word);

/** Returns whether a 400 reports an invalid structure, or a name that the request contains. */
export function reportsStructureOrName(leaves: readonly Leaf[], response: CaseResponse): boolean {
  const message = errorMessage(response);
  if (message === undefined) return false;
  if (isStructureError(message) || message.startsWith('Invalid pagination attributes')) return true;
  const word = rejectedName(message) ?? /^Invalid (withCount) parameter\. /.exec(message)?.[1];
  return word !== undefined && mentioned(leaves).has(word);
}

const rejectedName = (message: string): string | undefined => /^Invalid parameter (.*)$/s.exec(message)?.[1];

/** Like `reportsStructureOrName`, and the reported name is invalid in at least one position. */
export function reportsError(path: string, leaves: readonly Leaf[], response: CaseResponse): boolean {
  if (!reportsStructureOrName(leaves, response)) return false;
  const word = rejectedName(errorMessage(response) ?? '');
  if (word === undefined) return true;
  const where = leaves.filter((leaf) => mentions(leaf, word));
  return where.length === 0 || where.some((leaf) => !isValidMention(path, leaf, word));
}
