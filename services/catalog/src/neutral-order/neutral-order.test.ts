import { beforeEach, describe, expect, it } from 'vitest';
import { aCatalog, aNamed, aPicture, aProfile, type CatalogUnderTest } from '../catalog-builder.ts';
import { prepareNeutralOrders } from './neutral-order.ts';

const COUNT = 60;
/** 23:59:30 on 21 November in India. */
const BEFORE_MIDNIGHT = Date.parse('2026-11-21T18:29:30Z');
const MINUTE_MS = 60_000;

let now = BEFORE_MIDNIGHT;
let catalog: CatalogUnderTest;

beforeEach(async () => {
  now = BEFORE_MIDNIGHT;
  const ids = Array.from({ length: COUNT }, (_, at) => at + 1);
  catalog = await aCatalog(
    {
      file: [aPicture(1)],
      specialization: [aNamed(1, 'Tax', { slug: 'tax' })],
      lawyer: ids.map((id) =>
        aProfile(id, { SubCategory2: id > 50 ? '1' : '0', PropertyList1: id % 3 === 0 ? [1] : [] }),
      ),
    },
    { now: () => now },
  );
});

/** Independent implementation: computes the order from date and ids alone, with Web Crypto. */
async function hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function recomputed(date: string, ids: readonly number[]): Promise<number[]> {
  const seed = await hex(`vidhi-neutral-order:${date}`);
  const ranked = await Promise.all(ids.map(async (id) => ({ id, rank: await hex(`${seed}:${id}`) })));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ id }) => id);
}

const get = async (url: string) => {
  const response = await catalog.app.inject({ url });
  return { status: response.statusCode, body: response.json() };
};
const idsOf = async (url: string): Promise<number[]> =>
  (await get(url)).body.data.map(({ id }: { id: number }) => id);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('the neutral order', () => {
  it('can be reproduced from the date and the ids alone', async () => {
    const all = await recomputed('2026-11-21', range(1, COUNT));
    expect(await idsOf('/api/lawyers?sort=neutral&pagination[pageSize]=100')).toEqual(all);
    expect(await idsOf('/api/firms?sort=neutral')).toEqual(await recomputed('2026-11-21', range(51, 60)));
    const { data } = (await get('/api/lawyers/neutral-order')).body;
    expect(data).toMatchObject({
      date: '2026-11-21',
      timeZone: 'Asia/Kolkata',
      seed: await hex('vidhi-neutral-order:2026-11-21'),
      ids: await recomputed('2026-11-21', range(1, 50)),
    });
    const { data: firms } = (await get('/api/firms/neutral-order')).body;
    expect(firms.ids).toEqual(await recomputed('2026-11-21', range(51, 60)));
  });

  it('publishes the seeds of the next seven days, which are used on those days', async () => {
    const { next } = (await get('/api/lawyers/neutral-order')).body.data;
    expect(next.map(({ date }: { date: string }) => date)).toEqual(
      range(22, 28).map((day) => `2026-11-${day}`),
    );
    now += MINUTE_MS;
    expect((await get('/api/lawyers/neutral-order')).body.data).toMatchObject(next[0]);
  });

  it('orders filtered results', async () => {
    const thirds = range(1, COUNT).filter((id) => id % 3 === 0);
    for (let round = 0; round < 3; round += 1)
      expect(await idsOf('/api/lawyers?sort=neutral&filters[PropertyList1][slug]=tax')).toEqual(
        await recomputed('2026-11-21', thirds),
      );
    expect(
      await idsOf(
        '/api/lawyers?sort[0]=neutral&filters[id][$in][0]=7&filters[id][$in][1]=3&filters[id][$in][2]=9',
      ),
    ).toEqual(await recomputed('2026-11-21', [3, 7, 9]));
  });

  it('changes at midnight in India, while a pinned date keeps its order for paging', async () => {
    const url = '/api/lawyers?pagination[pageSize]=20&pagination[page]=';
    const first = await idsOf(`${url}1&sort=neutral:2026-11-21`);
    now += MINUTE_MS;
    const rest = [
      ...(await idsOf(`${url}2&sort=neutral:2026-11-21`)),
      ...(await idsOf(`${url}3&sort=neutral:2026-11-21`)),
    ];
    expect([...first, ...rest]).toEqual(await recomputed('2026-11-21', range(1, COUNT)));
    expect(await idsOf('/api/lawyers?sort=neutral&pagination[pageSize]=100')).toEqual(
      await recomputed('2026-11-22', range(1, COUNT)),
    );
    const { data } = (await get('/api/lawyers/neutral-order?date=2026-11-21')).body;
    expect(data.ids).toEqual(await recomputed('2026-11-21', range(1, 50)));
  });

  it('adds and removes profiles without moving the others', async () => {
    await get('/api/lawyers?sort=neutral');
    catalog.live.put('lawyer', aProfile(99), 1);
    catalog.live.remove('lawyer', 5, 2);
    catalog.live.put('lawyer', aProfile(6, { Title: 'Renamed' }), 2);
    const ids = [...range(1, COUNT).filter((id) => id !== 5), 99];
    expect(await idsOf('/api/lawyers?sort=neutral&pagination[pageSize]=100')).toEqual(
      await recomputed('2026-11-21', ids),
    );
  });

  it('is rejected for other dates, with other sort keys, and on other collections', async () => {
    for (const sort of ['neutral:2026-11-30', 'neutral:desc', 'neutral:', 'neutral,id', 'id,neutral'])
      expect([sort, (await get(`/api/lawyers?sort=${sort}`)).status]).toEqual([sort, 400]);
    expect((await get('/api/books?sort=neutral')).status).toBe(400);
    expect((await get('/api/lawyers?sort=toString')).status).toBe(400);
    expect((await get('/api/lawyers/neutral-order?date=2020-01-01')).status).toBe(400);
    expect((await get('/api/lawyers?sort=neutral&fields=Nothing')).body.error.message).toBe(
      'Invalid parameter Nothing',
    );
  });

  it.each([
    'x=1',
    'date=2026-11-21&x=1',
    'date=2026-11-21&date=2026-11-21',
    '__proto__=1',
    'Date=2026-11-21',
  ])('rejects unknown query parameters: %s', async (query) => {
    for (const plural of ['lawyers', 'firms']) {
      const { status, body } = await get(`/api/${plural}/neutral-order?${query}`);
      expect([status, body.data, body.error?.status, body.error?.name]).toEqual([
        400,
        null,
        400,
        'ValidationError',
      ]);
    }
  });

  it('is prepared for the next day, including profiles added meanwhile', async () => {
    await prepareNeutralOrders(catalog.live.model, async () => undefined);
    catalog.live.put('lawyer', aProfile(99), 1);
    now += MINUTE_MS;
    const orders = catalog.live.model.store('lawyer').computedOrders;
    const failCompute = (): never => {
      throw new Error('made when it was asked for');
    };
    for (const date of ['2026-11-21', '2026-11-22', '2026-11-20']) {
      const seed = await hex(`vidhi-neutral-order:${date}`);
      expect(orders.get(`neutral:${seed}`, failCompute).documents.length).toBe(COUNT + 1);
    }
    expect(await idsOf('/api/lawyers?sort=neutral&pagination[pageSize]=100')).toEqual(
      await recomputed('2026-11-22', [...range(1, COUNT), 99]),
    );
  });
});
