import { names, type Leaf } from './query-leaves.ts';

const NUMBERS = new Set(['page', 'pageSize', 'start', 'limit']);
const BOOLEAN = /^(?:true|t|1|false|f|0)$/;

const valueOf = (leaf: Leaf): string => leaf.value ?? '';

function hasBadNumber(leaf: Leaf): boolean {
  const isWindow = leaf.at[0] === 'pagination' || leaf.at[0] === 'populate';
  if (!isWindow || !leaf.at.some((key) => NUMBERS.has(key))) return false;
  const number = Number(valueOf(leaf));
  return !Number.isSafeInteger(number) || number < 0;
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
  leaf.at.includes('publicationState') && !['live', 'preview'].includes(valueOf(leaf));
const hasBadFields = (leaf: Leaf): boolean =>
  leaf.at.includes('fields') && (valueOf(leaf) === '' || names(leaf).at(-1) !== 'fields');
const hasBadCount = (leaf: Leaf): boolean => leaf.at.includes('count') && !BOOLEAN.test(valueOf(leaf));
const hasBadPopulate = (leaf: Leaf): boolean =>
  leaf.at.includes('populate') && (leaf.value === null || leaf.value === '*' || leaf.value === '');
const hasBadSearch = (leaf: Leaf): boolean => leaf.at.includes('_q') && leaf.at.at(-1) !== '_q';

/** Conditions: their form and their values go to the database as they are. */
const hasCondition = (leaf: Leaf): boolean => leaf.at.includes('filters');

/** False for requests that may make the reference fail with a 500: entry 1 speaks of them. */
export function isDigestible(leaves: readonly Leaf[]): boolean {
  return !leaves.some((leaf) =>
    [
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
