import { storedAs } from '@vidhi/collections/stored.ts';
import {
  PostChanged,
  PostDrafted,
  PostPublished,
  PostWithdrawn,
  siteChangedType,
  siteRemovedType,
} from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { timeOf } from '@vidhi/contracts/time-of.ts';
import { type Change, createChangeEvent, type EventsOf } from '@vidhi/content-service/store.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { NewsTopics } from '../topics.ts';

/** Returns whether a document is published at a time: false for drafts and for posts scheduled for later. */
export function isLive(doc: StoredDocument | null, at: Date): doc is StoredDocument {
  return doc !== null && timeOf(doc.publishedAt) <= at.getTime();
}

interface EventContent {
  type: string;
  data: unknown;
}

function postEvent({ before, after, id, rev, at, announce }: Change): EventContent {
  const wasLive = isLive(before, at);
  if (isLive(after, at))
    return {
      type: wasLive && announce !== true ? PostChanged.type : PostPublished.type,
      data: { rev, doc: after },
    };
  if (wasLive) {
    const { slug = null } = storedAs(postCollection, before);
    return { type: PostWithdrawn.type, data: { rev, id, slug } };
  }
  return { type: PostDrafted.type, data: { rev, id } };
}

function siteEvent({ collection: { name }, after, id, rev }: Change): EventContent {
  return after === null
    ? { type: siteRemovedType(name), data: { rev, collection: name, id } }
    : { type: siteChangedType(name), data: { rev, collection: name, doc: after } };
}

/** Creates one event for each write, with the key `id` for posts and `collection:id` for everything else. */
export const newsEvents =
  ({ posts, site }: NewsTopics): EventsOf =>
  (change) => {
    const { collection, id } = change;
    const isPost = collection.name === postCollection.name;
    const { type, data } = isPost ? postEvent(change) : siteEvent(change);
    return [
      createChangeEvent(change, {
        topic: isPost ? posts.name : site.name,
        key: isPost ? String(id) : `${collection.name}:${id}`,
        type,
        data,
      }),
    ];
  };
