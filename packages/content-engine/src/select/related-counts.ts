import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument } from '../records/document.ts';
import { allOf } from '../query/filter.ts';
import type { Filter } from '../query/filter.ts';
import { bindFilter, relatedIds } from './bind-filter.ts';
import type { MatchContext } from './bind-filter.ts';
import type { CountLinks } from '../query/query-budget.ts';
import type { Relation } from '../schema/schema.ts';
import { describeFilter } from './result-cache.ts';

/** What a filter demands of the documents at the other end of a relation, whatever else it demands. */
function conditionsOn(filter: Filter | null, relation: Relation): Filter[] {
  if (filter?.kind === 'relation') return filter.relation === relation ? [filter.part] : [];
  return filter?.kind === 'and' ? filter.parts.flatMap((part) => conditionsOn(part, relation)) : [];
}

/**
 * Of each of these documents, how many others the counted relation leads to, that visitors see and that pass what
 * the list's own filter demands of them.
 */
export function countRelated(
  context: MatchContext & { readonly countLinks: CountLinks },
  store: CollectionStore,
  documents: readonly IndexedDocument[],
  filter: Filter | null,
): Map<number, number> {
  const { schema } = store;
  const relation = schema.relationsByName.get(schema.collection.counted ?? '');
  if (relation === undefined) return new Map();
  const target = context.model.storeOf(relation.target);
  const condition = allOf(conditionsOn(filter, relation));
  const matcher = condition === null ? null : bindFilter(context, target, condition);
  const cached = cachedCounts(context, store, target, condition);
  const counts = new Map<number, number>();
  for (const document of documents) {
    let count = cached.get(document.id);
    if (count === undefined) {
      count = 0;
      const ids = relatedIds(context.model, schema, document, relation);
      context.countLinks(ids.length);
      for (const id of ids) {
        const related = target.find(id);
        if (related?.isPublished === true && (matcher === null || matcher.test(related))) count += 1;
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

const knownOf = new WeakMap<CollectionStore, Map<string, CacheEntry>>();

/** Counts made before for the same demand, while nothing has changed that they depend on; to be added to. */
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
  const kept = knownOf.get(store) ?? new Map<string, CacheEntry>();
  knownOf.set(store, kept);
  const found = kept.get(key);
  kept.delete(key);
  const cached = found?.versionKey === versionKey ? found : { versionKey, counts: new Map<number, number>() };
  kept.set(key, cached);
  const [oldest] = kept.keys();
  if (kept.size > MAX_CACHED_CONDITIONS && oldest !== undefined) kept.delete(oldest);
  return cached.counts;
}
