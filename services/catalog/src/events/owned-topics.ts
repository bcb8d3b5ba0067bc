import { type ContentStore, createOwnedTopic } from '@vidhi/content-service/store.ts';
import type { OwnedTopic } from '@vidhi/messaging/topic-loss.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { ownedCollections } from '../collections/catalog-collections.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { mediaCollection } from '../media/media-collection.ts';
import type { CatalogTopics } from '../topics.ts';

/** Returns the topics of this service with their collections; must match the assignment in `change-events.ts`. */
export function catalogOwnedTopics(store: ContentStore, topics: CatalogTopics): OwnedTopic[] {
  const lists = ownedCollections.filter(
    (collection) => collection !== bookCollection && collection !== lawyerCollection,
  );
  return [
    createOwnedTopic(store, topics.media, [mediaCollection]),
    createOwnedTopic(store, topics.lists, lists),
    createOwnedTopic(store, topics.books, [bookCollection]),
    createOwnedTopic(store, topics.profiles, [lawyerCollection]),
  ];
}
