import {
  equalWithout,
  omitKeys,
  errorMessage,
  haveEqualDocuments,
  totalOf,
  withoutDuplicates,
} from './response-facts.ts';
import { reportsStructureOrName, documentsAgree, reportsError } from './responses-agree.ts';
import { catalogueDifferences } from './catalogue-differences.ts';
import type { CaseResponse } from './case-request.ts';
import type { PublishedDifference } from './published-difference.ts';
import {
  hasBadNumber,
  hasNegatedList,
  hasNestedList,
  cannotFailReference,
  isStructureError,
} from './reference-failures.ts';
import { queryLeaves, type Leaf } from './query-leaves.ts';
import {
  countsThroughMany,
  cutBehindRelations,
  hasAlternatives,
  hasContradictoryKeys,
  hasLongList,
  hasMergedGroups,
  hasOtherForm,
  hasUnbalancedKey,
  hasWildcard,
  indexesBesideKeys,
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

/** Keys whose values are covered by other entries. */
const coveredElsewhere = (leaves: readonly Leaf[]): Set<string> =>
  new Set(['user', ...FILE_INTERNALS, ...sortedBehindRelations(leaves), ...limitedRelations(leaves)]);

/** Fewer rows match when wildcards are literal characters; more when the condition is negated. */
function findsAtMost(leaves: readonly Leaf[], reference: CaseResponse, product: CaseResponse): boolean {
  const isWildcard = leaves.filter((leaf) => !isPopulate(leaf) && hasWildcard(leaf));
  const negated = isWildcard.filter(isNegated).length;
  const [before, after] = [totalOf(reference), totalOf(product)];
  if (before === undefined || after === undefined) return true;
  if (negated === 0 && after > before) return false;
  return negated < isWildcard.length || isWildcard.length === 0 || after >= before;
}

/** Returns whether a leaf is a parameter of a populated relation, as `populate[name][fields]`. */
const isBelowPopulated = (leaf: Leaf, name: string): boolean =>
  isPopulate(leaf) && leaf.at.slice(0, -1).includes(name);

/**
 * Attributes that only Vidhi has, named in a query: of the path's documents, or of a relation of theirs. The reference rejects them,
 * and ignores all that is below a relation which it does not know.
 */
const acceptsAdded = (number: number, attributes: readonly string[]): PublishedDifference => ({
  number,
  concerns: (leaves) => leaves.some((leaf) => attributes.some((name) => namesWord(leaf, name))),
  promises: ({ leaves, reference, product }) =>
    attributes.some((name) => {
      const isIgnored = reference.status === 200 && product.status === 400;
      const isRejected =
        [200, 404].includes(product.status) && errorMessage(reference) === `Invalid parameter ${name}`;
      return leaves.some(
        (leaf) => (isRejected && namesWord(leaf, name)) || (isIgnored && isBelowPopulated(leaf, name)),
      );
    }),
});

/** A relation that only Vidhi has, in responses to queries that name it. */
const addsRelation = (number: number, name: string): PublishedDifference => ({
  number,
  concerns: (leaves) => leaves.some((leaf) => isBelowPopulated(leaf, name)),
  without: (json) => omitKeys(json, (key) => key === name),
});

const published: readonly PublishedDifference[] = [
  {
    number: 1,
    concerns: (leaves, path) => !cannotFailReference(leaves) || hasContradictoryKeys(path),
    promises: ({ leaves, reference, product }) => {
      const message = errorMessage(product);
      if (message === undefined) return false;
      const isOutOfReach = leaves.some((leaf) => isPopulate(leaf) || hasBadNumber(leaf));
      return reference.status === 500 || (isStructureError(message) && isOutOfReach);
    },
  },
  {
    number: 1,
    concerns: (leaves) => leaves.some(hasNegatedList),
    promises: ({ product }) => errorMessage(product) === 'Operator $not must be an object',
  },
  {
    number: 2,
    concerns: (leaves, path) => unknownOperators(leaves, path).length > 0,
    promises: ({ leaves, path, product }) =>
      isStructureError(errorMessage(product) ?? '') ||
      unknownOperators(leaves, path).some((key) => errorMessage(product) === `Invalid parameter ${key}`),
  },
  {
    number: 3,
    concerns: (leaves) => leaves.some(hasWildcard),
    promises: ({ leaves, reference, product }) =>
      [reference, product].every(({ status }) => status === 200 || status === 404) &&
      findsAtMost(leaves, reference, product) &&
      documentsAgree(reference, product, coveredElsewhere(leaves)),
  },
  {
    number: 4,
    concerns: hasLongList,
    promises: ({ reference, product }) =>
      errorMessage(reference) === 'Invalid parameter 0' && product.status === 200,
  },
  {
    number: 5,
    concerns: (leaves) =>
      leaves.some((leaf) => namesWord(leaf, 'user') && (isSort(leaf) || leaf.at.includes('filters'))),
    promises: ({ reference, product }) =>
      errorMessage(reference)?.startsWith('Invalid parameter ') === true &&
      errorMessage(product) === 'Invalid parameter user',
  },
  {
    number: 5,
    concerns: (leaves) => leaves.some((leaf) => isPopulate(leaf) && leaf.at.includes('user')),
    promises: ({ leaves, product }) =>
      leaves.some(
        (leaf) =>
          leaf.at.includes('user') &&
          [leaf.value ?? '', ...leaf.at].some(
            (word) => errorMessage(product) === `Invalid parameter ${word}`,
          ),
      ),
  },
  {
    number: 5,
    concerns: (leaves) => leaves.some((leaf) => isPopulate(leaf) && leaf.at.includes('user')),
    promises: ({ reference, product }) => {
      const message = errorMessage(product) ?? '';
      const checksOptions = isStructureError(message) || message.startsWith('Invalid pagination attributes');
      return checksOptions || /^Invalid parameter (?:first|last)_name$/.test(errorMessage(reference) ?? '');
    },
  },
  {
    number: 5,
    concerns: (leaves) => leaves.some(populatesUser),
    without: (json) => omitKeys(json, (key) => key === 'user'),
  },
  {
    number: 10,
    concerns: isCostly,
    promises: ({ reference, product }) =>
      reference.status === 200 && /^The query (?:costs too much: |string )/.test(errorMessage(product) ?? ''),
  },
  {
    number: 15,
    concerns: (leaves) =>
      leaves.some(
        (leaf) => isPopulate(leaf) && [...FILE_INTERNALS, '*'].some((word) => namesWord(leaf, word)),
      ),
    without: (json) => omitKeys(json, (key) => FILE_INTERNALS.has(key)),
  },
  {
    number: 16,
    concerns: (leaves) => sortedBehindRelations(leaves).size > 0,
    without: (json, leaves) => {
      const sorted = sortedBehindRelations(leaves);
      return omitKeys(json, (key) => sorted.has(key));
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
      (product.status !== 400 || reportsStructureOrName(leaves, product)) &&
      documentsAgree(reference, product, coveredElsewhere(leaves)),
  },
  {
    number: 19,
    concerns: (leaves, path) =>
      hasContradictoryKeys(path) || hasMergedGroups(leaves) || leaves.some(hasNestedList),
    promises: ({ leaves, reference, product }) =>
      reference.status < 500 &&
      (product.status !== 400 || reportsStructureOrName(leaves, product)) &&
      documentsAgree(reference, product, coveredElsewhere(leaves)),
  },
  {
    number: 19,
    concerns: (leaves) => indexesBesideKeys(leaves).length > 0,
    promises: ({ leaves, product }) =>
      indexesBesideKeys(leaves).some((index) => errorMessage(product) === `Invalid parameter ${index}`),
  },
  {
    number: 19,
    concerns: (leaves) => leaves.some(hasNestedList),
    promises: ({ leaves, product }) =>
      leaves
        .filter(hasNestedList)
        .some(({ at }) => at.some((key) => errorMessage(product) === `Invalid value for ${key}`)),
  },
  {
    number: 20,
    concerns: sortsThroughMany,
    promises: ({ leaves, reference, product }) => {
      const ignored = coveredElsewhere(leaves);
      // The reference also repeats rows of a relation that is populated with such a sort.
      const once = { ...reference, json: withoutDuplicates(reference.json) };
      return haveEqualDocuments(once, product, (key) => ignored.has(key));
    },
    without: (json, leaves) => {
      const cut = cutBehindRelations(leaves);
      return withoutDuplicates(omitKeys(json, (key) => cut.has(key)));
    },
  },
  {
    number: 17,
    concerns: (leaves) => leaves.some((leaf) => RESERVED_NAMES.some((word) => namesWord(leaf, word))),
    promises: ({ product }) =>
      RESERVED_NAMES.some((word) => errorMessage(product) === `Invalid parameter ${word}`),
  },
  {
    number: 21,
    concerns: (leaves) => limitedRelations(leaves).size > 0,
    without: (json, leaves) => {
      const limited = limitedRelations(leaves);
      return omitKeys(json, (key) => limited.has(key));
    },
  },
  {
    number: 20,
    concerns: countsThroughMany,
    without: (json) => omitKeys(json, (key) => key === 'count'),
  },
  {
    number: 23,
    concerns: (leaves) => !leaves.some(({ at }) => at[0] === 'sort') && hasAlternatives(leaves),
    promises: ({ reference, product }) => haveEqualDocuments(reference, product, (key) => key === 'user'),
  },
  {
    number: 24,
    concerns: (leaves) => leaves.length > 0,
    promises: ({ path, leaves, reference, product }) =>
      reportsStructureOrName(leaves, reference) && reportsError(path, leaves, product),
  },
  {
    number: 30,
    concerns: (leaves) => leaves.some(hasOtherForm),
    promises: ({ reference, product }) => reference.status === 200 && product.status === 200,
  },
  acceptsAdded(5, ['guest_author']),
  addsRelation(5, 'guest_author'),
  acceptsAdded(31, ['language']),
  acceptsAdded(34, ['seo_title', 'seo_description', 'corrections']),
  acceptsAdded(36, ['content', 'title', 'in_foot']),
  acceptsAdded(37, ['judgment_court', 'judgment_bench', 'judgment_decided_on', 'judgment_document']),
  addsRelation(37, 'judgment_document'),
  ...catalogueDifferences,
];

/**
 * Returns the number of the published difference that covers two unequal responses to one request, or undefined. An entry
 * covers only requests that it concerns, and only the difference that it describes.
 */
export function publishedDifference(
  path: string,
  reference: CaseResponse,
  product: CaseResponse,
): number | undefined {
  const leaves = queryLeaves(path);
  const applicable = published.filter(({ concerns }) => concerns(leaves, path));
  const applying = applicable.filter(({ without }) => without !== undefined);
  const covers = (entries: readonly PublishedDifference[]): boolean =>
    equalWithout(reference, product, (body) =>
      entries.reduce((json, { without }) => without?.(json, leaves) ?? json, body),
    );
  const alone = applying.find((one) => covers([one]));
  if (alone !== undefined) return alone.number;
  const findPromised = (before: CaseResponse, after: CaseResponse): PublishedDifference | undefined =>
    applicable.find(({ promises }) => promises?.({ path, leaves, reference: before, product: after }));
  const hidden = catalogueDifferences.filter((one) => applying.includes(one));
  const withoutHidden = (response: CaseResponse): CaseResponse => ({
    ...response,
    json: hidden.reduce((json, { without }) => without?.(json, leaves) ?? json, response.json),
  });
  const promised =
    findPromised(reference, product) ?? findPromised(withoutHidden(reference), withoutHidden(product));
  if (promised !== undefined) return promised.number;
  return covers(applying) ? applying[0]?.number : undefined;
}
