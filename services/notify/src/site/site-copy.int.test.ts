import { createConnection, type Connection } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { anEnvelope } from '../envelope-builder.ts';
import { createSiteCopy, type SiteCopy } from './site-copy.ts';

const DEFAULTS = {
  siteName: 'Vidhi',
  publicUrl: 'https://vidhi.example',
  contactAddress: 'office@vidhi.example',
  footerFrom: 2_012,
  footerTo: 2_024,
};

let database: FreshDatabase;
let connection: Connection;
let copy: SiteCopy;
beforeAll(async () => {
  database = freshDatabase('site-copy');
  connection = await createConnection(database.url).asPromise();
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(async () => {
  await connection.collection('site').deleteMany({});
  copy = createSiteCopy(connection, DEFAULTS);
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const change = (rev: number, contact: string) =>
  anEnvelope(
    'settings.changed',
    'site-setting',
    { rev, collection: 'site-setting', doc: { contact_email: contact } },
    `settings.changed:${rev}`,
  );
const META = { topic: 'news.site', partition: 0, offset: '0' };
const apply = (rev: number, contact: string, by = copy) => by.handle(change(rev, contact), META);
const readContact = async () => (await copy.read()).contactAddress;
const spyOnFind = () => vi.spyOn(connection.collection('site'), 'find');

it('shows a change at once that the same process has handled', async () => {
  expect(await readContact()).toBe('office@vidhi.example');
  await apply(1, 'one@vidhi.example');
  expect(await readContact()).toBe('one@vidhi.example');
  await apply(2, 'two@vidhi.example');
  expect(await readContact()).toBe('two@vidhi.example');
});

it('shows a change at once that was handled while it read the settings', async () => {
  const find = spyOnFind();
  find.mockImplementationOnce((...filter) => {
    const cursor = connection.collection('site').find(...filter);
    const toArray = cursor.toArray.bind(cursor);
    cursor.toArray = async () => {
      const found = await toArray();
      await apply(1, 'one@vidhi.example');
      return found;
    };
    return cursor;
  });
  expect(await readContact()).toBe('office@vidhi.example');
  expect(await readContact()).toBe('one@vidhi.example');
});

it('reads the database once for all reads of a second', async () => {
  const find = spyOnFind();
  await copy.read();
  vi.advanceTimersByTime(999);
  await copy.read();
  expect(find).toHaveBeenCalledTimes(1);
});

it('shows a change that another process has handled after a second', async () => {
  await copy.read();
  await apply(1, 'one@vidhi.example', createSiteCopy(connection, DEFAULTS));
  expect(await readContact()).toBe('office@vidhi.example');
  vi.advanceTimersByTime(1_000);
  expect(await readContact()).toBe('one@vidhi.example');
});

it('links to the pages with conditions of the shop while readers can see them', async () => {
  const handle = (type: string, data: Record<string, unknown>) =>
    copy.handle(anEnvelope(type, '3', { collection: 'hosted-page', ...data }, `${type}:3`), META);
  const page = (rev: number, doc: { id: number; name: string; is_draft?: boolean }) =>
    handle('hosted-page.changed', { rev, doc });
  const linked = async () => (await copy.read()).identity.policies?.map(({ url }) => url);
  const refunds = 'https://vidhi.example/refund-policy';
  await page(1, { id: 3, name: 'imprint' });
  expect(await linked()).toBeUndefined();
  await page(2, { id: 3, name: 'refund-policy' });
  expect(await linked()).toEqual([refunds]);
  await page(1, { id: 3, name: 'imprint' });
  expect(await linked()).toEqual([refunds]);
  await page(1, { id: 4, name: 'shipping-policy', is_draft: true });
  expect(await linked()).toEqual([refunds]);
  await page(2, { id: 4, name: 'shipping-policy', is_draft: false });
  expect(await linked()).toEqual([refunds, 'https://vidhi.example/shipping-policy']);
  await handle('hosted-page.removed', { rev: 3, id: 3 });
  expect(await linked()).toEqual(['https://vidhi.example/shipping-policy']);
});
