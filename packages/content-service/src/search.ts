// Full-text search over a collection.

export { matchNames } from './search/name-matcher.ts';
export { openSearchIndex, type SearchIndex } from './search/search-index.ts';
export type { SearchedDocument, SearchResult } from './search/full-text-index.ts';
