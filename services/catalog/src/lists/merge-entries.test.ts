import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cityCollection, stateDistrictCollection } from '@vidhi/collections/catalog/places.ts';
import { aCatalog, aPicture, asRole, type CatalogUnderTest } from '../catalog-builder.ts';
import { lawyerCollection } from '../collections/lawyer.ts';

let catalog: CatalogUnderTest;
let keys = 0;
beforeEach(async () => {
  catalog = await aCatalog({ file: [aPicture(1)] });
});
afterEach(async () => catalog.app.close());

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, data?: object) {
  const payload = data === undefined ? {} : { payload: { data } };
  const response = await catalog.app.inject({ method, url, headers: asRole(10), ...payload });
  return { status: response.statusCode, ...response.json() };
}
const create = async (list: string, data: object): Promise<number> =>
  (await call('POST', `/api/${list}`, data)).data.id;
const aProfileIn = async (links: object): Promise<number> =>
  create('lawyers', {
    Title: 'Adv. Rao',
    SubTitle: 'LL.B.',
    Identifier: 'MAH/1/2001',
    DisplayDate: '2001-06-15',
    Detail1: '<p>Practises in Pune</p>',
    contact: {
      phone_number: '9876543210',
      email_address: 'rao@example.in',
      address: 'Pune',
      website_link: 'https://rao.example',
    },
    PrimaryImageId: 1,
    ...links,
  });
async function merge(collection: string, ids: number[], into: number) {
  const key = `a-merge-of-a-list-${(keys += 1)}`;
  const begun = await call('POST', '/api/catalog-jobs', {
    key,
    collection,
    action: 'merge',
    ids,
    params: { into },
  });
  await catalog.worker.run();
  return begun.status === 202 ? (await call('GET', `/api/catalog-jobs/${key}`)).data : begun;
}
const stored = async (collection: Parameters<typeof catalog.store.find>[0], id: number) =>
  (await catalog.store.find(collection, id))?.doc;

describe('a merge of list entries', () => {
  it('moves profiles and other lists to the entry that remains, after a preview, and is undone exactly', async () => {
    const state = await create('country-states', { name: 'Maharashtra' });
    const old = await create('country-states', { name: 'Maharastra' });
    const pune = await create('cities', { name: 'Pune', country_state: state });
    const poona = await create('cities', { name: 'Poona', country_state: old });
    const district = await create('state-districts', { name: 'Pune', country_state: old });
    const profile = await aProfileIn({ Property1: [old], Property2: [poona, pune] });
    const selection = {
      collection: 'country-states',
      action: 'merge',
      ids: [old, state],
      params: { into: state },
    };
    expect((await call('POST', '/api/catalog-jobs/preview', selection)).data).toEqual({
      label: 'Merge into Maharashtra',
      total: 5,
      rows: { lawyers: 1, cities: 1, 'state-districts': 1, 'country-states': 2 },
    });
    const states = await merge('country-states', [old], state);
    expect(states).toMatchObject({ state: 'finished', counts: { done: 5, failed: 0 } });
    expect(await stored(stateDistrictCollection, district)).toMatchObject({ country_state: state });
    const cities = await merge('cities', [poona], pune);
    expect(await stored(lawyerCollection, profile)).toMatchObject({ Property1: [state], Property2: [pune] });
    expect((await call('GET', `/api/cities/${poona}`)).status).toBe(404);

    for (const { key } of [cities, states]) {
      await call('POST', `/api/catalog-jobs/${key}/undo`);
      await catalog.worker.run();
      expect((await call('GET', `/api/catalog-jobs/${key}`)).data).toMatchObject({ state: 'undone' });
    }
    expect(await stored(lawyerCollection, profile)).toMatchObject({
      Property1: [old],
      Property2: [poona, pune],
    });
    expect(await stored(cityCollection, poona)).toMatchObject({ name: 'Poona', country_state: old });
  });

  it('of the shop moves books', async () => {
    const lexis = await create('publishers', { name: 'Lexis' });
    const twice = await create('publishers', { name: 'LEXIS' });
    const book = await create('books', { Title: 'Bail', Price: 100, publishers: [twice] });
    expect(await merge('publishers', [twice], lexis)).toMatchObject({ counts: { done: 3 } });
    const { data } = await call('GET', `/api/books/${book}?populate=publishers`);
    expect(data.attributes.publishers.data).toMatchObject([{ id: lexis }]);
  });

  it('applies to forms that were open, and to documents restored from the trash', async () => {
    const pune = await create('cities', { name: 'Pune' });
    const poona = await create('cities', { name: 'Poona' });
    const old = await create('state-districts', { name: 'Old' });
    const court = await create('courts', { name: 'District Court', city: poona, state_district: old });
    await call('DELETE', `/api/courts/${court}`);
    const profile = await aProfileIn({ Property2: [] });
    await merge('cities', [poona], pune);
    expect((await call('POST', `/api/courts/trash/${court}/restore`)).status).toBe(200);
    const restored = await call('GET', `/api/courts/${court}?populate=city`);
    expect(restored.data.attributes.city.data).toMatchObject({ id: pune });
    expect((await call('PUT', `/api/lawyers/${profile}`, { Property2: [poona, pune] })).status).toBe(200);
    expect(await stored(lawyerCollection, profile)).toMatchObject({ Property2: [pune] });
  });

  it('leaves a list in place of the values of a write unchanged, which is an error', async () => {
    const profile = await aProfileIn({});
    expect((await call('PUT', `/api/lawyers/${profile}`, [])).status).toBe(400);
  });

  it.each([
    ['nothing to merge', [1], 1, 'Choose at least one other entry, which goes'],
    ['a missing entry', [1, 9], 1, 'There is no entry 9 of cities'],
    ['a missing target', [1], 9, 'into must be the id of the entry that remains'],
  ])('is rejected with %s', async (_what, ids, into, message) => {
    await create('cities', { name: 'Pune' });
    expect(await merge('cities', ids, into)).toMatchObject({ status: 400, error: { message } });
  });
});

describe('the entries of a list', () => {
  it('are listed with what names them, similar names and places', async () => {
    const state = await create('country-states', { name: 'Maharashtra' });
    const pune = await create('cities', { name: 'Pune', country_state: state });
    await create('cities', { name: 'pune ', country_state: state });
    await create('cities', { name: 'Pune' });
    await create('courts', { name: 'District Court', city: pune });
    await aProfileIn({ Property2: [pune] });
    const rows = async (query: string) => (await call('GET', `/api/reference-lists/cities${query}`)).data;
    expect(await rows('?sort=-uses')).toMatchObject([
      {
        id: pune,
        name: 'Pune',
        place: 'Maharashtra',
        used_by: { lawyers: 1, courts: 1 },
        uses: 2,
        same_name: 1,
      },
      { uses: 0, same_name: 1 },
      { place: '', same_name: 0 },
    ]);
    expect(await rows('?used=true')).toHaveLength(1);
    expect(await rows('?same_name=true&q=maha')).toHaveLength(2);
    expect((await call('GET', '/api/reference-lists/lawyers')).status).toBe(404);
  });

  it('are merged as all that a list shows', async () => {
    const pune = await create('cities', { name: 'Pune' });
    await create('cities', { name: 'PUNE' });
    await create('cities', { name: 'Nashik' });
    await call('POST', '/api/catalog-jobs', {
      key: 'a-merge-of-all-that-match',
      collection: 'cities',
      action: 'merge',
      query: 'q=pune&same_name=true&sort=name&pagination%5Bpage%5D=1&pagination%5BpageSize%5D=25',
      params: { into: pune },
    });
    await catalog.worker.run();
    const { data } = await call('GET', '/api/reference-lists/cities');
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Nashik', 'Pune']);
  });
});
