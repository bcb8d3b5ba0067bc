import { refusal } from './answer-facts.ts';
import type { Answer } from './exchange.ts';
import type { PublishedDifference } from './published-difference.ts';
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
const totalOf = ({ json }: Answer): number =>
  (json as { meta?: { pagination?: { total?: number } } } | undefined)?.meta?.pagination?.total ?? 0;
const refusesOneOf = (answer: Answer, names: readonly string[]): boolean =>
  names.some((name) => refusal(answer) === `Invalid parameter ${name}`);

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
      reference.status === 200 && product.status === 200 && totalOf(product) <= totalOf(reference),
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
    promises: ({ reference, product }) => reference.status === 400 && product.status < 500,
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
    promises: ({ reference }) => refusesOneOf(reference, MORE_TAGS),
  },
  {
    // Where the reference leaves out a name that it does not know, Vidhi looks at what is asked of it.
    number: 28,
    concerns: (leaves) =>
      leaves.some((leaf) => isPopulate(leaf) && MORE_TAGS.some((name) => namesWord(leaf, name))),
    promises: ({ reference, product }) =>
      (reference.status === 200 || reference.status === 404) && product.status === 400,
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
