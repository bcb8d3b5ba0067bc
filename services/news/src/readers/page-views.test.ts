import { afterEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { PageViewSummary } from '@vidhi/contracts/page-views.ts';
import { aNewsApp, aPost, aSubject, asRole } from '../app-builder.ts';
import { indianDay } from './india-days.ts';

let app: FastifyInstance;
afterEach(() => app.close());

const EDITOR = asRole(10);
const today = () => indianDay(Date.now());

async function aCountingApp(isOn = true): Promise<void> {
  ({ app } = await aNewsApp({
    documents: {
      user: [{ id: 1, token_version: 1 }],
      post: [aPost(1, { slug: 'bail' }), aPost(2, { slug: 'draft', publishedAt: null })],
      category: [aSubject(1, 'Tax')],
      'hosted-page': [{ id: 1, name: 'our-story', content: '<p>Text</p>' }],
    },
  }));
  if (!isOn) return;
  const response = await app.inject({
    method: 'PUT',
    url: '/api/site-options',
    headers: EDITOR,
    payload: { data: { count_readers: true } },
  });
  expect(response.statusCode).toBe(200);
}

const send = (data: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/page-views', payload: { data }, headers });

async function read(): Promise<PageViewSummary> {
  const response = await app.inject({
    url: `/api/page-views/summary?from=${today()}&to=${today()}`,
    headers: EDITOR,
  });
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

const namesOf = ({ rows }: { rows: { name: string; count: number }[] }) =>
  Object.fromEntries(rows.map(({ name, count }) => [name, count]));

describe('the count of page views', () => {
  it('is off by default, and says nothing of it', async () => {
    await aCountingApp(false);
    const response = await send({ path: '/' });
    expect(response.statusCode).toBe(204);
    expect((await read()).total.pages).toBe(0);
  });

  it('has the pages of the site, without their queries and under one name', async () => {
    await aCountingApp();
    for (const path of ['/', '/tax/bail', '/tax/bail/', '/bail', '/our-story', '/cart', '/news/tax'])
      expect((await send({ path })).statusCode).toBe(204);
    expect(namesOf((await read()).pages)).toEqual({
      '/': 1,
      '/tax/bail': 2,
      '/bail': 1,
      '/our-story': 1,
      '/cart': 1,
      '/news/tax': 1,
    });
  });

  it('leaves out what is no page: made-up paths, drafts, previews and the console', async () => {
    await aCountingApp();
    for (const path of [
      '/none',
      '/draft',
      '/tax/none',
      '/preview/secret-token',
      '/console/posts',
      '/status/co_123',
      '//evil.example/x',
      '/catalogs/books/1/law/more/and/more',
      `/catalogs/${'x'.repeat(400)}`,
      '/bail?code=secret',
      '/%E0%A4',
    ])
      await send({ path });
    const { total, pages } = await read();
    expect(pages.rows).toEqual([]);
    expect(total.pages).toBe(0);
  });

  it('knows arrivals from elsewhere by host and source, and none from its own pages', async () => {
    await aCountingApp();
    await send({ path: '/', arrival: { referrer: 'www.google.co.in' } });
    await send({ path: '/', arrival: { referrer: '', source: 'Newsletter' } });
    await send({ path: '/', arrival: { referrer: 'news.example.in' } });
    await send({ path: '/', arrival: { referrer: 'javascript:alert(1)', source: '<b>x</b>' } });
    const { total, referrers, sources } = await read();
    expect(total).toMatchObject({ pages: 4, arrivals: 3 });
    expect(namesOf(referrers)).toEqual({ 'google.co.in': 1 });
    expect(namesOf(sources)).toEqual({ 'search engines': 1, newsletter: 1, direct: 1 });
  });

  it('has searches that three addresses made, and those without a result', async () => {
    await aCountingApp();
    for (const at of [1, 2, 3]) {
      const from = { 'x-forwarded-for': `203.0.113.${at}` };
      await send({ search: 'Bail  ', is_empty: true }, from);
      await send({ search: 'asha@example.in', is_empty: true }, from);
    }
    await send({ search: 'a name that one reader typed', is_empty: false });
    const { total, searches, empty_searches: empty } = await read();
    expect(total).toMatchObject({ searches: 7, empty_searches: 6 });
    expect(searches).toEqual({ rows: [{ name: 'bail', count: 3 }], other: 4 });
    expect(empty).toEqual({ rows: [{ name: 'bail', count: 3 }], other: 3 });
  });

  it('leaves out programs that name themselves', async () => {
    await aCountingApp();
    await send({ path: '/' }, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    expect((await read()).total.pages).toBe(0);
  });

  it('ends at the limit of one address in a minute', async () => {
    await aCountingApp();
    const flood = Array.from({ length: 1_300 }, () => send({ path: '/' }));
    expect((await Promise.all(flood)).every(({ statusCode }) => statusCode === 204)).toBe(true);
    await send({ path: '/' }, { 'x-forwarded-for': '203.0.113.9' });
    expect((await read()).total.pages).toBe(1_201);
  });

  it.each([
    {},
    { path: '' },
    { path: '/', more: 1 },
    { path: '/', arrival: { referrer: 'x'.repeat(301) } },
    { search: 'x'.repeat(501), is_empty: true },
    { search: 'bail' },
    { path: '/', search: 'bail', is_empty: false },
  ])('rejects %j', async (data) => {
    await aCountingApp();
    expect((await send(data)).statusCode).toBe(400);
  });

  it('sets no cookie', async () => {
    await aCountingApp();
    expect((await send({ path: '/' })).headers['set-cookie']).toBeUndefined();
  });
});

describe('the summary of page views', () => {
  it.each([
    ['2026-11-31', '2026-12-01'],
    ['2026-11-02', '2026-11-01'],
    ['2024-01-01', '2026-11-01'],
  ])('rejects the period from %s to %s', async (from, to) => {
    await aCountingApp();
    const response = await app.inject({
      url: `/api/page-views/summary?from=${from}&to=${to}`,
      headers: EDITOR,
    });
    expect(response.statusCode).toBe(400);
  });

  it('lists every day of the period', async () => {
    await aCountingApp();
    await send({ path: '/' });
    const response = await app.inject({
      url: `/api/page-views/summary?from=2026-02-27&to=2026-03-01`,
      headers: EDITOR,
    });
    expect(response.json().data.days.map(({ day }: { day: string }) => day)).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });
});
