import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { aCatalog, aPicture, aProfile, asRole, asUser, type CatalogUnderTest } from '../catalog-builder.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { mediaCollection } from '../media/media-collection.ts';

type Headers = Record<string, string>;

const LAWYER_USER = 7;
const FIRM_USER = 8;
const asLawyer = asUser(LAWYER_USER, 5);

const BODY = {
  Title: 'Adv. Bina Rao',
  SubTitle: 'LL.B.',
  Identifier: 'MAH/1/2001',
  DisplayDate: '2001-06-15',
  Detail1: '<p>Practises in Pune</p>',
  contact: {
    phone_number: '9876543210',
    email_address: 'bina@example.in',
    address: 'Pune',
    website_link: 'https://bina.example',
  },
};

const aPerson = (id: number): StoredDocument => ({ id, token_version: 1, confirmed: true, blocked: false });

let catalog: CatalogUnderTest;
const send = async (method: 'POST' | 'PUT', url: string, headers: Headers, data: unknown) => {
  const response = await catalog.app.inject({ method, url, headers, payload: { data } });
  return { status: response.statusCode, body: response.json() };
};
const create = (headers: Headers, values: object) =>
  send('POST', '/api/lawyers', headers, { ...BODY, ...values });
const stored = async (id: number) => (await catalog.store.find(lawyerCollection, id))?.doc;

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
