import { equalWithout, omit, refusal, showSameDocuments, totalOf, withoutRepeats } from './answer-facts.ts';
import { refusesFormOrName, showNothingContrary, tellsFault } from './answers-agree.ts';
import { catalogueDifferences } from './catalogue-differences.ts';
import type { Answer } from './exchange.ts';
import type { PublishedDifference } from './published-difference.ts';
import {
  hasBadNumber,
  hasNegatedList,
  hasNestedList,
  isDigestible,
  isRefusalOfForm,
} from './indigestible.ts';
import { queryLeaves, type Leaf } from './query-leaves.ts';
import {
  countsThroughMany,
  cutBehindRelations,
  hasAlternatives,
  hasContradictoryKeys,
  hasLongList,
  hasMergedGroups,
  hasUnbalancedKey,
  hasWildcard,
  isCostly,
  isNegated,
  isPopulate,
  isSort,
  limitedRelations,
  namesWord,
  populatesUser,
  sortedBehindRelations,
  sortsThroughMany,
  unknownOperators,
} from './request-facts.ts';

const FILE_INTERNALS = new Set(['related', 'folder', 'folderPath']);
const RESERVED_NAMES = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__proto__',
  'createdBy',
  'updatedBy',
];

/** Keys whose values other entries speak of. */
const otherwiseExplained = (leaves: readonly Leaf[]): Set<string> =>
  new Set(['user', ...FILE_INTERNALS, ...sortedBehindRelations(leaves), ...limitedRelations(leaves)]);

/** Fewer rows match when a character stands for itself; where the condition is negated, more do. */
function findsNoMoreThan(leaves: readonly Leaf[], reference: Answer, product: Answer): boolean {
  const wild = leaves.filter((leaf) => !isPopulate(leaf) && hasWildcard(leaf));
  const negated = wild.filter(isNegated).length;
  const [before, after] = [totalOf(reference), totalOf(product)];
  if (before === undefined || after === undefined) return true;
  if (negated === 0 && after > before) return false;
  return negated < wild.length || wild.length === 0 || after >= before;
}

const published: readonly PublishedDifference[] = [
  {
    number: 1,
    concerns: (leaves, path) => !isDigestible(leaves) || hasContradictoryKeys(path),
    promises: ({ leaves, reference, product }) => {
      const message = refusal(product);
      if (message === undefined) return false;
      const isOutOfReach = leaves.some((leaf) => isPopulate(leaf) || hasBadNumber(leaf));
      return reference.status === 500 || (isRefusalOfForm(message) && isOutOfReach);
    },
  },
  {
    number: 1,
    concerns: (leaves) => leaves.some(hasNegatedList),
    promises: ({ product }) => refusal(product) === 'Operator $not must be an object',
  },
  {
    number: 2,
    concerns: (leaves, path) => unknownOperators(leaves, path).length > 0,
    promises: ({ leaves, path, product }) =>
      isRefusalOfForm(refusal(product) ?? '') ||
      unknownOperators(leaves, path).some((key) => refusal(product) === `Invalid parameter ${key}`),
  },
  {
    number: 3,
    concerns: (leaves) => leaves.some(hasWildcard),
    promises: ({ leaves, reference, product }) =>
      [reference, product].every(({ status }) => status === 200 || status === 404) &&
      findsNoMoreThan(leaves, reference, product) &&
      showNothingContrary(reference, product, otherwiseExplained(leaves)),
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
    number: 10,
    concerns: isCostly,
    promises: ({ reference, product }) =>
      reference.status === 200 && /^The query (?:costs too much: |string )/.test(refusal(product) ?? ''),
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
    concerns: (_leaves, path) => hasUnbalancedKey(path),
    promises: ({ leaves, reference, product }) =>
      (product.status !== 400 || refusesFormOrName(leaves, product)) &&
      showNothingContrary(reference, product, otherwiseExplained(leaves)),
  },
  {
    number: 19,
    concerns: (leaves, path) =>
      hasContradictoryKeys(path) || hasMergedGroups(leaves) || leaves.some(hasNestedList),
    promises: ({ leaves, reference, product }) =>
      reference.status < 500 &&
      (product.status !== 400 || refusesFormOrName(leaves, product)) &&
      showNothingContrary(reference, product, otherwiseExplained(leaves)),
  },
  {
    number: 20,
    concerns: sortsThroughMany,
    promises: ({ leaves, reference, product }) => {
      const ignored = otherwiseExplained(leaves);
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
  {
    number: 20,
    concerns: countsThroughMany,
    without: (json) => omit(json, (key) => key === 'count'),
  },
  {
    number: 23,
    concerns: (leaves) => !leaves.some(({ at }) => at[0] === 'sort') && hasAlternatives(leaves),
    promises: ({ reference, product }) => showSameDocuments(reference, product, (key) => key === 'user'),
  },
  {
    number: 24,
    concerns: (leaves) => leaves.length > 0,
    promises: ({ path, leaves, reference, product }) =>
      refusesFormOrName(leaves, reference) && tellsFault(path, leaves, product),
  },
  ...catalogueDifferences,
];

/**
 * The number of the published difference that covers two unequal answers to one request, or undefined. An entry
 * covers only requests of its kind, and only in the way that it promises.
 */
export function publishedDifference(path: string, reference: Answer, product: Answer): number | undefined {
  const leaves = queryLeaves(path);
  const concerned = published.filter(({ concerns }) => concerns(leaves, path));
  const applying = concerned.filter(({ without }) => without !== undefined);
  const covers = (entries: readonly PublishedDifference[]): boolean =>
    equalWithout(reference, product, (given) =>
      entries.reduce((json, { without }) => without?.(json, leaves) ?? json, given),
    );
  const alone = applying.find((one) => covers([one]));
  if (alone !== undefined) return alone.number;
  const findPromised = (before: Answer, after: Answer): PublishedDifference | undefined =>
    concerned.find(({ promises }) => promises?.({ path, leaves, reference: before, product: after }));
  const hidden = catalogueDifferences.filter((one) => applying.includes(one));
  const withoutHidden = (answer: Answer): Answer => ({
    ...answer,
    json: hidden.reduce((json, { without }) => without?.(json, leaves) ?? json, answer.json),
  });
  const promised =
    findPromised(reference, product) ?? findPromised(withoutHidden(reference), withoutHidden(product));
  if (promised !== undefined) return promised.number;
  return covers(applying) ? applying[0]?.number : undefined;
}
