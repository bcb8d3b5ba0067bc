import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { UserUpdated } from '@vidhi/contracts/events.ts';
import { contentCollection, createContentStore, type ContentStore } from '@vidhi/content-service/store.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { catalogChangeEvents } from '../change-events.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { mediaCollection } from '../media/media-collection.ts';
import { catalogTopics } from '../topics.ts';
import { createEraseUser, erasedUserOf } from './erase-user.ts';

const database = freshDatabase('erasure');
let connection: Connection;
let store: ContentStore;
beforeAll(async () => {
  connection = await connectMongo(database.url);
  const eventsOf = catalogChangeEvents(catalogTopics(''));
  store = createContentStore({ connection, eventsOf });
  await createIndexes(
    connection,
    [lawyerCollection, mediaCollection].map((one) => contentCollection(one)),
  );
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

it('removes the profile and the pictures of a user who erased the account, and nothing of others', async () => {
  const picture = async (uploadedBy: number | null) =>
    (await store.create(mediaCollection, { name: 'p.png', uploadedBy })).doc.id;
  const [own, ofSite, ofOther] = [await picture(7), await picture(null), await picture(8)];
  const profile = (owner: number, PrimaryImageId: number) =>
    store.create(lawyerCollection, { Title: 'Adv. Rao', users_permissions_user: owner, PrimaryImageId });
  const { doc } = await profile(7, ofSite);
  const { doc: other } = await profile(8, ofOther);
  const removedPictures: number[] = [];
  const forgotten: number[] = [];
  const removedFromModel: number[] = [];
  const eraseUser = createEraseUser({
    store,
    decisions: { forget: async (id) => void forgotten.push(id) },
    live: { remove: (_name, id) => void removedFromModel.push(id) },
    async removePicture(id) {
      removedPictures.push(id);
      return (await store.remove(mediaCollection, id))?.doc ?? null;
    },
  });
  await eraseUser(7);
  await eraseUser(7);
  expect([removedFromModel, removedPictures]).toEqual([[doc.id], [own]]);
  expect(forgotten).toEqual([doc.id]);
  expect(await store.find(lawyerCollection, doc.id)).toBeNull();
  expect(await store.find(lawyerCollection, other.id)).not.toBeNull();
  const tombstone = await store.documents(lawyerCollection).findOne({ _id: doc.id });
  expect(tombstone?.outbox?.at(-1)).toMatchObject({ type: 'profile.withdrawn', data: { id: doc.id } });
  expect(JSON.stringify({ ...tombstone, outbox: [] })).not.toContain('Rao');
});

it('is triggered by the event of the account', () => {
  const event = (data: object) =>
    erasedUserOf({ id: 'e', type: UserUpdated.type, v: 1, aggregateId: '7', occurredAt: '', data });
  expect([event({ id: 7, erased: true }), event({ id: 7 })]).toEqual([7, null]);
});
