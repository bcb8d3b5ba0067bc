import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import type { Collection } from '@vidhi/content-engine';
import type { OwnedTopic } from '@vidhi/messaging/topic-loss.ts';
import type { OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import { hasPublishedDocuments, republishDocuments } from '@vidhi/outbox/republish-documents.ts';
import { toStored, type ContentDocument } from './content-document.ts';
import type { ContentStore } from './content-store.ts';
import { documentsName } from './documents-name.ts';

/**
 * Describes a compacted topic that carries the state of the documents of these collections. `republish` publishes each
 * document again, removals included, at its current revision; consumers that have the revision ignore it.
 */
export function createOwnedTopic(
  store: Pick<ContentStore, 'connection' | 'eventsOf' | 'notify'>,
  topic: TopicLayout,
  collections: readonly Collection[],
): OwnedTopic {
  const documentsOf = (collection: Collection) =>
    store.connection.collection<OutboxDocument<number>>(documentsName(collection));

  const republish = (collection: Collection, signal: AbortSignal): Promise<number> =>
    republishDocuments({
      documents: documentsOf(collection),
      topic: topic.name,
      stateOf(document, at) {
        const { _id: id, rev, removed } = document as ContentDocument;
        const stored = toStored(collection, document);
        // `before` is set except for the first revision, so that consumers do not mistake the event for a new publication.
        const before = rev === 1 ? null : stored;
        return store.eventsOf({ collection, before, after: removed === true ? null : stored, id, rev, at });
      },
      notify: (id) => store.notify(collection, id, 'bulk'),
      signal,
    });

  return {
    topic,
    async hasPublished() {
      for (const collection of collections)
        if (await hasPublishedDocuments(documentsOf(collection))) return true;
      return false;
    },
    async republish(signal) {
      let count = 0;
      for (const collection of collections) count += await republish(collection, signal);
      return count;
    },
  };
}
