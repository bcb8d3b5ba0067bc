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
import type { Change, FactsOf } from '@vidhi/content-service/store/content-store.ts';
import { factOf } from '@vidhi/content-service/store/change-event.ts';
import { bookCollection } from './collections/book.ts';
import { lawyerCollection } from './collections/lawyer.ts';
import { mediaCollection } from './media/media-collection.ts';
import { mediaFacts } from './media/media-facts.ts';
import type { CatalogTopics } from './topics.ts';

interface Types {
  published: string;
  changed: string;
  withdrawn: string;
}

const BOOK: Types = {
  published: BookPublished.type,
  changed: BookChanged.type,
  withdrawn: BookWithdrawn.type,
};
const PROFILE: Types = {
  published: ProfilePublished.type,
  changed: ProfileChanged.type,
  withdrawn: ProfileWithdrawn.type,
};

const typeOf = ({ before, after }: Change, { published, changed, withdrawn }: Types): string =>
  after === null ? withdrawn : before === null ? published : changed;

/** One fact for each write: about what has a topic of its own under its id, about lists under name and id. */
export function catalogFacts({ books, profiles, lists, media }: CatalogTopics): FactsOf {
  const factsOfMedia = mediaFacts(media.name);
  return (change) => {
    const { collection, before, after, id, rev } = change;
    if (collection.name === mediaCollection.name) return factsOfMedia(change);
    if (before === null && after === null) return [];
    const data = after === null ? { rev, id } : { rev, doc: after };
    if (collection.name === bookCollection.name)
      return [factOf(change, { topic: books.name, key: String(id), type: typeOf(change, BOOK), data })];
    if (collection.name === lawyerCollection.name)
      return [factOf(change, { topic: profiles.name, key: String(id), type: typeOf(change, PROFILE), data })];
    const key = `${collection.name}:${id}`;
    const type = after === null ? ListRemoved.type : ListChanged.type;
    const listed = { ...data, collection: collection.name };
    return [factOf(change, { topic: lists.name, key, type, data: listed, aggregate: key })];
  };
}
