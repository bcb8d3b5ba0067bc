import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { aCatalog, aPicture, aProfile, asRole, type CatalogUnderTest } from '../catalog-builder.ts';
import { FIRM_USER, LAWYER_USER, aPerson, asLawyer, profileClient } from './profile-client-builder.ts';
import { mediaCollection } from '../media/media-collection.ts';

let catalog: CatalogUnderTest;
const { send, create, stored } = profileClient(() => catalog);

describe('the pictures of a profile', () => {
  const aPictureOf = (id: number, uploadedBy: number, isMembers: boolean): StoredDocument => ({
    ...aPicture(id),
    uploadedBy,
    isMembers,
  });
  const rejected = (name: string) => ({
    status: 400,
    body: { error: { details: { errors: [{ path: [name] }] } } },
  });
  beforeEach(async () => {
    const file = [
      aPicture(1),
      aPicture(2),
      aPictureOf(3, LAWYER_USER, true),
      aPictureOf(4, FIRM_USER, true),
      aPictureOf(5, 9, false),
    ];
    const lawyer = [aProfile(50, { users_permissions_user: 9, PrimaryImageId: 2 })];
    const user = [aPerson(LAWYER_USER), aPerson(FIRM_USER), aPerson(9)];
    catalog = await aCatalog({ file, user, lawyer }, { isRedacted: () => false });
    // Stored under the same ids, in this order.
    for (const { id: _id, ...values } of file) await catalog.store.create(mediaCollection, values);
  });

  it.each([
    ['own', 3],
    ['of staff', 5],
    ['imported, which no profile shows', 1],
  ])('takes one that is %s', async (_what, id) => {
    expect((await create(asLawyer, { PrimaryImageId: id, SecondaryImageIds: [id] })).status).toBe(200);
  });

  it.each([
    ['of another account', 4],
    ['imported, which another profile shows', 2],
  ])('rejects one that is %s, in any form, on creation and change', async (_what, id) => {
    expect(await create(asLawyer, { PrimaryImageId: id })).toMatchObject(rejected('PrimaryImageId'));
    const created = await create(asLawyer, { PrimaryImageId: 3 });
    const url = `/api/lawyers/${created.body.data.id}`;
    for (const SecondaryImageIds of [[3, id], { connect: [id] }, { set: [{ id }] }, [String(id)]])
      expect(await send('PUT', url, asLawyer, { SecondaryImageIds })).toMatchObject(
        rejected('SecondaryImageIds'),
      );
    expect(await stored(created.body.data.id)).toMatchObject({ PrimaryImageId: 3, SecondaryImageIds: [] });
  });

  it('takes any from staff', async () => {
    const { body } = await create(asLawyer, { PrimaryImageId: 3 });
    const url = `/api/lawyers/${body.data.id}`;
    expect((await send('PUT', url, asRole(10), { PrimaryImageId: 4 })).status).toBe(200);
    // The owner may leave it there.
    expect((await send('PUT', url, asLawyer, { PrimaryImageId: 4 })).status).toBe(200);
  });
});
