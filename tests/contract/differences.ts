import { compare } from './compare.ts';
import type { Answer } from './exchange.ts';
import { hasNestedList, isDigestible, isRefusalOfForm } from './indigestible.ts';
import { isToMany, keysBelowScalar } from './filter-walk.ts';
import { isIndex, names, queryLeaves, type Leaf } from './query-leaves.ts';

const VALUE_OPERATORS = new Set(
  [
    '$eq $eqi $ne $nei $in $notIn $lt $lte $gt $gte $between $null $notNull',
    '$contains $notContains $containsi $notContainsi $startsWith $startsWithi $endsWith $endsWithi',
  ].flatMap((line) => line.split(' ')),
);
const GROUPS = new Set(['$and', '$or', '$not']);
const LIKE = /^\$(?:eqi|nei|(?:not)?[cC]ontainsi?|startsWithi?|endsWithi?)$/;
const FILE_INTERNALS = new Set(['related', 'folder', 'folderPath']);
const LONGEST_LIST = 100;

interface Exchanged {
  readonly path: string;
  readonly leaves: readonly Leaf[];
  readonly reference: Answer;
  readonly product: Answer;
}

interface PublishedDifference {
  /** As in docs/differences.md. */
  readonly number: number;
  /** Whether the request is one that the entry speaks of. */
  readonly concerns: (leaves: readonly Leaf[], path: string) => boolean;
  /** Whether the two answers differ in the way that the entry promises. */
  readonly promises?: (exchanged: Exchanged) => boolean;
  /** Takes what the entry speaks of out of both answers, which must then be equal. */
  readonly without?: (json: unknown, leaves: readonly Leaf[]) => unknown;
}

const filterLeaves = (leaves: readonly Leaf[]): Leaf[] => leaves.filter(({ at }) => at.includes('filters'));
const afterFilters = (leaf: Leaf): string[] => names(leaf).slice(names(leaf).lastIndexOf('filters') + 1);
const isSort = ({ at }: Leaf): boolean => at.includes('sort');
const isPopulate = ({ at }: Leaf): boolean => at[0] === 'populate';

function refusal({ status, json }: Answer): string | undefined {
  if (status !== 400 || typeof json !== 'object' || json === null || !('error' in json)) return undefined;
  const { error } = json;
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : undefined;
}

/** Keys in conditions that are neither operators nor attributes in their place: `$like`, `a` in `[slug][$eq][a]`. */
function unknownOperators(leaves: readonly Leaf[], path: string): string[] {
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

const namesWord = (leaf: Leaf, word: string): boolean =>
  leaf.at.includes(word) || (leaf.value ?? '').split(/[.,:\s]/).includes(word);

const populatesUser = (leaf: Leaf): boolean =>
  isPopulate(leaf) && (namesWord(leaf, 'user') || namesWord(leaf, '*'));

function hasLongList(leaves: readonly Leaf[]): boolean {
  return leaves.some(({ at }) => at.some((key) => isIndex(key) && Number(key) >= LONGEST_LIST));
}

const RESERVED_NAMES = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__proto__',
  'createdBy',
  'updatedBy',
];

const decodedKeys = (path: string): string[] =>
  (path.split('?')[1] ?? '')
    .split('&')
    .map((part) => decodeURIComponent((part.split('=')[0] ?? '').replaceAll(/%(?![0-9a-f]{2})/gi, '%25')));

/** One key that is given a value and also keys of its own: `a=1&a[b]=2`, or `a[0]=1&a[b]=2`. */
function hasContradictoryKeys(path: string): boolean {
  const keys = decodedKeys(path);
  return keys.some((key) =>
    keys.some((other) => other.startsWith(`${key}[`) && !/^\[\d*\]$/.test(other.slice(key.length))),
  );
}

/** `filters[tags][$or]` beside `filters[$or]`: the reference lifts the first to where the second is. */
function hasMergedGroups(leaves: readonly Leaf[]): boolean {
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

interface Listed {
  readonly data: readonly { readonly id: number }[];
  readonly meta: unknown;
}

function listed({ json }: Answer): Listed | undefined {
  if (typeof json !== 'object' || json === null || !('data' in json) || !('meta' in json)) return undefined;
  return Array.isArray(json.data) ? { data: json.data, meta: json.meta } : undefined;
}

/** Two pages of one list, whose documents may stand elsewhere but are the same. */
function showSameDocuments(reference: Answer, product: Answer, ignored: (key: string) => boolean): boolean {
  const [before, after] = [listed(reference), listed(product)];
  if (before === undefined || after === undefined) return false;
  if (JSON.stringify(before.meta) !== JSON.stringify(after.meta)) return false;
  const known = new Map(before.data.map((row) => [row.id, JSON.stringify(omit(row, ignored))]));
  return after.data.every(
    (row) => (known.get(row.id) ?? JSON.stringify(omit(row, ignored))) === JSON.stringify(omit(row, ignored)),
  );
}

/** Removes the keys for which `drop` says so, at every depth. */
function omit(json: unknown, drop: (key: string) => boolean): unknown {
  if (Array.isArray(json)) return json.map((item) => omit(item, drop));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([key]) => !drop(key))
      .map(([key, inner]) => [key, omit(inner, drop)]),
  );
}

/** The paths of every `sort` that goes through a relation: `['categories', 'name']`. */
function sortPathsBehindRelations(leaves: readonly Leaf[]): string[][] {
  return leaves.filter(isSort).flatMap((leaf) => {
    const below = names(leaf).slice(names(leaf).lastIndexOf('sort') + 1);
    const inText = (leaf.value ?? '').split(',').map((part) => (part.split(':')[0] ?? '').trim().split('.'));
    return [below, ...inText].filter((parts) => parts.length > 1);
  });
}

/** Attributes that a `sort` through a relation names at its end. */
const sortedBehindRelations = (leaves: readonly Leaf[]): Set<string> =>
  new Set(sortPathsBehindRelations(leaves).map((parts) => parts.at(-1) ?? ''));

const sortsThroughMany = (leaves: readonly Leaf[]): boolean =>
  sortPathsBehindRelations(leaves).some((parts) => parts.slice(0, -1).some(isToMany));

/** Relations whose populated rows are both sorted through a relation and cut. */
function cutBehindRelations(leaves: readonly Leaf[]): Set<string> {
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

/** Relations of which only so many rows are populated. */
function limitedRelations(leaves: readonly Leaf[]): Set<string> {
  const limits = leaves.filter(
    (leaf) => isPopulate(leaf) && ['limit', 'start'].includes(names(leaf).at(-1) ?? ''),
  );
  return new Set(limits.map((leaf) => names(leaf).at(-2) ?? ''));
}

/** Keeps the first of several rows with one id. */
function withoutRepeats(json: unknown): unknown {
  if (Array.isArray(json)) {
    const seen = new Set<unknown>();
    return json.map(withoutRepeats).filter((item) => {
      if (typeof item !== 'object' || item === null || !('id' in item)) return true;
      if (seen.has(item.id)) return false;
      seen.add(item.id);
      return true;
    });
  }
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, inner]) => [key, withoutRepeats(inner)]));
}

const published: readonly PublishedDifference[] = [
  {
    number: 1,
    concerns: (leaves, path) => !isDigestible(leaves) || hasContradictoryKeys(path),
    promises: ({ reference, product }) => {
      const message = refusal(product);
      return message !== undefined && (reference.status === 500 || isRefusalOfForm(message));
    },
  },
  {
    number: 2,
    concerns: (leaves, path) => unknownOperators(leaves, path).length > 0,
    promises: ({ leaves, path, product }) =>
      unknownOperators(leaves, path).some((key) => refusal(product) === `Invalid parameter ${key}`),
  },
  {
    number: 3,
    concerns: (leaves) =>
      leaves.some(
        ({ at, value }) => (at[0] === '_q' || at.some((key) => LIKE.test(key))) && /[%_\0]/.test(value ?? ''),
      ),
    promises: ({ reference, product }) => reference.status === product.status,
  },
  {
    number: 4,
    concerns: hasLongList,
    promises: ({ reference, product }) =>
      refusal(reference) === 'Invalid parameter 0' && product.status === 200,
  },
  {
    number: 5,
    concerns: (leaves) =>
      leaves.some((leaf) => namesWord(leaf, 'user') && (isSort(leaf) || leaf.at.includes('filters'))),
    promises: ({ reference, product }) =>
      refusal(reference)?.startsWith('Invalid parameter ') === true &&
      refusal(product) === 'Invalid parameter user',
  },
  {
    number: 5,
    concerns: (leaves) => leaves.some((leaf) => isPopulate(leaf) && leaf.at.includes('user')),
    promises: ({ leaves, product }) =>
      leaves.some(
        (leaf) =>
          leaf.at.includes('user') &&
          [leaf.value ?? '', ...leaf.at].some((word) => refusal(product) === `Invalid parameter ${word}`),
      ),
  },
  {
    number: 5,
    concerns: (leaves) => leaves.some((leaf) => isPopulate(leaf) && leaf.at.includes('user')),
    promises: ({ reference, product }) => {
      const message = refusal(product) ?? '';
      const checksOptions = isRefusalOfForm(message) || message.startsWith('Invalid pagination attributes');
      return checksOptions || /^Invalid parameter (?:first|last)_name$/.test(refusal(reference) ?? '');
    },
  },
  {
    number: 5,
    concerns: (leaves) => leaves.some(populatesUser),
    without: (json) => omit(json, (key) => key === 'user'),
  },
  {
    number: 15,
    concerns: (leaves) =>
      leaves.some(
        (leaf) => isPopulate(leaf) && [...FILE_INTERNALS, '*'].some((word) => namesWord(leaf, word)),
      ),
    without: (json) => omit(json, (key) => FILE_INTERNALS.has(key)),
  },
  {
    number: 16,
    concerns: (leaves) => sortedBehindRelations(leaves).size > 0,
    without: (json, leaves) => {
      const sorted = sortedBehindRelations(leaves);
      return omit(json, (key) => sorted.has(key));
    },
  },
  {
    number: 18,
    concerns: (_leaves, path) => /[A-Z]/.test(path.split('?')[0] ?? ''),
    promises: ({ product }) => product.status === 404,
  },
  {
    number: 19,
    concerns: (_leaves, path) =>
      decodedKeys(path).some((key) => key.split('[').length !== key.split(']').length),
    promises: () => true,
  },
  {
    number: 19,
    concerns: (leaves, path) =>
      hasContradictoryKeys(path) || hasMergedGroups(leaves) || leaves.some(hasNestedList),
    promises: ({ reference, product }) => reference.status < 500 && product.status < 500,
  },
  {
    number: 20,
    concerns: sortsThroughMany,
    promises: ({ leaves, reference, product }) => {
      const ignored = new Set([
        'user',
        ...FILE_INTERNALS,
        ...sortedBehindRelations(leaves),
        ...limitedRelations(leaves),
      ]);
      return showSameDocuments(reference, product, (key) => ignored.has(key));
    },
    without: (json, leaves) => {
      const cut = cutBehindRelations(leaves);
      return withoutRepeats(omit(json, (key) => cut.has(key)));
    },
  },
  {
    number: 17,
    concerns: (leaves) => leaves.some((leaf) => RESERVED_NAMES.some((word) => namesWord(leaf, word))),
    promises: ({ product }) =>
      RESERVED_NAMES.some((word) => refusal(product) === `Invalid parameter ${word}`),
  },
  {
    number: 21,
    concerns: (leaves) => limitedRelations(leaves).size > 0,
    without: (json, leaves) => {
      const limited = limitedRelations(leaves);
      return omit(json, (key) => limited.has(key));
    },
  },
];

function withoutConcerned(
  answer: Answer,
  applying: readonly PublishedDifference[],
  leaves: readonly Leaf[],
): Answer {
  if (answer.json === undefined) return answer;
  return {
    ...answer,
    json: applying.reduce((json, { without }) => without?.(json, leaves) ?? json, answer.json),
  };
}

/**
 * The number of the published difference that covers two unequal answers to one request, or undefined. An entry
 * covers only requests of its kind, and only in the way that it promises.
 */
export function publishedDifference(path: string, reference: Answer, product: Answer): number | undefined {
  const leaves = queryLeaves(path);
  const concerned = published.filter(({ concerns }) => concerns(leaves, path));
  const exchanged: Exchanged = { path, leaves, reference, product };
  const applying = concerned.filter(({ without }) => without !== undefined);
  const alone = applying.find((one) => equalWithout([one], exchanged));
  if (alone !== undefined) return alone.number;
  const promised = concerned.find(({ promises }) => promises?.(exchanged));
  if (promised !== undefined) return promised.number;
  return equalWithout(applying, exchanged) ? applying[0]?.number : undefined;
}

function equalWithout(
  applying: readonly PublishedDifference[],
  { reference, product, leaves }: Exchanged,
): boolean {
  if (applying.length === 0) return false;
  const verdict = compare(
    withoutConcerned(reference, applying, leaves),
    withoutConcerned(product, applying, leaves),
  );
  return verdict === 'equal';
}
