import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '../schema/collection.ts';
import { newsCollections } from './news-collections.ts';
import type { Site } from './small-site.ts';

/**
 * A reference implementation of the dialect for property tests, as simple as possible: it evaluates every row of the
 * outer joins, has no indexes, and builds responses as objects.
 */

export type Condition = { [key: string]: unknown };
/** Three-valued logic of SQL; null is unknown. */
type Truth = boolean | null;
type Row = StoredDocument | null;

const byName = new Map(newsCollections.map((collection) => [collection.name, collection]));
const collectionOf = (name: string): Collection => {
  const found = byName.get(name) ?? newsCollections.find(({ uid }) => uid === name);
  if (found === undefined) throw new Error(name);
  return found;
};

const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const and = (a: Truth, b: Truth): Truth =>
  a === false || b === false ? false : a === null || b === null ? null : true;
const or = (a: Truth, b: Truth): Truth => not(and(not(a), not(b)));
const combine = (a: ReadonlySet<Truth>, b: ReadonlySet<Truth>, join: typeof and): Set<Truth> =>
  new Set([...a].flatMap((left) => [...b].map((right) => join(left, right))));

export class NaiveEvaluator {
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /** The published documents of a collection, by id. */
  visible(name: string): StoredDocument[] {
    const documents = (this.#site[name] ?? []).toSorted((a, b) => a.id - b.id);
    return collectionOf(name).draftAndPublish
      ? documents.filter(({ publishedAt }) => typeof publishedAt === 'string')
      : documents;
  }

  /** The published documents that a relation of this document links to. */
  related(name: string, document: StoredDocument, relation: string): StoredDocument[] {
    const attribute = collectionOf(name).attributes[relation];
    if (attribute?.type === 'media') return this.#byIds('file', document[relation]);
    if (attribute?.type !== 'relation') throw new Error(relation);
    const target = collectionOf(attribute.target).name;
    const { mappedBy } = attribute;
    if (mappedBy === undefined) return this.#byIds(target, document[relation]);
    return this.visible(target).filter((other) => [other[mappedBy]].flat().includes(document.id));
  }

  #byIds(name: string, ids: unknown): StoredDocument[] {
    const documents = this.visible(name);
    return [ids].flat().flatMap((id) => documents.filter((document) => document.id === id));
  }

  matches(name: string, document: StoredDocument, filter: Condition): boolean {
    return this.#outcomes(name, document, filter).has(true);
  }

  /** The distinct truth values of a filter over the joined rows of one document. */
  #outcomes(name: string, row: Row, filter: Condition): Set<Truth> {
    let all = new Set<Truth>([true]);
    for (const [key, content] of Object.entries(filter)) {
      all = combine(all, this.#keyOutcomes(name, row, key, content), and);
    }
    return all;
  }

  #keyOutcomes(name: string, row: Row, key: string, content: unknown): Set<Truth> {
    if (key === '$and' || key === '$or') {
      const parts = (content as Condition[]).map((part) => this.#outcomes(name, row, part));
      return parts.reduce((joined, part) => combine(joined, part, key === '$and' ? and : or));
    }
    if (key === '$not') return new Set([...this.#outcomes(name, row, content as Condition)].map(not));
    const attribute = collectionOf(name).attributes[key];
    if (attribute?.type === 'relation' || attribute?.type === 'media') {
      const target = attribute.type === 'media' ? 'file' : collectionOf(attribute.target).name;
      const rows: Row[] = row === null ? [] : this.related(name, row, key);
      if (rows.length === 0) rows.push(null);
      return new Set(rows.flatMap((related) => [...this.#outcomes(target, related, content as Condition)]));
    }
    const value = row === null ? null : row[key];
    const tests = Object.entries(content as Condition);
    return new Set([
      tests.map(([operator, operand]) => test(operator, plain(value), operand)).reduce(and, true),
    ]);
  }

  /** The `data` of one document in a response. `populate` lists relations without options. */
  entity(
    name: string,
    document: StoredDocument,
    fields: readonly string[] | null,
    populate: readonly string[],
  ): unknown {
    const { attributes, draftAndPublish, timestamps } = collectionOf(name);
    const scalars = Object.keys(attributes).filter(
      (key) => !['relation', 'media'].includes(attributes[key]?.type ?? ''),
    );
    if (timestamps) scalars.push('createdAt', 'updatedAt');
    if (draftAndPublish) scalars.push('publishedAt');
    const shown: Record<string, unknown> = {};
    for (const key of fields ?? scalars) shown[key] = document[key] ?? null;
    for (const key of populate) {
      const attribute = attributes[key];
      if (attribute?.type !== 'relation' && attribute?.type !== 'media') throw new Error(key);
      const target = attribute.type === 'media' ? 'file' : collectionOf(attribute.target).name;
      const data = this.related(name, document, key).map((related) => this.entity(target, related, null, []));
      const isMany =
        attribute.type === 'relation' && ['manyToMany', 'oneToMany'].includes(attribute.relation);
      shown[key] = { data: isMany ? data : (data[0] ?? null) };
    }
    return { id: document.id, attributes: shown };
  }
}

function plain(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
  return typeof value === 'number' ? value : String(value);
}

const lower = (value: unknown): string =>
  String(value)
    .normalize('NFC')
    .replaceAll(/[\u200c\u200d]/g, '')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function test(operator: string, value: string | number | null, operand: unknown): Truth {
  const unlessNull = (truth: boolean): Truth => (value === null ? null : truth);
  const list = [operand].flat().map(plain);
  const [first = null, second = null] = list;
  const below = (bound: typeof first): boolean => value !== null && bound !== null && value < bound;
  switch (operator) {
    case '$eq':
    case '$in':
      return unlessNull(list.includes(value));
    case '$ne':
    case '$notIn':
      return unlessNull(!list.includes(value));
    case '$null':
      return (value === null) === operand;
    case '$notNull':
      return (value !== null) === operand;
    case '$lt':
      return unlessNull(below(first));
    case '$gte':
      return unlessNull(!below(first));
    case '$lte':
      return unlessNull(below(first) || value === first);
    case '$gt':
      return unlessNull(!below(first) && value !== first);
    case '$between':
      return unlessNull(!below(first) && (below(second) || value === second));
    case '$eqi':
      return unlessNull(lower(value) === lower(operand));
    case '$nei':
      return unlessNull(lower(value) !== lower(operand));
    case '$contains':
    case '$containsi':
      return unlessNull(lower(value).includes(lower(operand)));
    case '$notContains':
    case '$notContainsi':
      return unlessNull(!lower(value).includes(lower(operand)));
    case '$startsWith':
    case '$startsWithi':
      return unlessNull(lower(value).startsWith(lower(operand)));
    case '$endsWith':
    case '$endsWithi':
      return unlessNull(lower(value).endsWith(lower(operand)));
    default:
      throw new Error(operator);
  }
}
