import { type ContentStore, toStored } from '@vidhi/content-service/store.ts';
import { mediaCollection } from './media-collection.ts';
import type { MediaReader } from './media-routes.ts';

const withoutOutbox = { projection: { outbox: 0 } };

/** Reads a file object directly from MongoDB: only staff use this endpoint, and rarely. */
export function mongoMedia(store: ContentStore): MediaReader {
  const documents = () => store.documents(mediaCollection);
  return {
    async find(id) {
      const found = await documents().findOne({ _id: id }, withoutOutbox);
      return found === null || found.removed === true ? null : toStored(mediaCollection, found);
    },
  };
}
