import type { Connection } from 'mongoose';
import type { ContentStore } from '@vidhi/content-api/store/content-store.ts';
import { toStored, type ContentDocument } from '@vidhi/content-api/store/content-document.ts';
import type { OutboxDocument } from '@vidhi/messaging/mongo-outbox.ts';
import { mediaCollection } from './media-collection.ts';
import type { MediaReader } from './media-routes.ts';

const present = { removed: { $exists: false } };
const withoutOutbox = { projection: { outbox: 0 } };

export const mediaOutboxOf = (connection: Connection) =>
  connection.collection<OutboxDocument>(mediaCollection.plural);

/** The relay's look-up; must have run before the first write. */
export async function createMediaIndexes(connection: Connection): Promise<void> {
  await connection
    .collection<ContentDocument>(mediaCollection.plural)
    .createIndex({ outboxDue: 1 }, { sparse: true });
}

/** Picture objects, straight from Mongo: staff ask for them seldom. */
export function mongoMedia(store: ContentStore): MediaReader & { count(): Promise<number> } {
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
    count: () => documents().countDocuments(present),
  };
}
