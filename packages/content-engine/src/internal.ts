// The API beyond index.ts for content-service, which is built on the engine, for tools and for the fuzzer. Services never
// import it (.dependency-cruiser.cjs).

export { OPERATORS } from './dialect/parse-filter.ts';
export { parseListQuery } from './dialect/parse-query.ts';
export type { ColumnTest, Filter } from './query/filter.ts';
export type { SortKey } from './query/query.ts';
export { COST_LIMITS, QueryCost, UNITS_PER_MS } from './query/query-cost.ts';
export type { QueryExecutor, SelectedIds, SelectQuery } from './query/select-query.ts';
export { isStoredText } from './records/document.ts';
export { requireValidQuery } from './respond/one.ts';
export type { Attribute, Audience, ScalarAttribute, ScalarType } from './schema/collection.ts';
export { comparedText, encodeValue, likeText } from './schema/column-value.ts';
export { createMemoryExecutor } from './select/memory-executor.ts';
export { selectQueryOf } from './respond/query-context.ts';
export { type Column, type Relation, type Schema, accessLevelOf, compileSchemas } from './schema/schema.ts';
export type { FixedValues } from './select/narrow-query.ts';
export { inverseChanges } from './write/inverse-relations.ts';
export { createLinkUpdate, resolveLinkUpdates } from './write/link-update.ts';
export { type WithLock, hasRelations } from './write/mutex.ts';
export { hasUnknownLinks } from './write/validate-relation.ts';
export type { WritePatch } from './write/validate-write.ts';
