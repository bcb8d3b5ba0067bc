import { isIndex, names, type Leaf } from './query-leaves.ts';

const NUMBERS = new Set(['page', 'pageSize', 'start', 'limit']);
const BOOLEAN = /^(?:true|t|1|false|f|0)$/;

const valueOf = (leaf: Leaf): string => leaf.value ?? '';

/** A page, size, start or limit that is none. */
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

/** `$not` given a list. */
export const hasNegatedList = ({ at }: Leaf): boolean =>
  at.some((key, index) => key === '$not' && isIndex(at[index + 1] ?? ''));

/** Conditions: their form and their values go to the database as they are. */
const hasCondition = (leaf: Leaf): boolean => leaf.at.includes('filters');

/** False for requests that may make the reference fail with a 500: entry 1 speaks of them. */
export function isDigestible(leaves: readonly Leaf[]): boolean {
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

const REFUSALS_OF_FORM = [
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
 * Vidhi refuses a form that the reference fails on wherever it stands; the reference gets away with it where it
 * has no row to populate, or no document to show.
 */
export const isRefusalOfForm = (message: string): boolean =>
  REFUSALS_OF_FORM.some((form) => form.test(message));
