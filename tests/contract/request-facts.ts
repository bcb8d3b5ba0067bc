import { isToMany, keysBelowScalar } from './filter-walk.ts';
import { isIndex, names, type Leaf } from './query-leaves.ts';

const VALUE_OPERATORS = new Set(
  [
    '$eq $eqi $ne $nei $in $notIn $lt $lte $gt $gte $between $null $notNull',
    '$contains $notContains $containsi $notContainsi $startsWith $startsWithi $endsWith $endsWithi',
  ].flatMap((line) => line.split(' ')),
);
const GROUPS = new Set(['$and', '$or', '$not']);
const LIKE = /^\$(?:eqi|nei|(?:not)?[cC]ontainsi?|startsWithi?|endsWithi?)$/;
const MAX_REFERENCE_LIST = 100;

export const filterLeaves = (leaves: readonly Leaf[]): Leaf[] =>
  leaves.filter(({ at }) => at.includes('filters'));
const afterFilters = (leaf: Leaf): string[] => names(leaf).slice(names(leaf).lastIndexOf('filters') + 1);
export const isSort = ({ at }: Leaf): boolean => at.includes('sort');
export const isPopulate = ({ at }: Leaf): boolean => at[0] === 'populate';

/** Returns whether the reference interprets a character of a condition's value as a wildcard or as its end. */
export const hasWildcard = ({ at, value }: Leaf): boolean =>
  (at[0] === '_q' || at.some((key) => LIKE.test(key))) && /[%_\0]/.test(value ?? '');

/** Texts with joiners, or in another form than NFC, which the reference compares by their bytes. */
export const hasOtherForm = ({ at, value }: Leaf): boolean =>
  (at[0] === '_q' || at.some((key) => LIKE.test(key))) &&
  value !== null &&
  value.normalize('NFC').replaceAll(/[\u200c\u200d]/g, '') !== value;

/** Returns whether a condition is negated; a second negation, as in `[$not][slug][$ne]`, ends the first. */
export const isNegated = ({ at }: Leaf): boolean =>
  at.filter((key) => /^\$(?:not|ne)/.test(key)).length % 2 === 1;

/**
 * Keys in conditions that are neither operators nor attributes in their position: `$like`, `a` in
 * `[slug][$eq][a]`.
 */
export function unknownOperators(leaves: readonly Leaf[], path: string): string[] {
  return filterLeaves(leaves).flatMap((leaf) => {
    const keys = afterFilters(leaf);
    const operator = keys.findIndex((key) => VALUE_OPERATORS.has(key));
    const below = operator < 0 ? [] : keys.slice(operator + 1);
    const misplaced = keysBelowScalar(path, leaf).filter((key) => !key.startsWith('$'));
    const unknown = keys.filter(
      (key) => key.startsWith('$') && !VALUE_OPERATORS.has(key) && !GROUPS.has(key),
    );
    return [...unknown, ...below, ...misplaced];
  });
}

export const namesWord = (leaf: Leaf, word: string): boolean =>
  leaf.at.includes(word) || (leaf.value ?? '').split(/[.,:\s]/).includes(word);

export const populatesUser = (leaf: Leaf): boolean =>
  isPopulate(leaf) && (namesWord(leaf, 'user') || namesWord(leaf, '*'));

/** Lists that the reference parses as objects. */
export function hasLongList(leaves: readonly Leaf[]): boolean {
  return leaves.some(({ at }) => at.some((key) => isIndex(key) && Number(key) >= MAX_REFERENCE_LIST));
}

const decodedKeys = (path: string): string[] =>
  (path.split('?')[1] ?? '')
    .split('&')
    .map((part) => decodeURIComponent((part.split('=')[0] ?? '').replaceAll(/%(?![0-9a-f]{2})/gi, '%25')));

/** Returns whether a key is both a value and an object: `a=1&a[b]=2`. */
export function hasContradictoryKeys(path: string): boolean {
  const keys = decodedKeys(path);
  return keys.some((key) =>
    keys.some((other) => other.startsWith(`${key}[`) && !/^\[\d*\]$/.test(other.slice(key.length))),
  );
}

/** Returns the indexes of lists that are objects too: 0 for `a[]=1&a[b]=2`. */
export function indexesBesideKeys(leaves: readonly Leaf[]): string[] {
  const isBesideKey = ({ at }: Leaf, index: number): boolean =>
    leaves.some(
      (other) =>
        other.at.length > index &&
        !isIndex(other.at[index] ?? '') &&
        at.slice(0, index).every((key, level) => key === other.at[level]),
    );
  return leaves.flatMap((leaf) => leaf.at.filter((key, index) => isIndex(key) && isBesideKey(leaf, index)));
}

/** `filters[tags][$or]` beside `filters[$or]`: the reference hoists the first to the second. */
export function hasMergedGroups(leaves: readonly Leaf[]): boolean {
  const conditions = filterLeaves(leaves).map(afterFilters);
  return conditions.some((keys) =>
    keys.some((key, index) => {
      const above = keys[index - 1];
      if (!GROUPS.has(key) || above === undefined || GROUPS.has(above)) return false;
      const lifted = [...keys.slice(0, index - 1), key].join('/');
      return conditions.some((other) => other.slice(0, index).join('/') === lifted);
    }),
  );
}

/** Returns whether a key has unbalanced brackets. */
export const hasUnbalancedKey = (path: string): boolean =>
  decodedKeys(path).some((key) => key.split('[').length !== key.split(']').length);

/** Conditions with alternatives: the reference then returns rows in an undefined order. */
export const hasAlternatives = (leaves: readonly Leaf[]): boolean =>
  leaves.some(
    ({ at }) => at[0] === '_q' || (at[0] === 'filters' && (at.includes('$or') || isIndex(at.at(-1) ?? ''))),
  );

/** Returns whether a populated relation is counted while its filter or sort uses a to-many relation. */
export function countsThroughMany(leaves: readonly Leaf[]): boolean {
  const conditions = filterLeaves(leaves).filter(isPopulate);
  return (
    leaves.some((leaf) => isPopulate(leaf) && names(leaf).at(-1) === 'count') &&
    (sortsThroughMany(leaves.filter(isPopulate)) ||
      conditions.some((leaf) => afterFilters(leaf).some(isToMany)))
  );
}

const MANY_CONDITIONS = 40;

/** Nested populated relations, or many conditions. */
export const isCostly = (leaves: readonly Leaf[]): boolean =>
  filterLeaves(leaves).length > MANY_CONDITIONS ||
  leaves.some(
    (leaf) =>
      isPopulate(leaf) &&
      (names(leaf).filter((key) => key === 'populate').length > 1 || (leaf.value ?? '').includes('.')),
  );

/** Returns every name in a query. */
export const mentioned = (leaves: readonly Leaf[]): Set<string> =>
  new Set(leaves.flatMap((leaf) => [...leaf.at, ...(leaf.value ?? '').split(/[.,:\s]/), leaf.value ?? '']));

/** Returns the paths of every `sort` through a relation: `['categories', 'name']`. */
function sortPathsBehindRelations(leaves: readonly Leaf[]): string[][] {
  return leaves.filter(isSort).flatMap((leaf) => {
    const below = names(leaf).slice(names(leaf).lastIndexOf('sort') + 1);
    const inText = (leaf.value ?? '').split(',').map((part) => (part.split(':')[0] ?? '').trim().split('.'));
    return [below, ...inText].filter((parts) => parts.length > 1);
  });
}

/** Attributes at the end of a `sort` through a relation. */
export const sortedBehindRelations = (leaves: readonly Leaf[]): Set<string> =>
  new Set(sortPathsBehindRelations(leaves).map((parts) => parts.at(-1) ?? ''));

export const sortsThroughMany = (leaves: readonly Leaf[]): boolean =>
  sortPathsBehindRelations(leaves).some((parts) => parts.slice(0, -1).some(isToMany));

/** Relations whose populated rows are sorted through a relation and limited. */
export function cutBehindRelations(leaves: readonly Leaf[]): Set<string> {
  const populated = leaves.filter(isPopulate);
  const under = (leaf: Leaf, option: string): string =>
    names(leaf)[names(leaf).lastIndexOf(option) - 1] ?? '';
  const sorted = new Set(
    populated
      .filter((leaf) => isSort(leaf) && sortedBehindRelations([leaf]).size > 0)
      .map((leaf) => under(leaf, 'sort')),
  );
  const cut = populated.flatMap((leaf) => ['limit', 'start'].map((option) => under(leaf, option)));
  return new Set(cut.filter((name) => sorted.has(name)));
}

/** Relations with a limit on populated rows. */
export function limitedRelations(leaves: readonly Leaf[]): Set<string> {
  const limits = leaves.filter(
    (leaf) => isPopulate(leaf) && ['limit', 'start'].includes(names(leaf).at(-1) ?? ''),
  );
  return new Set(limits.map((leaf) => names(leaf).at(-2) ?? ''));
}
