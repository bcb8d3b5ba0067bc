import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { aCatalog, aPicture, aProfile, asRole, asUser, type CatalogUnderTest } from '../catalog-builder.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import {
  FIRM_USER,
  LAWYER_USER,
  aPerson,
  asLawyer,
  profileClient,
  type Headers,
} from './profile-client-builder.ts';
import { inMemoryProfileDecisions, type ProfileDecisions } from './profile-decisions.ts';
import { OWN_PAGE, withTicket } from '../ticket-builder.ts';

let catalog: CatalogUnderTest;
let isRedacted: boolean;
beforeEach(async () => {
  isRedacted = false;
  const user = [aPerson(LAWYER_USER), aPerson(FIRM_USER), aPerson(9)];
  catalog = await aCatalog({ file: [aPicture(1), aPicture(2)], user }, { isRedacted: () => isRedacted });
});

const { send, create, stored } = profileClient(() => catalog);
const list = async (query: string, headers: Headers = {}) =>
  (await catalog.app.inject({ url: `/api/lawyers?${query}`, headers })).json();
const own = (userId: number, more = '') => `filters[users_permissions_user][id][$eq]=${userId}${more}`;
const setPerson = (id: number, values: Partial<StoredDocument>): void =>
  catalog.live.put('user', aPerson(id, values), 2);

describe('creating a profile', () => {
  it('asks to try again while the account has not reached this service', async () => {
    const asNew = asUser(77, 5);
    expect((await create(asNew)).status).toBe(503);
    catalog.live.put('user', aPerson(77), 1);
    expect((await create(asNew)).status).toBe(200);
  });

  it('forces owner and kind', async () => {
    const response = await create(asLawyer, {
      users_permissions_user: 9,
      SubCategory2: '1',
      made_by_owner: false,
      approved: true,
      suspended: false,
      declaration: { version: 'none' },
    });
    expect(response.status).toBe(200);
    expect(await stored(response.body.data.id)).toMatchObject({
      users_permissions_user: LAWYER_USER,
      SubCategory2: '0',
      made_by_owner: true,
      approved: null,
      declaration: null,
    });
  });

  it('reports to staff alone what it does not store', async () => {
    const odd = {
      Titel: 'x',
      Detail1: '<p>Text</p><script>x()</script><object>y</object><img src="https://cdn.other.example/a.jpg">',
    };
    const created = await create(asLawyer, odd);
    expect([created.status, created.body.meta]).toEqual([200, {}]);
    const url = `/api/lawyers/${created.body.data.id}`;
    const edited = await send('PUT', url, asLawyer, odd);
    expect([edited.status, edited.body.meta]).toEqual([200, {}]);
    const byStaff = await send('PUT', url, asRole(11), odd);
    expect(byStaff.body.meta).toMatchObject({
      ignored: ['Titel'],
      removed: [{ element: 'script' }, { element: 'object' }],
      blocked: [{ attribute: 'Detail1', address: 'https://cdn.other.example/a.jpg' }],
    });
  });

  it('stores what the owner declared, per edit, and shows when', async () => {
    const { body } = await create(asLawyer, { declaration: true });
    const url = `/api/lawyers/${body.data.id}`;
    const shown = async () => (await catalog.app.inject(`${url}/declaration`)).json();
    const first = await shown();
    expect(first).toEqual({ data: { declaredAt: expect.any(String) }, meta: {} });
    expect(await stored(body.data.id)).toMatchObject({
      declaration: { version: '1', at: first.data.declaredAt },
    });
    await send('PUT', url, asLawyer, { Title: 'Adv. B. Rao' });
    expect(await shown()).toEqual({ data: { declaredAt: null }, meta: {} });
    await send('PUT', url, asLawyer, { Title: 'Adv. Bina Rao', declaration: true });
    const again = (await shown()).data.declaredAt;
    await send('PUT', url, asRole(10), { Title: 'Adv. B. Rao', declaration: true });
    expect([typeof again, (await shown()).data.declaredAt]).toEqual(['string', again]);
  });

  it('shows no declaration of a profile that is hidden or missing', async () => {
    catalog.live.put('lawyer', aProfile(60, { suspended: true }), 1);
    for (const id of ['60', '999', 'x', '0'])
      expect((await catalog.app.inject(`/api/lawyers/${id}/declaration`)).statusCode).toBe(404);
  });

  it('makes firms of accounts of firms, at both addresses', async () => {
    const asFirm = asUser(FIRM_USER, 6);
    const response = await create(asFirm, { SubCategory2: '0' }, '/api/firms');
    expect(await stored(response.body.data.id)).toMatchObject({ SubCategory2: '1' });
    const other = await create(asUser(9, 6), { SubCategory2: '0' });
    expect(await stored(other.body.data.id)).toMatchObject({ SubCategory2: '1', users_permissions_user: 9 });
    expect((await create(asLawyer, {}, '/api/firms')).status).toBe(403);
  });

  it('creates one profile of a user, whatever is repeated', async () => {
    const first = await create(asLawyer);
    const second = await create(asLawyer);
    const third = await create(withTicket({ userId: LAWYER_USER, role: 5 }));
    expect([first.status, second.status, third.status]).toEqual([200, 400, 400]);
    expect(second.body.error.message).toBe('This attribute must be unique');
  });

  it('creates one profile when twenty requests race', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(asLawyer)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    ['nobody', {}],
    ['a customer', asUser(LAWYER_USER, 4)],
    ['a judge', asUser(LAWYER_USER, 7)],
    ['a ticket of a customer', withTicket({ userId: LAWYER_USER, role: 4 })],
    ['a ticket of staff', withTicket({ userId: LAWYER_USER, role: 11 })],
    ['a ticket from another site', { ...withTicket({ userId: 7, role: 5 }), 'sec-fetch-site': 'cross-site' }],
    ['a ticket without origin', { cookie: withTicket({ userId: 7, role: 5 })['cookie'] ?? '' }],
    ['a forged ticket', { ...OWN_PAGE, cookie: '__Host-vidhi-registration=forged' }],
    ['a ticket from before a new password', withTicket({ userId: 7, role: 5, tokenVersion: 0 })],
  ])('responds 403 to %s', async (_name, headers: Headers) => {
    expect((await create(headers)).status).toBe(403);
    expect(catalog.store.events).toEqual([]);
  });

  it('validates like a write of an editor', async () => {
    const response = await create(asLawyer, { Title: undefined, DisplayDate: '2999-01-01' });
    expect([response.status, response.body.error.name]).toEqual([400, 'ValidationError']);
  });

  it('creates nothing but profiles', async () => {
    for (const url of ['/api/books', '/api/courts', '/api/specializations'])
      expect((await send('POST', url, asLawyer, { Title: 'x', name: 'x' })).status).toBe(403);
  });
});

describe('changing a profile', () => {
  let id: number;
  beforeEach(async () => {
    id = (await create(asLawyer)).body.data.id;
  });

  it('is for its owner, who keeps it', async () => {
    const response = await send('PUT', `/api/lawyers/${id}`, asLawyer, {
      Title: 'Adv. B. Rao',
      users_permissions_user: 9,
      SubCategory2: '1',
      suspended: false,
      approved: true,
    });
    expect([response.status, response.body.data.attributes.Title]).toEqual([200, 'Adv. B. Rao']);
    expect(await stored(id)).toMatchObject({
      users_permissions_user: LAWYER_USER,
      SubCategory2: '0',
      approved: null,
      Price: 1500,
    });
  });

  it('is not rejected for odd values of an import that stay as they are, and is for new ones', async () => {
    const contact = { phone_number: '0000010001', email_address: 'bina', address: 'Pune', website_link: '' };
    await catalog.store.update(lawyerCollection, id, () => ({ DisplayDate: '1850-01-01', contact }));
    const put = (values: object) => send('PUT', `/api/lawyers/${id}`, asLawyer, values);
    const moved = { ...contact, address: 'Mumbai' };
    expect((await put({ DisplayDate: '1850-01-01', contact: moved })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ DisplayDate: '1850-01-01', contact: moved });
    const rejected = await put({
      DisplayDate: '1851-01-01',
      contact: { ...moved, phone_number: '0000010002', website_link: 'javascript:alert(1)' },
    });
    expect(rejected.body.error.details.errors.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
      'DisplayDate',
      'contact.phone_number',
      'contact.website_link',
    ]);
    expect((await put({ contact: 'nobody' })).status).toBe(400);
    expect(await stored(id)).toMatchObject({ DisplayDate: '1850-01-01', contact: moved });
  });

  it('is for nobody else', async () => {
    const before = await stored(id);
    const others: Headers[] = [
      {},
      asUser(9, 5),
      asUser(LAWYER_USER, 4),
      asUser(LAWYER_USER, 7),
      withTicket({ userId: LAWYER_USER, role: 5 }),
      asUser(LAWYER_USER, 5, 0),
    ];
    for (const headers of others) {
      const response = await send('PUT', `/api/lawyers/${id}`, headers, { Title: 'Eve' });
      expect([401, 403]).toContain(response.status);
    }
    expect((await send('DELETE', `/api/lawyers/${id}`, asLawyer)).status).toBe(403);
    expect((await send('PUT', '/api/lawyers/999', asLawyer, { Title: 'Eve' })).status).toBe(403);
    expect(await stored(id)).toEqual(before);
  });
});

describe('who sees a profile', () => {
  let id: number;
  beforeEach(async () => {
    id = (await create(asLawyer)).body.data.id;
  });
  const isVisible = async (headers: Headers = {}): Promise<boolean[]> => {
    const one = await catalog.app.inject({ url: `/api/lawyers/${id}`, headers });
    const all = await list('counts=1', headers);
    const order = (await catalog.app.inject({ url: '/api/lawyers/neutral-order', headers })).json();
    const hasFacet = (all.meta.counts?.SubCategory2?.['0'] ?? 0) > 0;
    return [
      one.statusCode === 200,
      all.data.length === 1,
      all.meta.pagination.total === 1,
      order.data.ids.includes(id),
      hasFacet,
    ];
  };
  const everywhere = [true, true, true, true, true];
  const nowhere = [false, false, false, false, false];

  it('is everybody once the e-mail address of its owner is confirmed', async () => {
    setPerson(LAWYER_USER, { confirmed: false });
    expect(await isVisible()).toEqual(nowhere);
    expect(await isVisible(asUser(9, 4))).toEqual(nowhere);
    catalog.live.put('user', aPerson(LAWYER_USER), 3);
    expect(await isVisible()).toEqual(everywhere);
  });

  it('is nobody while its owner is blocked', async () => {
    setPerson(LAWYER_USER, { blocked: true });
    expect(await isVisible()).toEqual(nowhere);
  });

  it('is its owner and staff, whatever hides it', async () => {
    setPerson(LAWYER_USER, { confirmed: false });
    expect((await list(own(LAWYER_USER), asLawyer)).data).toHaveLength(1);
    const staff = await catalog.app.inject({ url: `/api/lawyers/${id}`, headers: asRole(10) });
    expect(staff.statusCode).toBe(200);
  });

  it('is nobody before staff approved it, where the site asks for that', async () => {
    catalog.live.put('site-option', { id: 1, rule36_mode: false, profile_approval: true }, 1);
    expect(await isVisible()).toEqual(nowhere);
    const decision = { approved: true, reason: 'Checked with the Bar Council' };
    const headers = { ...asRole(10), 'content-type': 'application/json' };
    const url = `/api/lawyers/${id}/state`;
    const response = await catalog.app.inject({ method: 'PUT', url, headers, payload: decision });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { id, suspended: false, approved: true, decisions: [{ ...decision, by: 1, at: expect.any(String) }] },
    ]);
    expect(await isVisible()).toEqual(everywhere);
  });

  it('counts profiles of archives as confirmed and approved', async () => {
    catalog.live.put('site-option', { id: 1, rule36_mode: false, profile_approval: true }, 1);
    catalog.live.put('lawyer', aProfile(500, { users_permissions_user: 4000 }), 1);
    expect((await catalog.app.inject('/api/lawyers/500')).statusCode).toBe(200);
  });

  it('never has a state on the wire', async () => {
    const staff = await catalog.app.inject({ url: `/api/lawyers/${id}?populate=*`, headers: asRole(10) });
    expect(staff.body).not.toMatch(/suspended|approved|is_hidden|made_by_owner|declaration/);
    for (const name of ['suspended', 'approved', 'is_hidden', 'made_by_owner'])
      for (const query of [`filters[${name}][$eq]=true`, `sort=${name}`, `fields=${name}`])
        expect(
          (await catalog.app.inject({ url: `/api/lawyers?${query}`, headers: asRole(10) })).statusCode,
        ).toBe(400);
  });

  it('keeps its state when the decision of staff cannot be recorded', async () => {
    const record: ProfileDecisions = {
      ...inMemoryProfileDecisions(),
      add: () => Promise.reject(new Error('the database is away')),
    };
    catalog = await aCatalog({ file: [aPicture(1)], user: [aPerson(LAWYER_USER)] }, { decisions: record });
    const { body } = await create(asLawyer);
    const url = `/api/lawyers/${body.data.id}`;
    const payload = { suspended: true, reason: 'Asked by the Bar Council' };
    const response = await catalog.app.inject({
      method: 'PUT',
      url: `${url}/state`,
      headers: asRole(11),
      payload,
    });
    expect(response.statusCode).toBe(500);
    expect((await catalog.app.inject(url)).statusCode).toBe(200);
  });

  describe('when staff suspends it', () => {
    const decide = (headers: Headers, payload: object, profile: number | string = id) =>
      catalog.app.inject({
        method: 'PUT',
        url: `/api/lawyers/${profile}/state`,
        headers: { ...headers, 'content-type': 'application/json' },
        payload,
      });

    it('is nobody from the next request on, in one call, with the reason', async () => {
      const response = await decide(asRole(11), { suspended: true, reason: 'Asked by the Bar Council' });
      expect(response.json()).toMatchObject({
        suspended: true,
        decisions: [{ reason: 'Asked by the Bar Council', by: 1 }],
      });
      expect(await isVisible()).toEqual(nowhere);
      expect(catalog.store.events.at(-1)).toMatchObject({ type: 'profile.changed' });
      expect(JSON.stringify(catalog.store.events)).not.toContain('Bar Council');
      await send('PUT', `/api/lawyers/${id}`, asLawyer, { Title: 'Back', suspended: false });
      expect(await isVisible()).toEqual(nowhere);
      await decide(asRole(11), { suspended: false, reason: 'Settled' });
      expect(await isVisible()).toEqual(everywhere);
    });

    it('is a decision of staff', async () => {
      for (const headers of [{}, asLawyer, asUser(9, 4), withTicket({ userId: LAWYER_USER, role: 5 })])
        expect((await decide(headers, { suspended: true, reason: 'Because' })).statusCode).toBe(403);
      expect((await decide(asRole(10), { suspended: true })).statusCode).toBe(400);
      expect((await decide(asRole(10), { suspended: true, reason: 'Because' }, 999)).statusCode).toBe(404);
      expect(await isVisible()).toEqual(everywhere);
    });
  });
});

describe('the own profile', () => {
  let id: number;
  beforeEach(async () => {
    id = (await create(asLawyer, { SecondaryImageIds: [2] })).body.data.id;
    await create(asUser(9, 5));
  });

  it('is found by the own id, and that of others as before', async () => {
    const response = await list(`${own(LAWYER_USER)}&populate=*`, asLawyer);
    expect(response.data.map((profile: { id: number }) => profile.id)).toEqual([id]);
    expect(response.meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 1, total: 1 });
    for (const headers of [asLawyer, {}, asUser(9, 4)])
      expect((await list(own(FIRM_USER), headers)).error.message).toBe(
        'Invalid parameter users_permissions_user',
      );
  });

  it.each([
    own(LAWYER_USER, '&filters[users_permissions_user][id][$in][0]=9'),
    own(LAWYER_USER, '&filters[$or][0][id][$gt]=0'),
    own(LAWYER_USER, '&populate[users_permissions_user][populate]=*'),
    own(LAWYER_USER, '&populate[PropertyList1][populate][lawyers][populate]=*'),
    own(LAWYER_USER, '&populate=PropertyList1.lawyers'),
    'filters[users_permissions_user][first_name][$startsWith]=B',
    'filters[users_permissions_user][id][$ne]=7',
    `filters[users_permissions_user][id][$eq][0]=${LAWYER_USER}`,
  ])('is not a way to those of others: %s', async (query) => {
    const response = await list(query, asLawyer);
    expect(response.error?.status).toBe(400);
  });

  it('is shown as it is stored under Rule 36, to its owner alone', async () => {
    isRedacted = true;
    for (const profileId of [id])
      catalog.live.model.patch('lawyer', profileId, {
        Price: null,
        Detail1: null,
        PrimaryImageId: null,
        SecondaryImageIds: [],
      });
    const { data } = await list(`${own(LAWYER_USER)}&populate=*`, asLawyer);
    expect(data[0].attributes).toMatchObject({
      Price: 1500,
      Detail1: '<p>Practises in Pune</p>',
      PrimaryImageId: { data: { id: 1 } },
      SecondaryImageIds: { data: [{ id: 2 }] },
    });
    const shown = (await list('filters[id][$eq]=' + String(id), asUser(9, 4))).data[0].attributes;
    expect([shown.Price, shown.Detail1]).toEqual([null, null]);
    await send('PUT', `/api/lawyers/${id}`, asLawyer, { Title: 'Edited' });
    expect(await stored(id)).toMatchObject({
      Price: 1500,
      Detail1: '<p>Practises in Pune</p>',
      PrimaryImageId: 1,
    });
  });
});
