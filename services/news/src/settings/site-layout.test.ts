import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEFAULT_FOOT, DEFAULT_MENU, type SiteLayout } from '@vidhi/contracts/site-layout.ts';
import { aNewsApp, asRole, type TestApp } from '../app-builder.ts';

let made: TestApp;
beforeEach(async () => void (made = await aNewsApp()));
afterEach(async () => made.app.close());

const layout = async () =>
  (await made.app.inject('/api/site-options/layout')).json<{ data: SiteLayout }>().data;
const setOptions = (data: object) =>
  made.app.inject({ method: 'PUT', url: '/api/site-options', headers: asRole(10), payload: { data } });
const addPage = (data: object) =>
  made.app.inject({ method: 'POST', url: '/api/hosted-pages', headers: asRole(10), payload: { data } });
const ours = async () => (await layout()).foot[0]?.links.slice(DEFAULT_FOOT[0]?.links.length);

it('is the default of the product until somebody has chosen', async () => {
  expect(await layout()).toEqual({ menu: DEFAULT_MENU, foot: DEFAULT_FOOT });
});

it('has the links that staff have chosen, at once, and the default again after null', async () => {
  const menu = [{ name: 'Acts', path: '/news/acts' }];
  const foot = [{ title: 'House', links: [{ name: 'Bar Council', path: 'https://bar.example/' }] }];
  expect((await setOptions({ menu_links: menu, foot_columns: foot })).statusCode).toBe(200);
  expect(await layout()).toEqual({ menu, foot });
  await setOptions({ menu_links: null, foot_columns: null });
  expect(await layout()).toEqual({ menu: DEFAULT_MENU, foot: DEFAULT_FOOT });
});

it('rejects a link that would run a script, and changes nothing', async () => {
  const response = await setOptions({
    site_name: 'Changed',
    menu_links: [{ name: 'Win', path: 'javascript:alert(1)' }],
  });
  expect(response.statusCode).toBe(400);
  expect(response.json<{ error: { message: string } }>().error.message).toContain('Win needs a path');
  expect((await made.app.inject('/api/site-options')).body).not.toContain('Changed');
  expect((await layout()).menu).toEqual(DEFAULT_MENU);
});

it('links to pages with conditions of the shop once they exist, and to those chosen for the foot', async () => {
  await addPage({ name: 'refund-policy', content: '<p>x</p>' });
  await addPage({ name: 'shipping-policy', content: '<p>x</p>', is_draft: true });
  await addPage({ name: 'imprint', title: 'Who we are', content: '<p>x</p>', in_foot: true });
  await addPage({ name: 'careers-2026', content: '<p>x</p>' });
  expect(await ours()).toEqual([
    { name: 'Returns and refunds', path: '/refund-policy' },
    { name: 'Who we are', path: '/imprint' },
  ]);
});

it('links to none of them twice', async () => {
  const foot = [{ title: 'Shop', links: [{ name: 'Refunds', path: '/refund-policy' }] }];
  await setOptions({ foot_columns: foot });
  await addPage({ name: 'refund-policy', content: '<p>x</p>', in_foot: true });
  expect((await layout()).foot).toEqual(foot);
});
