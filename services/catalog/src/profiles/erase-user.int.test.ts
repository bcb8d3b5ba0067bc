import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { UserUpdated } from '@vidhi/contracts/events.ts';
import { contentCollection, createContentStore, type ContentStore } from '@vidhi/content-service/store.ts';
import { removeDocuments } from '@vidhi/content-service/import.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { catalogChangeEvents } from '../events/change-events.ts';
import { reviewOf } from '../desk/list-profiles.ts';
import { stateOf } from '../desk/review-state.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { mediaCollection } from '../media/media-collection.ts';
import { catalogTopics } from '../topics.ts';
import { createForgetProfiles, withForgottenProfiles } from './forget-profiles.ts';
import { mongoProfileDecisions, type ProfileDecisions } from './profile-decisions.ts';
import { createEraseUser, erasedUserOf } from './erase-user.ts';
import { storedUserData } from './stored-user-data.ts';

const database = freshDatabase('erasure');
let connection: Connection;
let store: ContentStore;
let decisions: ProfileDecisions;
let forgetful: ContentStore;
beforeAll(async () => {
  connection = await connectMongo(database.url);
  const eventsOf = catalogChangeEvents(catalogTopics(''));
  store = createContentStore({ connection, eventsOf });
  decisions = mongoProfileDecisions(connection);
  forgetful = withForgottenProfiles(store, decisions);
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
  const removedFromModel: number[] = [];
  const eraseUser = createEraseUser({
    store: forgetful,
    live: { remove: (_name, id) => void removedFromModel.push(id) },
    async removePicture(id) {
      removedPictures.push(id);
      return (await store.remove(mediaCollection, id))?.doc ?? null;
    },
  });
  await eraseUser(7);
  await eraseUser(7);
  expect([removedFromModel, removedPictures]).toEqual([[doc.id], [own]]);
  expect(await store.find(lawyerCollection, doc.id)).toBeNull();
  expect(await store.find(lawyerCollection, other.id)).not.toBeNull();
  const tombstone = await store.documents(lawyerCollection).findOne({ _id: doc.id });
  expect(tombstone?.outbox?.at(-1)).toMatchObject({ type: 'profile.withdrawn', data: { id: doc.id } });
  expect(JSON.stringify({ ...tombstone, outbox: [] })).not.toContain('Rao');
});

it('finds the profile and the pictures of a user, and none once they were removed', async () => {
  const picture = await store.create(mediaCollection, { name: 'p.png', uploadedBy: 11 });
  const profile = await store.create(lawyerCollection, { Title: 'Adv. Iyer', users_permissions_user: 11 });
  const { findPicturesOf, findProfileOf } = storedUserData(store);
  expect(await findPicturesOf(11)).toMatchObject([{ id: picture.doc.id }]);
  expect(await findProfileOf(11)).toMatchObject({ id: profile.doc.id, Title: 'Adv. Iyer' });
  await store.remove(mediaCollection, picture.doc.id);
  await store.remove(lawyerCollection, profile.doc.id);
  expect([await findPicturesOf(11), await findProfileOf(11)]).toEqual([[], null]);
});

it('is triggered by the event of the account', () => {
  const event = (data: object) =>
    erasedUserOf({ id: 'e', type: UserUpdated.type, v: 1, aggregateId: '7', occurredAt: '', data });
  expect([event({ id: 7, erased: true }), event({ id: 7 })]).toEqual([7, null]);
});

describe('what is stored about the decisions on a profile', () => {
  const contact = { phone_number: '9123456780', address: '4 MG Road' };
  const stored = async (id: number) =>
    JSON.stringify([
      await connection.collection<{ _id: number }>('profile_decisions').findOne({ _id: id }),
      await connection.collection('revisions').find({ documentId: id }).toArray(),
      await store.documents(lawyerCollection).findOne({ _id: id }, { projection: { outbox: 0 } }),
    ]);

  async function decidedProfile(owner = 9): Promise<number> {
    const { doc } = await store.create(lawyerCollection, {
      Title: 'Adv. Mehta',
      contact,
      users_permissions_user: owner,
    });
    await store.update(lawyerCollection, doc.id, () => ({ Title: 'Adv. Mehta-Rao' }));
    const decision = { action: 'approve', reason: 'Rang 9123456780', by: 3, at: '2026-11-28' } as const;
    await decisions.add(doc.id, { ...decision, approved: true, on: 'x' }, { on: 'x', values: { contact } });
    expect(await stored(doc.id)).toMatch(/Mehta/);
    return doc.id;
  }
  const left = async (id: number) => ({
    hasContact: /9123456780|MG Road|Mehta/.test(await stored(id)),
    decisions: (await decisions.find(id)).decisions,
  });
  const NOTHING = { hasContact: false, decisions: [{ reason: '', by: 3, at: '2026-11-28' }] };

  it.each<[string, (id: number) => Promise<unknown>]>([
    [
      'it is erased with its account',
      (id) =>
        createEraseUser({
          store: forgetful,
          live: { remove: () => undefined },
          removePicture: async () => null,
        })(9).then(() => id),
    ],
    ['staff or its owner delete it', (id) => forgetful.remove(lawyerCollection, id)],
    [
      'the demo site is replaced',
      () =>
        removeDocuments({ store: forgetful, collections: [lawyerCollection], onRemoved: () => undefined }),
    ],
  ])('is forgotten when %s', async (_how, remove) => {
    const id = await decidedProfile();
    await remove(id);
    expect(await left(id)).toEqual(NOTHING);
  });

  it('is forgotten later, after a crash between the removal and that', async () => {
    const id = await decidedProfile();
    const other = await decidedProfile(10);
    await store.remove(lawyerCollection, id, { forgets: true });
    await createForgetProfiles(store, decisions)();
    expect(await left(id)).toEqual(NOTHING);
    expect(await stored(other)).toMatch(/9123456780/);
    await forgetful.remove(lawyerCollection, other);
    expect(await decisions.remembered()).toEqual([]);
  });

  it('is no decision on another profile that an import stores under its id, and has the next number', async () => {
    const id = await decidedProfile();
    await forgetful.remove(lawyerCollection, id, { edited: false });
    const review = reviewOf(await decisions.find(id));
    expect(stateOf({ id, updatedAt: 'y' }, review)).toBe('approved');
    const numbers: number[] = [];
    const decision = { action: 'suspend', reason: 'Because', by: 3, at: '' } as const;
    await decisions.add(id, decision, undefined, (number) => {
      numbers.push(number);
      return [];
    });
    expect(numbers).toEqual([1]);
  });
});
