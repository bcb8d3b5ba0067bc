import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkedHomeBlocks,
  DEFAULT_HOME_BLOCKS,
  MAX_HOME_BLOCKS_LENGTH,
  MAX_HOME_CATEGORIES,
} from '@vidhi/contracts/home-blocks.ts';
import type { SiteLayout } from '@vidhi/contracts/site-layout.ts';
import { aNewsApp, asRole, type TestApp } from '../app-builder.ts';

const CHOSEN = { main: ['categories', 'latest'], side: ['ads'], list_ads: false, categories: [2, 9, 1] };

let made: TestApp;
beforeEach(async () => {
  made = await aNewsApp({
    documents: {
      category: [
        { id: 1, name: 'GST', slug: 'gst' },
        { id: 2, name: 'itc', title: 'Input credit', slug: 'itc' },
      ],
    },
  });
});
afterEach(async () => made.app.close());

const request = (url: string) => made.app.inject(url);
const home = async (query = '') =>
  (await request(`/api/site-options/layout${query}`)).json<{ data: SiteLayout }>().data.home;
const store = (blocks: unknown) =>
  made.app.inject({
    method: 'PUT',
    url: '/api/site-options',
    headers: asRole(10),
    payload: { data: { home_blocks: blocks } },
  });

describe('the blocks of the front page', () => {
  it('are in no response until somebody has chosen them', async () => {
    expect(await home()).toBeUndefined();
  });

  it('are those that staff has chosen, at once, with the names of categories that exist', async () => {
    expect((await store(CHOSEN)).statusCode).toBe(200);
    const categories = [
      { name: 'Input credit', slug: 'itc' },
      { name: 'GST', slug: 'gst' },
    ];
    expect(await home()).toEqual({ ...CHOSEN, categories });
    await store(null);
    expect(await home()).toBeUndefined();
  });

  it('follow a category that is renamed', async () => {
    const write = (method: 'POST' | 'PUT', path: string, data: object) =>
      made.app.inject({ method, url: `/api/categories${path}`, headers: asRole(10), payload: { data } });
    const created = await write('POST', '', { name: 'Customs', slug: 'customs' });
    const { id } = created.json<{ data: { id: number } }>().data;
    await store({ ...CHOSEN, categories: [id] });
    await home();
    await write('PUT', `/${id}`, { name: 'Customs and excise' });
    expect((await home())?.categories).toEqual([{ name: 'Customs and excise', slug: 'customs' }]);
  });

  it('are visible to anybody in a preview, which stores nothing', async () => {
    const query = `?home=${encodeURIComponent(JSON.stringify({ ...CHOSEN, categories: null }))}`;
    expect(await home(query)).toEqual({ main: CHOSEN.main, side: CHOSEN.side, list_ads: false });
    expect(await home()).toBeUndefined();
  });

  it.each([
    [{ ...CHOSEN, main: ['latest', 'latest'] }, 'each once'],
    [{ ...CHOSEN, main: ['<script>'] }, 'each once'],
    [{ ...CHOSEN, main: [] }, 'at least one block'],
    [{ ...CHOSEN, side: 'ads' }, 'at the side'],
    [{ ...CHOSEN, list_ads: 'yes' }, 'advertisements'],
    [{ ...CHOSEN, categories: ['gst'] }, 'by their ids'],
    [{ ...CHOSEN, categories: [] }, 'Choose a category'],
    [{ ...CHOSEN, categories: Array.from({ length: 31 }, (_, at) => at + 1) }, 'has room for 30'],
    [[], 'are needed'],
  ])('rejects %j, in a write and in a preview', async (blocks, message) => {
    const responses = [
      await store(blocks),
      await request(`/api/site-options/layout?home=${encodeURIComponent(JSON.stringify(blocks))}`),
    ];
    for (const response of responses) {
      expect(response.statusCode).toBe(400);
      expect(response.json<{ error: { message: string } }>().error.message).toContain(message);
    }
    expect(await home()).toBeUndefined();
  });

  it('rejects a preview that is no JSON', async () => {
    expect((await request('/api/site-options/layout?home=%7B')).statusCode).toBe(400);
  });
});

it('has room in a preview for as many categories as can be stored', () => {
  const categories = Array.from({ length: MAX_HOME_CATEGORIES }, (_, at) => 1_000_000_000_000 + at);
  const { value } = checkedHomeBlocks({ ...DEFAULT_HOME_BLOCKS, categories });
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(MAX_HOME_BLOCKS_LENGTH);
});
