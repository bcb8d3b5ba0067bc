import { beforeEach, describe, expect, it } from 'vitest';
import type { ProfileBatchRow } from '@vidhi/contracts/profile-batches.ts';
import { aCatalog, aNamed, aProfile, asRole, type CatalogUnderTest } from '../catalog-builder.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { inMemoryInvitationStore, type InvitationStore } from '../invitations/invitation-store.ts';
import { aPerson, asLawyer, LAWYER_USER, profileClient } from '../profiles/profile-client-builder.ts';

const KEY = 'an-import-of-this-test';
const DESK = asRole(10);

let catalog: CatalogUnderTest;
let events: string[];
let invitations: InvitationStore;
beforeEach(async () => {
  events = [];
  invitations = inMemoryInvitationStore(events);
  catalog = await aCatalog(
    {
      user: [aPerson(LAWYER_USER)],
      'country-state': [aNamed(1, 'Bihar'), aNamed(2, 'Maharashtra')],
      city: [
        aNamed(1, 'Aurangabad', { country_state: 1 }),
        aNamed(2, 'Aurangabad', { country_state: 2 }),
        aNamed(3, 'Pune', { country_state: 2 }),
      ],
      specialization: [aNamed(1, 'Tax')],
    },
    { invitations },
  );
});

const { send, stored } = profileClient(() => catalog);
async function call(method: 'GET' | 'POST', path: string, data?: unknown, base = '/api/profile-batches') {
  const response = await catalog.app.inject({
    method,
    url: `${base}${path}`,
    headers: DESK,
    ...(data === undefined ? {} : { payload: { data } }),
  });
  return { status: response.statusCode, body: response.json() };
}
const begin = async (invites = false, key = KEY) =>
  call('POST', '', { key, kind: 'profiles', label: 'lawyers.csv', total: 3, invites });
const write = async (rows: readonly ProfileBatchRow[], key = KEY) => call('POST', `/${key}/rows`, rows);
const undo = async (key = KEY) => call('POST', `/${key}/undo`);
const ASHA = { SubCategory2: '0', Title: 'Adv. Asha Rao', Identifier: 'MAH/1234/2010' } as const;
const aRow = (values: Partial<ProfileBatchRow>): ProfileBatchRow => ({
  row: 2,
  id: null,
  before: {},
  values: {},
  ...values,
});
const rowsOf = ({ body }: { body: { data: { rows: { state: string; message: string | null }[] } } }) =>
  body.data.rows.map(({ state, message }) => [state, message]);
/** A stored profile without an owner, as an archive has it. */
async function aStoredProfile(values: object = {}): Promise<number> {
  const { id: _id, ...rest } = aProfile(1);
  const { doc, rev } = await catalog.store.create(lawyerCollection, { ...rest, ...values });
  catalog.live.put(lawyerCollection.name, doc, rev);
  return doc.id;
}

describe('an import of profiles', () => {
  it('creates a profile without an owner, once, in the places of its state, and shows it', async () => {
    await begin();
    const row = aRow({
      values: {
        ...ASHA,
        SubTitle: 'LL.B.',
        DisplayDate: '2010-06-15',
        email_address: 'asha@example.in',
        phone_number: '9876543210',
        Property1: ['maharashtra'],
        Property2: ['Aurangabad', 'Pune'],
        PropertyList1: ['Tax'],
      },
    });
    const first = await write([row]);
    expect(first.body.data.rows).toEqual([
      { row: 2, id: expect.any(Number), title: 'Adv. Asha Rao', state: 'created', message: null },
    ]);
    expect((await write([row])).body.data.counts).toEqual({ created: 1 });
    const { id } = first.body.data.rows[0];
    expect(await stored(id)).toMatchObject({
      ...ASHA,
      users_permissions_user: null,
      PrimaryImageId: null,
      Property1: [2],
      Property2: [2, 3],
      PropertyList1: [1],
      contact: {
        email_address: 'asha@example.in',
        phone_number: '9876543210',
        address: '',
        website_link: '',
      },
    });
    const { data } = (await catalog.app.inject('/api/lawyers')).json();
    expect(data.map((one: { attributes: { Title: string } }) => one.attributes.Title)).toEqual([
      'Adv. Asha Rao',
    ]);
    expect(events).toEqual([]);
  });

  it('has a result for each row, and goes on after one that fails', async () => {
    const id = await aStoredProfile({ Title: 'Adv. Old', Identifier: 'BAR/1' });
    await begin();
    const results = await write([
      aRow({ row: 2, values: { ...ASHA, Identifier: '' } }),
      aRow({ row: 3, values: { ...ASHA, Property2: ['Atlantis'] } }),
      aRow({ row: 4, values: { ...ASHA, email_address: 'no address' } }),
      aRow({ row: 5, values: { ...ASHA, DisplayDate: '2010-02-30' } }),
      aRow({ row: 6, values: { ...ASHA, Identifier: 'bar 001' } }),
      aRow({ row: 7, id: 999, before: { Title: 'A' }, values: { Title: 'B' } }),
      aRow({ row: 8, id, before: { Title: 'Adv. Other' }, values: { Title: 'B' } }),
      aRow({ row: 9, id, before: { Title: 'Adv. Old' }, values: { Title: 'Adv. New' } }),
    ]);
    expect(rowsOf(results)).toEqual([
      ['failed', 'The number is missing'],
      ['failed', 'There is no city “Atlantis”'],
      ['failed', 'Invalid email format'],
      ['failed', 'DisplayDate must be a date, such as 2010-06-15'],
      ['failed', `Profile ${id} has this number by now. Please preview again`],
      ['failed', 'There is no such profile any more'],
      ['failed', 'Changed by somebody since the preview: Title. Please preview again'],
      ['changed', null],
    ]);
    expect((await stored(id))['Title']).toBe('Adv. New');
  });

  it('changes no profile that has an owner', async () => {
    const id = await aStoredProfile({ users_permissions_user: LAWYER_USER });
    await begin(true);
    const { Title } = await stored(id);
    const row = aRow({ id, before: { Title: String(Title) }, values: { Title: 'Mine now' } });
    expect(rowsOf(await write([row]))).toEqual([
      ['failed', 'The profile has an owner by now: left as it is'],
    ]);
    expect(events).toEqual([]);
  });

  it('invites each address, and says which it could not invite', async () => {
    const id = await aStoredProfile();
    await begin(true);
    const results = await write([
      aRow({ row: 2, values: { ...ASHA, email_address: 'asha@example.in' } }),
      aRow({ row: 3, values: { ...ASHA, Identifier: 'MAH/2', email_address: 'Asha@Example.in' } }),
      aRow({ row: 4, values: { ...ASHA, Identifier: 'MAH/3' } }),
      aRow({ row: 5, id, before: { SubTitle: 'LL.B.' }, values: { SubTitle: 'LL.M.' } }),
    ]);
    const asha = results.body.data.rows[0].id;
    expect(rowsOf(results)).toEqual([
      ['created', null],
      ['created', `Not invited: Profile ${asha} waits for this address already. An account has one profile.`],
      ['created', 'Not invited: the profile has no e-mail address'],
      ['changed', null],
    ]);
    expect(events).toEqual([
      `1 profile_invited ${asha}`,
      `mail ${asha}/1`,
      `1 profile_invited ${id}`,
      `mail ${id}/1`,
    ]);
  });

  it('is undone: new profiles go, changed ones are as before, and claimed ones stay', async () => {
    const id = await aStoredProfile();
    await begin(true);
    const { body } = await write([
      aRow({ row: 2, values: ASHA }),
      aRow({ row: 3, values: { ...ASHA, Identifier: 'MAH/2' } }),
      aRow({ row: 4, id, before: { address: 'Pune' }, values: { address: 'Mumbai' } }),
    ]);
    const [gone, claimed] = body.data.rows.map((row: { id: number }) => row.id);
    await send('PUT', `/api/lawyers/${claimed}`, DESK, { users_permissions_user: LAWYER_USER });
    const undone = await undo();
    expect(undone.body.data).toMatchObject({ left: 0, counts: { undone: 2, left: 1 } });
    expect(await catalog.store.find(lawyerCollection, gone)).toBeNull();
    expect((await stored(claimed))['users_permissions_user']).toBe(LAWYER_USER);
    expect((await stored(id))['contact']).toMatchObject({ address: 'Pune' });
    expect((await invitations.find(id))?.state).toBe('revoked');
  });

  it('is seen by the desk of the directory alone, apart from those of books', async () => {
    await begin();
    expect((await call('GET', '')).body.data).toMatchObject([{ key: KEY, kind: 'profiles' }]);
    expect((await call('GET', '', undefined, '/api/book-batches')).body.data).toEqual([]);
    expect((await call('GET', `/${KEY}`, undefined, '/api/book-batches')).status).toBe(404);
    expect((await call('POST', `/${KEY}/undo`, undefined, '/api/book-batches')).status).toBe(404);
    const asBooks = { key: KEY, kind: 'import', label: 'lawyers.csv', total: 3 };
    expect((await call('POST', '', asBooks, '/api/book-batches')).status).toBe(409);
    expect((await begin(true)).status).toBe(409);
    const response = await catalog.app.inject({ url: '/api/profile-batches', headers: asLawyer });
    expect(response.statusCode).toBe(403);
  });
});
