import { LRUCache } from 'lru-cache';
import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { CACHE_COUNTS } from '../query/cache-counts.ts';
import type { Filter } from '../query/filter.ts';
import type { MatchContext } from './match-context.ts';
import type { Column } from '../schema/schema.ts';
import type { OrderColumn } from '../indexes/sorted-order.ts';

const MAX_SEEN_KEYS = 1000;
const MAX_CACHED_DOCUMENTS = 500_000;
/** Empty results count no documents, so the number of results is limited too. */
const MAX_CACHED_RESULTS = 2000;
/** Longer filters are not cached: those of the site's pages are short. */
const MAX_KEY_LENGTH = 2048;

interface Entry {
  readonly versionKey: string;
  readonly documents: readonly IndexedDocument[];
}

/**
 * Whole result sets of repeated filters, such as the pages of a category or of a tag. Cached when they are requested for
 * the second time, and until a collection that they depend on changes; the least recently used are evicted.
 */
interface ResultCache {
  readonly entries: LRUCache<string, Entry>;
  /** Keys that were requested once. */
  readonly seen: LRUCache<string, true>;
}

const caches = new WeakMap<CollectionStore, ResultCache>();

export interface CacheLookup {
  /** The whole result set, sorted; undefined on a miss. */
  readonly documents: readonly IndexedDocument[] | undefined;
  /** Caches the whole result set; set on a miss of a filter that has been requested before. */
  readonly store: ((documents: readonly IndexedDocument[]) => void) | undefined;
}

const NOT_CACHED: CacheLookup = { documents: undefined, store: undefined };

/** Looks up the result set of a filter in a sort order. Volatile columns are never cached. */
export function lookUpResult(
  context: Pick<MatchContext, 'model' | 'seesUnpublished'>,
  store: CollectionStore,
  filter: Filter,
  columns: readonly OrderColumn[],
  includeUnpublished: boolean,
  /** Key of a computed order. */
  orderKey = '',
): CacheLookup {
  const parts: string[] = [includeUnpublished ? 'all' : 'live', orderKey];
  for (const { column, descending } of columns) {
    if (store.isVolatile(column)) return NOT_CACHED;
    parts.push(`${column.name}${descending ? '-' : '+'}`);
  }
  const described = describeFilter(context, store, filter, parts);
  if (described === undefined) return NOT_CACHED;
  const { key, versionKey } = described;
  let cache = caches.get(store);
  if (cache === undefined) {
    cache = {
      entries: new LRUCache({
        max: MAX_CACHED_RESULTS,
        maxSize: MAX_CACHED_DOCUMENTS,
        sizeCalculation: ({ documents }) => documents.length + 1,
      }),
      seen: new LRUCache({ max: MAX_SEEN_KEYS }),
    };
    caches.set(store, cache);
  }
  return lookUp(cache, key, versionKey);
}

/**
 * Returns a cache key for a filter, and a version key that changes whenever its result may. Undefined when the filter
 * tests a volatile column or the key would be too long.
 */
export function describeFilter(
  context: Pick<MatchContext, 'model' | 'seesUnpublished'>,
  store: CollectionStore,
  filter: Filter,
  prefix: readonly string[] = [],
): { key: string; versionKey: string } | undefined {
  const parts: string[] = [...prefix, context.seesUnpublished ? 'drafts' : ''];
  const stores = new Set([store]);
  if (!describe(context, store, filter, parts, stores)) return undefined;
  const key = parts.join('\u0001');
  if (key.length > MAX_KEY_LENGTH) return undefined;
  return { key, versionKey: [...stores].map(({ version }) => version).join() };
}

function lookUp(cache: ResultCache, key: string, versionKey: string): CacheLookup {
  const cached = cache.entries.get(key);
  if (cached?.versionKey === versionKey) {
    CACHE_COUNTS.results.hits += 1;
    return { documents: cached.documents, store: undefined };
  }
  CACHE_COUNTS.results.misses += 1;
  const isRepeated = cached === undefined ? cache.seen.delete(key) : cache.entries.delete(key);
  if (!isRepeated) {
    cache.seen.set(key, true);
    return NOT_CACHED;
  }
  return {
    documents: undefined,
    store: (documents) => void cache.entries.set(key, { versionKey, documents }),
  };
}

/** Appends a filter to the key, and its collections to `stores`. Returns false when it tests a volatile column. */
function describe(
  context: Pick<MatchContext, 'model' | 'seesUnpublished'>,
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

/** JSON has `null` for NaN and the infinities, which would give different filters the same key. */
const encodeNumber = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;

function describeColumn(store: CollectionStore, column: Column, test: object, parts: string[]): boolean {
  parts.push(column.name, JSON.stringify(test, encodeNumber));
  return !store.isVolatile(column);
}
