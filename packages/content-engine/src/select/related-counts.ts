import { LRUCache } from 'lru-cache';
import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { allOf } from '../query/filter.ts';
import type { Filter } from '../query/filter.ts';
import { bindFilter } from './bind-filter.ts';
import { relatedIds } from './relation-sources.ts';
import type { MatchContext } from './match-context.ts';
import { COST } from '../query/query-cost.ts';
import type { Relation } from '../schema/schema.ts';
import { describeFilter } from './result-cache.ts';

/** Returns the conditions of a filter on the targets of a relation. */
function conditionsOn(filter: Filter | null, relation: Relation): Filter[] {
  if (filter?.kind === 'relation') return filter.relation === relation ? [filter.part] : [];
  return filter?.kind === 'and' ? filter.parts.flatMap((part) => conditionsOn(part, relation)) : [];
}

/**
 * Counts, for each document, the targets of the collection's `counted` relation that are published and pass the
 * conditions of the list's filter on them. Keyed by document id.
 */
export function countRelated(
  context: MatchContext,
  store: CollectionStore,
  documents: readonly IndexedDocument[],
  filter: Filter | null,
): Map<number, number> {
  const { schema } = store;
  const relation = schema.relationsByName.get(schema.collection.counted ?? '');
  if (relation === undefined) return new Map();
  const target = context.model.storeOf(relation.target);
  const condition = allOf(conditionsOn(filter, relation));
  const compiledFilter = condition === null ? null : bindFilter(context, target, condition);
  const cached = cachedCounts(context, store, target, condition);
  const counts = new Map<number, number>();
  for (const document of documents) {
    let count = cached.get(document.id);
    if (count === undefined) {
      count = 0;
      const ids = relatedIds(context.model, schema, document, relation);
      context.cost.charge((1 + ids.length) * COST.link, 'too many related documents');
      for (const id of ids) {
        const related = target.find(id);
        if (related?.isPublished === true && (compiledFilter === null || compiledFilter.test(related)))
          count += 1;
      }
      cached.set(document.id, count);
    }
    counts.set(document.id, count);
  }
  return counts;
}

const MAX_CACHED_CONDITIONS = 16;

interface CacheEntry {
  readonly versionKey: string;
  readonly counts: Map<number, number>;
}

const caches = new WeakMap<CollectionStore, LRUCache<string, CacheEntry>>();

/**
 * Returns the cached counts for a condition, by document id; the caller adds what is missing. Empty when a collection
 * that they depend on has changed.
 */
function cachedCounts(
  context: MatchContext,
  store: CollectionStore,
  target: CollectionStore,
  condition: Filter | null,
): Map<number, number> {
  const described =
    condition === null
      ? { key: '', versionKey: String(target.version) }
      : describeFilter(context, target, condition);
  if (described === undefined) return new Map();
  const { key } = described;
  const versionKey = `${store.version},${described.versionKey}`;
  const cache = caches.get(store) ?? new LRUCache<string, CacheEntry>({ max: MAX_CACHED_CONDITIONS });
  caches.set(store, cache);
  const cached = cache.get(key);
  if (cached?.versionKey === versionKey) return cached.counts;
  const counts = new Map<number, number>();
  cache.set(key, { versionKey, counts });
  return counts;
}
