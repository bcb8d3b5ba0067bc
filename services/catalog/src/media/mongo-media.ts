import type { ContentStore } from '@vidhi/content-service/store/content-store.ts';
import { toStored } from '@vidhi/content-service/store/content-document.ts';
import { mediaCollection } from './media-collection.ts';
import type { MediaReader } from './media-routes.ts';

const present = { removed: { $exists: false } };
const withoutOutbox = { projection: { outbox: 0 } };

/** Picture objects, straight from Mongo: staff ask for them seldom. */
export function mongoMedia(store: ContentStore): MediaReader {
  const documents = () => store.documents(mediaCollection);
  return {
    async list() {
      const found = await documents().find(present, withoutOutbox).sort({ _id: 1 }).toArray();
      return found.map((document) => toStored(mediaCollection, document));
    },
    async find(id) {
      const found = await documents().findOne({ _id: id }, withoutOutbox);
      return found === null || found.removed === true ? null : toStored(mediaCollection, found);
    },
  };
}
