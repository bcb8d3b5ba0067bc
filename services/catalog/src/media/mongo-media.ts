import type { ContentStore } from '@vidhi/content-service/store/content-store.ts';
import { toStored } from '@vidhi/content-service/store/content-document.ts';
import { mediaCollection } from './media-collection.ts';
import type { MediaReader } from './media-routes.ts';

const notRemoved = { removed: { $exists: false } };
const withoutOutbox = { projection: { outbox: 0 } };

/** Reads file objects directly from MongoDB: only staff use these endpoints, and rarely. */
export function mongoMedia(store: ContentStore): MediaReader {
  const documents = () => store.documents(mediaCollection);
  return {
    async list() {
      const found = await documents().find(notRemoved, withoutOutbox).sort({ _id: 1 }).toArray();
      return found.map((document) => toStored(mediaCollection, document));
    },
    async find(id) {
      const found = await documents().findOne({ _id: id }, withoutOutbox);
      return found === null || found.removed === true ? null : toStored(mediaCollection, found);
    },
  };
}
