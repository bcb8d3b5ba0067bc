import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel } from '@vidhi/content-engine';
import { type LiveModel, type ModelChange, startLiveModel, toUserChange } from '@vidhi/content-service';
import { resanitizeHtml } from '@vidhi/content-service/html.ts';
import { type Copies, copyCollection, createCopies } from '@vidhi/content-service/store.ts';
import {
  BookChanged,
  BookPublished,
  BookWithdrawn,
  ListChanged,
  ListRemoved,
  MediaChanged,
  MediaRemoved,
  MediaStored,
  UserRegistered,
  UserUpdated,
  eventsByType,
  type DocumentPayload,
  type Envelope,
  type RemovalPayload,
  type UserPayload,
} from '@vidhi/contracts/events.ts';
import { TOPICS, withSuffix, type TopicLayout } from '@vidhi/contracts/topics.ts';
import type { Outcome } from '@vidhi/messaging/apply-record.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { ensureTopics } from '@vidhi/messaging/topics.ts';
import { bookCollection, copiedCollections, modelCollections } from './catalogue-collections.ts';

export const COPIED_EVENTS = eventsByType([
  BookPublished,
  BookChanged,
  BookWithdrawn,
  ListChanged,
  ListRemoved,
  MediaStored,
  MediaChanged,
  MediaRemoved,
  UserRegistered,
  UserUpdated,
]);

const COPIED_NAMES = new Set(copiedCollections.map(({ name }) => name));

/** Returns the change that an event makes to the copy; null for lists that no book refers to. */
export function toCatalogueChange({ type, data }: Envelope): ModelChange | null {
  const [subject = '', verb] = type.split('.');
  if (subject === 'user') return toUserChange(data as UserPayload);
  const name =
    subject === 'list'
      ? (data as { collection: string }).collection
      : subject === 'media'
        ? fileCollection.name
        : subject;
  if (!COPIED_NAMES.has(name)) return null;
  if (verb !== 'removed' && verb !== 'withdrawn') return { kind: 'put', name, ...(data as DocumentPayload) };
  const { id, rev } = data as RemovalPayload;
  return { kind: 'remove', name, id, rev };
}

export interface CatalogueCopyOptions {
  connection: Connection;
  client: KafkaClient;
  topicSuffix: string;
  dataDir: string;
}

/** The books that are for sale with their prices, and the accounts, in this service's own database and in memory. */
export interface CatalogueCopy {
  live: LiveModel;
  topics: readonly TopicLayout[];
  /** Stores the document of an event. Events of lists that no book refers to count as applied. */
  apply(envelope: Envelope): Promise<Outcome>;
}

/** The copies by the name of the copied collection. */
export const COPIES = Object.fromEntries(
  copiedCollections.map(({ name }) => [name, copyCollection(`copied_${name.replaceAll('-', '_')}`)]),
);

/** Starts to follow catalog and accounts. `live` is not ready before the copy is complete. */
export function openCatalogueCopy(options: CatalogueCopyOptions): CatalogueCopy {
  const { connection, client, topicSuffix, dataDir } = options;
  const topics = [TOPICS.catalogBooks, TOPICS.catalogLists, TOPICS.catalogMedia, TOPICS.accountsUsers].map(
    (topic) => withSuffix(topic, topicSuffix),
  );
  const copies: Copies = createCopies({
    connection,
    collections: COPIES,
    toChange: toCatalogueChange,
  });
  const live = startLiveModel({
    model: createReadModel(modelCollections, { longTextDirectory: join(dataDir, 'bodies') }),
    client,
    topics: [],
    replayed: topics.map(({ name }) => name),
    hasReplayedCopies: true,
    events: COPIED_EVENTS,
    ensureTopics: () => ensureTopics(client, topics),
    load: (put) => copies.each(put),
    toChange: toCatalogueChange,
    transform: (name, doc) => (name === bookCollection.name ? resanitizeHtml(bookCollection, doc) : doc),
    headerTopics: {},
  });
  return {
    live,
    topics,
    apply: async (envelope) => (toCatalogueChange(envelope) === null ? 'applied' : copies.apply(envelope)),
  };
}
