import { errorMessage, totalOf } from './response-facts.ts';
import { reportsStructureOrName, documentsAgree } from './responses-agree.ts';
import type { CaseResponse } from './case-request.ts';
import type { PublishedDifference } from './published-difference.ts';
import type { Leaf } from './query-leaves.ts';
import { isPopulate, mentioned, namesWord } from './request-facts.ts';

const GATED = ['Identifier', 'contact', 'Price'];
const MORE_TAGS = ['PropertyList2', 'PropertyList3'];
const DISTINCT = ['SubTitle', 'Price', 'Binding', 'Type'];

type Fields = Readonly<Record<string, unknown>>;

/** Removes keys from the objects for which `matches` is true, at every depth. */
function omitWhere(json: unknown, names: readonly string[], matches: (fields: Fields) => boolean): unknown {
  if (Array.isArray(json)) return json.map((item) => omitWhere(item, names, matches));
  if (typeof json !== 'object' || json === null) return json;
  const fields: Fields = { ...json };
  const dropped = matches(fields) ? names : [];
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !dropped.includes(name))
      .map(([name, value]) => [name, omitWhere(value, names, matches)]),
  );
}

const isListOfBooks = (path: string): boolean => /^\/api\/books\/?\?/.test(path);
/** Returns whether the response can contain profiles: directly or through relations. */
const isAboutLawyers = (path: string): boolean =>
  /^\/api\/(?:lawyers|specializations|courts|languages)\b|\blawyers\b/.test(path);
const rejectsOneOf = (response: CaseResponse, names: readonly string[]): boolean =>
  names.some((name) => errorMessage(response) === `Invalid parameter ${name}`);

/** Returns whether the product's own response is valid: the only check where the reference rejects the request. */
const isValidResponse = (leaves: readonly Leaf[], response: CaseResponse): boolean =>
  response.status === 200 || response.status === 404 || reportsStructureOrName(leaves, response);

export const catalogueDifferences: readonly PublishedDifference[] = [
  {
    number: 26,
    concerns: (leaves, path) =>
      isAboutLawyers(path) && leaves.some((leaf) => GATED.some((word) => namesWord(leaf, word))),
    promises: ({ product }) => rejectsOneOf(product, GATED),
  },
  {
    // A search does not match gated attributes.
    number: 26,
    concerns: (leaves, path) => /^\/api\/lawyers\b/.test(path) && leaves.some(({ at }) => at[0] === '_q'),
    promises: ({ reference, product }) =>
      reference.status === 200 &&
      product.status === 200 &&
      (totalOf(product) ?? 0) <= (totalOf(reference) ?? 0) &&
      documentsAgree(reference, product, new Set(GATED)),
  },
  {
    number: 26,
    concerns: (_leaves, path) => isAboutLawyers(path),
    without: (json) => omitWhere(json, GATED, (fields) => 'SubCategory2' in fields),
  },
  {
    number: 26,
    concerns: (leaves) =>
      leaves.some((leaf) => isPopulate(leaf) && leaf.at.includes('users_permissions_user')),
    promises: ({ leaves, reference, product }) =>
      reference.status === 400 && isValidResponse(leaves, product),
  },
  {
    number: 27,
    concerns: (leaves, path) =>
      isListOfBooks(path) &&
      DISTINCT.some((name) => leaves.some(({ at, value }) => at[0] === 'fields' && value === name)),
    promises: ({ product }) => {
      const { data, meta } = (product.json ?? {}) as {
        data?: { attributes: object }[];
        meta?: { pagination?: { total?: number; pageSize?: number } };
      };
      const values = (data ?? []).map(({ attributes }) => JSON.stringify(attributes));
      const { total, pageSize } = meta?.pagination ?? {};
      return product.status === 200 && new Set(values).size === values.length && total === pageSize;
    },
  },
  {
    number: 28,
    concerns: (leaves) => MORE_TAGS.some((name) => mentioned(leaves).has(name)),
    promises: ({ leaves, reference, product }) =>
      rejectsOneOf(reference, MORE_TAGS) && isValidResponse(leaves, product),
  },
  {
    // The reference ignores an unknown relation; Vidhi validates its options.
    number: 28,
    concerns: (leaves) =>
      leaves.some((leaf) => isPopulate(leaf) && MORE_TAGS.some((name) => namesWord(leaf, name))),
    promises: ({ leaves, reference, product }) =>
      (reference.status === 200 || reference.status === 404) &&
      reportsStructureOrName(
        leaves.filter((leaf) => MORE_TAGS.some((name) => namesWord(leaf, name))),
        product,
      ),
  },
  {
    number: 28,
    concerns: (leaves) => leaves.some(isPopulate),
    without: (json) =>
      omitWhere(json, MORE_TAGS, (fields) => MORE_TAGS.some((name) => name in fields) && !isProfile(fields)),
  },
];

/** Profiles have attributes of the same names, which both sides return. */
const isProfile = (fields: Fields): boolean =>
  'type_of_court' in fields || 'SubCategory2' in fields || 'Property3' in fields;
