import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import type { Filter } from '../query/filter.ts';
import type { MatchContext } from './bind-filter.ts';
import type { Column } from '../schema/schema.ts';
import type { OrderColumn } from '../indexes/sorted-order.ts';

const SEEN_KEYS = 1000;
const KEPT_RECORDS = 500_000;
/** Selections of nothing cost no documents, so what is kept is counted too. */
const KEPT_SELECTIONS = 2000;
/** What is said at greater length is not asked for by pages; it is selected anew. */
const MAX_KEY_LENGTH = 2048;

interface Entry {
  readonly stamp: string;
  readonly documents: readonly IndexedDocument[];
}

/**
 * Whole selections of filters that are asked for again: the pages of a category, of a tag. Kept from the
 * second time on, until anything that they depend on changes.
 */
interface SelectionCache {
  readonly entries: Map<string, Entry>;
  readonly seen: Set<string>;
  documents: number;
}

const caches = new WeakMap<CollectionStore, SelectionCache>();

export interface CachedSelection {
  readonly documents: readonly IndexedDocument[] | undefined;
  /** Set when the whole selection is worth making now. */
  readonly keep: ((documents: readonly IndexedDocument[]) => void) | undefined;
}

const NOT_CACHED: CachedSelection = { documents: undefined, keep: undefined };

export function lookUpSelection(
  context: MatchContext,
  store: CollectionStore,
  filter: Filter,
  columns: readonly OrderColumn[],
  includeUnpublished: boolean,
  /** Names an order that is not of columns. */
  orderKey = '',
): CachedSelection {
  const parts: string[] = [includeUnpublished ? 'all' : 'live', orderKey];
  for (const { column, descending } of columns) {
    if (store.isVolatile(column)) return NOT_CACHED;
    parts.push(`${column.name}${descending ? '-' : '+'}`);
  }
  const described = describeFilter(context, store, filter, parts);
  if (described === undefined) return NOT_CACHED;
  const { key, stamp } = described;
  let cache = caches.get(store);
  if (cache === undefined) {
    cache = { entries: new Map(), seen: new Set(), documents: 0 };
    caches.set(store, cache);
  }
  return lookUp(cache, key, stamp);
}

/**
 * A key for what a filter passes, and a stamp that changes whenever that may; undefined when the filter looks at
 * numbers that change all the time, or says more than is worth keeping.
 */
export function describeFilter(
  context: MatchContext,
  store: CollectionStore,
  filter: Filter,
  before: readonly string[] = [],
): { key: string; stamp: string } | undefined {
  const parts: string[] = [...before, context.seesUnpublished ? 'drafts' : ''];
  const stores = new Set([store]);
  if (!describe(context, store, filter, parts, stores)) return undefined;
  const key = parts.join('\u0001');
  if (key.length > MAX_KEY_LENGTH) return undefined;
  return { key, stamp: [...stores].map(({ version }) => version).join() };
}

function lookUp(cache: SelectionCache, key: string, stamp: string): CachedSelection {
  const known = cache.entries.get(key);
  if (known !== undefined) {
    cache.entries.delete(key);
    if (known.stamp === stamp) {
      cache.entries.set(key, known);
      return { documents: known.documents, keep: undefined };
    }
    cache.documents -= known.documents.length;
  }
  const isWorthIt = known !== undefined || cache.seen.delete(key);
  if (!isWorthIt) {
    cache.seen.add(key);
    const [oldest] = cache.seen;
    if (cache.seen.size > SEEN_KEYS && oldest !== undefined) cache.seen.delete(oldest);
    return NOT_CACHED;
  }
  return {
    documents: undefined,
    keep(documents) {
      if (documents.length > KEPT_RECORDS) return;
      cache.entries.set(key, { stamp, documents });
      cache.documents += documents.length;
      for (const [old, entry] of cache.entries) {
        if (cache.documents <= KEPT_RECORDS && cache.entries.size <= KEPT_SELECTIONS) break;
        cache.entries.delete(old);
        cache.documents -= entry.documents.length;
      }
    },
  };
}

/** Adds what a filter says to the key; false when it looks at numbers that change all the time. */
function describe(
  context: MatchContext,
  store: CollectionStore,
  filter: Filter,
  parts: string[],
  stores: Set<CollectionStore>,
): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      parts.push(filter.kind, '(');
      const isStable = filter.parts.every((part) => describe(context, store, part, parts, stores));
      parts.push(')');
      return isStable;
    }
    case 'not':
      parts.push('not');
      return describe(context, store, filter.part, parts, stores);
    case 'relation': {
      const target = context.model.storeOf(filter.relation.target);
      stores.add(target);
      parts.push(`${filter.relation.name}.`, '(');
      const isStable = describe(context, target, filter.part, parts, stores);
      parts.push(')');
      return isStable;
    }
    case 'column':
      return describeColumn(store, filter.column, filter.test, parts);
  }
}

/** JSON has one `null` for them all. */
const sayNumber = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;

function describeColumn(store: CollectionStore, column: Column, test: object, parts: string[]): boolean {
  parts.push(column.name, JSON.stringify(test, sayNumber));
  return !store.isVolatile(column);
}
