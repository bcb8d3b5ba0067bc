import {
  PostChanged,
  PostDrafted,
  PostPublished,
  PostWithdrawn,
  siteChangedType,
  siteRemovedType,
} from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { type Change, createChangeEvent, type EventsOf } from '@vidhi/content-service/store.ts';
import { postCollection } from './collections/post.ts';
import type { NewsTopics } from './topics.ts';

/** Published, and not only later. */
export function isLive(doc: StoredDocument | null, at: Date): doc is StoredDocument {
  if (doc === null || typeof doc.publishedAt !== 'string') return false;
  return Date.parse(doc.publishedAt) <= at.getTime();
}

interface Fact {
  type: string;
  data: unknown;
}

function postFact({ before, after, id, rev, at, announce }: Change): Fact {
  const wasLive = isLive(before, at);
  if (isLive(after, at))
    return {
      type: wasLive && announce !== true ? PostChanged.type : PostPublished.type,
      data: { rev, doc: after },
    };
  if (wasLive) {
    const slug = typeof before['slug'] === 'string' ? before['slug'] : null;
    return { type: PostWithdrawn.type, data: { rev, id, slug } };
  }
  return { type: PostDrafted.type, data: { rev, id } };
}

function siteFact({ collection: { name }, after, id, rev }: Change): Fact {
  return after === null
    ? { type: siteRemovedType(name), data: { rev, collection: name, id } }
    : { type: siteChangedType(name), data: { rev, collection: name, doc: after } };
}

/** One fact for each write: about posts under their id, about everything else under its name and id. */
export const newsFacts =
  ({ posts, site }: NewsTopics): EventsOf =>
  (change) => {
    const { collection, id } = change;
    const isPost = collection.name === postCollection.name;
    const { type, data } = isPost ? postFact(change) : siteFact(change);
    return [
      createChangeEvent(change, {
        topic: isPost ? posts.name : site.name,
        key: isPost ? String(id) : `${collection.name}:${id}`,
        type,
        data,
      }),
    ];
  };
