// Persistence: documents in MongoDB with their outbox, relays, and copies of the documents of other services.

export { withAudit } from './store/audited-events.ts';
export { createChangeEvent } from './store/change-event.ts';
export { contentCollection } from './store/content-collection.ts';
export { type ContentDocument, toStored } from './store/content-document.ts';
export type { Change, ContentWrites, EventsOf, Revised, WriteOrigin } from './store/content-writes.ts';
export { type ContentStore, createContentStore } from './store/content-store.ts';
export { type Copies, copyCollection, createCopies } from './live/copies.ts';
export { DuplicateValueError } from './store/duplicate-values.ts';
export { createRevisionMover, REVISION_SWEEP_MS } from './store/move-revisions.ts';
export { REVISIONS, mongoRevisions } from './store/revisions.ts';
export { createOwnedTopic } from './store/owned-topic.ts';
export { createChangesReader } from './store/read-changes.ts';
export { createTrashSweep } from './store/empty-trash.ts';
export { openRelays } from './store/open-relays.ts';
export { type StoredWriterOptions, createStoredWriter } from './live/stored-writer.ts';
