// Persistence: documents in MongoDB with their outbox, relays, copies of what others own.

export { createChangeEvent } from './store/change-event.ts';
export { type ContentDocument, toStored } from './store/content-document.ts';
export {
  type Change,
  type ContentStore,
  type ContentWrites,
  type EventsOf,
  type Revised,
  createContentStore,
} from './store/content-store.ts';
export { type Copies, createCopies } from './store/copies.ts';
export { createOwnedTopic } from './store/owned-topic.ts';
export { createChangesReader } from './store/read-changes.ts';
export { startRelays } from './store/relays.ts';
export { ensureStoreIndexes } from './store/store-indexes.ts';
export { type StoredWriterOptions, createStoredWriter } from './store/stored-writer.ts';
