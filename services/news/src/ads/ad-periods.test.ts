import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import { memoryContentStore, type MemoryContentStore } from '@vidhi/content-service/testing.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { aNewsApp, asRole, type TestApp } from '../app-builder.ts';
import { importedValues } from '../collections/content-rules.ts';
import { newsEvents } from '../events/news-events.ts';
import { newsTopics } from '../topics.ts';
import { isOutsidePeriod } from './ad-period.ts';
import { createAdPeriods, switchAd } from './ad-periods.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 10, minute));
const anAd = (start: number | null, end: number | null, isOff = false): StoredDocument => ({
  id: 1,
  title: 'Robes',
  type: 'Side Bar',
  starts_at: start === null ? null : at(start).toISOString(),
  ends_at: end === null ? null : at(end).toISOString(),
  is_off: isOff,
});

describe('the period of an advertisement', () => {
  it('begins with its first minute, and is over at its end', () => {
    const outside = [4, 5, 9, 10].map((minute) => isOutsidePeriod(anAd(5, 10), at(minute)));
    expect(outside).toEqual([true, false, false, true]);
  });

  it('may have one limit, or none', () => {
    const outside = [anAd(5, null), anAd(null, 5), anAd(null, null)].map((ad) =>
      [4, 5].map((minute) => isOutsidePeriod(ad, at(minute))),
    );
    expect(outside).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });
});

describe('advertisements', () => {
  it('are due at both limits, until they are noted as switched', () => {
    const periods = createAdPeriods();
    periods.note(1, anAd(5, 10, true));
    const early = periods.due(at(4));
    const started = [periods.due(at(5)), periods.due(at(6))];
    periods.note(1, anAd(5, 10, false));
    expect([early, ...started, periods.due(at(6)), periods.due(at(10))]).toEqual([[], [1], [1], [], [1]]);
  });

  it('are not due after they were removed', () => {
    const periods = createAdPeriods();
    periods.note(1, anAd(null, 5));
    periods.note(1, null);
    expect(periods.due(at(9))).toEqual([]);
  });

  it('are off from their import on where their period is over', () => {
    expect(importedValues(siteAdCollection, anAd(null, 5))['is_off']).toBe(true);
    expect(importedValues(siteAdCollection, anAd(null, null))['is_off']).toBe(false);
  });
});

describe('the switch of an advertisement', () => {
  let store: MemoryContentStore;
  const put: StoredDocument[] = [];
  const live = { put: (_name: string, doc: StoredDocument) => void put.push(doc) };
  beforeEach(async () => {
    store = memoryContentStore(newsEvents(newsTopics('')), () => at(0));
    await store.create(siteAdCollection, anAd(null, 5));
  });

  it('is one write that readers hear of, and no edit', async () => {
    const before = await store.find(siteAdCollection, 1);
    await switchAd(store, live, 1, at(5));
    await switchAd(store, live, 1, at(5));
    const after = await store.find(siteAdCollection, 1);
    expect(store.events).toHaveLength(2);
    expect(put.at(-1)).toMatchObject({ is_off: true, updatedAt: before?.doc.updatedAt });
    expect(after?.edit).toEqual(before?.edit);
  });

  it('leaves alone what has a later end by now', async () => {
    await store.update(siteAdCollection, 1, () => ({ ends_at: at(30).toISOString() }));
    await switchAd(store, live, 1, at(5));
    expect((await store.find(siteAdCollection, 1))?.doc['is_off']).toBe(false);
  });
});

describe('advertisements over the API', () => {
  let made: TestApp;
  afterEach(async () => made.app.close());
  const HOUR = 3_600_000;
  const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
  const editor = { headers: asRole(10) };
  const idsFor = async (headers: Record<string, string> = {}): Promise<number[]> => {
    const { data } = (
      await made.app.inject({ url: '/api/site-ads?sort=id&publicationState=preview', headers })
    ).json();
    return data.map(({ id }: { id: number }) => id);
  };
  const create = (period: object) =>
    made.app.inject({
      ...editor,
      method: 'POST',
      url: '/api/site-ads',
      payload: { data: { title: 'Robes', type: 'Side Bar', ...period } },
    });

  it('are shown to visitors within their period, and to staff always', async () => {
    made = await aNewsApp();
    for (const period of [
      {},
      { starts_at: inHours(1) },
      { ends_at: inHours(-1) },
      { starts_at: inHours(-1), ends_at: inHours(1) },
    ])
      expect((await create(period)).statusCode).toBe(200);
    expect(await idsFor()).toEqual([1, 4]);
    expect(await idsFor(editor.headers)).toEqual([1, 2, 3, 4]);
    expect((await made.app.inject('/api/site-ads/2')).statusCode).toBe(404);
    await made.app.inject({
      ...editor,
      method: 'PUT',
      url: '/api/site-ads/2',
      payload: { data: { starts_at: null } },
    });
    expect(await idsFor()).toEqual([1, 2, 4]);
  });

  it('are found by the conditions with which the console lists those that run', async () => {
    made = await aNewsApp();
    for (const period of [
      {},
      { starts_at: inHours(1) },
      { ends_at: inHours(-1) },
      { starts_at: inHours(-1) },
      { starts_at: inHours(-1), ends_at: inHours(1) },
    ])
      await create(period);
    const now = inHours(0);
    const filters = [
      'filters[$and][0][$or][0][starts_at][$null]=true',
      `filters[$and][0][$or][1][starts_at][$lte]=${now}`,
      'filters[$and][1][$or][0][ends_at][$null]=true',
      `filters[$and][1][$or][1][ends_at][$gt]=${now}`,
    ].join('&');
    const { data } = (
      await made.app.inject({ ...editor, url: `/api/site-ads?sort=id&publicationState=preview&${filters}` })
    ).json();
    expect(data.map(({ id }: { id: number }) => id)).toEqual([1, 4, 5]);
  });

  it('look as in the reference to visitors, whatever their period', async () => {
    made = await aNewsApp();
    await create({ ends_at: inHours(1) });
    const { attributes } = (await made.app.inject('/api/site-ads/1')).json().data;
    expect(Object.keys(attributes)).toEqual(['title', 'youtube', 'link', 'type', 'createdAt', 'updatedAt']);
    const filtered = await made.app.inject('/api/site-ads?filters[ends_at][$notNull]=true');
    expect(filtered.statusCode).toBe(400);
  });

  it('are rejected where they end before they begin, also by a change of one limit', async () => {
    made = await aNewsApp();
    const rejected = await create({ starts_at: inHours(2), ends_at: inHours(1) });
    expect(rejected.json().error).toMatchObject({
      status: 400,
      details: { errors: [{ path: ['ends_at'], message: 'ends_at must be after starts_at' }] },
    });
    await create({ starts_at: inHours(2) });
    const { statusCode } = await made.app.inject({
      ...editor,
      method: 'PUT',
      url: '/api/site-ads/1',
      payload: { data: { ends_at: inHours(1) } },
    });
    expect(statusCode).toBe(400);
  });

  it('that come from the trash after their end stay off', async () => {
    made = await aNewsApp();
    await create({ ends_at: inHours(1) });
    await made.store.update(siteAdCollection, 1, () => ({ ends_at: inHours(-1) }));
    await made.app.inject({ ...editor, method: 'DELETE', url: '/api/site-ads/1' });
    const restored = await made.app.inject({
      ...editor,
      method: 'POST',
      url: '/api/site-ads/trash/1/restore',
    });
    expect([restored.statusCode, await idsFor()]).toEqual([200, []]);
  });
});

describe('the preview of an advertisement', () => {
  let made: TestApp;
  afterEach(async () => made.app.close());
  const START = '2030-01-01T00:00:00.000Z';
  let now = Date.parse('2026-11-20T10:00:00.000Z');

  it('is a link for an hour, to what visitors do not see yet', async () => {
    made = await aNewsApp({
      documents: { 'site-ad': [{ ...anAd(null, null, true), starts_at: START }] },
      now: () => now,
    });
    const { data } = (
      await made.app.inject({ method: 'POST', url: '/api/site-ads/1/preview', headers: asRole(10) })
    ).json();
    const token = /^https:\/\/news\.example\.in\/preview\/ads\/([\w-]+)$/.exec(data.url)?.[1] ?? '';
    const read = (one: string) => made.app.inject(`/api/previews/site-ads/${one}?fields=title`);
    const shown = await read(token);
    expect(shown.json()).toMatchObject({
      data: [{ id: 1, attributes: { title: 'Robes' } }],
      meta: { preview: { expires_at: data.expires_at, starts_at: START, ends_at: null } },
    });
    expect(shown.headers['cache-control']).toBe('no-store');
    const forged = [`2${token.slice(1)}`, `${token.slice(0, -1)}A`, 'none'];
    for (const one of forged) expect((await read(one)).statusCode).toBe(404);
    now += 3_600_000;
    expect((await read(token)).statusCode).toBe(404);
  });
});
