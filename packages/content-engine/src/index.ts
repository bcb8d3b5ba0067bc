// The public API of the engine for services; package.json exports nothing else to them.

export { parseQueryString, type QueryObject } from './dialect/query-string.ts';
export type { SortedOrder } from './indexes/sorted-order.ts';
export { CollectionStore } from './model/collection-store.ts';
export { type ReadModel, type ReadModelOptions, createReadModel } from './model/read-model.ts';
export type { IndexedDocument } from './records/document.ts';
export { CACHE_COUNTS } from './query/cache-counts.ts';
export { type Documents, documentsOf } from './model/documents.ts';
export { find } from './respond/find.ts';
export { findDocuments } from './respond/find-documents.ts';
export { type ListPage, respondList, selectList } from './respond/list.ts';
export { findById, respondByIds, respondOne, respondSingle, respondStored } from './respond/one.ts';
export type { Collection, ComputedOrder } from './schema/collection.ts';
export type { Column } from './schema/schema.ts';
export { relatedIds } from './select/relation-sources.ts';
export { suggestDocuments } from './select/suggestions.ts';
export { createMutex } from './write/mutex.ts';
export { withAncestors } from './write/own-tree.ts';
export { requireData, validateWrite } from './write/validate-write.ts';
export type { QueryCost } from './query/query-cost.ts';
