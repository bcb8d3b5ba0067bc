import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { EVENTS } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { type Collection, createReadModel } from '@vidhi/content-engine';
import { resanitizeHtml } from '@vidhi/content-service/html.ts';
import {
  type ContentStore,
  type Copies,
  createContentStore,
  withAudit,
} from '@vidhi/content-service/store.ts';
import { type LiveModel, startLiveModel } from '@vidhi/content-service';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { ensureTopics } from '@vidhi/messaging/topics.ts';
import {
  catalogCollections,
  ownedCollections,
  trashCollections,
} from '../collections/catalog-collections.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { createCatalogCopies } from '../copies/copies.ts';
import { createBookOffers, type BookOffers } from '../books/book-offers.ts';
import { isPersonalAttribute } from '../collections/personal-attributes.ts';
import { catalogChangeEvents } from '../events/change-events.ts';
import { mediaCollection } from '../media/media-collection.ts';
import { toModelChange } from './model-changes.ts';
import { createProfileVisibility } from '../profiles/profile-visibility.ts';
import { createRule36 } from '../rule36/rule36.ts';
import type { CatalogTopics } from '../topics.ts';
import { warmReads } from './warm-reads.ts';

/** Collections stored in this service's database, each document with its outbox. */
export const storedCollections: readonly Collection[] = [mediaCollection, ...ownedCollections];

export interface CatalogDataOptions {
  connection: Connection;
  client: KafkaClient;
  topics: CatalogTopics;
  dataDir: string;
}

/** Document store, and the live model that serves reads. */
export interface CatalogData {
  store: ContentStore;
  live: LiveModel;
  copies: Copies;
  /** Books whose price changes by itself. */
  offers: BookOffers;
  /** Returns whether Rule 36 mode is on. */
  isRedacted: () => boolean;
}

/**
 * Opens the store, and starts the live model. HTML, visibility of profiles and Rule 36 are applied to documents on their
 * way into the model.
 */
export function openCatalogData(options: CatalogDataOptions): CatalogData {
  const { connection, client, topics, dataDir } = options;
  const audited = withAudit(catalogChangeEvents(topics), {
    topic: topics.audit,
    service: 'catalog',
    isPersonal: isPersonalAttribute,
  });
  const store = createContentStore({
    connection,
    eventsOf: audited,
    // Files are replaced, never edited; steps of their variants would be edits.
    keepsHistory: (collection) => collection !== mediaCollection,
    hasTrash: (collection) => trashCollections.includes(collection),
  });
  const copies = createCatalogCopies(connection);
  const byName = new Map(ownedCollections.map((collection) => [collection.name, collection]));
  const model = createReadModel(catalogCollections, { longTextDirectory: join(dataDir, 'bodies') });
  const withSanitizedHtml = (name: string, doc: StoredDocument): StoredDocument => {
    const collection = byName.get(name);
    return collection === undefined ? doc : resanitizeHtml(collection, doc);
  };
  const visibility = createProfileVisibility(model);
  const withVisibility = (name: string, doc: StoredDocument): StoredDocument =>
    visibility.apply(name, withSanitizedHtml(name, doc));
  const rule36 = createRule36({
    model,
    eachProfile: (put) =>
      store.each(lawyerCollection, ({ doc }) => put(withVisibility(lawyerCollection.name, doc))),
    onFailure: (error) =>
      client.log.error({ err: error }, 'profiles could not be reloaded after rule36_mode was switched off'),
  });
  const offers = createBookOffers();
  const live = startLiveModel({
    model,
    client,
    topics: [topics.books.name, topics.profiles.name, topics.lists.name, topics.media.name],
    replayed: [topics.users.name, topics.site.name],
    hasReplayedCopies: true,
    events: EVENTS,
    ensureTopics: () => ensureTopics(client, Object.values(topics)),
    async load(put) {
      // Copies first: the site's options decide which attributes of profiles enter the model.
      await copies.each(put);
      for (const collection of storedCollections)
        await store.each(collection, ({ doc, rev }) => put(collection.name, doc, rev));
    },
    warm: warmReads,
    toChange: toModelChange,
    transform: (name, doc) => rule36.apply(name, withVisibility(name, doc)),
    onChange(name, id, doc) {
      offers.note(name, id, doc);
      rule36.noteChange(name, id, doc);
      visibility.noteChange(name, id, doc);
    },
    derived: {
      isSettled: () => rule36.isSettled,
      untilSettled: () => rule36.settled(),
      onCaughtUp: () => rule36.noteCaughtUp(),
    },
    headerTopics: {
      'catalog.books': topics.books.name,
      'catalog.profiles': topics.profiles.name,
      'catalog.lists': topics.lists.name,
      'catalog.media': topics.media.name,
      'news.site': topics.site.name,
    },
  });
  return { store, live, copies, offers, isRedacted: () => rule36.isOn };
}
