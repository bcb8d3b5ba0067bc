import {
  BookChanged,
  BookPublished,
  BookWithdrawn,
  ListChanged,
  ListRemoved,
  ProfileChanged,
  ProfilePublished,
  ProfileWithdrawn,
} from '@vidhi/contracts/events.ts';
import { type Change, createChangeEvent, type EventsOf } from '@vidhi/content-service/store.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { mediaCollection } from '../media/media-collection.ts';
import { mediaEvents } from '../media/media-events.ts';
import type { CatalogTopics } from '../topics.ts';

interface EventTypes {
  published: string;
  changed: string;
  withdrawn: string;
}

const BOOK: EventTypes = {
  published: BookPublished.type,
  changed: BookChanged.type,
  withdrawn: BookWithdrawn.type,
};
const PROFILE: EventTypes = {
  published: ProfilePublished.type,
  changed: ProfileChanged.type,
  withdrawn: ProfileWithdrawn.type,
};

const typeOf = ({ before, after }: Change, { published, changed, withdrawn }: EventTypes): string =>
  after === null ? withdrawn : before === null ? published : changed;

/**
 * Creates the function that returns the event of a write. Books, profiles and media have their own topics, keyed by id;
 * lists share one, keyed by collection and id.
 */
export function catalogChangeEvents({ books, profiles, lists, media }: CatalogTopics): EventsOf {
  const toMediaEvents = mediaEvents(media.name);
  return (change) => {
    const { collection, before, after, id, rev } = change;
    if (collection.name === mediaCollection.name) return toMediaEvents(change);
    if (before === null && after === null) return [];
    const data = after === null ? { rev, id } : { rev, doc: after };
    if (collection.name === bookCollection.name)
      return [
        createChangeEvent(change, { topic: books.name, key: String(id), type: typeOf(change, BOOK), data }),
      ];
    if (collection.name === lawyerCollection.name)
      return [
        createChangeEvent(change, {
          topic: profiles.name,
          key: String(id),
          type: typeOf(change, PROFILE),
          data,
        }),
      ];
    const key = `${collection.name}:${id}`;
    const type = after === null ? ListRemoved.type : ListChanged.type;
    const listed = { ...data, collection: collection.name };
    return [createChangeEvent(change, { topic: lists.name, key, type, data: listed, aggregate: key })];
  };
}
