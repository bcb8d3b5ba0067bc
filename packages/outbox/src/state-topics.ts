import type { mongo } from 'mongoose';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import { WITHOUT_OUTBOX, type DocumentId, type OutboxDocument } from './outbox-document.ts';
import { hasPublishedDocuments, republishDocuments } from './republish-documents.ts';

export interface StateOptions {
  documents: mongo.Collection<OutboxDocument>;
  stateOf: (document: OutboxDocument, at: Date) => OutboxEntry[];
  notify: (id: DocumentId, priority?: 'bulk') => void;
}

export interface StateTopics {
  hasPublished(): Promise<boolean>;
  /** Publishes the state of every document to this topic again; resolves with their number. */
  republish(topic: string, signal: AbortSignal): Promise<number>;
  /** Publishes the state of one document again, unless it is written meanwhile. */
  republishOne(id: DocumentId): Promise<void>;
}

/** The compacted topics of a collection: each holds the last state of every document. */
export function createStateTopics(options: StateOptions): StateTopics {
  const { documents, stateOf, notify } = options;
  return {
    hasPublished: () => hasPublishedDocuments(documents),
    republish: (topic, signal) =>
      republishDocuments({
        documents,
        topic,
        stateOf: (document, at) => stateOf(document, at).filter((entry) => entry.topic === topic),
        notify: (id) => notify(id, 'bulk'),
        signal,
      }),
    async republishOne(id) {
      const document = await documents.findOne(
        { _id: id },
        {
          projection: WITHOUT_OUTBOX,
        },
      );
      if (document === null) return;
      const entries = stateOf(document, new Date());
      if (entries.length === 0) return;
      await documents.updateOne(
        { _id: id, rev: document.rev },
        {
          $push: { outbox: { $each: entries } },
          $currentDate: { outboxDue: true },
        },
      );
      notify(id, 'bulk');
    },
  };
}
