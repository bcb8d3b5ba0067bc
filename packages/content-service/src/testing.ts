// A store and a live model in memory, for tests.

export { type MemoryContentStore, memoryContentStore } from './testing/memory-content-store.ts';
export { memoryRevisions } from './testing/memory-revisions.ts';
export { memoryLiveModel } from './testing/memory-live-model.ts';
export { memorySearchIndex } from './search/memory-search-index.ts';
