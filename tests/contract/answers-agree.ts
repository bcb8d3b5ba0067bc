import { refusal } from './answer-facts.ts';
import type { Answer } from './exchange.ts';
import { isScalarAt } from './filter-walk.ts';
import { isRefusalOfForm } from './indigestible.ts';
import { isIndex, type Leaf } from './query-leaves.ts';
import { mentioned } from './request-facts.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasId = (value: unknown): value is Fields => isFields(value) && 'id' in value;

/**
 * Whether two values say nothing different of the same thing: what only one of them has is no matter, rows are known
 * by their ids, and values of `ignored` names may differ.
 */
function agree(before: unknown, after: unknown, ignored: ReadonlySet<string>): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (![...before, ...after].every(hasId)) return JSON.stringify(before) === JSON.stringify(after);
    const known = new Map(before.map((row) => [row['id'], row]));
    return after.every((row) => !known.has(row['id']) || agree(known.get(row['id']), row, ignored));
  }
  if (isFields(before) && isFields(after)) {
    // Another document in the same place, such as the only one of a relation.
    if (hasId(before) && hasId(after) && before['id'] !== after['id']) return true;
    return Object.entries(after).every(
      ([key, value]) => ignored.has(key) || !(key in before) || agree(before[key], value, ignored),
    );
  }
  // A relation that has a row on one side and none on the other.
  if (before === null || after === null) return before === after || isRow(before ?? after);
  return before === after;
}

const isRow = (value: unknown): boolean => hasId(value) || Array.isArray(value);

/** Whether no document is shown in one way by the one and in another way by the other. */
export function showNothingContrary(
  reference: Answer,
  product: Answer,
  ignored: ReadonlySet<string>,
): boolean {
  const dataOf = ({ json }: Answer): unknown => (isFields(json) ? json['data'] : undefined);
  return agree(dataOf(reference), dataOf(product), ignored);
}

/** Whether a leaf names the word where any document of the collection has a value of that name. */
function isRightfulMention(path: string, { at, value }: Leaf, word: string): boolean {
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

/** Whether a 400 tells of a wrong form, or of a name that the request has. */
export function refusesFormOrName(leaves: readonly Leaf[], answer: Answer): boolean {
  const message = refusal(answer);
  if (message === undefined) return false;
  if (isRefusalOfForm(message) || message.startsWith('Invalid pagination attributes')) return true;
  const word = refusedName(message) ?? /^Invalid (withCount) parameter\. /.exec(message)?.[1];
  return word !== undefined && mentioned(leaves).has(word);
}

const refusedName = (message: string): string | undefined => /^Invalid parameter (.*)$/s.exec(message)?.[1];

/** The same, and the name that is told is not rightful wherever it stands. */
export function tellsFault(path: string, leaves: readonly Leaf[], answer: Answer): boolean {
  if (!refusesFormOrName(leaves, answer)) return false;
  const word = refusedName(refusal(answer) ?? '');
  if (word === undefined) return true;
  const where = leaves.filter((leaf) => mentions(leaf, word));
  return where.length === 0 || where.some((leaf) => !isRightfulMention(path, leaf, word));
}
