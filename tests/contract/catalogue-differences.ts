import { refusal, totalOf } from './answer-facts.ts';
import { refusesFormOrName, showNothingContrary } from './answers-agree.ts';
import type { Answer } from './exchange.ts';
import type { PublishedDifference } from './published-difference.ts';
import type { Leaf } from './query-leaves.ts';
import { isPopulate, mentioned, namesWord } from './request-facts.ts';

const GATED = ['Identifier', 'contact', 'Price'];
const MORE_TAGS = ['PropertyList2', 'PropertyList3'];
const DISTINCT = ['SubTitle', 'Price', 'Binding', 'Type'];

type Fields = Readonly<Record<string, unknown>>;

/** Removes keys of objects that `isMeant` by their other keys, at every depth. */
function omitWhere(json: unknown, names: readonly string[], isMeant: (fields: Fields) => boolean): unknown {
  if (Array.isArray(json)) return json.map((item) => omitWhere(item, names, isMeant));
  if (typeof json !== 'object' || json === null) return json;
  const fields: Fields = { ...json };
  const dropped = isMeant(fields) ? names : [];
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !dropped.includes(name))
      .map(([name, value]) => [name, omitWhere(value, names, isMeant)]),
  );
}

const isListOfBooks = (path: string): boolean => /^\/api\/books\/?\?/.test(path);
/** Profiles are answered by name, or behind what refers to them. */
const isAboutLawyers = (path: string): boolean =>
  /^\/api\/(?:lawyers|specializations|courts|languages)\b|\blawyers\b/.test(path);
const refusesOneOf = (answer: Answer, names: readonly string[]): boolean =>
  names.some((name) => refusal(answer) === `Invalid parameter ${name}`);

/** Where the reference refuses the request, only the answer itself can be looked at. */
const isSoundAnswer = (leaves: readonly Leaf[], answer: Answer): boolean =>
  answer.status === 200 || answer.status === 404 || refusesFormOrName(leaves, answer);

export const catalogueDifferences: readonly PublishedDifference[] = [
  {
    number: 26,
    concerns: (leaves, path) =>
      isAboutLawyers(path) && leaves.some((leaf) => GATED.some((word) => namesWord(leaf, word))),
    promises: ({ product }) => refusesOneOf(product, GATED),
  },
  {
    // A search no longer finds what only the gated attributes contain.
    number: 26,
    concerns: (leaves, path) => /^\/api\/lawyers\b/.test(path) && leaves.some(({ at }) => at[0] === '_q'),
    promises: ({ reference, product }) =>
      reference.status === 200 &&
      product.status === 200 &&
      (totalOf(product) ?? 0) <= (totalOf(reference) ?? 0) &&
      showNothingContrary(reference, product, new Set(GATED)),
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
    promises: ({ leaves, reference, product }) => reference.status === 400 && isSoundAnswer(leaves, product),
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
      refusesOneOf(reference, MORE_TAGS) && isSoundAnswer(leaves, product),
  },
  {
    // Where the reference leaves out a name that it does not know, Vidhi looks at what is asked of it.
    number: 28,
    concerns: (leaves) =>
      leaves.some((leaf) => isPopulate(leaf) && MORE_TAGS.some((name) => namesWord(leaf, name))),
    promises: ({ leaves, reference, product }) =>
      (reference.status === 200 || reference.status === 404) &&
      refusesFormOrName(
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

/** Profiles have attributes of the same names, which both sides answer. */
const isProfile = (fields: Fields): boolean =>
  'type_of_court' in fields || 'SubCategory2' in fields || 'Property3' in fields;
