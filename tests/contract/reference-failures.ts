import { isIndex, names, type Leaf } from './query-leaves.ts';

const NUMBERS = new Set(['page', 'pageSize', 'start', 'limit']);
const BOOLEAN = /^(?:true|t|1|false|f|0)$/;

const valueOf = (leaf: Leaf): string => leaf.value ?? '';

/** Returns whether the query has an invalid page, size, start or limit. */
export function hasBadNumber(leaf: Leaf): boolean {
  const isWindow = leaf.at[0] === 'pagination' || leaf.at[0] === 'populate';
  if (!isWindow || !leaf.at.some((key) => NUMBERS.has(key))) return false;
  if (!NUMBERS.has(leaf.at.at(-1) ?? '')) return true;
  const number = Number(valueOf(leaf));
  const least = leaf.at.includes('page') || leaf.at.includes('pageSize') ? 1 : 0;
  return !Number.isSafeInteger(number) || number < least;
}

function hasBadDirection(leaf: Leaf): boolean {
  const at = names(leaf);
  const sort = at.lastIndexOf('sort');
  if (sort < 0) return false;
  if (at.length > sort + 1) return true;
  return valueOf(leaf)
    .split(',')
    .some((part) => {
      const [field = '', order = 'asc', more] = part.trim().split(':');
      return field === '' || !/^(?:asc|desc)$/i.test(order) || more !== undefined || field.includes('.');
    });
}

const hasBadState = (leaf: Leaf): boolean =>
  leaf.at.includes('publicationState') &&
  (leaf.at.at(-1) !== 'publicationState' || !['live', 'preview'].includes(valueOf(leaf)));
const hasBadFields = (leaf: Leaf): boolean =>
  leaf.at.includes('fields') && (valueOf(leaf) === '' || names(leaf).at(-1) !== 'fields');
const hasBadCount = (leaf: Leaf): boolean => leaf.at.includes('count') && !BOOLEAN.test(valueOf(leaf));
const hasBadPopulate = (leaf: Leaf): boolean =>
  leaf.at.includes('populate') &&
  (leaf.value === null || leaf.value === '*' || leaf.value === '' || leaf.at.includes('*'));
const hasBadSearch = (leaf: Leaf): boolean => leaf.at.includes('_q') && leaf.at.at(-1) !== '_q';

/** `a[0]=1&a[0]=2` makes a list of a list. */
export const hasNestedList = ({ at }: Leaf): boolean =>
  at.some((key, index) => isIndex(key) && isIndex(at[index + 1] ?? ''));

/** `$not` with a list. */
export const hasNegatedList = ({ at }: Leaf): boolean =>
  at.some((key, index) => key === '$not' && isIndex(at[index + 1] ?? ''));

/** Conditions: the reference passes their structure and values to its database unchecked. */
const hasCondition = (leaf: Leaf): boolean => leaf.at.includes('filters');

/** False for requests to which the reference may respond 500 (entry 1). */
export function cannotFailReference(leaves: readonly Leaf[]): boolean {
  return !leaves.some((leaf) =>
    [
      hasNestedList,
      hasBadNumber,
      hasBadDirection,
      hasBadState,
      hasBadFields,
      hasBadCount,
      hasBadPopulate,
      hasBadSearch,
      hasCondition,
    ].some((test) => test(leaf)),
  );
}

const STRUCTURE_ERRORS = [
  /^Operator \$(?:and|or|not) must be an? (?:array|object)$/,
  /^Where must be an array or an object$/,
  /^Only \$and, \$or and \$not can only be used as root level operators/,
  /^\$between expects exactly two values$/,
  /^Expected a valid Number, got /,
  /^Invalid order\. /,
  /^Invalid (?:fields|sort|populate|pagination) parameters?\. Expected/,
  /^Invalid nested populate\. /,
  /^Invalid parameter \$(?:and|or|not)$/,
  /^Field cannot be empty$/,
  /^Invalid format, expected /,
  /^Invalid '(?:page|pageSize)' parameter\. /,
  /^convert(?:Start|Limit)QueryParams expected a positive integer got /,
  /^Invalid publicationState\. /,
  /^Invalid boolean input\. /,
  /^The filters parameter must be an object$/,
  /^(?:Operator and non-operator keys|Only one operator key)/,
  /^Operator \$not of a relation takes an id$/,
];

/**
 * Returns whether the message rejects an invalid structure. Vidhi rejects it everywhere; the reference ignores it where
 * there is no row to populate or no document.
 */
export const isStructureError = (message: string): boolean =>
  STRUCTURE_ERRORS.some((form) => form.test(message));
